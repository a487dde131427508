"""Replays as files: a web page, an animation, or single boards.

Creating a file takes seconds or even minutes, so it must run in a separate process.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from functools import partial

from PIL import Image

from bot.discord import match_context
from bot.discord.ui.locale import LANGUAGE_NAMES, ReaderContext
from bot.discord.ui.safe_names import strip_markdown
from bot.features.replays import words
from bot.features.replays.files.animation import FRAME_MS, TURNING_POINT_MS, AnimationBuilder, choose_steps, downsampled
from bot.features.replays.files.html_page import MAX_PAGE_BYTES, HtmlPageBuilder
from bot.features.replays.files.step_drawing import board
from bot.features.replays.service.replay_steps import (
    RenderedStep,
    ReplayStep,
    ReplayTranscript,
    Viewer,
    deciding_steps,
    read,
)
from bot.matches.play.position_rebuild import DamagedMatch, position_at
from bot.matches.seats.computers import player_names
from bot.matches.service_results import ENDING_KINDS, MatchInfo
from bot.store.transactions import Reader
from bot.table.play import event_words
from rules.kernel.data.events import Event
from rules.kernel.data.result import Result
from rules.kernel.errors import Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import LOCALES, N_, Translator

#: The kinds of replay files, and their file suffixes.
HTML_PAGE, ANIMATION = "page", "picture"
SUFFIXES = {HTML_PAGE: "html", ANIMATION: "webp"}
#: Minimum number of boards on a page, even if they make the page too large.
MIN_BOARDS = 2


class PlainMatchDescriber:
    """Describes a match in one language, without markup."""

    def __init__(self, game: AnyGame, info: MatchInfo, locale: str, result: Result | None = None) -> None:
        self.locale, self.language = locale, LANGUAGE_NAMES[locale]
        self._game, self._info, self._result = game, info, result
        self._reader = ReaderContext(locale, player_names(info, locale), pack=info.pack)
        #: Lines about how the match ended, if it was ended early.
        self._ended: list[str] = []

    @property
    def say(self) -> Translator:
        """The describer's translator, which contains the players' names."""
        return self._reader.label

    def then(self, rendered_step: RenderedStep) -> Translator:
        """Return the translator with the names of the people who held the seats at this step."""
        return event_words.label_with_former_names(self.say, rendered_step.former)

    def event_lines(self, rendered_step: RenderedStep) -> list[str]:
        """Return lines about the events of a step."""
        lines: list[str] = []
        for entry in rendered_step.entries:
            say = event_words.with_former_names(self._reader.text, entry)
            entry_lines = match_context.entry_notes(say, entry)
            for event in entry.events:
                if line := self._game.event_line(say, event):
                    entry_lines.append(
                        line if rendered_step.view.viewer is not None else _with_addressees(say, event, line)
                    )
            lines += map(strip_markdown, entry_lines)
            if entry.kind in ENDING_KINDS:
                self._ended = entry_lines
        fallback_lines = words.move_line(
            event_words.label_with_former_names(self.say, rendered_step.former), self._game, rendered_step.secret_move
        )
        return lines or list(map(strip_markdown, fallback_lines))

    def plain(self, text: str) -> str:
        """Return a text without its markup."""
        return strip_markdown(text)

    def result(self) -> list[str]:
        """Return lines about how the match ended, or a line that says the match is still running."""
        say, result = self._reader.text, self._result
        if result is not None:
            return [
                " ".join([self._game.winners(say, result), *self._game.reasons(say, result)]),
                " · ".join(self._game.places(say, result)),
            ]
        if self._info.status == "ended":
            return self._ended or [say.t("This match was ended early.")]
        return [say.t("The match is still being played.")]


def _with_addressees(say: Translator, event: Event, line: str) -> str:
    """Return a line about an event, prefixed with the seats that may know the event.

    The prefix is only for viewers who see everything.
    """
    return line if event.to is None else f"{', '.join(map(say.seat, event.to))}: {line}"


def file_name(kind: str, info: MatchInfo) -> str:
    """Return the name of a replay file. It contains only the match's number."""
    return f"tenebrae-replay-{info.id}.{SUFFIXES[kind]}"


async def make_file(db: Reader, game: AnyGame, info: MatchInfo, viewer: Viewer, locale: str, kind: str) -> bytes:
    """Return a replay file of this kind from a viewer's point of view; raises Refusal if there is nothing to show."""
    transcript = await read(db, game, info)
    if kind == ANIMATION:
        return await picture_of(transcript, viewer, locale)
    return await page_of(transcript, viewer, locale, await _result(db, transcript))


async def page_of(
    transcript: ReplayTranscript, viewer: Viewer, locale: str, result: Result | None, largest: int = MAX_PAGE_BYTES
) -> bytes:
    """Return a match as a web page; `result` is the match's final result.

    If not all boards fit, the page shows only evenly spaced boards.
    """
    game, info = transcript.game, transcript.info
    left_out = frozenset[int]()
    while True:
        page = HtmlPageBuilder(
            game, info, viewer, [PlainMatchDescriber(game, info, code, result) for code in LOCALES], locale, largest
        )
        steps: list[ReplayStep] = []
        async for rendered_step in transcript.positions(viewer):
            steps.append(rendered_step.step)
            (page.leave_out if rendered_step.step.number in left_out else page.add)(rendered_step)
        if not steps:
            raise _nothing_to_show()
        data, board_count = (
            page.html(deciding_steps(await transcript.course(), steps), transcript.lost),
            len(steps) - len(left_out),
        )
        if len(data) <= largest or board_count <= MIN_BOARDS:
            return data
        fit = max(MIN_BOARDS, min(int(board_count * largest / len(data) * 0.97), board_count - 1))
        left_out = frozenset(range(len(steps))) - {*downsampled(range(len(steps)), fit)}


async def picture_of(transcript: ReplayTranscript, viewer: Viewer, locale: str) -> bytes:
    """Return a match as an animation, with one board per turn."""
    steps = await transcript.steps(viewer)
    if not steps:
        raise _nothing_to_show()
    points = {step.number for step in deciding_steps(await transcript.course(), steps)}
    moving, step_numbers = AnimationBuilder(), set(choose_steps(steps, turning=points))
    async for step, draw in boards(transcript, viewer, locale):
        if step.number in step_numbers:
            moving.add(draw(), TURNING_POINT_MS if step.number in points else FRAME_MS)
    return moving.webp()


async def boards(
    transcript: ReplayTranscript, viewer: Viewer, locale: str
) -> AsyncGenerator[tuple[ReplayStep, Callable[[], Image.Image]]]:
    """Yield each step with a function that draws its board."""
    words = PlainMatchDescriber(transcript.game, transcript.info, locale)
    async for rendered_step in transcript.positions(viewer):
        yield rendered_step.step, partial(board, rendered_step, words.then(rendered_step))


async def _result(db: Reader, transcript: ReplayTranscript) -> Result | None:
    """Return the result of a match that was played to its end; None for any other match."""
    if transcript.info.status != "over":
        return None
    try:
        return (await position_at(db, transcript.game, transcript.info.id, transcript.info.seq)).result
    except DamagedMatch:
        return None


def _nothing_to_show() -> Refusal:
    return Refusal(N_("I can't show this match: its saved data is damaged or from another version."))
