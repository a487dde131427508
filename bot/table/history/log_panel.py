"""`/match log`: the log of a match, page by page, with a menu that shows the board after any logged move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.discord.bot import Interaction
from bot.discord.match_context import MatchContext, context_of, entry_lines
from bot.discord.match_visibility import seen_match
from bot.discord.ui import answers, controls, limits
from bot.discord.ui.controls import ComponentInteraction, on
from bot.discord.ui.safe_names import strip_markdown
from bot.discord.ui.toolbar import Toolbar
from bot.matches.service_results import LogEntry, MatchInfo
from bot.table.play import event_words
from rules.kernel.words.translation import Translator

#: Number of journal entries on a page of the log.
PAGE_SIZE = 12
#: Maximum number of characters in one part of a page. The rest of the message is reserved for the line about hints, the
#: buttons and a full menu of moves; without this room the end of the part, the latest moves, would be cut off.
MAX_PART_LENGTH = 2500
#: Moves that follow one another within this many seconds share a timestamp.
SAME_TIMESTAMP_SECONDS = 600
#: Buttons that features add below a page of the log, after the buttons for turning the pages.
TOOLS = Toolbar[[MatchContext]]("the log")


@dataclass(frozen=True, slots=True, eq=False)
class _Line:
    """A line of the log with its journal entry, or a timestamp, which belongs to no entry."""

    words: str
    entry: LogEntry | None = None
    #: The line as plain text, without markdown.
    plain: str = ""


def buttons(label: Translator, info: MatchInfo) -> list[ui.Item[Any]]:
    """Return the button that opens the log."""
    return [controls.button(label.t("What has happened so far"), "story", info.id)]


@on("story", opens=True)
async def open_log(press: ComponentInteraction) -> None:
    """Open the log from a post. Spectators may also open it."""
    info = await seen_match(press.interaction, press.number(0))
    await show(press.interaction, await context_of(press.interaction, info))


@on("log")
async def turn(press: ComponentInteraction) -> None:
    """Turn to an earlier or later page of the log."""
    match_id, before, part = press.numbers(3)
    info = await seen_match(press.interaction, match_id)
    await show(press.interaction, await context_of(press.interaction, info), before or None, part)


async def show(interaction: Interaction, ctx: MatchContext, before: int | None = None, part: int = -1) -> None:
    """Show a page of the log, oldest entry first: the latest entries, or those before entry number `before`.

    If a page is too long for one message, it is split into parts. `part` is the index of the part to show, or -1 for
    the last part.
    """
    say, label, number = ctx.reader.text, ctx.reader.label, ctx.info.id
    page = await ctx.bot.service.history.page(ctx.info, before, PAGE_SIZE, viewer=ctx.seat)
    lines = _lines(ctx, page.entries)
    text = "\n".join(line.words for line in lines)
    parts = limits.pages(text, MAX_PART_LENGTH) if lines else [say.t("Nothing has happened yet.")]
    part_index = len(parts) - 1 if part < 0 else min(part, len(parts) - 1)
    after, page_text = page.first + len(page.entries), parts[part_index]
    if part_index == len(parts) - 1 and after > page.total:
        page_text = "\n".join([page_text, *event_words.hints_asked(say, ctx.table)])
    if part_index:
        older = controls.button(label.t("Older"), "log", number, after, part_index - 1)
    else:
        older = controls.button(label.t("Older"), "log", number, page.first, -1, disabled=page.first <= 1)
    nav: list[ui.Item[Any]] = [older]
    if part_index < len(parts) - 1:
        nav.append(controls.button(label.t("Newer"), "log", number, after, part_index + 1))
    elif after <= page.total:
        nav.append(controls.button(label.t("Newer"), "log", number, min(after + PAGE_SIZE, page.total + 1), 0))
    nav += TOOLS.buttons(ctx)
    await answers.show(
        interaction, page_text, [*nav, *_board_menu(label, number, after, lines, parts, part_index)], accent=ctx.accent
    )


def _board_menu(
    label: Translator, match_id: int, after: int, lines: Sequence[_Line], parts: Sequence[str], part_index: int
) -> list[ui.Item[Any]]:
    """Return a menu for showing the board after a move. The menu lists the latest lines of the visible part."""
    rows = [(place, line) for place, line in enumerate(lines) for _ in line.words.split("\n")]
    begin, length = (
        sum(part.count("\n") + 1 for part in selected_parts)
        for selected_parts in (parts[:part_index], [parts[part_index]])
    )
    lines_by_place = {place: line for place, line in rows[begin : begin + length] if line.entry is not None}
    options = [controls.option(line.plain, str(place)) for place, line in lines_by_place.items()][
        -limits.SELECT_OPTIONS :
    ]
    title = label.t("Show the board after …")
    return [controls.select(title, options, "replaylog", match_id, after)] if options else []


async def entry_of(ctx: MatchContext, after: int, place: int) -> LogEntry:
    """Return the journal entry of a line on the page that ends before entry number `after`; raises Refusal.

    Both `after` and `place` may be forged. `place` counts lines instead of entries, because the number of an entry's
    first line would reveal which moves were made by a standing order.
    """
    page = await ctx.bot.service.history.page(ctx.info, after, PAGE_SIZE, viewer=ctx.seat)
    line = dict(enumerate(_lines(ctx, page.entries))).get(place)
    if line is None or line.entry is None:
        raise controls.stale_button_error()
    return line.entry


def _lines(ctx: MatchContext, entries: Sequence[LogEntry]) -> list[_Line]:
    """Return the entries' lines as list items, with a timestamp above each group of moves in quick succession.

    Entries have no separators, because these would reveal which moves were made by a standing order.
    """
    lines: list[_Line] = []
    last = 0
    for entry in entries:
        event_texts = entry_lines(ctx.game, event_words.with_former_names(ctx.reader.signed, entry), entry)
        plain = entry_lines(ctx.game, event_words.with_former_names(ctx.reader.text, entry), entry)
        if event_texts and entry.at - last > SAME_TIMESTAMP_SECONDS:
            lines.append(_Line(f"-# <t:{entry.at}:f>"))
        last = entry.at
        lines += [
            _Line(f"- {words}", entry, strip_markdown(bare)) for words, bare in zip(event_texts, plain, strict=True)
        ]
    return lines
