"""Several processes share the work: one does what is due for a match, and another goes on when it dies or stops."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import asyncpg
import pytest
from sqlalchemy import text

from bot.matches import BotScheduler, OutboxRow, TimeScheduler
from bot.matches.bots import RENEWAL
from bot.store import Store, journal, outbox, work
from tests.computers.inside import Inside
from tests.computers.test_play import SHORT
from tests.matches.room import ANNA, Room
from tests.matches.test_delivery import die_at
from tests.matches.timed_game import MINUTE, TIMED


@pytest.fixture
async def stores(database: str) -> AsyncIterator[tuple[Store, Store]]:
    """The stores of two processes on one database."""
    async with AsyncExitStack() as stack:
        one, other = [await stack.enter_async_context(await Store.open(database)) for _ in range(2)]
        yield one, other


class Hanging:
    """Deliver nothing to the end."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()

    async def deliver(self, row: OutboxRow) -> None:
        self.begun.set()
        await asyncio.Event().wait()


async def test_the_matches_of_a_process_that_died_are_another_ones_when_its_leases_have_run_out(
    stores: tuple[Store, Store],
) -> None:
    one, other = (Room(store) for store in stores)
    for channel in range(3):
        await one.match(channel_id=channel)
    posted = [await die_at(one, "board")]
    left = await other.posts()
    assert {row.match_id for row in left}.isdisjoint({1, 2, 3}), "all of them were taken"
    other.clock.time += work.LEASE
    rows = await other.posts()
    assert {row.match_id for row in rows} == {1, 2, 3}
    assert posted[0].nonce in {row.nonce for row in rows if row.uncertain}
    done = await outbox.counts(stores[0].read)
    assert (done["due"], done["dead"]) == (0, 0)


async def test_a_process_that_stops_leaves_its_matches_to_others_at_once(stores: tuple[Store, Store]) -> None:
    one, other = (Room(store) for store in stores)
    await one.lobby()
    hanging = Hanging()
    one.worker._deliverer = hanging
    one.worker.start()
    await hanging.begun.wait()
    assert await other.posts() == []
    await one.worker.stop(grace=0.0)
    assert [(row.kind, row.uncertain) for row in await other.posts()] == [("lobby", True)]


async def test_a_deadline_is_met_by_one_process(stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch) -> None:
    rooms = [Room(store, TIMED) for store in stores]
    met: list[int] = []
    for room in rooms:
        room.service.matches.games = {"tiny": TIMED}
    info = await rooms[0].match(turns=4)
    for room in rooms:
        meet = room.service.play.meet_deadline

        async def counted(match_id: int, meet: object = meet) -> None:
            met.append(match_id)
            await meet(match_id)  # type: ignore[operator]

        monkeypatch.setattr(room.service.play, "meet_deadline", counted)
        room.clock.time += 10 * MINUTE
    await asyncio.gather(*(TimeScheduler(room.service, room.clock).drain() for room in rooms))
    assert met == [info.id]
    assert (await rooms[1].service.matches.get(info.id)).seq == info.seq + 1


class Pondering(Inside):
    """Think until told to answer."""

    def __init__(self) -> None:
        super().__init__({"tiny": SHORT})
        self.begun, self.go = asyncio.Event(), asyncio.Event()

    async def ask(self, query, lane):  # type: ignore[no-untyped-def]
        self.begun.set()
        await self.go.wait()
        return await super().ask(query, lane)


async def test_one_process_thinks_for_a_match_however_long_it_takes(
    stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.matches.bots.RENEWAL", 0.001)
    assert RENEWAL < work.LEASE / 2
    rooms = [Room(store, SHORT) for store in stores]
    thinkers = [Pondering(), Pondering()]
    one, other = [
        BotScheduler(room.service, mind, room.clock, seconds=lambda: 0.0)
        for room, mind in zip(rooms, thinkers, strict=True)
    ]
    info = await rooms[0].match(turns=4)
    seat = min((await rooms[0].service.matches.table(info.id)).match.decisions())
    await rooms[0].service.computers.hand_over(info.id, info.seats[seat].user_id, None, "hard", gone=False)
    one.start()
    await thinkers[0].begun.wait()
    for room in rooms:
        room.clock.time += work.LEASE - 1
    while (await work.ahead(stores[0].read, "thinking", 1))[0][1] < rooms[0].clock.time + work.LEASE:  # noqa: ASYNC110
        await asyncio.sleep(0.001)
    for room in rooms:
        room.clock.time += work.LEASE - 1
    await other.drain()
    assert not thinkers[1].asked
    thinkers[0].go.set()
    while await one.is_busy():  # noqa: ASYNC110
        await asyncio.sleep(0.001)
    await one.stop()
    kinds = [row.kind for row in await journal.since(stores[0].read, info.id, 0)]
    assert kinds.count("computer") == len(thinkers[0].asked) > 0


async def test_a_post_wakes_another_process_also_after_its_connection_was_lost(
    database: str, stores: tuple[Store, Store], caplog: pytest.LogCaptureFixture
) -> None:
    one, other = (Room(store) for store in stores)
    heard: asyncio.Queue[str] = asyncio.Queue()

    async def deliver(row: OutboxRow) -> None:
        heard.put_nowait(row.kind)

    other.messenger.deliver = deliver  # type: ignore[method-assign]
    other.worker.start()
    async with asyncio.timeout(20):
        await stores[1].news["posts"].wait()  # it listens
        info = await one.lobby()
        assert await heard.get() == "lobby"
        await one.service.lobby.set_options(info.id, ANNA, {"turns": 8})
        assert await heard.get() == "lobby"
        connection = await asyncpg.connect(database)
        ended = await connection.fetch(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            " AND query LIKE '%extract(epoch FROM clock_timestamp())::float8%' AND pid != pg_backend_pid()"
        )
        assert ended
        await connection.close()
        await one.service.lobby.set_options(info.id, ANNA, {"turns": 9})
        assert await heard.get() == "lobby"
        while len(told := [line.message for line in caplog.records if line.name == "bot.store.listening"]) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
    assert ["no new work" in told[0], "new work again" in told[1]] == [True, True]
    await other.worker.stop()


async def test_a_process_measures_time_by_the_servers_clock(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time
    monkeypatch.setattr("time.time", lambda: now() + 6 * 3600)
    async with await Store.open(database) as store:
        (told,) = await store.read.all(text("SELECT extract(epoch FROM clock_timestamp())::float8"))
        assert abs(store.clock.now() - told[0]) < 600
