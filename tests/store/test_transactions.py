"""A transaction is saved as a whole or not at all, whatever goes wrong."""

import asyncio
import gc
import logging
import sqlite3
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError

from bot.store import postgres, sqlite
from bot.store.engine_interface import Address
from bot.store.errors import CommitOutcomeUnknown, StoreError
from bot.store.statements import matches, users_and_servers
from bot.store.store import Store
from bot.store.transactions import Transaction, run_to_completion
from tests import database_access
from tests.store.conftest import new_match


async def guilds(store: Store) -> list[int]:
    return [
        row["guild_id"]
        for row in await database_access.rows(store.read, "SELECT guild_id FROM guilds ORDER BY guild_id")
    ]


async def add(tx: Transaction, *numbers: int) -> None:
    for number in numbers:
        await database_access.run(tx, "INSERT INTO guilds (guild_id) VALUES (:number)", number=number)


async def test_failure_leaves_nothing_behind(store: Store):
    async def fail() -> None:
        async with store.write() as tx:
            await add(tx, 1)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()
    assert await guilds(store) == []


async def test_readers_see_only_what_is_committed(store: Store):
    async with store.write() as tx:
        await add(tx, 1)
        assert await guilds(store) == []
    assert await guilds(store) == [1]


async def test_reader_cannot_write(store: Store):
    with pytest.raises(StoreError, match="read-only"):
        await database_access.rows(store.read, "INSERT INTO guilds (guild_id) VALUES (1) RETURNING guild_id")


async def test_writers_of_a_file_take_turns_in_order(path: Path):
    order: list[int] = []

    async def write(number: int) -> None:
        async with store.write() as tx:
            await add(tx, number)
            order.append(number)

    async with await Store.open(path) as store:
        await asyncio.gather(*(write(number) for number in range(20)))
        assert await guilds(store) == list(range(20))
    assert order == list(range(20))


async def test_all_who_write_at_once_have_written(store: Store):
    async def write(number: int) -> None:
        async with store.write() as tx:
            await add(tx, number)

    await asyncio.gather(*(write(number) for number in range(30)))
    assert await guilds(store) == list(range(30))


async def test_who_holds_a_match_is_alone_with_it_and_reads_what_it_wrote(store: Store):
    async with store.write() as tx:
        match_id = await new_match(tx)

    async def count() -> None:
        async with store.lock_match(match_id):
            info = await matches.get(store.read, match_id)
            assert info is not None
            async with store.write() as tx:
                await matches.set_lobby(tx, match_id, host_id=info.host_id + 1, locale="en", options={}, version=1)
            again = await matches.get(store.read, match_id)
            assert again is not None
            assert again.host_id == info.host_id + 1

    await asyncio.gather(*(count() for _ in range(20)))
    info = await matches.get(store.read, match_id)
    assert info is not None
    assert info.host_id == 3 + 20


async def test_what_a_block_within_did_is_undone_with_the_whole(store: Store):
    async with store.write() as tx:
        match_id = await new_match(tx)
    done: list[str] = []

    async def fail() -> None:
        async with store.lock_match(match_id):
            async with store.write() as tx:
                await add(tx, 1)
                tx.after_commit.append(lambda: done.append("told"))
            assert await guilds(store) == [1]
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()
    assert await guilds(store) == []
    assert done == []


async def test_cancelled_writer_leaves_nothing_and_blocks_no_one(store: Store):
    started = asyncio.Event()

    async def write() -> None:
        async with store.write() as tx:
            await add(tx, 1)
            started.set()
            await asyncio.sleep(60)

    task = asyncio.create_task(write())
    await started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    async with store.write() as tx:
        await add(tx, 2)
    assert await guilds(store) == [2]


async def test_a_closed_connection_frees_the_file_while_one_of_its_statements_is_still_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """A cancelled INSERT of several rows stays in memory until the garbage collector finds it."""
    monkeypatch.setattr(sqlite, "BUSY_TIMEOUT", 0.1)
    first, second = (sqlite.FileConnection(tmp_path / "a.sqlite", ["journal_mode = WAL"]) for _ in range(2))
    try:
        await first.execute("CREATE TABLE kept (number INTEGER)")
        await first.execute("BEGIN IMMEDIATE")
        driver = await first.driver()
        statement: sqlite3.Cursor = await driver._execute(
            driver._conn.executemany, "INSERT INTO kept VALUES (?)", [(1,), (2,)]
        )
        await first.close()
        await second.execute("BEGIN IMMEDIATE")
        assert await second.execute("SELECT number FROM kept") == []
        assert statement.rowcount == 2
    finally:
        await first.close()
        await second.close()


@pytest.mark.parametrize("many", [False, True], ids=["one row", "several rows"])
async def test_the_cursor_of_a_statement_does_not_leave_its_thread(tmp_path: Path, many: bool):
    """Freeing it in another thread would reset the statement, which may be running again by then."""
    line = sqlite.FileConnection(tmp_path / "a.sqlite", ["journal_mode = WAL"])
    try:
        await line.execute("CREATE TABLE kept (number INTEGER)")
        driver = await line.driver()
        result = await driver.run("INSERT INTO kept VALUES (?)", [(1,), (2,)] if many else (1,), many=many)
        assert result.rowcount == 1 + many
        cursors = [one for one in gc.get_objects() if isinstance(one, sqlite3.Cursor)]
        assert not [one for one in cursors if one.connection is driver._conn]
    finally:
        await line.close()


@pytest.mark.parametrize("times", [1, 2], ids=["once", "twice"])
async def test_a_cancelled_transaction_is_all_or_nothing_and_disturbs_no_other(
    store: Store, monkeypatch: pytest.MonkeyPatch, times: int
):
    """A transaction is cancelled at each of its SQL statements and at its COMMIT.

    In the case "twice", it is cancelled a second time while it is ending.
    """
    loop, left, writer = asyncio.get_running_loop(), 0, None

    def cancel(more: int) -> None:
        assert writer is not None
        writer.cancel()
        if more > 1:
            loop.call_soon(cancel, more - 1)

    async def pass_by(_: object = None) -> None:
        nonlocal left
        if asyncio.current_task() is writer:
            left -= 1
            if left == 0:
                loop.call_soon(cancel, times)

    async def seen_to_its_end(work: Coroutine[Any, Any, object]) -> None:
        await pass_by()
        await run_to_completion(work)

    async def write() -> None:
        async with store.write() as tx:
            await add(tx, 1, 2)

    for module in (sqlite, postgres):
        monkeypatch.setattr(module, "run_to_completion", seen_to_its_end)
    found: list[list[int]] = []
    with database_access.on_each_statement(pass_by):
        while not found or left <= 0:
            left = len(found) + 1
            writer = asyncio.create_task(write())
            await asyncio.wait({writer})
            if left > 0:
                break
            assert writer.cancelled()
            found.append(await guilds(store))
            async with store.write() as tx:
                await add(tx, 3)
            assert await guilds(store) == [*found[-1], 3]
            async with store.write() as tx:
                await database_access.run(tx, "DELETE FROM guilds")
    assert found[:2] == [[], []]
    assert all(kept in ([], [1, 2]) for kept in found)
    assert [1, 2] in found, "a COMMIT that is on its way is waited for"
    assert store.unwritable is None


async def test_full_disk_is_told_and_survived(path: Path):
    async with await Store.open(path) as store:
        async with store.write() as tx:
            await add(tx, 1)
        pages = await database_access.pragma(store, "page_count")
        await database_access.pragma(store, f"max_page_count = {pages + 2}")

        async def write_much() -> None:
            async with store.write() as tx:
                await add(tx, 2)
                await users_and_servers.set_guild_settings(tx, 3, {"long": "x" * 100_000})

        with pytest.raises(StoreError, match="full"):
            await write_much()
        assert await guilds(store) == [1]
        async with store.write() as tx:
            await add(tx, 4)
        assert await guilds(store) == [1, 4]


async def test_a_block_in_which_a_statement_failed_saves_nothing_though_it_goes_on(store: Store):
    async def write() -> None:
        async with store.write() as tx:
            await add(tx, 1)
            with suppress(StoreError):
                await database_access.run(tx, "UPDATE nowhere SET anything = 1")

    with pytest.raises(StoreError, match="nowhere"):
        await write()
    assert await guilds(store) == []


async def test_what_follows_on_a_full_disk_is_not_saved_by_itself(path: Path):
    async with await Store.open(path) as store:
        await database_access.pragma(store, f"max_page_count = {await database_access.pragma(store, 'page_count') + 2}")

        async def write() -> None:
            async with store.write() as tx:
                await add(tx, 1)
                with suppress(StoreError):
                    await users_and_servers.set_guild_settings(tx, 3, {"long": "x" * 100_000})
                with suppress(StoreError):
                    await add(tx, 2)

        with pytest.raises(StoreError, match="full"):
            await write()
        assert await guilds(store) == []


async def test_closed_store_says_so(address: Address):
    store = await Store.open(address)
    await store.close()
    with pytest.raises(StoreError, match="closed"):
        await database_access.rows(store.read, "SELECT 1")
    with pytest.raises(StoreError, match="closed"):
        async with store.write():
            pass


async def test_values_are_not_logged_and_not_in_errors(address: Address, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.DEBUG)
    async with await Store.open(address) as store:
        async with store.write() as tx:
            await users_and_servers.set_guild_settings(tx, 1, {"a": "secret"})
        assert "secret" in str(await users_and_servers.guild_settings(store.read, 1))
        with pytest.raises(IntegrityError) as caught:
            async with store.write() as tx:
                await database_access.run(
                    tx, "INSERT INTO users (user_id, locale, prefs) VALUES (1, :locale, NULL)", locale="secret"
                )
    assert "secret" not in caplog.text
    assert "secret" not in str(caught.value).split("DETAIL")[0]


async def test_a_task_is_done_by_one_process_at_a_time(database: str):
    async with await Store.open(database) as store, await Store.open(database) as another:
        async with (
            store.try_task_lock(1) as first,
            another.try_task_lock(1) as second,
            another.try_task_lock(2) as other,
        ):
            assert (first, second, other) == (True, False, True)
        async with another.try_task_lock(1) as afterwards:
            assert afterwards


async def test_a_task_that_fails_fails_as_it_does_and_is_free_again(address: Address):
    async with await Store.open(address) as store:
        with pytest.raises(ConnectionError, match="elsewhere"):
            async with store.try_task_lock(1):
                raise ConnectionError("elsewhere")
        async with store.try_task_lock(1) as free_again:
            assert free_again


async def test_no_one_is_told_that_nothing_was_saved_when_the_disk_is_not_sure(
    path: Path, monkeypatch: pytest.MonkeyPatch
):
    """A commit that was written but not synced to the disk may have been saved, so no error may claim the opposite."""
    run = sqlite._ThreadedConnection.run

    async def unsynced(self: Any, statement: str, values: Any, *, many: bool = False) -> Any:
        done = await run(self, statement, values, many=many)
        if statement == "COMMIT":
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorname = "SQLITE_IOERR_FSYNC"
            raise error
        return done

    async with await Store.open(path) as store:
        with monkeypatch.context() as patch:
            patch.setattr(sqlite._ThreadedConnection, "run", unsynced)
            with pytest.raises(CommitOutcomeUnknown):
                async with store.write() as tx:
                    await add(tx, 1)
        async with store.write() as tx:
            await add(tx, 2)
        assert await guilds(store) == [1, 2]


async def test_a_row_that_is_there_already_is_no_outage(address: Address, caplog: pytest.LogCaptureFixture):
    async with await Store.open(address) as store:

        async def write_twice() -> None:
            async with store.write() as tx:
                for _ in range(2):
                    await database_access.run(tx, "INSERT INTO facts (name, value) VALUES ('twice', 1)")

        with pytest.raises(IntegrityError):
            await write_twice()
        assert store.unwritable is None
    assert "until further notice" not in caplog.text
