"""Private pages for looking up the cards and pieces on the board.

The board is divided into parts, each with a menu. The chosen card or piece is shown as in `/card`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

from discord import ui

from bot.app.registry_class import Registry
from bot.discord.bot import Interaction
from bot.discord.match_context import MatchContext, context_at, picture
from bot.discord.ui import controls, paging
from bot.discord.ui.controls import ComponentInteraction, on
from bot.discord.ui.toolbar import Toolbar
from bot.table.play import panel, panel_handlers
from bot.table.play.lookup_menus import ZONE_PREFIX, alt_text, entries, entry_of, entry_text, name_in, zones_of
from rules.kernel.words.translation import Entry

#: Parts that features add to these pages: lines below the menus, and buttons after those for turning the pages.
NOTES = Registry[Callable[[MatchContext], Awaitable[Sequence[str]]]]("notes of the pages of the table")
TOOLS = Toolbar[[MatchContext]]("the pages of the table")


async def show(interaction: Interaction, ctx: MatchContext, part: int, page: int = 0, entry_id: str = "") -> None:
    """Show the menu for one part of the board and, if a card or piece is chosen, its picture and text."""
    notes = [line for lines in NOTES for line in await lines(ctx)]
    entry, card_picture = entries(ctx.game, ctx.reader.locale, ctx.reader.pack).get(entry_id), None
    if entry is not None:
        drawing = ctx.bot.pictures.card(ctx.game.id, entry.id, ctx.reader.locale, ctx.reader.pack)
        card_picture = await picture(drawing, "card.png", alt_text(entry))
    panel_page = page_of(ctx, part, page, entry, notes)
    await panel_handlers.edit(
        interaction, panel_page if card_picture is not None else replace(panel_page, picture_at=None), card_picture
    )


def page_of(
    ctx: MatchContext, part: int, page: int, entry: Entry | None = None, notes: Sequence[str] = ()
) -> panel.PanelPage:
    """Return the page for one part of the board, with the text of the chosen entry and a position for its picture."""
    zones, entry_by_id = zones_of(ctx.game, ctx.reader, ctx.view), entries(ctx.game, ctx.reader.locale, ctx.reader.pack)
    say, label, number = ctx.reader.text, ctx.reader.label, ctx.info.id
    title = label.t("Cards on the table")
    last = 0
    part = min(max(part, 0), max(0, len(zones) - 1))
    side = zones[part].sides.get(entry.id) if entry is not None and zones else None
    words = f"### {title}" if entry is None else entry_text(ctx.game, say, entry, side=side)
    items: list[ui.Item[Any]] = [controls.text(words)]
    if len(zones) > 1:
        parts = [entry_of(entry_by_id, place, zone, default=place == part) for place, zone in enumerate(zones)]
        items.append(controls.row(controls.select(title, parts, "cards", number, part, page, "parts")))
    if zones:
        ids, page, last = paging.page_of(zones[part].ids, page)
        cards = [
            controls.option(
                name_in(zones[part], entry_by_id[card_id]),
                card_id,
                zones[part].sides.get(card_id, entry_by_id[card_id]).kind,
                default=entry_by_id[card_id] == entry,
            )
            for card_id in ids
        ]
        items.append(controls.row(controls.select(label.t("Look up a card"), cards, "cards", number, part, page)))
    items += map(controls.text, notes)
    back = [] if ctx.seat is None else [controls.button(label.t("Back"), "panel", number)]
    turning = paging.page_buttons(label, page, last, "cards", number, part)
    items.append(controls.row(*back, *turning, *TOOLS.buttons(ctx)))
    return panel.PanelPage(items, ctx.accent, 1)


def _chosen_part(value: str) -> int | None:
    """Return the number of the part of the board that a menu value stands for; None for a card or piece."""
    if not value.startswith(ZONE_PREFIX):
        return None
    return controls.number(value.removeprefix(ZONE_PREFIX))


def _check(ctx: MatchContext, entry_id: str) -> None:
    """Raise Refusal if there is no entry with this id. The id comes from a menu value, which may be forged."""
    if entry_id not in entries(ctx.game, ctx.reader.locale, ctx.reader.pack):
        raise controls.stale_button_error()


def _part_with(ctx: MatchContext, entry_id: str) -> int:
    """Return the number of the first part of the board that contains a card or piece; 0 if no part does."""
    zones = zones_of(ctx.game, ctx.reader, ctx.view)
    return next((number for number, zone in enumerate(zones) if entry_id in zone.ids), 0)


@on("look", opens=True)
async def look(press: ComponentInteraction) -> None:
    """Show privately the card or piece that was chosen in the menu below the board."""
    ctx = await context_at(press.interaction, press.numbers(1)[0])
    part = _chosen_part(press.value)
    if part is None:
        _check(ctx, press.value)
        await show(press.interaction, ctx, _part_with(ctx, press.value), 0, press.value)
        return
    # The menu below the board lists the parts of the public view, which differ from those of a player's own view.
    everybody = zones_of(ctx.game, ctx.reader, ctx.table.view(None))
    first = everybody[part].ids[0] if part < len(everybody) else ""
    await show(press.interaction, ctx, _part_with(ctx, first))


@on("cards")
async def turn(press: ComponentInteraction) -> None:
    """Show another part of the board, another page of the current part, or a card or piece."""
    match_id, part, page = press.numbers(3)
    ctx, value = await context_at(press.interaction, match_id), press.values[0] if press.values else ""
    other = _chosen_part(value)
    if other is not None:
        await show(press.interaction, ctx, other)
        return
    if value:
        _check(ctx, value)
    await show(press.interaction, ctx, part, page, value)
