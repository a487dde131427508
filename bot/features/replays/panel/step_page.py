"""A page that shows one step of a replay as its viewer saw it, with buttons and menus that lead to other steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.discord.bot import Bot
from bot.discord.match_context import entry_lines
from bot.discord.ui import controls, limits
from bot.discord.ui.locale import ReaderContext
from bot.features.replays import words
from bot.features.replays.panel import export as replay_export
from bot.features.replays.panel.viewer_codes import code_of
from bot.features.replays.service.replay_cache import Replays, ReplayView
from bot.features.replays.service.replay_steps import RenderedStep, ReplayStep, Viewer, viewers
from bot.matches.history.score_timeline import TurningPoint
from bot.matches.service_results import MatchInfo
from bot.table.history import log_panel
from bot.table.history.lead_words import scoring_names, turning_point_line
from bot.table.play import event_words
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import Translator, capital

#: Maximum number of characters of the text about a step's events.
MAX_EVENTS_LENGTH = 1500
#: The statuses of a match that has ended.
ENDED_STATUSES = ("over", "ended")


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """A page that shows one step of a replay as its viewer saw it."""

    bot: Bot
    info: MatchInfo
    reader: ReaderContext
    user_id: int
    replay_view: ReplayView
    rendered_step: RenderedStep

    @property
    def game(self) -> AnyGame:
        """The game of the match."""
        return self.bot.games[self.info.game]

    @property
    def ended(self) -> bool:
        """Return whether the match has ended."""
        return self.info.status in ENDED_STATUSES

    @property
    def text(self) -> Translator:
        """The translator for message text, with the names of the people who were playing at this step."""
        entries = self.rendered_step.entries
        return event_words.with_former_names(self.reader.text, entries[-1]) if entries else self.reader.text

    @property
    def label(self) -> Translator:
        """The translator for plain text, with the names of the people who were playing at this step."""
        return event_words.label_with_former_names(self.reader.label, self.rendered_step.former)

    @property
    def where(self) -> tuple[int | str, ...]:
        """The first arguments of every button: the match, the viewer, and the number of the step for this viewer.

        These arguments reveal nothing that the viewer doesn't know.
        """
        return self.info.id, code_of(self.replay_view.viewer), self.rendered_step.step.number


def event_lines(page: ReplayPage) -> list[str]:
    """Return lines about the step's events that the viewer may know."""
    say = page.reader.signed
    lines = [
        line
        for entry in page.rendered_step.entries
        for line in entry_lines(page.game, event_words.with_former_names(say, entry), entry)
    ]
    lines = lines or words.move_line(page.text, page.game, page.rendered_step.secret_move)
    return [f"- {line}" for line in lines] or [f"-# {say.t('The match moves on to the next question.')}"]


async def step_controls(page: ReplayPage) -> list[ui.Item[Any]]:
    """Return the buttons and menus below a step."""
    label, number, last = page.reader.label, page.rendered_step.step.number, len(page.replay_view.steps) - 1
    items: list[ui.Item[Any]] = [
        controls.button(label.t("First"), "replay", *page.where, "first", disabled=number == 0),
        controls.button(label.t("Back"), "replay", *page.where, "back", disabled=number == 0),
        controls.button(label.t("Next"), "replay", *page.where, "on", disabled=number == last),
        # In a running match, new steps may have been added since, so the button "Last" is always enabled.
        controls.button(label.t("Last"), "replay", *page.where, "last", disabled=number == last and page.ended),
    ]
    for menu in (_round_menu(page), await _turning_point_menu(page), _viewer_menu(page)):
        items += menu
    return [
        *items,
        controls.button(label.t("The board in words"), "replaywords", *page.where),
        *log_panel.buttons(label, page.info),
        *replay_export.buttons(label, *page.where),
    ]


def _round_menu(page: ReplayPage) -> list[ui.Item[Any]]:
    """Return the menu of rounds or, in a game without rounds, of turns.

    If a menu can't hold all of them, it contains those near the current step.
    """
    label, game = page.reader.label, page.game
    has_rounds = any(step.round for step in page.replay_view.steps)
    begins: dict[int, ReplayStep] = {}
    for step in page.replay_view.steps:
        begins.setdefault(step.round if has_rounds else step.turn, step)
    current_key = page.rendered_step.step.round if has_rounds else page.rendered_step.step.turn
    if len(begins) < 2:
        return []
    options: list[discord.SelectOption] = []
    for _, step in _nearby(list(begins.items()), list(begins).index(current_key)):
        label_text = words.round_named(label, game, step) if has_rounds else ""
        label_text = label_text or capital(words.turn_named(label, game, step))
        board = label.t("Board {n} of {all}", n=step.number + 1, all=len(page.replay_view.steps))
        options.append(
            controls.option(label_text, str(step.number), board, default=step.number == page.rendered_step.step.number)
        )
    title = label.t("Go to a round") if has_rounds else label.t("Go to a turn")
    return [controls.select(title, options, "replay", *page.where, "round")]


def _nearby(begins: Sequence[tuple[int, ReplayStep]], place: int) -> Sequence[tuple[int, ReplayStep]]:
    """Return as many entries as fit into a menu: the first, the last, and those near the index `place`."""
    most = limits.SELECT_OPTIONS
    if len(begins) <= most:
        return begins
    first = min(max(place - most // 2, 1), len(begins) - most + 1)
    return [begins[0], *begins[first : first + most - 2], begins[-1]]


async def _turning_point_menu(page: ReplayPage) -> list[ui.Item[Any]]:
    """Return the menu of the turns that decided the match; empty if the match is still running."""
    if not page.ended:
        return []
    course, steps = await page.bot.part(Replays).course(page.replay_view)
    label, game = page.reader.label, page.game
    people = scoring_names(label, game, page.rendered_step.view)
    points: list[TurningPoint] = course.turning_points() if steps else []
    options: dict[int, discord.SelectOption] = {}
    for number, (point, step) in enumerate(zip(points, steps, strict=False)):
        lead = capital(turning_point_line(label, game.round_named, people, course, point, points[:number]))
        turned = capital(words.turn_named(label, game, step))
        options[step.number] = controls.option(lead, str(step.number), turned)
    title = label.t("Go to a turning point")
    return [controls.select(title, list(options.values()), "replay", *page.where, "point")] if options else []


def _viewer_menu(page: ReplayPage) -> list[ui.Item[Any]]:
    """Return the menu for switching to another viewer."""
    label, may = page.reader.label, viewers(page.info, page.user_id)
    if len(may) < 2:
        return []
    labelled_viewers: list[tuple[str, Viewer]] = [(capital(words.viewer_words(label, one)), one) for one in may]
    options = [
        controls.option(name, code_of(one), default=one == page.replay_view.viewer) for name, one in labelled_viewers
    ]
    title = label.t("Through whose eyes")
    return [controls.select(title, options[: limits.SELECT_OPTIONS], "replay", *page.where, "eyes")]
