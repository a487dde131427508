"""A process of the simulation: the real bot on the real database, started again whenever it has ended."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import Context
from pathlib import Path
from threading import Thread
from typing import Any

import aiohttp
import discord
import pytest

import render.registry
from bot import pictures
from bot.config import Settings
from bot.discord.client import TenebraeBot
from bot.discord.commands import decks, games
from bot.discord.panels import live
from bot.discord.support import registering
from bot.discord.support.keeper import Keeper
from bot.matches import StoreError, delivery, scheduler, timekeeper
from bot.store import Store
from tests.discord.room import PlainCurves, kept_decks, kept_group, kept_payloads
from tests.e2e.watching import Pictures
from tests.simulated.games import GAMES, Shown
from tests.simulated.loop import Loop, Machine
from tests.simulated.network import TOKEN

#: Seconds until a process that has ended is started again, and in which it is noticed that it has.
AGAIN, LOOK = 20.0, 10.0
#: Seconds between looks where nothing tells of news: a simulation of weeks has many.
POLL, OUTAGE, EVERY = 1500.0, 3600, 60.0
#: What keepers rest for while they have nothing to do.
IDLE, HARDLY = 10.0, 60.0
#: Seconds for which posts that were made are remembered.
KEEP = 100 * 86400


def seldom(look: Callable[[Keeper], Awaitable[float]]) -> Callable[[Keeper], Awaitable[float]]:
    """Let keepers rest for longer where they would look every few seconds for what others might have left to do."""

    async def looked(keeper: Keeper) -> float:
        seconds = await look(keeper)
        return POLL if IDLE <= seconds <= HARDLY else seconds

    return looked


@contextmanager
def prepared() -> Iterator[None]:
    """Let bots be as simulations need them: they look more seldom for what they are told of anyway."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scheduler, "POLL", POLL)
        patch.setattr(timekeeper, "OUTAGE", OUTAGE)
        patch.setattr(live, "EVERY", EVERY)
        # What was posted is looked at in the end.
        patch.setattr(delivery, "KEEP", KEEP)
        patch.setattr(Keeper, "look", seldom(Keeper.look))
        patch.setattr(games, "group", kept_group)
        patch.setattr(decks, "group", kept_decks)
        patch.setattr(registering, "payloads", kept_payloads)
        patch.setattr(pictures, "warm_up", Thread)
        for game in GAMES:
            patch.setitem(render.registry.GAMES, game, Pictures())
        yield


class Process:
    """One place for a process, and who is there now."""

    def __init__(self, number: int, loop: Loop, address: Path | str) -> None:
        self.number = number
        self._loop = loop
        self._address = address
        self.machine = Machine(number + 1, alive=False)
        #: The bot, once it takes interactions; a dead one takes none.
        self.bot: TenebraeBot | None = None
        self.deaths = self.starts = 0
        #: What happens to it when it is asked for something: it dies after so many things, or is told to stop so soon.
        self.dies_at_work: int | None = None
        self.stops_at_work: float | None = None

    @property
    def is_up(self) -> bool:
        """Whether it takes interactions."""
        return self.machine.alive and self.bot is not None

    async def keep_up(self) -> None:
        """Start it again and again, as whoever hosts it does."""
        while True:
            self.machine, self.bot = Machine(self.number + 1), None
            self.starts += 1
            running = self._loop.run_as(self.machine, self._start())
            while self._runs(running):  # noqa: ASYNC110 - a death tells nobody
                await asyncio.sleep(LOOK)
            if not self.machine.alive and not self.machine.stopped:
                self.deaths += 1
            elif running.done() and running.exception() is not None:
                raise running.exception() or AssertionError
            self.machine.die()
            await asyncio.sleep(AGAIN)

    def _runs(self, starting: asyncio.Task[None]) -> bool:
        return self.machine.alive and not (starting.done() and self.bot is None)

    async def _start(self) -> None:
        settings = Settings(_env_file=None, database=self._address, token=TOKEN, thinking_seconds=0, signs=False)  # type: ignore[call-arg]
        try:
            store = await Store.open(self._address, prompt=True)
        except StoreError:
            return
        bot = TenebraeBot(settings, store, games=GAMES)
        bot.pictures, bot.curves = Shown(), PlainCurves()
        try:
            await bot.login(TOKEN)
        except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, StoreError):
            await bot.close()
            await store.close()
            return
        self.bot = bot

    def hear(self, event: dict[str, Any]) -> None:
        """Take an interaction, as the endpoint does."""
        assert self.bot is not None
        if self.dies_at_work is not None:
            self.machine.fuse, self.dies_at_work = self.dies_at_work, None
        if self.stops_at_work is not None:
            self._loop.call_later(self.stops_at_work, self._told_to_stop)
            self.stops_at_work = None
        before, self._loop.machine = self._loop.machine, self.machine
        try:
            Context().run(self.bot._connection.parse_interaction_create, event)
        finally:
            self._loop.machine = before

    def _told_to_stop(self) -> None:
        self._loop.run_as(self._loop.world, self.stop())

    async def stop(self) -> None:
        """Stop it as hosts do; it is started again."""
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
