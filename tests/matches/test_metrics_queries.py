"""The metrics that come from the database are correct, use indexes, and are queried at most every 15 seconds."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy.dialects import postgresql, sqlite

from bot.matches import metrics_cache
from bot.matches.metrics_cache import MetricsCache
from bot.store import metrics_queries as store_metrics_queries
from bot.store import named_numbers, outbox, work_queue
from bot.store.engine_interface import Address
from bot.store.errors import StoreError
from bot.store.metrics_queries import read_metrics
from bot.store.statements import matches
from bot.store.statements.matches import NewPosition
from bot.store.store import Store
from tests import database_access
from tests.discord.room import Clock
from tests.store.conftest import new_match


async def test_the_figures_are_those_of_the_database_and_need_indexes_alone(address: Address) -> None:
    async with await Store.open(address) as store:
        assert await read_metrics(store.read) == store_metrics_queries.Metrics(0, None, 0, 0, 0, None, {})
        async with store.write() as tx:
            sound, broken = [await new_match(tx, channel_id=channel) for channel in (1, 2)]
            await outbox.enqueue(tx, sound, [outbox.Post("turn", {}), outbox.Post("board", {})], now=700)
            await outbox.enqueue(tx, broken, [outbox.Post("notice", {})], now=600)
            row = await outbox.get(tx, (await outbox.undelivered_ids(tx, sound))[0])
            assert row is not None
            await outbox.postpone(tx, row, 9000, "refused: 400", 750)
            await work_queue.schedule(tx, "times", [sound], 900, 700)
            assert await matches.advance(tx, broken, NewPosition(1, b"", "playing", 800, version=0))
            assert await matches.freeze(tx, broken, "abc", "why")
            await named_numbers.set_number(tx, named_numbers.BACKED_UP_AT, 500)
        found = await read_metrics(store.read)
        assert (found.posts, found.oldest, found.refused, found.frozen) == (3, 600, 1, 1)
        assert (found.reports, found.backed_up, found.due) == (0, 500, {"posts": 600, "times": 900})
        dialect = sqlite.dialect() if store.path else postgresql.dialect()
        statement = store_metrics_queries._statement().compile(dialect=dialect, compile_kwargs={"literal_binds": True})
        plan = await database_access.plan_of(store, str(statement))
        for table in ("outbox", "work", "matches", "reports", "facts"):
            assert not any(f"SCAN {table}" in step and "INDEX" not in step for step in plan), plan
            assert not any(f"Seq Scan on {table}" in step for step in plan), plan


async def test_the_database_is_asked_every_15_seconds_by_one_of_all_who_look(
    address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, time, clock = [0], [100.0], Clock()

    async def counted(db: object) -> store_metrics_queries.Metrics:
        asked[0] += 1
        await asyncio.sleep(0)
        return await read_metrics(db)  # type: ignore[arg-type]

    monkeypatch.setattr(metrics_cache, "read_metrics", counted)
    async with await Store.open(address) as store:
        seen = MetricsCache(store, clock, now=lambda: time[0])
        first, second = await asyncio.gather(seen.snapshot(), seen.snapshot())
        assert first == second is not None
        time[0] += 14.9
        later = await seen.snapshot()
        assert later is not None
        assert (asked[0], round(later.age, 1)) == (1, 14.9)
        time[0] += 0.1
        await seen.snapshot()
        assert asked[0] == 2


async def test_without_a_database_the_last_figures_are_told_with_their_age(
    address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = [0.0]

    async def fails(_: object) -> store_metrics_queries.Metrics:
        raise StoreError("The database can't be read: its server can't be reached.")

    async with await Store.open(address) as store:
        seen = MetricsCache(store, Clock(), now=lambda: time[0])
        with monkeypatch.context() as patch:
            patch.setattr(metrics_cache, "read_metrics", fails)
            assert await seen.snapshot() is None
        time[0] += 15
        assert await seen.snapshot() is not None
        monkeypatch.setattr(metrics_cache, "read_metrics", fails)
        time[0] += 20
        old = await seen.snapshot()
        assert old is not None
        assert old.age == 20
