"""The contents of the post that closes a match: who won and why, how the match went, the hidden cards, and buttons."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

import render
from bot.discord import optional_part_timeouts
from bot.discord.bot import Bot
from bot.discord.delivery.post_texts import score_table
from bot.discord.match_context import picture, waiting_line
from bot.discord.ui import controls, limits
from bot.discord.ui.locale import ReaderContext
from bot.discord.ui.toolbar import Toolbar
from bot.matches.history.score_timeline import ScorePoint, ScoreTimeline, TurningPoint
from bot.matches.service_results import LogEntry, MatchInfo, Table
from bot.table.history.lead_words import scoring_names, turning_point_line
from bot.table.lobby import pack_words
from bot.table.play import closing_panel
from bot.table.play.event_words import hints_asked, recap_lines
from render.sheets.score_data import Curve, Panel
from rules.kernel.words.results import over, points
from rules.kernel.words.translation import Translator

log = logging.getLogger("bot.discord")

#: The file names of the pictures in the closing post.
SCORE_FILE, CHART_FILE, BOARD_FILE = "score.png", "curve.png", "board.png"
#: Maximum lengths of the texts about the winners and places, the last moves, the turning points and the hidden cards.
#: All except the text about the last moves fit in one layout together with the whole table of scores.
MAX_HEAD_LENGTH, MAX_LAST_MOVES_LENGTH, MAX_TURNING_POINTS_LENGTH, MAX_HIDDEN_CARDS_LENGTH = 700, 600, 780, 780
#: Maximum length of the text about one turning point. It lets three such texts fit below their heading.
MAX_TURNING_POINT_LENGTH = 245
#: Buttons that features add to the closing post, between *Rematch* and *The luck*.
TOOLS = Toolbar[[Translator, MatchInfo]]("the closing post")


@dataclass(frozen=True, slots=True)
class ClosingStory:
    """The course of a finished match: lines about each turning point, and a chart of the points."""

    lines: Sequence[str]
    picture: discord.File | None


class ClosingPosts:
    """Computes the course of a finished match, and has its chart drawn."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def story(self, table: Table, reader: ReaderContext) -> ClosingStory:
        """Return the course of a match; empty if the game has no points or the computation takes too long."""
        history = self._bot.service.history
        try:
            course = await optional_part_timeouts.wait_for(history.score_timeline(table))
        except TimeoutError:
            log.warning("the course of a match took too long", extra={"match": table.info.id})
            return ClosingStory((), None)
        if len(course.score_points) < 2:
            return ClosingStory((), None)
        turns = course.turning_points()
        moments = [course.score_points[turn.place] for turn in turns]
        entries_by_turn = await history.entries_in_spans(
            table.info, [(moment.first, moment.last) for moment in moments]
        )
        lines = _turning_point_lines(table, reader, course, list(zip(turns, entries_by_turn, strict=True)))
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
    say, game, match = reader.text, table.match.game, table.match
    gallery_by_name = {file.filename: controls.gallery(file.filename, file.description or "") for file in files}
    items: list[ui.Item[Any]] = [
        controls.text(_head(table, reader, journal_entries, pictured=SCORE_FILE in gallery_by_name))
    ]
    items += [gallery_by_name[SCORE_FILE]] if SCORE_FILE in gallery_by_name else []
    items += _part(say.t("What turned the match"), story.lines, MAX_TURNING_POINTS_LENGTH)
    items += [gallery_by_name[CHART_FILE]] if CHART_FILE in gallery_by_name else []
    hidden = game.uncovered(say, match) if match.over else []
    items += _part(say.t("What was hidden"), hidden, MAX_HIDDEN_CARDS_LENGTH)
    items += [gallery_by_name[BOARD_FILE]] if BOARD_FILE in gallery_by_name else []
    buttons: list[ui.Item[Any]] = [closing_panel.rematch_button(reader.label, table.info)] if again else []
    buttons += TOOLS.buttons(reader.label, table.info)
    if match.over:
        buttons.append(closing_panel.proof_button(reader.label, table.info))
    items.append(controls.row(*buttons))
    winners = match.result.winners if match.result is not None else []
    colour = discord.Colour.from_rgb(*render.marks(table.view(None))[winners[0]].colour) if winners else None
    return controls.layout(ui.Container(*items, accent_colour=colour))


def _part(title: str, lines: Sequence[str], room: int) -> list[ui.Item[Any]]:
    """Return a section of the post with a heading; empty if there are no lines."""
    return [controls.text(limits.truncate_lines([f"### {title}", *lines], room))] if lines else []


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
    news = recap_lines(game, reader.signed, *earlier_and_new, MAX_LAST_MOVES_LENGTH)
    # The log's last lines name the winners, who are already named above, so remove that sentence.
    recap_without_result = [line.replace(over(say, result.winners), "").strip() for line in news]
    lines += [*game.places(reader.signed, result), *filter(None, recap_without_result)]
    pointer = f"-# {say.t('`/match status` shows the scores in words.')}"
    return "\n".join(
        [limits.truncate_lines(lines, MAX_HEAD_LENGTH + MAX_LAST_MOVES_LENGTH), *hints_asked(say, table), pointer]
    )


# -- the course of the match -----------------------------------------------------------------------------------


def _turning_point_lines(
    table: Table,
    reader: ReaderContext,
    course: ScoreTimeline,
    turns: Sequence[tuple[TurningPoint, Sequence[LogEntry]]],
) -> list[str]:
    """Return lines about every turning point and the moves in it, each shortened so that all of them fit."""
    game, names, lines = table.match.game, scoring_names(reader.text, table.match.game, table.view(None)), list[str]()
    for number, (turn, entries) in enumerate(turns, 1):
        lead = f"**{number}.** {turning_point_line(reader.text, game.round_named, names, course, turn)}"
        # Use words instead of icons in all of the lines, because icons wouldn't fit in every line.
        lines += [lead, *recap_lines(game, reader.text, (), entries, MAX_TURNING_POINT_LENGTH - len(lead), 1)]
    return lines


def score_chart(table: Table, say: Translator, course: ScoreTimeline, turns: Sequence[TurningPoint]) -> Curve:
    """Return the contents of the chart that shows all players' points over the course of a match."""
    marks, has_final_count = render.marks(table.view(None)), course.score_points[-1].first == 0
    panels = [
        Panel(
            say.t("{name}, then the final count", name=say.t(name)) if has_final_count and not number else say.t(name),
            [list(line) for line in zip(*(moment.scores[name] for moment in course.score_points), strict=True)],
            [points(say, last).replace("-", "−") for last in course.score_points[-1].scores[name]],
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
    """Return the alternative text of the chart: all players' points at the start and at the end."""
    first, last, names = (
        course.points(0),
        course.points(len(course.score_points) - 1),
        scoring_names(say, table.match.game, table.view(None)),
    )
    lines = [f"{name}: {points(say, a)} → {points(say, b)}" for name, a, b in zip(names, first, last, strict=True)]
    return f"{say.t('How it went')}. {'; '.join(lines)}."
