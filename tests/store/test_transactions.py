"""One transaction is all or nothing, whatever goes wrong."""

import asyncio
import logging
from pathlib import Path

import pytest

from bot.store import Store, StoreError


async def guilds(store: Store) -> list[int]:
    return [row["guild_id"] for row in await store.read.all("SELECT guild_id FROM guilds ORDER BY guild_id")]


async def test_failure_leaves_nothing_behind(store: Store):
    async def fail() -> None:
        async with store.write() as tx:
            await tx.run("INSERT INTO guilds (guild_id) VALUES (1)")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()
    assert await guilds(store) == []


async def test_readers_see_only_what_is_committed(store: Store):
    async with store.write() as tx:
        await tx.run("INSERT INTO guilds (guild_id) VALUES (1)")
        assert await guilds(store) == []
    assert await guilds(store) == [1]


async def test_reader_cannot_write(store: Store):
    with pytest.raises(StoreError):
        await store.read.all("INSERT INTO guilds (guild_id) VALUES (1) RETURNING guild_id")


async def test_writers_take_turns_in_order(store: Store):
    order: list[int] = []

    async def write(number: int) -> None:
        async with store.write() as tx:
            await tx.run("INSERT INTO guilds (guild_id) VALUES (?)", (number,))
            order.append(number)

    await asyncio.gather(*(write(number) for number in range(20)))
    assert order == list(range(20))
    assert await guilds(store) == list(range(20))


async def test_cancelled_writer_leaves_nothing_and_blocks_nobody(store: Store):
    started = asyncio.Event()

    async def write() -> None:
        async with store.write() as tx:
            await tx.run("INSERT INTO guilds (guild_id) VALUES (1)")
            started.set()
            await asyncio.sleep(60)

    task = asyncio.create_task(write())
    await started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    async with store.write() as tx:
        await tx.run("INSERT INTO guilds (guild_id) VALUES (2)")
    assert await guilds(store) == [2]


async def test_full_disk_is_told_and_survived(store: Store):
    async with store.write() as tx:
        await tx.run("INSERT INTO guilds (guild_id) VALUES (1)")
        pages = (await tx.all("PRAGMA page_count"))[0][0]
        await tx.all(f"PRAGMA max_page_count = {pages + 2}")

    async def write_much() -> None:
        async with store.write() as tx:
            await tx.run("INSERT INTO guilds (guild_id) VALUES (2)")
            await tx.run("INSERT INTO guilds (guild_id, settings) VALUES (3, ?)", ("x" * 100_000,))

    with pytest.raises(StoreError, match="full"):
        await write_much()
    assert await guilds(store) == [1]
    async with store.write() as tx:
        await tx.run("INSERT INTO guilds (guild_id) VALUES (4)")
    assert await guilds(store) == [1, 4]


async def test_closed_store_says_so(path: Path):
    store = await Store.open(path)
    await store.close()
    with pytest.raises(StoreError):
        await store.read.all("SELECT 1")


async def test_values_are_not_logged(path: Path, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.DEBUG)
    async with await Store.open(path) as store, store.write() as tx:
        await tx.run("INSERT INTO guilds (guild_id, settings) VALUES (1, ?)", ("secret",))
    assert "secret" not in caplog.text
