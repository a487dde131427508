"""Private answers to two buttons below a match's closing post: what turned the match, and what was hidden."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.discord import optional_part_timeouts
from bot.discord.bot import Bot
from bot.discord.match_context import MatchContext, context_of
from bot.discord.match_visibility import seen_match
from bot.discord.ui import answers, controls, limits
from bot.discord.ui.controls import ComponentInteraction, on
from bot.discord.ui.locale import ReaderContext
from bot.matches.history.score_timeline import ScoreTimeline, TurningPoint
from bot.matches.service_results import Table
from bot.table.history.lead_words import scoring_names, turning_point_line
from bot.table.play.event_words import recap_lines
from bot.table.play.post_contents import is_over
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_, Translator

log = logging.getLogger("bot.discord")

#: Maximum length of the moves of one turning point. Three of them fit in one answer.
MAX_TURN_LENGTH = 1000


def buttons(label: Translator, table: Table, *, turning_points: bool) -> list[ui.Item[Any]]:
    """Return the buttons that show the turning points, if there are any, and what was hidden."""
    shown: list[ui.Item[Any]] = []
    if turning_points:
        shown.append(controls.button(label.t("Turning points"), "turned", table.info.id))
    if table.match.over and table.match.game.uncovered(label, table.match):
        shown.append(controls.button(label.t("Hidden information"), "uncovered", table.info.id))
    return shown


async def course_of(bot: Bot, table: Table) -> ScoreTimeline | None:
    """Return the course of a match; None if the game has no points or the computation takes too long."""
    try:
        course = await optional_part_timeouts.wait_for(bot.service.history.score_timeline(table))
    except TimeoutError:
        log.warning("the course of a match took too long", extra={"match": table.info.id})
        return None
    return None if len(course.score_points) < 2 else course


def turning_point_leads(
    table: Table, reader: ReaderContext, course: ScoreTimeline, turns: Sequence[TurningPoint]
) -> list[str]:
    """Return one line about each turning point, with the number that marks it in the chart."""
    game, names = table.match.game, scoring_names(reader.text, table.match.game, table.view(None))
    return [
        f"**{number}.** {turning_point_line(reader.text, game.round_named, names, course, turn, turns[: number - 1])}"
        for number, turn in enumerate(turns, 1)
    ]


@on("turned", opens=True)
async def show_turning_points(press: ComponentInteraction) -> None:
    """Show the turning points of a finished match and the moves in each of them."""
    ctx = await _finished(press)
    course = await course_of(ctx.bot, ctx.table)
    turns = [] if course is None else course.turning_points()
    if course is None or not turns:
        raise Refusal(N_("I can't show how this match went right now."))
    moments = [course.score_points[turn.place] for turn in turns]
    spans = [(moment.first, moment.last) for moment in moments]
    entries_by_turn = await ctx.bot.service.history.entries_in_spans(ctx.info, spans)
    lines = [f"## {ctx.reader.text.t('Turning points')}"]
    for lead, entries in zip(turning_point_leads(ctx.table, ctx.reader, course, turns), entries_by_turn, strict=True):
        lines += [lead, *recap_lines(ctx.game, ctx.reader.signed, (), entries, MAX_TURN_LENGTH)]
    await answers.show(press.interaction, limits.truncate_lines(lines, limits.LAYOUT), accent=ctx.accent)


@on("uncovered", opens=True)
async def show_hidden(press: ComponentInteraction) -> None:
    """Show what was hidden in a match that was played to its end."""
    ctx = await _finished(press)
    if not ctx.table.match.over:
        raise Refusal(N_("This match ended early, so what was hidden stays hidden."))
    say = ctx.reader.text
    lines = [f"## {say.t('Hidden information')}", *ctx.game.uncovered(say, ctx.table.match)]
    await answers.show_long(press.interaction, "\n".join(lines), accent=ctx.accent)


async def _finished(press: ComponentInteraction) -> MatchContext:
    """Return the finished match of a button as this person sees it; raises Refusal while it is still running."""
    info = await seen_match(press.interaction, press.number(0))
    ctx = await context_of(press.interaction, info)
    if not is_over(ctx.table):
        raise Refusal(N_("This match isn't over yet."))
    return ctx
