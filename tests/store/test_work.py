"""The work table hands out the work that is due first, and each item to only one process at a time."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.store import outbox, work_queue
from bot.store.errors import LeaseLost
from bot.store.store import Store
from tests import database_access
from tests.store.conftest import new_match

#: The number of running matches of a large bot. Nearly all of these matches wait for a player.
OPEN = 20_000


async def make(store: Store, count: int = 1) -> list[int]:
    async with store.write() as tx:
        return [await new_match(tx, channel_id=channel) for channel in range(count)]


async def take(store: Store, now: int, most: int = 9) -> list[int]:
    async with store.write() as tx:
        return sorted(await work_queue.claim(tx, "times", most, now))


async def test_a_match_is_looked_at_at_the_earliest_of_its_times(store: Store):
    (match_id,) = await make(store)
    for due_at in (500, 300, 400):
        async with store.write() as tx:
            await work_queue.schedule(tx, "times", [match_id], due_at, 100)
    assert await work_queue.next_due(store.read, "times", 9) == [(match_id, 300)]
    assert await take(store, 299) == []
    assert await take(store, 300) == [match_id]


async def test_taken_work_belongs_to_one_process_until_its_lease_expires(store: Store):
    first, second = await make(store, 2)
    async with store.write() as tx:
        await work_queue.schedule(tx, "times", [second], 200, 100)
        await work_queue.schedule(tx, "times", [first], 300, 100)
    assert await take(store, 300, 1) == [second], "it has waited for longer"
    async with store.write() as tx:
        # New work has become due meanwhile, so the process that took the item schedules it again before releasing it.
        await work_queue.schedule(tx, "times", [second], 300, 300)
    assert await take(store, 300) == [first]
    async with store.write() as tx:
        await work_queue.renew(tx, "times", first, 310)
        await work_queue.release(tx, "times", second, None, 310)
    assert await take(store, 300 + work_queue.LEASE_SECONDS) == []
    assert await take(store, 310 + work_queue.LEASE_SECONDS) == [first]


async def test_a_process_delayed_too_long_returns_nothing(database: str):
    async with await Store.open(database) as one, await Store.open(database) as other:
        (match_id,) = await make(one)
        async with one.write() as tx:
            await work_queue.schedule(tx, "times", [match_id], 100, 100)
        assert await take(one, 100) == [match_id]
        assert await take(other, 100) == []
        assert await take(other, 100 + work_queue.LEASE_SECONDS) == [match_id]
        for due_at in (None, 900):
            with pytest.raises(LeaseLost):
                async with one.write() as tx:
                    await work_queue.release(tx, "times", match_id, due_at, 300)
        assert await work_queue.next_due(one.read, "times", 9) == [(match_id, 100 + 2 * work_queue.LEASE_SECONDS)]


async def test_a_match_that_another_transaction_holds_is_left_out(database: str):
    async with await Store.open(database) as one, await Store.open(database) as other:
        first, second = await make(one, 2)
        async with one.write() as tx:
            await work_queue.schedule(tx, "times", [first, second], 100, 100)
        async with one.lock_match(first):
            assert await take(other, 100) == [second]
        assert await take(other, 100) == [first]


async def test_a_clock_that_is_set_back_delays_no_work(store: Store):
    first, second = await make(store, 2)
    async with store.write() as tx:
        await work_queue.schedule(tx, "times", [first], 9_100, 9_000)
        await work_queue.schedule(tx, "times", [second], 200, 100)
    assert await work_queue.was_set_back(store.read, "times", 150)
    async with store.write() as tx:
        assert await work_queue.make_due(tx, "times", 150) == 1
    assert await take(store, 150) == [first]
    assert not await work_queue.was_set_back(store.read, "times", 150)


async def test_a_look_costs_what_is_due_and_not_what_exists(path: Path):
    numbers = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {OPEN}) "
    async with await Store.open(path) as store:
        async with store.write() as tx:
            await database_access.run(
                tx,
                "INSERT INTO matches (id, game, guild_id, channel_id, status, host_id, locale, created_at) "
                f"{numbers} SELECT i, 'tiny', i % 1000, i, 'playing', 1, 'en', 1 FROM n",
            )
            # Each match has a turn notification in the outbox, but only one notification in ten thousand is due.
            await database_access.run(
                tx,
                "INSERT INTO outbox (match_id, kind, payload, nonce, created_at, not_before) "
                f"{numbers} SELECT i, 'turn', '{{}}', i, 1, iif(i % 10000, 9000, 100) FROM n",
            )
            await database_access.run(
                tx,
                "INSERT INTO work (kind, match_id, due_at, set_at) "
                f"{numbers} SELECT 'posts', i, iif(i % 10000, 9000, 100), 1 FROM n",
            )
        with database_access.recorded_statements() as statements:
            assert len(await work_queue.next_due(store.read, "posts", 9)) == 9
            async with store.write() as tx:
                hands = await outbox.claim(tx, 8, 100, (), {"tiny": 1})
        assert [*hands] == [OPEN // 2, OPEN]
        assert len(statements) == 7
        for statement in statements:
            plan = (
                await store.read.all(database_access.explain_statement(statement))
                if "work" in statement or "outbox" in statement
                else ()
            )
            whole = {f"SCAN {name}" for name in ("work", "outbox", "matches")}
            assert not [row.detail for row in plan if " ".join(row.detail.split()[:2]) in whole]
