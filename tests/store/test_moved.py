"""If a database file is moved or deleted while it is in use, no commit is acknowledged until the file is back."""

# ruff: noqa: ASYNC240 - a test has nothing else to do while it waits for a file

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.store.errors import StoreError
from bot.store.statements import users_and_servers
from bot.store.store import Store

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="an open file can't be moved there")


async def saved(store: Store, user_id: int, meanwhile: Callable[[], object] = lambda: None) -> bool:
    """Save a setting. Return False if the commit failed because a database file was moved, replaced or deleted."""
    try:
        async with store.write() as tx:
            await users_and_servers.set_locale(tx, user_id, "hu")
            meanwhile()
    except StoreError as error:
        return "was moved, replaced or deleted" not in str(error)
    return True


@pytest.mark.parametrize("ending", ["", "-wal"])
async def test_nothing_is_acknowledged_until_a_file_that_was_renamed_is_back(path: Path, ending: str) -> None:
    file = path.with_name(path.name + ending)
    async with await Store.open(path) as store:
        assert await saved(store, 1)
        file.rename(path.with_name("elsewhere"))
        assert [await saved(store, number) for number in range(2, 12)] == [False] * 10
        assert "was moved, replaced or deleted" in (store.unwritable or "")
        path.with_name("elsewhere").rename(file)
        assert await saved(store, 12)
        assert store.unwritable is None
    async with await Store.open(path) as store:
        known = await users_and_servers.several(store.read, range(1, 13))
        assert [user_id for user_id, row in known.items() if row.locale == "hu"] == [1, 12]


async def test_a_file_that_was_deleted_or_replaced_by_a_copy_takes_nothing_more(path: Path) -> None:
    async with await Store.open(path) as store:
        assert await saved(store, 1)
        copy = path.read_bytes()
        path.unlink()
        assert not await saved(store, 2)
        path.write_bytes(copy)
        assert not await saved(store, 3)


async def test_a_file_that_is_moved_during_a_transaction_is_noticed_before_the_commit(path: Path) -> None:
    async with await Store.open(path) as store:
        assert not await saved(store, 1, lambda: path.rename(path.with_name("elsewhere")))
        path.with_name("elsewhere").rename(path)
        assert (await users_and_servers.user(store.read, 1)).locale is None


async def test_a_new_session_has_its_own_log(path: Path) -> None:
    async with await Store.open(path) as store:
        assert await saved(store, 1)
        for line in (store._database._reader, store._database._writer):  # type: ignore[attr-defined]
            await (await line.connection()).invalidate()
            await line._let_go()
        assert await saved(store, 2)
