"""How long a player waits for the real bot: a match on the simulated Discord, pressed at random and timed."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import discord
from simcord.components import walk_components

from bot.config import Settings
from bot.discord.client import TenebraeBot
from bot.playground.hosting import Host
from bot.playground.world import Person, World
from bot.store import Store

BEAT = 0.002
#: As many play as the game allows, near to this.
SEATS = 3
Figure = tuple[str, float, str]


def measure(presses: int) -> list[Figure]:
    """Play a match by pressing buttons; return what was measured, how much, in which unit."""
    with TemporaryDirectory() as folder:
        return asyncio.run(_measure(Path(folder), presses))


class Heart:
    """Beats in the event loop and notes by how much each beat was late.

    On a shared machine other processes make it late too. So each beat also notes how much CPU this process
    used while it waited: a loop that this process blocks is late and costs that much.
    """

    def __init__(self) -> None:
        self.late: list[float] = []
        self.own: list[float] = []
        self._task = asyncio.ensure_future(self._beat())

    async def _beat(self) -> None:
        while True:
            begun, cpu = time.perf_counter(), time.process_time()
            await asyncio.sleep(BEAT)
            late = time.perf_counter() - begun - BEAT
            self.late.append(late)
            self.own.append(min(late, time.process_time() - cpu))

    async def stop(self) -> None:
        """Stop beating."""
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task


class Stopwatch:
    """Notes when a press is acknowledged, and when a picture of the board is posted or edited in."""

    def __init__(self, world: World) -> None:
        self.begun = 0.0
        self.acknowledged: list[float] = []
        self.boards: list[float] = []
        self._open = False
        self._fresh = False
        emit = world.env.backend.emit

        def watching(event: str, payload: Any) -> None:
            board = any(file.get("filename") == "board.png" for file in payload.get("attachments") or ())
            if board and self._open and event in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
                self.boards.append(time.perf_counter() - self.begun)
                self._open = False
            emit(event, payload)

        world.env.backend.emit = watching

    def begin(self) -> None:
        """Start timing a press."""
        self._open = self._fresh = True
        self.begun = time.perf_counter()

    def acknowledge(self) -> None:
        """Note that the press was answered; only the first answer counts."""
        if self._fresh:
            self._fresh = False
            self.acknowledged.append(time.perf_counter() - self.begun)


async def _measure(folder: Path, presses: int) -> list[Figure]:
    # Every call is a post, as between players who are away.
    settings = Settings(_env_file=None, database=folder / "bench.sqlite", call_after=0, pace=0)  # pyright: ignore[reportCallIssue]
    store = await Store.open(settings.database)
    heart = Heart()
    try:
        bot = TenebraeBot(settings, store)
        world = World(bot, folder / "world.pickle")
        await world.env.start()
        try:
            watch = Stopwatch(world)
            with _timed_defer(watch):
                await _play(bot, world, watch, presses)
        finally:
            await heart.stop()
            await world.env.shutdown()
            await bot.close()
    finally:
        await store.close()
    return list(_figures(watch, heart))


@contextmanager
def _timed_defer(watch: Stopwatch) -> Iterator[None]:
    """Tell the stopwatch of every acknowledgement."""
    defer = discord.InteractionResponse.defer

    async def noted(response: Any, **more: Any) -> Any:
        answer = await defer(response, **more)
        watch.acknowledge()
        return answer

    discord.InteractionResponse.defer = noted  # type: ignore[method-assign]
    try:
        yield
    finally:
        discord.InteractionResponse.defer = defer  # type: ignore[method-assign]


async def _play(bot: TenebraeBot, world: World, watch: Stopwatch, presses: int) -> None:
    host = Host(bot, world)
    offer = host.offers()[0]
    await host.play(offer.id, min(offer.seats, key=lambda count: abs(count - SEATS)))
    lobby = [message for message in world.table.history() if message.components][-1]
    await world.people[0].member.click(lobby, label="Start")
    await bot.idle()
    dice, panels, made = random.Random(0), dict[int, Any](), 0
    while made < presses:
        who = await _to_move(bot, world)
        if who is None:
            return
        panel = panels.pop(who.member.id, None)
        choices = [item for item in _components(panel) if item["custom_id"].split(":")[1] in ("act", "pick", "sure")]
        if not choices:
            panels[who.member.id] = (await who.member.slash(world.table, "act")).response
            await bot.idle()
            continue
        choice = dice.choice(choices)
        watch.begin()
        if choice["type"] == 3:
            value = dice.choice(choice["options"])["value"]
            await who.member.select(panel, [value], custom_id=choice["custom_id"])
        else:
            await who.member.click(panel, custom_id=choice["custom_id"])
        await bot.idle()
        made += 1
        panels[who.member.id] = panel


async def _to_move(bot: TenebraeBot, world: World) -> Person | None:
    """Return somebody who must decide; None when the match is over."""
    info = await bot.service.in_channel(world.table.id)
    if info is None:
        return None
    seat = min((await bot.service.table(info.id)).match.decisions())
    user = info.seats[seat].user_id
    return next(person for person in world.people if person.member.id == user)


def _components(message: Any) -> list[dict[str, Any]]:
    if message is None:
        return []
    rows = [row if isinstance(row, dict) else row.to_dict() for row in message.components]
    return [item for item in walk_components(rows) if item.get("custom_id")]


def _figures(watch: Stopwatch, heart: Heart) -> Iterator[Figure]:
    for name, times in (("acknowledged", watch.acknowledged), ("new board posted", watch.boards)):
        if times:
            yield f"press to {name}, median of {len(times)}", statistics.median(times) * 1000, "ms"
            yield f"press to {name}, longest", max(times) * 1000, "ms"
    yield "event loop late, longest", max(heart.late) * 1000, "ms"
    yield "event loop late by our own work, longest", max(heart.own) * 1000, "ms"
