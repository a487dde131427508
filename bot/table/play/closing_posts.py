"""The contents of the post that closes a match: who won and why, the scores, how the match went, and buttons.

The post fits two screens of a phone, so everything else is behind its buttons (`closing_details`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

import render
from bot.discord.bot import Bot
from bot.discord.delivery.post_texts import score_table
from bot.discord.match_context import picture, waiting_line
from bot.discord.ui import controls, limits
from bot.discord.ui.locale import ReaderContext
from bot.discord.ui.toolbar import Toolbar
from bot.matches.history.score_timeline import ScorePoint, ScoreTimeline, TurningPoint
from bot.matches.service_results import LogEntry, MatchInfo, Table
from bot.table.history.lead_words import scoring_names
from bot.table.lobby import pack_words
from bot.table.play import board_viewer, closing_details, closing_panel
from bot.table.play.event_words import hints_asked, recap_lines
from render.sheets.score_data import Curve, Panel
from rules.kernel.words.results import over, points
from rules.kernel.words.translation import Translator

#: The file names of the pictures in the closing post.
SCORE_FILE, CHART_FILE = "score.png", "curve.png"
#: Maximum lengths of the texts about the winners and places, the last moves, and the turning points. All of them fit in
#: one layout together with the whole table of scores.
MAX_HEAD_LENGTH, MAX_LAST_MOVES_LENGTH, MAX_TURNING_POINTS_LENGTH = 700, 200, 500
#: Maximum number of lines about the last moves.
MAX_LAST_MOVES = 2
#: Buttons that features add at the end of the closing post.
TOOLS = Toolbar[[Translator, MatchInfo]]("the closing post")


@dataclass(frozen=True, slots=True)
class ClosingStory:
    """The course of a finished match: a line about each turning point, and a chart of the points."""

    lines: Sequence[str]
    picture: discord.File | None


class ClosingPosts:
    """Computes the course of a finished match, and has its chart drawn."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def story(self, table: Table, reader: ReaderContext) -> ClosingStory:
        """Return the course of a match; empty if the game has no points or the computation takes too long."""
        course = await closing_details.course_of(self._bot, table)
        if course is None:
            return ClosingStory((), None)
        turns = course.turning_points()
        lines = [f"-# {line}" for line in closing_details.turning_point_leads(table, reader, course, turns)]
        drawing = self._bot.charts.draw(score_chart(table, reader.label, course, turns))
        return ClosingStory(lines, await picture(drawing, CHART_FILE, _alt(reader.label, course, table)))


def view(
    table: Table,
    reader: ReaderContext,
    journal_entries: tuple[Sequence[LogEntry], Sequence[LogEntry]],
    story: ClosingStory,
    files: Sequence[discord.File],
    *,
    again: bool,
) -> ui.LayoutView:
    """Return the layout of the closing post with the pictures in `files`. If `again`, it has a rematch button."""
    match = table.match
    pictures = {file.filename: file for file in files}
    winners = match.result.winners if match.result is not None else []
    colour = discord.Colour.from_rgb(*render.marks(table.view(None))[winners[0]].colour) if winners else None
    return controls.box(
        _head(table, reader, journal_entries, pictured=SCORE_FILE in pictures),
        pictures.get(SCORE_FILE),
        pictures.get(CHART_FILE),
        limits.truncate_lines(story.lines, MAX_TURNING_POINTS_LENGTH),
        _buttons(table, reader, story, again=again),
        accent=colour,
    )


def _buttons(table: Table, reader: ReaderContext, story: ClosingStory, *, again: bool) -> list[ui.Item[Any]]:
    """Return the buttons of the closing post, which lead to everything that the post leaves out."""
    label, info = reader.label, table.info
    # Short labels come first, so that three buttons share a row on a phone.
    buttons: list[ui.Item[Any]] = [closing_panel.rematch_button(label, info)] if again else []
    buttons.append(board_viewer.button(reader, info.id))
    if table.match.over:
        buttons.append(closing_panel.proof_button(label, info))
    buttons += closing_details.buttons(label, table, turning_points=bool(story.lines))
    return [*buttons, *TOOLS.buttons(label, info)]


def _head(
    table: Table,
    reader: ReaderContext,
    earlier_and_new: tuple[Sequence[LogEntry], Sequence[LogEntry]],
    *,
    pictured: bool,
) -> str:
    """Return a text about who won and why, the places and the last events.

    If the scores aren't shown as a picture (`pictured`), the text contains the table of scores instead of the places
    and events.
    """
    say, game, result = reader.text, table.match.game, table.match.result
    which = f"{game.title(say)} · {say.t('match {n}', n=table.info.id)}"
    lines = [f"## {say.t('The match is over.')}", f"-# {which}"]
    if result is None:
        lines += [waiting_line(say, table), *hints_asked(say, table), *pack_words.lines(say, game, table.info.pack)]
        return limits.truncate_lines(lines, MAX_HEAD_LENGTH)
    lines += [
        " ".join([game.winners(say, result), *game.reasons(say, result)]),
        *pack_words.lines(say, game, table.info.pack),
    ]
    if not pictured:
        return "\n".join(
            [limits.truncate_lines(lines, MAX_HEAD_LENGTH), score_table(table, reader), *hints_asked(say, table)]
        )
    news = recap_lines(game, reader.signed, *earlier_and_new, MAX_LAST_MOVES_LENGTH, MAX_LAST_MOVES)
    # The log's last lines name the winners, who are already named above, so remove that sentence.
    recap_without_result = [line.replace(over(say, result.winners), "").strip() for line in news]
    lines += [" · ".join(game.places(reader.signed, result)), *(line for line in recap_without_result if line != "-#")]
    return "\n".join([limits.truncate_lines(lines, MAX_HEAD_LENGTH + MAX_LAST_MOVES_LENGTH), *hints_asked(say, table)])


# -- the course of the match -----------------------------------------------------------------------------------


def score_chart(table: Table, say: Translator, course: ScoreTimeline, turns: Sequence[TurningPoint]) -> Curve:
    """Return the contents of the chart that shows all players' points over the course of a match."""
    marks, has_final_count = render.marks(table.view(None)), course.score_points[-1].first == 0
    panels = [
        Panel(
            say.t("{name}, then the final count", name=say.t(name)) if has_final_count and not number else say.t(name),
            [list(line) for line in zip(*(moment.scores[name] for moment in course.score_points), strict=True)],
            [points(say, last) for last in course.score_points[-1].scores[name]],
        )
        for number, name in enumerate(course.names)
    ]
    return Curve(
        title=say.t("How it went"),
        round_word=say.t(table.match.game.rounds_heading),
        names=scoring_names(say, table.match.game, table.view(None)),
        colours=[mark.colour for mark in marks],
        shapes=[mark.shape for mark in marks],
        panels=panels,
        rounds=_rounds(course.score_points),
        points=[turn.place for turn in turns],
        counted=has_final_count,
    )


def _rounds(moments: Sequence[ScorePoint]) -> list[tuple[int, int]]:
    """Return the start of each round, as the index of its first turn and the number of the round."""
    first: dict[int, int] = {}
    for place, moment in enumerate(moments):
        if moment.round:
            first.setdefault(moment.round, place)
    return [(place, number) for number, place in first.items()]


def _alt(say: Translator, course: ScoreTimeline, table: Table) -> str:
    """Return the alternative text of the chart: its quantity, and all players' points at the start and at the end."""
    first, last, names = (
        course.points(0),
        course.points(len(course.score_points) - 1),
        scoring_names(say, table.match.game, table.view(None)),
    )
    lines = [f"{name}: {points(say, a)} → {points(say, b)}" for name, a, b in zip(names, first, last, strict=True)]
    return f"{say.t('How it went')}. {say.t(course.names[0])}. {'; '.join(lines)}."
