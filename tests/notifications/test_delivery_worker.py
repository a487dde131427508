"""The delivery worker sends posts in order, retries failures and never posts twice. No match delays another."""

import asyncio
from pathlib import Path

import pytest

from bot.matches.transaction_hook import TransactionHook
from bot.notifications.delivery import (
    BACKOFF,
    KEEP_DELIVERED,
    MAX_FOREIGN_SECONDS,
    MAX_OWN_ATTEMPTS,
    DeliveryWorker,
    Retry,
    Undeliverable,
)
from bot.store import outbox, work_queue
from bot.store.engine_interface import Address
from bot.store.errors import StoreError
from bot.store.statements import matches
from bot.store.statements.rows import OutboxRow
from bot.store.store import Store
from bot.store.transactions import Transaction
from tests import database_access
from tests.matches.room import BELA, Room
from tests.matches.tiny_game import Done, Take


async def test_order_of_writing(room: Room):
    info = await room.match()
    await room.posts()
    async with room.store.write() as tx:
        posts = [outbox.Post("notice", {"n": number}) for number in range(20)]
        await outbox.enqueue(tx, info.id, posts, now=1)
    assert [row.payload["n"] for row in await room.posts()] == list(range(20))
    assert (await outbox.counts(room.store.read))["due"] == 0
    assert await room.posts() == []


async def test_retry_waits_as_long_as_asked_and_keeps_its_nonce(room: Room):
    info = await room.match()
    await room.mailed(info)
    await room.posts()
    room.messenger.faults["board"] = [Retry(29.5)]
    await room.by(info, 0, Take(1))
    assert [row.kind for row in await room.posts()] == ["hand"]
    nonce = room.messenger.tries[0].nonce
    assert len(nonce) <= 25
    room.clock.time += 29
    assert await room.posts() == []
    room.clock.time += 1
    rows = await room.posts()
    assert [(row.kind, row.nonce, row.attempts) for row in rows] == [("board", nonce, 1)]


async def test_own_faults_back_off_and_give_up(room: Room, caplog: pytest.LogCaptureFixture):
    info = await room.match()
    await room.posts()
    async with room.store.write() as tx:
        await outbox.enqueue(tx, info.id, [outbox.Post("notice", {})], now=1)
    room.messenger.faults["notice"] = [RuntimeError("no picture") for _ in range(MAX_OWN_ATTEMPTS + 5)]
    waits = []
    for _ in range(MAX_OWN_ATTEMPTS):
        room.messenger.clear()
        await room.worker.drain()
        assert len(room.messenger.tries) == 1
        ahead = await work_queue.next_due(room.store.read, "posts", 1)
        if not ahead:
            break
        waits.append(ahead[0][1] - room.clock.time)
        room.clock.time = ahead[0][1]
    assert waits[: len(BACKOFF)] == list(BACKOFF)
    assert set(waits[len(BACKOFF) :]) == {BACKOFF[-1]}
    counts = await outbox.counts(room.store.read)
    assert (counts["due"], counts["dead"]) == (0, 1)
    assert "given up" in caplog.text


async def test_others_faults_are_waited_out_for_a_month(room: Room):
    info = await room.match()
    await room.posts()
    async with room.store.write() as tx:
        await outbox.enqueue(tx, info.id, [outbox.Post("notice", {})], now=room.clock.time)
    room.messenger.faults["notice"] = [Retry(reason="not allowed") for _ in range(MAX_OWN_ATTEMPTS + 5)]
    for _ in range(MAX_OWN_ATTEMPTS + 3):
        room.clock.time += BACKOFF[-1]
        await room.worker.drain()
    assert (await outbox.counts(room.store.read))["due"] == 1
    room.clock.time += MAX_FOREIGN_SECONDS
    await room.worker.drain()
    (row,) = await database_access.rows(room.store.read, "SELECT error FROM outbox WHERE status = 'dead'")
    assert row["error"] == "not allowed"


async def test_undeliverable_dies_with_its_reason(room: Room):
    info = await room.match()
    await room.mailed(info)
    await room.by(info, 0, Take(1))
    room.messenger.faults["hand"] = [Undeliverable("takes no messages")]
    rows = await room.posts()
    assert [row.kind for row in rows] == ["lobby", "board", "turn"]
    (dead,) = await database_access.rows(room.store.read, "SELECT error, seat FROM outbox WHERE status = 'dead'")
    assert dead["error"] == "takes no messages"
    assert info.seats[dead["seat"]]


async def test_failing_board_holds_up_neither_calls_nor_other_matches(room: Room):
    first, second = await room.match(), await room.match(channel_id=8)
    room.messenger.faults["board"] = [Retry(60)]
    rows = await room.posts()
    assert {row.match_id for row in rows if row.kind == "turn"} == {first.id, second.id}
    assert [row.kind for row in rows].count("board") == 1


async def test_rows_of_one_kind_keep_their_order_behind_a_failing_one(room: Room):
    info = await room.match()
    await room.posts()
    async with room.store.write() as tx:
        await outbox.enqueue(tx, info.id, [outbox.Post("notice", {"n": n}) for n in range(3)], now=1)
    room.messenger.faults["notice"] = [Retry(5)]
    assert await room.posts() == []
    room.clock.time += 5
    assert [row.payload["n"] for row in await room.posts()] == [0, 1, 2]


async def test_newer_board_replaces_the_waiting_one_but_not_its_rate_limit(room: Room):
    info = await room.match()
    await room.mailed(info)
    await room.posts()
    room.messenger.faults["board"] = [Retry(30)]
    await room.by(info, 0, Take(1))
    await room.posts()
    await room.by(info, 0, Take(1))
    assert [row.kind for row in await room.posts()] == ["hand"]
    room.clock.time += 30
    assert [(row.kind, row.payload["seq"]) for row in await room.posts()] == [("board", 3)]


class BlockedMessenger:
    """A messenger whose deliveries wait until the test releases them."""

    def __init__(self) -> None:
        self.begun: asyncio.Queue[OutboxRow] = asyncio.Queue()
        self.go = asyncio.Event()
        self.rows: list[OutboxRow] = []
        self.fault: Exception | None = None

    async def deliver(self, row: OutboxRow) -> None:
        self.begun.put_nowait(row)
        await self.go.wait()
        if self.fault is not None:
            fault, self.fault = self.fault, None
            raise fault
        self.rows.append(row)


async def test_board_in_hand_is_followed_by_the_newer_one(room: Room):
    info = await room.match()
    await room.posts()
    await room.by(info, 0, Take(1))
    slow = BlockedMessenger()
    work = asyncio.create_task(DeliveryWorker(room.store, slow, room.clock).drain())
    assert (await slow.begun.get()).payload == {"seq": 2}
    await room.by(info, 0, Take(1))
    slow.go.set()
    await work
    assert [row.payload["seq"] for row in slow.rows if row.kind == "board"] == [2, 3]


async def test_board_in_hand_that_fails_gives_way_to_the_newer_one(room: Room):
    info = await room.match()
    await room.posts()
    await room.by(info, 0, Take(1))
    slow = BlockedMessenger()
    slow.fault = Retry(10)
    work = asyncio.create_task(DeliveryWorker(room.store, slow, room.clock).drain())
    await slow.begun.get()
    await room.by(info, 0, Take(1))
    slow.go.set()
    await work
    room.clock.time += 10
    assert [(row.kind, row.payload["seq"]) for row in await room.posts()] == [("board", 3)]


async def test_call_in_hand_that_fails_leaves_out_who_has_acted(room: Room):
    info = await room.match()
    slow = BlockedMessenger()
    slow.fault = Retry(10)
    async with room.store.write() as tx:
        await database_access.run(tx, "DELETE FROM outbox WHERE kind != 'turn'")
    work = asyncio.create_task(DeliveryWorker(room.store, slow, room.clock).drain())
    assert (await slow.begun.get()).payload["seats"] == [0]
    await room.by(info, 0, Done())
    slow.go.set()
    await work
    room.clock.time += 10
    calls = [row.payload["seats"] for row in await room.posts() if row.kind == "turn"]
    assert calls + [row.payload["seats"] for row in slow.rows if row.kind == "turn"] == [[1]]


async def test_refused_call_holds_up_no_other(room: Room):
    info = await room.match()
    slow = BlockedMessenger()
    slow.fault = Retry(3600, "refused: 400 200000")
    async with room.store.write() as tx:
        await database_access.run(tx, "DELETE FROM outbox WHERE kind != 'turn'")
    work = asyncio.create_task(DeliveryWorker(room.store, slow, room.clock).drain())
    assert (await slow.begun.get()).payload["seats"] == [0]
    await room.by(info, 0, Done())
    slow.go.set()
    await work
    assert [row.payload["seats"] for row in slow.rows if row.kind == "turn"] == [[1]]
    # When the refused notification is due again, its player has already moved, so it is dropped.
    room.clock.time += 3600
    assert "turn" not in [row.kind for row in await room.posts()]
    assert (await outbox.counts(room.store.read))["due"] == 0


async def test_refusal_settles_that_a_post_was_not_made(room: Room):
    info = await room.match()
    room.messenger.faults["turn"] = [Retry(1, uncertain=True), Retry(3600, "refused: 400 200000")]
    await room.posts()
    await room.by(info, 0, Take(1))
    room.clock.time += 1
    assert "turn" not in [row.kind for row in await room.posts()]
    await room.by(info, 0, Take(1))
    assert [row.payload["seats"] for row in await room.posts() if row.kind == "turn"] == [[0]]
    room.clock.time += 3600
    assert "turn" not in [row.kind for row in await room.posts()]


async def test_slow_match_does_not_hold_up_another(room: Room):
    first, second = await room.match(), await room.match(channel_id=8)

    class Stuck:
        def __init__(self) -> None:
            self.done: list[int] = []

        async def deliver(self, row: OutboxRow) -> None:
            if row.match_id == first.id:
                await asyncio.sleep(60)
            self.done.append(row.match_id)

    stuck = Stuck()
    worker = DeliveryWorker(room.store, stuck, room.clock)
    worker.start()
    async with asyncio.timeout(5):
        while len(stuck.done) < 3:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    await worker.stop(grace=0.05)
    assert set(stuck.done) == {second.id}


async def test_matches_that_are_slow_hold_no_slot_that_others_need(room: Room):
    first, second = await room.match(), await room.match(channel_id=8)
    others_done, all_done, done = asyncio.Event(), asyncio.Event(), list[int]()

    class Limited:
        async def deliver(self, row: OutboxRow) -> None:
            if row.match_id == first.id:
                await others_done.wait()
            done.append(row.match_id)
            if done.count(second.id) == 3:
                others_done.set()
            if len(done) == 6:
                all_done.set()

    worker = DeliveryWorker(room.store, Limited(), room.clock, at_once=1, slow=0.0)
    worker.start()
    async with asyncio.timeout(10):
        await all_done.wait()
    await worker.stop()
    assert done == [second.id] * 3 + [first.id] * 3


async def test_new_rows_wake_the_worker_at_once(room: Room):
    info = await room.match()
    await room.posts()
    room.worker.start()
    await asyncio.sleep(0.05)
    began = asyncio.get_running_loop().time()
    await room.by(info, 0, Done())
    async with asyncio.timeout(5):
        while "turn" not in room.messenger.kinds():  # noqa: ASYNC110
            await asyncio.sleep(0.005)
    assert asyncio.get_running_loop().time() - began < 1
    await room.worker.stop()


async def test_stop_finishes_the_row_in_hand_and_begins_no_other(room: Room):
    await room.match()
    slow = BlockedMessenger()
    worker = DeliveryWorker(room.store, slow, room.clock)
    worker.start()
    await slow.begun.get()
    stop = asyncio.create_task(worker.stop())
    await asyncio.sleep(0.05)
    assert not stop.done()
    slow.go.set()
    await stop
    assert len(slow.rows) == 1
    assert (await outbox.counts(room.store.read)) == {"due": 2, "done": 1, "dead": 0}


class SimulatedCrash(BaseException):
    """Raised to simulate a crash of the process."""


async def die_at(room: Room, kind: str) -> OutboxRow:
    """Deliver posts, and crash during the first post of this kind, which Discord may already have; return its row.

    Return only when the deliveries of other matches have also crashed, because a crashed process must do nothing more.
    """
    tried: list[OutboxRow] = []

    async def die(row: OutboxRow) -> None:
        if row.kind == kind:
            tried.append(row)
            raise SimulatedCrash

    room.messenger.deliver = die  # type: ignore[method-assign]
    before = asyncio.all_tasks()
    with pytest.raises(SimulatedCrash):
        await room.worker.drain()
    await asyncio.gather(*asyncio.all_tasks() - before, return_exceptions=True)
    return tried[0]


async def test_crash_between_post_and_mark_repeats_the_nonce(address: Address):
    async with await Store.open(address) as store:
        room = Room(store)
        await room.lobby()
        taken = await die_at(room, "lobby")
    async with await Store.open(address) as store:
        room = Room(store)
        room.clock.time += work_queue.LEASE_SECONDS
        assert [(row.nonce, row.uncertain) for row in await room.posts()] == [(taken.nonce, True)]


async def test_what_could_not_be_marked_is_not_delivered_again(room: Room, monkeypatch: pytest.MonkeyPatch):
    await room.lobby()
    finish = outbox.finish

    async def full(*_: object) -> None:
        raise StoreError("The disk is full.")

    monkeypatch.setattr(outbox, "finish", full)
    with pytest.raises(StoreError):
        await room.worker.drain()
    monkeypatch.setattr(outbox, "finish", finish)
    await room.worker.drain()
    assert len(room.messenger.tries) == 1
    assert (await outbox.counts(room.store.read))["done"] == 1


async def test_delivered_rows_are_pruned(room: Room):
    await room.match()
    await room.posts()
    assert (await outbox.counts(room.store.read))["done"] == 3
    room.clock.time += 2 * KEEP_DELIVERED
    room.worker.start()
    async with asyncio.timeout(5):
        while (await outbox.counts(room.store.read))["done"]:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    await room.worker.stop()


async def test_what_the_last_process_may_have_posted_is_not_replaced_untried(address: Address):
    async with await Store.open(address) as store:
        room = Room(store)
        info = await room.match()
        call = await die_at(room, "turn")
    # In the next process, a player moves before any post is delivered.
    async with await Store.open(address) as store:
        room = Room(store)
        room.clock.time += work_queue.LEASE_SECONDS
        await room.by(info, 0, Take(1))
        assert [(row.nonce, row.payload["seats"]) for row in await room.posts() if row.kind == "turn"] == [
            (call.nonce, [0])
        ]


async def test_in_a_file_no_one_waits_for_the_lease_of_a_process_that_died(path: Path):
    async with await Store.open(path) as store:
        room = Room(store)
        await room.match()
        call = await die_at(room, "turn")
    async with await Store.open(path) as store:
        assert [row.nonce for row in await Room(store).posts()] == [call.nonce]


async def test_what_could_not_be_marked_is_not_replaced_either(room: Room, monkeypatch: pytest.MonkeyPatch):
    info = await room.lobby()
    finish = outbox.finish

    async def full(*_: object) -> None:
        raise StoreError("The disk is full.")

    monkeypatch.setattr(outbox, "finish", full)
    with pytest.raises(StoreError):
        await room.worker.drain()
    monkeypatch.setattr(outbox, "finish", finish)
    await room.service.lobby.join(info.id, BELA, "Béla")
    await room.worker.drain()
    assert len({row.nonce for row in room.messenger.tries}) == len(room.messenger.tries) == 2
    assert (await outbox.counts(room.store.read)) == {"due": 0, "done": 2, "dead": 0}


async def test_a_posts_data_is_saved_together_with_its_completion_or_not_at_all(
    room: Room, monkeypatch: pytest.MonkeyPatch
):
    info = await room.lobby()
    faults = [LookupError("a twig"), None]

    async def remember(tx: Transaction) -> None:
        await matches.set_lobby_message(tx, info.id, info.channel_id, 77)
        if (fault := faults.pop(0)) is not None:
            raise fault

    async def deliver(row: OutboxRow) -> TransactionHook:
        return remember

    monkeypatch.setattr(room.messenger, "deliver", deliver)
    with pytest.raises(LookupError):
        await room.worker.drain()
    assert (await room.service.matches.get(info.id)).lobby_message_id is None
    assert (await outbox.counts(room.store.read))["due"] == 1
    await room.worker.drain()
    assert (await room.service.matches.get(info.id)).lobby_message_id == 77
    assert (await outbox.counts(room.store.read))["due"] == 0
