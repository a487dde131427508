"""A simulated process of the bot: the real code on a real database, restarted whenever it ends."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import Context
from pathlib import Path
from typing import Any, cast

import aiohttp
import discord
import pytest

import render.registry
import rules
from bot import wiring
from bot.app import warm_up
from bot.app.settings import Settings
from bot.discord.client import TenebraeBot
from bot.discord.commands import registration
from bot.discord.commands.background_reconciler import Reconciler
from bot.features.decks import commands as decks
from bot.matches import scheduler_base as scheduler
from bot.matches.clocks import service as clocks_service
from bot.matches.scheduler_base import Scheduler
from bot.notifications import delivery
from bot.store.engine_interface import is_server
from bot.store.errors import StoreError
from bot.store.store import Store
from bot.table.play import game_commands, live_panels
from tests.computers.in_process_chooser import InProcessChooser
from tests.discord.room import PlainCharts, cached_deck_commands, cached_group, cached_payloads
from tests.e2e.visibility_checks import Pictures
from tests.simulated.event_loop import Machine, SimulatedLoop
from tests.simulated.faulty_discord import TOKEN
from tests.simulated.games import GAMES, ReadablePictures

wiring.register()

#: Seconds until a process that has ended is restarted.
RESTART_DELAY = 25.0
#: One of these factors for RESTART_DELAY is drawn if the database is on a server: other processes can then keep
#: running, so the delay may be long.
RESTART_DELAY_FACTORS = (1, 1, 1, 20, 500)
#: In seconds: the interval of checks for due work, the shortest time that counts as an outage, and the interval of
#: checks of open panels. They are longer than in the real bot, because simulations last weeks.
POLL, OUTAGE, EVERY = 1500.0, 3600, 60.0
#: Seconds between checks for due work if other processes notify this one of new work. Deadlines are still checked more
#: often, because those checks also record that the bot can reach players.
RARELY = 6 * 3600.0
#: A reconciler without work asks to sleep for IDLE to HARDLY seconds. A simulation lets it sleep for POLL seconds
#: instead.
IDLE, HARDLY = 10.0, 60.0
#: Takes the place of HARDLY in simulations with several processes. They notify each other of new work, so a reconciler
#: without work can sleep for RARELY seconds.
HALF_AN_HOUR = 1800.0
#: Number of seconds that delivered posts stay in the database. No simulation lasts that long.
KEEP = 100 * 86400


def seldom(
    look: Callable[[Reconciler], Awaitable[float]], most: float, rest: float
) -> Callable[[Reconciler], Awaitable[float]]:
    """Wrap a reconciler's check: if it returns a delay from IDLE to `most` seconds, return `rest` instead."""

    async def looked(keeper: Reconciler) -> float:
        seconds = await look(keeper)
        return rest if IDLE <= seconds <= most else seconds

    return looked


def rarely(look: Callable[[Scheduler], Awaitable[float]]) -> Callable[[Scheduler], Awaitable[float]]:
    """Wrap a scheduler's check: let an idle scheduler sleep for hours, because `Process.looks` wakes it when needed."""

    async def looked(scheduler: Scheduler) -> float:
        seconds = await look(scheduler)
        return RARELY if seconds == POLL and scheduler.kind != "times" else seconds

    return looked


@contextmanager
def prepared(*, alone: bool) -> Iterator[None]:
    """During the block, let the bot check less often for work it is notified of. `alone` means a single process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scheduler, "POLL_INTERVAL", POLL)
        patch.setattr(clocks_service, "MIN_OUTAGE", OUTAGE)
        patch.setattr(live_panels, "CHECK_INTERVAL", EVERY)
        # Delivered posts stay in the database, because the final checks look at all posts.
        patch.setattr(delivery, "KEEP_DELIVERED", KEEP)
        patch.setattr(
            Reconciler, "run_once", seldom(Reconciler.run_once, *((HARDLY, POLL) if alone else (HALF_AN_HOUR, RARELY)))
        )
        if not alone:
            patch.setattr(Scheduler, "_round", rarely(Scheduler._round))
        patch.setattr(game_commands, "group", cached_group)
        patch.setattr(decks, "group", cached_deck_commands)
        patch.setattr(registration, "payloads", cached_payloads)
        patch.setattr(warm_up.WarmUp, "start", lambda _: None)
        for game in GAMES.keys() - rules.GAMES.keys():
            patch.setitem(render.registry.GAMES, game, Pictures())
        yield


class Process:
    """A simulated bot process, which is restarted whenever it ends."""

    def __init__(
        self, number: int, loop: SimulatedLoop, address: Path | str, dies: Callable[[], None], dice: random.Random
    ) -> None:
        """Prepare a process that isn't running yet. `dies` is called each time the process dies."""
        self.number = number
        self._loop = loop
        self._address = address
        self._dies, self._dice = dies, dice
        self.machine = Machine(number + 1, alive=False)
        #: The bot while it accepts interactions; None before it has started and after it has stopped.
        self.bot: TenebraeBot | None = None
        self.deaths = self.starts = 0
        #: How many seconds the clock of the process's machine is ahead: see `Machine.ahead`.
        self.ahead: float | None = 0.0 if is_server(address) else None
        self._ended = asyncio.Event()
        #: Faults that start with the next interaction: the process dies after this many requests or after this many
        #: task steps, or it stops after this many seconds.
        self.dies_at_work: int | None = None
        self.dies_at_step: int | None = None
        self.stops_at_work: float | None = None

    @property
    def is_up(self) -> bool:
        """Whether the process accepts interactions."""
        return self.machine.alive and self.bot is not None

    async def keep_up(self) -> None:
        """Start the process, and restart it whenever it ends, as a host would."""
        while True:
            self.machine, self.bot = Machine(self.number + 1, ahead=self.ahead), None
            self.starts += 1
            ended = self._ended = asyncio.Event()
            self.machine.holds.append(ended.set)
            with self._loop.being(self.machine):
                running = self._loop.run_as(self.machine, self._start())
                running.add_done_callback(self._started)
            await ended.wait()
            if not self.machine.alive and not self.machine.stopped:
                self.deaths += 1
                self._dies()
            elif running.done() and running.exception() is not None:
                raise running.exception() or AssertionError
            self.machine.die()
            await asyncio.sleep(
                RESTART_DELAY * (self._dice.choice(RESTART_DELAY_FACTORS) if is_server(self._address) else 1)
            )

    def looks(self) -> None:
        """Wake all schedulers of the process, as the real bot's regular checks would."""
        if self.is_up and self.bot is not None:
            with self._loop.being(self.machine):
                for news in self.bot.store.news.values():
                    news.set()

    def _started(self, _: asyncio.Task[None]) -> None:
        if self.bot is None:
            self._ended.set()

    async def _start(self) -> None:
        settings = Settings(_env_file=None, database=self._address, token=TOKEN, thinking_seconds=0, signs=False)  # type: ignore[call-arg]
        try:
            store = await Store.open(self._address, prompt=True)
        except StoreError:
            return
        bot = TenebraeBot(settings, store, games=GAMES, chooser=InProcessChooser(GAMES))
        bot.pictures, bot.charts = ReadablePictures(), PlainCharts()
        try:
            await bot.login(TOKEN)
        except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, StoreError):
            await bot.close()
            await store.close()
            return
        self.bot = bot

    def hear(self, event: dict[str, Any]) -> None:
        """Accept an interaction, as the bot's HTTP endpoint does."""
        assert self.bot is not None
        if self.dies_at_work is not None:
            self.machine.fuse, self.dies_at_work = self.dies_at_work, None
        if self.dies_at_step is not None:
            self.machine.steps, self.dies_at_step = self.dies_at_step, None
        if self.stops_at_work is not None:
            self._loop.call_later(self.stops_at_work, self._told_to_stop)
            self.stops_at_work = None
        with self._loop.being(self.machine):
            Context().run(self.bot._connection.parse_interaction_create, cast("Any", event))

    def _told_to_stop(self) -> None:
        self._loop.run_as(self._loop.world, self.stop())

    async def stop(self) -> None:
        """Stop the process in the way that a host does; `keep_up` restarts it."""
        if self.is_up and self.bot is not None:
            bot, self.bot = self.bot, None
            machine = self.machine
            await self._loop.run_as(machine, self._close(bot))

    async def _close(self, bot: TenebraeBot) -> None:
        try:
            await bot.close()
            await bot.store.close()
        except StoreError:
            logging.getLogger("tests").debug("the database could not be closed cleanly")
        if self.machine.alive:
            self.machine.stopped, self.machine.alive = True, False
            self._ended.set()
