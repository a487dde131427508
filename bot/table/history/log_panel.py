"""`/match log`: past moves, page by page, with a menu that leads from each line to the board at that time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.discord.bot import Interaction
from bot.discord.context import MatchContext, context_of, entry_lines
from bot.discord.http.channel_visibility import seen_match
from bot.discord.ui import answers, controls, limits
from bot.discord.ui.controls import ComponentInteraction, on
from bot.discord.ui.names import strip_markdown
from bot.discord.ui.toolbar import Toolbar
from bot.matches.records import LogEntry, MatchInfo
from bot.table.play import event_words as telling
from rules.kernel.words.translation import Translator

#: Moves on one page of the log.
PAGE_SIZE = 12
#: Characters of one part of a page, which leaves room for the line on hints.
MAX_PART_LENGTH = 3500
#: Moves less than this many seconds apart share one timestamp.
SAME_TIMESTAMP_SECONDS = 600
#: The buttons below a page, after those that turn it.
TOOLS = Toolbar[[MatchContext]]("the log")


@dataclass(frozen=True, slots=True, eq=False)
class _Line:
    """A line of the log; a timestamp belongs to no entry."""

    words: str
    entry: LogEntry | None = None
    #: The line without markup.
    plain: str = ""


def buttons(label: Translator, info: MatchInfo) -> list[ui.Item[Any]]:
    """Return the button for the log."""
    return [controls.button(label.t("What happened so far"), "story", info.id)]


@on("story", opens=True)
async def open_log(press: ComponentInteraction) -> None:
    """Show the log from a post, to watchers too."""
    info = await seen_match(press.interaction, press.number(0))
    await show(press.interaction, await context_of(press.interaction, info))


@on("log")
async def turn(press: ComponentInteraction) -> None:
    """Show an earlier or later page of the log."""
    match_id, before, part = press.numbers(3)
    info = await seen_match(press.interaction, match_id)
    await show(press.interaction, await context_of(press.interaction, info), before or None, part)


async def show(interaction: Interaction, ctx: MatchContext, before: int | None = None, part: int = -1) -> None:
    """Show one page: the entries up to `before`, oldest at the top.

    A page that is too long for one message has parts; -1 is the last part.
    """
    say, label, number = ctx.reader.text, ctx.reader.label, ctx.info.id
    page = await ctx.bot.service.history.page(ctx.info, before, PAGE_SIZE, viewer=ctx.seat)
    lines = _lines(ctx, page.entries)
    text = "\n".join(line.words for line in lines)
    parts = limits.pages(text, MAX_PART_LENGTH) if lines else [say.t("Nothing has happened yet.")]
    shown = len(parts) - 1 if part < 0 else min(part, len(parts) - 1)
    after, told = page.first + len(page.entries), parts[shown]
    if shown == len(parts) - 1 and after > page.total:
        told = "\n".join([told, *telling.hints_asked(say, ctx.table)])
    if shown:
        older = controls.button(label.t("Older"), "log", number, after, shown - 1)
    else:
        older = controls.button(label.t("Older"), "log", number, page.first, -1, disabled=page.first <= 1)
    nav: list[ui.Item[Any]] = [older]
    if shown < len(parts) - 1:
        nav.append(controls.button(label.t("Newer"), "log", number, after, shown + 1))
    elif after <= page.total:
        nav.append(controls.button(label.t("Newer"), "log", number, min(after + PAGE_SIZE, page.total + 1), 0))
    nav += TOOLS.buttons(ctx)
    await answers.show(
        interaction, told, [*nav, *_boards(label, number, after, lines, parts, shown)], accent=ctx.accent
    )


def _boards(
    label: Translator, match_id: int, after: int, lines: Sequence[_Line], parts: Sequence[str], shown: int
) -> list[ui.Item[Any]]:
    """Return the menu that leads from the newest lines of a part of a page to the boards."""
    rows = [(place, line) for place, line in enumerate(lines) for _ in line.words.split("\n")]
    begin, length = (sum(part.count("\n") + 1 for part in some) for some in (parts[:shown], [parts[shown]]))
    told = {place: line for place, line in rows[begin : begin + length] if line.entry is not None}
    options = [controls.option(line.plain, str(place)) for place, line in told.items()][-limits.SELECT_OPTIONS :]
    title = label.t("Show the board after …")
    return [controls.select(title, options, "replaylog", match_id, after)] if options else []


async def entry_of(ctx: MatchContext, after: int, place: int) -> LogEntry:
    """Return the entry of a line in a page that ends before number `after`; both may be forged.

    Lines are counted, not entries: the start of an entry would reveal the moves made by an order.
    """
    page = await ctx.bot.service.history.page(ctx.info, after, PAGE_SIZE, viewer=ctx.seat)
    found = dict(enumerate(_lines(ctx, page.entries))).get(place)
    if found is None or found.entry is None:
        raise controls.stale_button_error()
    return found.entry


def _lines(ctx: MatchContext, entries: Sequence[LogEntry]) -> list[_Line]:
    """Return the entries' lines as a list, with a timestamp above each sitting.

    Entries are not separated: that would reveal the moves made by an order.
    """
    lines: list[_Line] = []
    last = 0
    for entry in entries:
        told = entry_lines(ctx.game, telling.with_names_then(ctx.reader.signed, entry), entry)
        plain = entry_lines(ctx.game, telling.with_names_then(ctx.reader.text, entry), entry)
        if told and entry.at - last > SAME_TIMESTAMP_SECONDS:
            lines.append(_Line(f"-# <t:{entry.at}:f>"))
        last = entry.at
        lines += [_Line(f"- {words}", entry, strip_markdown(bare)) for words, bare in zip(told, plain, strict=True)]
    return lines
