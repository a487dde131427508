"""The panel's pages that show the match in words, for people who don't see pictures."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.discord.match_context import MatchContext, context_at
from bot.discord.ui import controls, paging
from bot.discord.ui.controls import ComponentInteraction, on
from bot.table.play import match_words, panel, panel_handlers

#: Maximum length of the text on a page. The rest of a layout's limit is for the title and the menu.
MAX_PAGE_LENGTH = 3500


def buttons(ctx: MatchContext) -> list[ui.Item[Any]]:
    """Return the panel's button that shows the match in words in place of the panel."""
    return [controls.button(ctx.reader.label.t("In words"), "inwords", ctx.info.id, 0)]


@on("inwords")
async def show(press: ComponentInteraction) -> None:
    """Show a page of the match in words: the one that was chosen in the menu, or the one that the button names."""
    match_id, page = press.numbers(2)
    ctx = await context_at(press.interaction, match_id)
    before = await ctx.bot.service.read_markers.last_seen(ctx.table, ctx.seat, ctx.user_id)
    earlier = (None, "move") if before is None else (before.view, before.since)
    parts = match_words.sections(ctx.game, ctx.reader.text, ctx.view, ctx.decision, *earlier)
    page = controls.number(press.value) if press.values else page
    await panel_handlers.edit(press.interaction, page_of(ctx, match_words.pages(parts, MAX_PAGE_LENGTH), page))


def page_of(ctx: MatchContext, pages: list[match_words.Section], page: int) -> panel.PanelPage:
    """Return one page of the match in words, with a menu of the parts and buttons that lead on and back."""
    label, number = ctx.reader.label, ctx.info.id
    (shown,), page, last = paging.page_of(pages, page, 1)
    titles = [one.title for one in pages]
    options = [
        controls.option(title, str(titles.index(title)), default=title == shown.title)
        for title in dict.fromkeys(titles)
    ]
    menu = controls.select(label.t("Choose a part"), options, "inwords", number, page)
    back = [] if ctx.seat is None else [controls.button(label.t("Back"), "panel", number)]
    turning = paging.page_buttons(label, page, last, "inwords", number)
    heading = f"### {shown.title}"
    items = [controls.text(f"{heading}\n{shown.text}"), controls.row(menu), controls.row(*back, *turning)]
    return panel.PanelPage(items, ctx.accent)
