"""The warm-up: after a start, loads what the first picture needs, in small steps while no one is waiting for an
answer.
"""

from __future__ import annotations

import asyncio
import contextvars
import gc
import logging
import sys
from collections.abc import Awaitable, Callable, Iterator
from functools import partial

import render
import rules
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import LOCALES, Translator

log = logging.getLogger(__name__)

#: Maximum number of seconds that a drawing thread runs before it lets the event loop run. Answering a press switches
#: threads a dozen times. With Python's default of 5 ms, each switch could wait that long for a drawing thread. A
#: value of 2 ms costs about a hundredth more processor time.
THREAD_SWITCH_INTERVAL = 0.004
#: The thresholds of the garbage collector: the number of new objects before it looks for unused ones, and how many such
#: collections come before one that also checks older objects. Drawing a picture and showing a panel create thousands of
#: objects that are soon freed without it, so with Python's defaults of 700, 10 and 10 most collections find nothing.
GC_THRESHOLDS = (3000, 15, 15)
#: The longest wait for pending answers before each step, and the pause after each step, in seconds.
MAX_WAIT, STEP_PAUSE = 5.0, 0.02


class WarmUp:
    """Loads fonts and icons and draws sample boards once the bot accepts interactions. No answer depends on the
    warm-up.
    """

    def __init__(self, wait_until_idle: Callable[[], Awaitable[None]]) -> None:
        """`wait_until_idle` waits until no answer is pending."""
        self._wait_until_idle = wait_until_idle
        self._task: asyncio.Task[None] | None = None
        #: Whether the warm-up has ended. From then on, pictures are drawn at full speed.
        self.is_done = False

    def start(self) -> None:
        """Start the warm-up if it hasn't been started yet.

        Garbage collection stops every thread, including the event loop, for a time that grows with the number of
        objects: 40 to 65 ms with all modules loaded. Modules are never unloaded, so this excludes their objects from
        garbage collection, and lets it run less often.
        """
        if self._task is None:
            gc.freeze()
            gc.set_threshold(*GC_THRESHOLDS)
            sys.setswitchinterval(THREAD_SWITCH_INTERVAL)
            # Use an empty context, because the task doesn't belong to an interaction.
            self._task = contextvars.Context().run(asyncio.create_task, self._run(), name="warm-up")

    async def wait(self) -> None:
        """Wait until the warm-up has ended, if it has been started."""
        if self._task is not None:
            await asyncio.wait({self._task})

    async def stop(self) -> None:
        """Stop the warm-up, and wait for its task to end."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def _run(self) -> None:
        try:
            for step in steps():
                try:
                    await asyncio.wait_for(self._wait_until_idle(), MAX_WAIT)
                except TimeoutError:
                    log.debug("answers are under way all the time, and the warm-up goes on")
                await asyncio.to_thread(step)
                await asyncio.sleep(STEP_PAUSE)
            gc.freeze()
        except Exception:
            # The bot also works without the warm-up: a person who later requests the picture gets the same error.
            log.exception("the pictures could not be warmed up")
        self.is_done = True


def steps() -> Iterator[Callable[[], object]]:
    """Yield the steps of the warm-up: load each language, and draw each game's board for its smallest and its largest
    player count.
    """
    for locale in LOCALES:
        yield partial(_load_language, locale)
    for game in list(rules.GAMES.values()):
        for seats in sorted({min(game.seats), max(game.seats)}):
            yield partial(_draw_board, game, seats)


def _load_language(locale: str) -> None:
    Translator(locale).t("")


def _draw_board(game: AnyGame, seats: int) -> None:
    render.encode(render.chat_board(game.new(seats, 0).view(None)))
