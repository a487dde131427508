"""The texts above a panel's picture: what neither a menu entry nor a phone's window has room for."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import discord
from discord import ui

from bot.discord.match_context import PromptContext
from bot.discord.ui import controls, layout_fitting, limits
from bot.discord.ui.safe_names import escape
from bot.table.play import choice_controls, choice_menus
from bot.table.play.choice_controls import Arrangement
from bot.table.play.panel_choices import PanelChoice
from rules.kernel.data.actions import Action
from rules.kernel.words.full_stops import without_full_stop
from rules.kernel.words.translation import Translator

#: The number of characters that a layout keeps free for the row of tools and for lines that are added later.
_RESERVE = 200
#: The number of characters of each option and of the picture's alternative text that these texts leave room for. A few
#: whole texts must not cost all other options their descriptions.
OPTION_LENGTH, ALT_LENGTH = 70, 200
#: An entry with at most this many characters can't be cut. This spares building most entries twice.
_SHORT_ENTRY = limits.OPTION_DESCRIPTION


def above_picture(
    ctx: PromptContext,
    arrangement: Arrangement,
    question: str,
    others: Sequence[ui.Item[Any]],
    only: Sequence[Action] | None = None,
) -> list[ui.Item[Any]]:
    """Return the text above the picture, which gets the room that the `others` of the page leave; empty if none.

    If `only` is given, it has the whole texts of these actions alone.
    """
    beside = choice_controls.beside_heading(question) if arrangement.is_split else []
    groups = [members for _, members in arrangement.groups]
    # A menu of groups has an entry only for a choice that is alone in its group.
    if len(groups) > choice_controls.MAX_MENUS:
        groups = [members for members in groups if len(members) == 1]
    room = room_beside(others)
    entries = _that_fit(
        ctx.reader.text, of_cut_entries(ctx, groups, only), room - sum(len(line) + 1 for line in beside)
    )
    return text_items([*beside, *entries], room)


def room_beside(others: Sequence[ui.Item[Any]]) -> int:
    """Return the number of characters that the other components of a page leave for these texts."""
    return limits.LAYOUT - _RESERVE - layout_fitting.least_length(others, OPTION_LENGTH) - ALT_LENGTH


def _that_fit(say: Translator, lines: Sequence[str], room: int) -> list[str]:
    """Return the lines that fit whole, and how many others there are. The start of a line would say little."""
    kept: list[str] = []
    for line in lines:
        if len(line) + 1 <= room - 2:
            kept.append(line)
            room -= len(line) + 1
    hidden = len(lines) - len(kept)
    if not kept or not hidden:
        return kept
    more = f"-# {say.n('and {n} more', 'and {n} more', hidden)}…"
    return [*kept, more] if len(more) + 1 <= room - 2 else [*kept[:-1], f"{kept[-1]} …"]


def text_items(lines: Sequence[str], room: int) -> list[ui.Item[Any]]:
    """Return a component with as many of these lines as fit into `room` characters; empty if there are none."""
    return [controls.text(limits.truncate_lines(lines, room))] if lines and room > 0 else []


def of_cut_entries(
    ctx: PromptContext, menus: Sequence[Sequence[PanelChoice]], only: Sequence[Action] | None = None
) -> list[str]:
    """Return a line with the whole text of each choice whose menu entry is cut, without repetitions.

    If the entry lacks only sentences that all entries of its menu share, the line has these sentences alone. Choices
    with the same text share a line. If `only` is given, leave out all other actions.
    """
    names: dict[str, dict[str, None]] = {}
    for members in menus:
        shown = members if len(members) <= limits.SELECT_OPTIONS else members[: limits.SELECT_OPTIONS - 1]
        if all(_length(choice) <= _SHORT_ENTRY for choice in shown):
            continue
        start = choice_menus.shared_start([choice.text.label for choice in members])
        shared = choice_menus.shared_sentences(members)
        for choice, option in zip(shown, choice_menus.entries(ctx, members), strict=False):
            if only is not None and choice.action not in only:
                continue
            if any(part.endswith("…") for part in (option.label, option.description or "")):
                name = escape(without_full_stop(choice.text.label.removeprefix(start)))
                names.setdefault(_text(ctx, choice, option, shared), {})[name] = None
    return [f"-# **{', '.join(alike)}**: {text}" for text, alike in names.items()]


def _text(ctx: PromptContext, choice: PanelChoice, option: discord.SelectOption, shared: Collection[str]) -> str:
    """Return what a choice does, or only the sentences that its menu entry lacks if all of them are `shared`."""
    whole = choice_controls.effect(ctx, choice)
    plain, signed = limits.sentences(choice.text.detail), limits.sentences(whole)
    entry = f"{option.label} {option.description or ''}"
    missing = [number for number, part in enumerate(plain) if part not in entry]
    if len(plain) != len(signed) or not missing or not all(plain[number] in shared for number in missing):
        return whole
    return " ".join(["…", *(signed[number] for number in missing)])


def _length(choice: PanelChoice) -> int:
    return len(choice.text.label) + len(choice.text.detail)
