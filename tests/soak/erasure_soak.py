"""Deletes users' data in a database with thousands of matches, and measures how long this delays other users.

python -m tests.soak.erasure_soak [--engine postgresql] [--matches 2000] [--people 300] [--moves 200] [--erased 3]
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import insert, update

import rules
from bot import wiring
from bot.app.clock import SystemClock
from bot.features.privacy.service.erasure import Privacy
from bot.matches.lobby.opening import LobbyRequest
from bot.matches.service import MatchService
from bot.matches.service_options import ServiceOptions
from bot.notifications.delivery import DeliveryWorker
from bot.store.engine_interface import Address
from bot.store.statements import archives, matches
from bot.store.statements.matches import NewMatch
from bot.store.statements.rows import SeatRow
from bot.store.store import Store
from bot.store.tables import archives as packed
from bot.store.tables import journal, snapshots
from bot.store.tables import matches as rows
from bot.store.transactions import Transaction
from tests.postgres import Server
from tests.soak.filled_database import NullMessenger

GUILD, CHANNEL, FIRST = 10**17, 2 * 10**17, 3 * 10**17
#: Every RUNS-th match is still running. Each group of ALIKE matches consists of copies of one match, with the same
#: players.
RUNS, ALIKE = 7, 10
SEATS = 2


async def _played(service: MatchService, game: str, channel: int, moves: int, dice: random.Random) -> int:
    """Start a match and make this many random moves. Return the match id."""
    info = await service.lobby.open(
        LobbyRequest(game=game, guild_id=GUILD, channel_id=channel, locale="en", options={}), user_id=1, name="One"
    )
    await service.lobby.join(info.id, 2, "Two")
    await service.lobby.start(info.id, 1)
    for _ in range(moves):
        table = await service.matches.table(info.id)
        decisions = table.match.decisions()
        if not decisions:
            break
        seat, decision = next(iter(decisions.items()))
        await service.play.act(info.id, table.info.seats[seat].user_id, dice.choice(decision.actions))
    return info.id


async def fill(address: Address, count: int, people: int, moves: int) -> list[int]:
    """Fill a new database with `count` matches, most of them archived. Return the user ids, most active first."""
    dice = random.Random(0)
    everybody = [FIRST + number for number in range(people)]
    weights = [1 / (number + 12) for number in range(people)]
    async with await Store.open(address) as store:
        service = MatchService(store, SystemClock(), options=ServiceOptions(seed=lambda: "erasing"))
        models = [
            await _played(service, game, CHANNEL + number, moves, dice) for number, game in enumerate(rules.GAMES)
        ]
        await DeliveryWorker(store, NullMessenger(), service.matches.clock, service.matches.versions).drain()
        data = {one: await archives.build_archive(store.read, one) for one in models}
        for begun in range(0, count, ALIKE):
            model = models[begun // ALIKE % len(models)]
            seated = list({*dice.choices(everybody, weights), *dice.sample(everybody, SEATS)})[:SEATS]
            mine = _of(data[model], seated)
            async with store.write() as tx:
                for number in range(begun, min(begun + ALIKE, count)):
                    await _copied(tx, store, model, number, seated, mine)
    return everybody


def _of(data: bytes, seated: Sequence[int]) -> bytes:
    """Return an archived match with its users replaced by these."""
    kept = archives._decompressed(data)
    changed = [row | {"user_id": row["user_id"] and seated[row["user_id"] - 1]} for row in kept.rows]
    return archives._compressed(changed, kept.positions.items())


async def _copied(tx: Transaction, store: Store, model: int, number: int, seated: Sequence[int], data: bytes) -> None:
    """Save a copy of a played match with other users."""
    info = await matches.get(store.read, model)
    assert info is not None
    match_id = await matches.create(
        tx,
        NewMatch(
            game=info.game,
            guild_id=GUILD,
            channel_id=CHANNEL + 100 + number,
            host_id=seated[0],
            locale="en",
            options=dict(info.options),
            version=info.version,
        ),
        1,
    )
    await matches.set_seats(tx, match_id, [SeatRow(seat, user, f"P{user}") for seat, user in enumerate(seated)])
    kept = archives._decompressed(data)
    if number % RUNS:
        await tx.run(insert(packed), {"match_id": match_id, "data": data})
        state, status = b"", "over"
    else:
        await tx.run(insert(journal), [row | {"match_id": match_id} for row in kept.rows])
        last = max(kept.positions)
        state, status = archives.pack(kept.positions[last]), "playing"
        await tx.run(insert(snapshots), [{"match_id": match_id, "seq": last, "state": state}])
    values: dict[str, Any] = {"seq": info.seq, "status": status, "started_at": 2}
    values |= {"state": state} if state else {"ended_at": 3}
    await tx.run(update(rows).where(rows.c.id == match_id).values(values))


class DelayMeter:
    """Measures how long the event loop is blocked, and how long another writer waits for the database.

    How long the loop is blocked is also measured in CPU time, which other programs on the machine don't affect.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self.held_up = self.worked = 0.0
        self.waits: list[float] = []

    async def _loop(self) -> None:
        while True:
            before, cpu = time.perf_counter(), time.thread_time()
            await asyncio.sleep(0.001)
            self.held_up = max(self.held_up, time.perf_counter() - before - 0.001)
            self.worked = max(self.worked, time.thread_time() - cpu)

    async def _saving(self) -> None:
        """Keep writing small changes, as button presses do, and record how long each of them takes."""
        while True:
            await asyncio.sleep(0.01)
            before = time.perf_counter()
            async with self._store.write() as tx:
                await tx.run(update(rows).where(rows.c.id == 1).values(seq=rows.c.seq))
            self.waits.append(time.perf_counter() - before)

    @asynccontextmanager
    async def watching(self) -> AsyncGenerator[None]:
        tasks = [asyncio.create_task(self._loop()), asyncio.create_task(self._saving())]
        await asyncio.sleep(0.2)
        self.held_up = self.worked = 0.0
        self.waits = []
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def measured(address: Address, people: Sequence[int]) -> list[dict[str, Any]]:
    """Export and then delete the data of each of these users; return the measured times and delays."""
    found: list[dict[str, Any]] = []
    # Like the bot after its start, exclude all existing objects from garbage collection.
    gc.collect()
    gc.freeze()
    async with await Store.open(address) as store:
        service = MatchService(store, SystemClock())
        watch = DelayMeter(store)
        async with watch.watching():
            pass
        found.append(_told("nothing", 0.0, 0.0, watch))
        for person in people:
            async with watch.watching():
                begun, cpu = time.perf_counter(), time.process_time()
                given = await service.part(Privacy).export_data(person)
                found.append(_told("export", time.perf_counter() - begun, time.process_time() - cpu, watch))
            found[-1]["entries"] = len(given["journal"])
            found[-1]["MB"] = round(len(json.dumps(given)) / 1e6, 1)
            async with watch.watching():
                begun, cpu, parts = time.perf_counter(), time.process_time(), 0
                await service.part(Privacy).erase(person)
                while (row := await service.part(Privacy).due()) is not None:
                    await service.part(Privacy).advance(row)
                    parts += 1
                    await asyncio.sleep(0.05)  # the bot also pauses between the steps of a deletion
                found.append(_told("erasure", time.perf_counter() - begun, time.process_time() - cpu, watch))
            found[-1]["parts"] = parts
            assert await service.part(Privacy).export_data(person) == {}
    return found


def _told(what: str, seconds: float, cpu: float, watch: DelayMeter) -> dict[str, Any]:
    waits = sorted(watch.waits) or [0.0]
    return {
        "what": what, "s": round(seconds, 1), "CPU, s": round(cpu, 1),
        "loop held up, ms": round(watch.held_up * 1000), "by itself, ms": round(watch.worked * 1000),
        "saves": len(waits),
        "a save, ms: median": round(waits[len(waits) // 2] * 1000, 1), "most": round(waits[-1] * 1000),
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.erasure_soak")
    parser.add_argument("--engine", choices=["postgresql", "sqlite"], default="sqlite")
    parser.add_argument("--matches", type=int, default=2_000)
    parser.add_argument("--people", type=int, default=300)
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--erased", type=int, default=3)
    options = parser.parse_args()
    server = Server() if options.engine == "postgresql" else None
    wrong = False
    with tempfile.TemporaryDirectory() as place:
        try:
            address = Path(place, "tenebrae.sqlite") if server is None else server.address(server.make())
            begun = time.monotonic()
            people = asyncio.run(fill(address, options.matches, options.people, options.moves))
            print(f"made in {time.monotonic() - begun:.1f} s", flush=True)
            for line in asyncio.run(measured(address, people[: options.erased])):
                print(line, flush=True)
                wrong = wrong or line["by itself, ms"] > HELD_UP
        finally:
            if server is not None:
                server.stop()
    sys.exit(wrong)


#: Maximum time that a deletion may delay other users, in milliseconds.
HELD_UP = 50

if __name__ == "__main__":
    wiring.register()
    main()
