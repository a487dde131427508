"""The menus, below the board and in the panel, for looking up the cards and pieces on the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import discord
from discord import ui

from bot.discord.match_context import MatchContext
from bot.discord.ui import controls, limits
from bot.discord.ui.locale import ReaderContext
from bot.discord.ui.safe_names import escape
from bot.table.lobby import pack_words
from rules.kernel.data.view import BASE, View
from rules.kernel.engine.game_parts import AnyParts
from rules.kernel.words.translation import Entry, Translator, Zone

#: The prefix of menu values that stand for a part of the board. Other values are ids of cards and pieces.
ZONE_PREFIX = ":"
#: Maximum number of cards and pieces named in the description of a menu option for a part of the board.
MAX_NAMES = 6


@lru_cache(32)
def entries(game: AnyParts, locale: str, pack: str = BASE) -> Mapping[str, Entry]:
    """Return all entries of a content pack that can be looked up, keyed by id, in the given language."""
    return {entry.id: entry for entry in game.look_up(Translator(locale, pack=pack))}


def zones_of(game: AnyParts, reader: ReaderContext, view: View) -> list[Zone]:
    """Return the parts of the board, with the cards and pieces in each part."""
    entry_by_id = entries(game, reader.locale, reader.pack)
    zones = [
        replace(zone, ids=tuple(entry_id for entry_id in zone.ids if entry_id in entry_by_id))
        for zone in game.on_table(reader.label, view)
    ]
    return [zone for zone in zones if zone.ids][: limits.SELECT_OPTIONS]


def name_in(zone: Zone, entry: Entry) -> str:
    """Return the name that the board gives to a card or piece in this part of it."""
    return zone.names.get(entry.id, entry.name)


def entry_text(
    game: AnyParts, say: Translator, entry: Entry, room: int = limits.CONTENT, side: Entry | None = None
) -> str:
    """Return the text of a card or piece, with a line about its origin.

    If the board shows a `side` of it by another name, the text begins with that side.
    """
    above = "" if side is None else f"**{side.name}** — {side.kind}\n{side.text}\n\n"
    note = "".join(f"\n*{escape(line)}*" for line in entry.flavour.splitlines())
    note += f"\n-# {_origin(game, say, entry)}" if game.set_note(say) or say.pack != BASE else ""
    return limits.truncate(f"{above}**{entry.name}** — {entry.kind}\n{entry.text}", room - len(note)) + note


def alt_text(entry: Entry) -> str:
    """Return the alternative text for the picture of a card or piece."""
    return " ".join([f"{entry.name}. {entry.text}", *entry.flavour.splitlines()])


def _origin(game: AnyParts, say: Translator, entry: Entry) -> str:
    """Return a line about the origin of a card.

    If the card is in the built-in pack, the line names the parts of the card that come from the rulebook. Otherwise, it
    names the content pack.
    """
    if say.pack != BASE:
        return pack_words.line(say, game, say.pack)
    words = {"name": say.t("the name"), "effect": say.t("the effect"), "numbers": say.t("the numbers")}
    if not entry.printed:
        return say.t("Fan-made set: all of this is ours.")
    printed = say.join([words[part] for part in entry.printed])
    if len(entry.printed) == len(words):
        return say.t("Fan-made set: all of this is from the rulebook.")
    return say.t("Fan-made set: from the rulebook, {parts}; the rest is ours.", parts=printed)


def menu(reader: ReaderContext, game: AnyParts, match_id: int, view: View) -> list[ui.Select[Any]]:
    """Return the menu below a board for looking up public cards and pieces; empty if there are none.

    As long as there is room, the menu lists the cards and pieces themselves, part by part. Each of the remaining parts
    gets a single option.
    """
    zones, entry_by_id = zones_of(game, reader, view), entries(game, reader.locale, reader.pack)
    option_by_id: dict[str, discord.SelectOption] = {}
    for number, zone in enumerate(zones):
        one_by_one = {
            entry_id: controls.option(name_in(zone, entry_by_id[entry_id]), entry_id, zone.title)
            for entry_id in zone.ids
            if entry_id not in option_by_id
        }
        if len(option_by_id) + len(one_by_one) + len(zones) - number - 1 > limits.SELECT_OPTIONS:
            zone_options = [entry_of(entry_by_id, part, zone) for part, zone in enumerate(zones[number:], number)]
            return [_select(reader, [*option_by_id.values(), *zone_options], match_id)]
        option_by_id |= one_by_one
    return [_select(reader, [*option_by_id.values()], match_id)] if option_by_id else []


def buttons(ctx: MatchContext) -> list[ui.Item[Any]]:
    """Return the panel's button for looking up cards and pieces; empty if there are none to look up."""
    if not zones_of(ctx.game, ctx.reader, ctx.view):
        return []
    return [controls.button(ctx.reader.label.t("Look up"), "cards", ctx.info.id, 0, 0)]


def _select(reader: ReaderContext, options: Sequence[discord.SelectOption], match_id: int) -> ui.Select[Any]:
    return controls.select(reader.label.t("Look up a card"), options, "look", match_id)


def entry_of(
    entry_by_id: Mapping[str, Entry], number: int, zone: Zone, *, default: bool = False
) -> discord.SelectOption:
    """Return the menu option that stands for a part of the board."""
    names_text = ", ".join(name_in(zone, entry_by_id[entry_id]) for entry_id in zone.ids[:MAX_NAMES])
    return controls.option(f"{zone.title} ({len(zone.ids)})", f"{ZONE_PREFIX}{number}", names_text, default=default)
