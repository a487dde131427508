"""Only the process with the lease does a match's due work; if that process dies or stops, another takes over."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import asyncpg
import pytest
from sqlalchemy import text

from bot.matches.clocks.deadline_scheduler import DeadlineScheduler
from bot.matches.seats.computer_moves import ComputerMoveScheduler
from bot.store import leases, outbox, postgres, work_queue
from bot.store.errors import LeaseLost, StoreError
from bot.store.leases import verify as verify_lease
from bot.store.statements import journal
from bot.store.statements.rows import OutboxRow
from bot.store.store import Store
from tests import database_access
from tests.computers.in_process_chooser import InProcessChooser
from tests.computers.test_play import SHORT
from tests.matches.room import ANNA, Room
from tests.matches.timed_game import MINUTE, TIMED
from tests.matches.tiny_game import Take
from tests.notifications.test_delivery_worker import die_at


@pytest.fixture
async def stores(database: str) -> AsyncIterator[tuple[Store, Store]]:
    """Yield the stores of two processes on one PostgreSQL database."""
    async with AsyncExitStack() as stack:
        one, other = [await stack.enter_async_context(await Store.open(database)) for _ in range(2)]
        yield one, other


class HangingMessenger:
    """A messenger that waits forever in each delivery."""

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
    other.clock.time += work_queue.LEASE_SECONDS
    rows = await other.posts()
    assert {row.match_id for row in rows} == {1, 2, 3}
    assert posted[0].nonce in {row.nonce for row in rows if row.uncertain}
    done = await outbox.counts(stores[0].read)
    assert (done["due"], done["dead"]) == (0, 0)


async def test_a_process_that_stops_leaves_its_matches_to_others_at_once(stores: tuple[Store, Store]) -> None:
    one, other = (Room(store) for store in stores)
    await one.lobby()
    hanging = HangingMessenger()
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
        meet = room.service.play.expire_deadline

        async def counted(match_id: int, meet: object = meet) -> None:
            met.append(match_id)
            await meet(match_id)  # type: ignore[operator]

        monkeypatch.setattr(room.service.play, "expire_deadline", counted)
        room.clock.time += 10 * MINUTE
    await asyncio.gather(*(DeadlineScheduler(room.service, room.clock).drain() for room in rooms))
    assert met == [info.id]
    assert (await rooms[1].service.matches.get(info.id)).seq == info.seq + 1


class PausedMessenger:
    """A messenger that pauses before its first delivery until the test releases it."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.begun, self.goes_on = asyncio.Event(), asyncio.Event()
        #: The rows that were sent to Discord, and the errors of deliveries that were refused for lack of a lease.
        self.asked: list[OutboxRow] = []
        self.held_back: list[StoreError] = []

    async def deliver(self, row: OutboxRow) -> None:
        self.begun.set()
        await self.goes_on.wait()
        try:
            await verify_lease()
        except StoreError as error:
            self.held_back.append(error)
            raise
        self.asked.append(row)


async def pause_delivery(room: Room) -> tuple[PausedMessenger, asyncio.Task[None]]:
    """Let a process start delivering a match's first post, then pause the delivery; return its messenger and task."""
    messenger = PausedMessenger(room)
    room.worker._deliverer = messenger
    working = asyncio.create_task(room.worker.drain())
    await messenger.begun.wait()
    return messenger, working


async def test_a_process_that_was_frozen_asks_for_nothing_that_another_has_posted_meanwhile(
    stores: tuple[Store, Store],
) -> None:
    one, other = (Room(store) for store in stores)
    info = await one.match()
    messenger, working = await pause_delivery(one)
    for room in (one, other):
        room.clock.time += work_queue.LEASE_SECONDS
    posted = await other.posts()
    assert posted
    messenger.goes_on.set()
    await working
    assert [type(error) for error in messenger.held_back] == [LeaseLost]
    assert messenger.asked == []
    # The process that lost its lease can deliver later posts as usual.
    await other.by(info, 0, Take(1))
    await one.worker.drain()
    assert messenger.asked
    assert {row.nonce for row in messenger.asked}.isdisjoint(row.nonce for row in posted)


async def test_a_lease_that_ran_out_and_came_back_is_not_the_same(stores: tuple[Store, Store]) -> None:
    """A delivery that started under an expired lease is refused even if its process has a new lease by then."""
    one, other = (Room(store) for store in stores)
    info = await one.match()
    messenger, working = await pause_delivery(one)
    for room in (one, other):
        room.clock.time += work_queue.LEASE_SECONDS
    posted = await other.posts()
    await other.by(info, 0, Take(1))
    assert await one.worker._take_due(8) == set(), "it has the match already"
    assert (await work_queue.next_due(one.store.read, "posts", 1))[0][1] == one.clock.time + work_queue.LEASE_SECONDS
    messenger.goes_on.set()
    await working
    await one.worker.drain()
    assert [type(error) for error in messenger.held_back] == [LeaseLost]
    assert messenger.asked
    assert {row.nonce for row in messenger.asked}.isdisjoint(row.nonce for row in posted)


async def test_a_process_that_does_not_reach_the_database_asks_discord_for_nothing(
    stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = (Room(store) for store in stores)
    await one.match()
    messenger, working = await pause_delivery(one)
    for room in (one, other):
        room.clock.time += int(leases.CERTAIN_SECONDS)

    def gone() -> None:
        raise StoreError("The database can't be written: its server can't be reached.")

    monkeypatch.setattr(one.store, "write", gone)
    messenger.goes_on.set()
    with pytest.raises(StoreError):
        await working
    assert messenger.asked == []
    other.clock.time += work_queue.LEASE_SECONDS - int(leases.CERTAIN_SECONDS)
    rows = await other.posts()
    assert [row.uncertain for row in rows] == [True, *[False] * (len(rows) - 1)]


async def test_a_lease_that_is_fresh_is_verified_without_the_database(stores: tuple[Store, Store]) -> None:
    one = Room(stores[0])
    await one.lobby()
    messenger, working = await pause_delivery(one)
    one.clock.time += int(leases.CERTAIN_SECONDS) - 1
    with database_access.recorded_statements() as statements:
        messenger.goes_on.set()
        while not messenger.asked:  # noqa: ASYNC110
            await asyncio.sleep(0)
        assert not [statement for statement in statements if "UPDATE work" in statement]
    await working


async def test_who_delivers_for_longer_than_a_lease_keeps_the_match(
    stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.matches.scheduler_base.RENEWAL_INTERVAL", 0.001)
    one, other = (Room(store) for store in stores)
    infos = [await one.lobby(channel_id=channel) for channel in range(3)]
    messenger, working = await pause_delivery(one)
    for _ in range(3):
        for room in (one, other):
            room.clock.time += work_queue.LEASE_SECONDS - 1
        async with asyncio.timeout(20):
            while any(  # noqa: ASYNC110
                at < one.clock.time + work_queue.LEASE_SECONDS
                for _, at in await work_queue.next_due(other.store.read, "posts", 9)
            ):
                await asyncio.sleep(0.001)
        assert await other.posts() == []
    messenger.goes_on.set()
    await working
    assert messenger.held_back == []
    assert {row.match_id for row in messenger.asked} == {info.id for info in infos}


async def test_a_leader_that_is_frozen_is_followed_by_another_and_asks_for_nothing_more(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(postgres.SERVER_SETTINGS, "idle_in_transaction_session_timeout", "50ms")
    async with await Store.open(database, prompt=True) as one, await Store.open(database, prompt=True) as other:
        async with one.try_task_lock(99) as leads:
            assert leads
            await verify_lease()
            async with asyncio.timeout(20):
                while True:
                    async with other.try_task_lock(99) as follows:
                        if follows:
                            break
                    await asyncio.sleep(0.01)
            lease = leases.current_lease.get()
            assert lease is not None
            monkeypatch.setattr(lease, "_certain_until", 0.0)
            with pytest.raises(LeaseLost):
                await verify_lease()
        await verify_lease()  # outside a lease there is nothing to verify


class WaitingComputer(InProcessChooser):
    """A computer player that thinks until the test releases it."""

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
    monkeypatch.setattr("bot.matches.scheduler_base.RENEWAL_INTERVAL", 0.001)
    rooms = [Room(store, SHORT) for store in stores]
    thinkers = [WaitingComputer(), WaitingComputer()]
    one, other = [
        ComputerMoveScheduler(room.service, mind, room.clock, seconds=lambda: 0.0)
        for room, mind in zip(rooms, thinkers, strict=True)
    ]
    info = await rooms[0].match(turns=4)
    seat = min((await rooms[0].service.matches.table(info.id)).match.decisions())
    await rooms[0].service.computers.hand_over(info.id, info.seats[seat].user_id, None, "hard", gone=False)
    one.start()
    await thinkers[0].begun.wait()
    for room in rooms:
        room.clock.time += work_queue.LEASE_SECONDS - 1
    renewed_until = rooms[0].clock.time + work_queue.LEASE_SECONDS
    while (await work_queue.next_due(stores[0].read, "thinking", 1))[0][1] < renewed_until:  # noqa: ASYNC110
        await asyncio.sleep(0.001)
    for room in rooms:
        room.clock.time += work_queue.LEASE_SECONDS - 1
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
        await stores[1].news["posts"].wait()  # the first event only reports that the store is listening now
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
        while len(told := [line.message for line in caplog.records if line.name == "bot.store.pg_notify"]) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
    assert ["no new work" in told[0], "new work again" in told[1]] == [True, True]
    await other.worker.stop()


async def test_a_process_measures_time_by_the_servers_clock(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time
    monkeypatch.setattr("time.time", lambda: now() + 6 * 3600)
    async with await Store.open(database) as store:
        (told,) = await store.read.all(text("SELECT extract(epoch FROM clock_timestamp())::float8"))
        assert abs(store.clock.now() - told[0]) < 600
