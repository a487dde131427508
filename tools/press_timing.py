"""Measures how long players wait for the bot after random button presses in matches on a simulated Discord."""

from __future__ import annotations

import asyncio
import gc
import random
import statistics
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import discord

from bot import wiring
from bot.app.settings import Settings
from bot.discord.client import TenebraeBot
from bot.playground.simulated_discord import PlaygroundPerson, SimulatedDiscord, components
from bot.store.store import Store

HEARTBEAT_INTERVAL = 0.002
#: The number of players in a match. If a game doesn't allow it, the closest number that it allows is used.
PREFERRED_PLAYERS = 3
Figure = tuple[str, float, str]


def measure(presses: int, matches: int = 1) -> list[Figure]:
    """Press buttons in this many matches in one process. Return each measurement as (name, figure, unit).

    The presses alternate between the matches.
    """
    with TemporaryDirectory() as folder:
        return asyncio.run(_measure(Path(folder), presses, matches))


class LoopHeartbeat:
    """Measures how late the event loop runs a task that is due at regular intervals.

    Other processes on the machine also delay the task, so this process's CPU time during each wait is also recorded.
    Both figures are high only if this process itself blocks the event loop.
    """

    def __init__(self) -> None:
        self.late: list[float] = []
        self.own: list[float] = []
        self._task = asyncio.ensure_future(self._beat())

    async def _beat(self) -> None:
        while True:
            begun, cpu = time.perf_counter(), time.process_time()
            await asyncio.sleep(HEARTBEAT_INTERVAL)
            late = time.perf_counter() - begun - HEARTBEAT_INTERVAL
            self.late.append(late)
            self.own.append(min(late, time.process_time() - cpu))

    async def stop(self) -> None:
        """Stop measuring."""
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task


class Stopwatch:
    """Measures the seconds from a press to its acknowledgement, and to the new picture of the board."""

    def __init__(self, simulated: SimulatedDiscord) -> None:
        self.begun = 0.0
        self.acknowledged: list[float] = []
        self.boards: list[float] = []
        self._open = False
        self._fresh = False
        self._channel = 0
        emit = simulated.env.backend.emit

        def watching(event: str, payload: Any) -> None:
            board = any(file.get("filename") == "board.png" for file in payload.get("attachments") or ())
            here = int(payload.get("channel_id", 0)) == self._channel
            if board and here and self._open and event in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
                self.boards.append(time.perf_counter() - self.begun)
                self._open = False
            emit(event, payload)

        simulated.env.backend.emit = watching

    def start(self, channel_id: int) -> None:
        """Start timing a press that makes a move in the match in this channel."""
        self._channel = channel_id
        self._open = self._fresh = True
        self.begun = time.perf_counter()

    def acknowledge(self) -> None:
        """Record that the press was acknowledged. Only the first call counts."""
        if self._fresh:
            self._fresh = False
            self.acknowledged.append(time.perf_counter() - self.begun)


async def _measure(folder: Path, presses: int, matches: int) -> list[Figure]:
    # Without delays, every move causes a post. Without limits, the same people can play in all matches at the same
    # time.
    settings = Settings(
        _env_file=None,  # pyright: ignore[reportCallIssue]
        database=folder / "bench.sqlite",
        call_after=0,
        board_pause=0,
        pace=0,
        matches_per_person=0,
        matches_per_server=0,
    )
    wiring.register()
    store = await Store.open(settings.database)
    try:
        bot = TenebraeBot(settings, store)
        simulated = SimulatedDiscord(bot, folder / "world.pickle")
        await simulated.env.start()
        try:
            tables = [
                simulated.table,
                *[simulated.guild.create_text_channel(f"table-{n}") for n in range(2, matches + 1)],
            ]
            for table in tables:
                await _open(bot, simulated, table)
            # Otherwise, each full garbage collection would visit the objects of the simulated Discord, which this
            # process has but a bot on the real Discord doesn't.
            gc.collect()
            gc.freeze()
            watch, heartbeat = Stopwatch(simulated), LoopHeartbeat()
            try:
                with _timed_defer(watch):
                    await _play(bot, simulated, watch, tables, presses)
            finally:
                await heartbeat.stop()
        finally:
            await simulated.env.shutdown()
            await bot.close()
    finally:
        await store.close()
    return list(_figures(watch, heartbeat))


@contextmanager
def _timed_defer(watch: Stopwatch) -> Generator[None]:
    """Report every acknowledgement during the `with` block to the stopwatch."""
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


async def _open(bot: TenebraeBot, simulated: SimulatedDiscord, table: Any) -> None:
    """Start a match in a channel, and wait until all its posts are delivered."""
    game = next(iter(bot.games.values()))
    seats = min(game.seats, key=lambda count: abs(count - PREFERRED_PLAYERS))
    first = await simulated.open_lobby(table, game.id, seats)
    await bot.wait_until_idle()
    lobby = [message for message in table.history() if message.components][-1]
    await first.click(lobby, label="Start")
    await bot.wait_until_idle()


async def _play(
    bot: TenebraeBot, simulated: SimulatedDiscord, watch: Stopwatch, tables: list[Any], presses: int
) -> None:
    dice, panels, made = random.Random(0), dict[tuple[int, int], Any](), 0
    while made < presses and tables:
        table = tables[made % len(tables)]
        who = await _to_move(bot, simulated, table)
        if who is None:
            tables.remove(table)
            continue
        place = (table.id, who.member.id)
        panel = panels.pop(place, None)
        choices = [item for item in components(panel) if item["custom_id"].split(":")[1] in ("act", "pick", "sure")]
        if not choices:
            panels[place] = (await who.member.slash(table, "act")).response
            await bot.wait_until_idle()
            continue
        choice = dice.choice(choices)
        watch.start(table.id)
        if choice["type"] == 3:
            value = dice.choice(choice["options"])["value"]
            await who.member.select(panel, [value], custom_id=choice["custom_id"])
        else:
            await who.member.click(panel, custom_id=choice["custom_id"])
        await bot.wait_until_idle()
        made += 1
        panels[place] = panel


async def _to_move(bot: TenebraeBot, simulated: SimulatedDiscord, table: Any) -> PlaygroundPerson | None:
    """Return a player who must make a decision; None if the match is over."""
    info = await bot.service.matches.in_channel(table.id)
    if info is None:
        return None
    seat = min((await bot.service.matches.table(info.id)).match.decisions())
    user = info.seats[seat].user_id
    return next(person for person in simulated.people if person.member.id == user)


def _figures(watch: Stopwatch, heartbeat: LoopHeartbeat) -> Generator[Figure]:
    for name, times in (("acknowledged", watch.acknowledged), ("new board posted", watch.boards)):
        if times:
            yield f"press to {name}, median of {len(times)}", statistics.median(times) * 1000, "ms"
            yield f"press to {name}, 99 of 100", sorted(times)[(len(times) - 1) * 99 // 100] * 1000, "ms"
            yield f"press to {name}, longest", max(times) * 1000, "ms"
    yield "event loop late, longest", max(heartbeat.late) * 1000, "ms"
    yield "event loop late by our own work, longest", max(heartbeat.own) * 1000, "ms"
