"""Only one process can open a database, even if another uses a symbolic link or the lock file was deleted."""

# ruff: noqa: ASYNC240 - a test has nothing else to do while it waits for a file

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.store.database_lock import FileLock
from bot.store.errors import StoreError
from bot.store.read_only import read_snapshot
from bot.store.statements import users_and_servers
from bot.store.store import Store

ROOT = Path(__file__).parents[2]
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has locks of open files")

TRY = """
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], timeout=0, isolation_level=None)
try:
    database.execute(sys.argv[2])
    print("done")
except sqlite3.OperationalError as error:
    print(error)
"""


def another_program(path: Path, statement: str) -> str:
    """Run an SQL statement with Python's sqlite3 in another process. Return "done" or the error message."""
    command = [sys.executable, "-c", TRY, str(path), statement]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@pytest.fixture
def held(path: Path) -> Iterator[Path]:
    """The path of a database that another process has open."""
    command = [sys.executable, "-m", "tests.store.writer_child", str(path), "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "1\n"
        yield path
        child.kill()


async def refused(path: Path) -> None:
    with pytest.raises(StoreError, match="in use by another process; stop that one first"):
        await Store.open(path)


async def test_a_symbolic_link_is_the_same_database(held: Path, tmp_path: Path):
    link = tmp_path / "elsewhere.db"
    link.symlink_to(held)
    await refused(link)


@linux_only
async def test_a_hard_link_is_the_same_database(held: Path, tmp_path: Path):
    (tmp_path / "other").mkdir()
    link = tmp_path / "other" / "elsewhere.db"
    os.link(held, link)
    await refused(link)


@linux_only
async def test_deleting_the_lock_file_lets_no_one_in(held: Path):
    held.with_name(f"{held.name}.lock").unlink()
    await refused(held)
    with pytest.raises(StoreError, match="in use by another process"):
        FileLock(held)


@linux_only
async def test_reading_the_file_within_the_process_drops_no_lock(path: Path):
    async with await Store.open(path):
        path.read_bytes()
        path.with_name(f"{path.name}.lock").unlink()
        with pytest.raises(StoreError, match="in use by another process"):
            FileLock(path)


async def test_sqlites_own_locks_hold_between_processes(path: Path):
    async with await Store.open(path) as store:
        async with store.write() as tx:
            await users_and_servers.set_guild_settings(tx, 1, {})
            assert another_program(path, "BEGIN IMMEDIATE") == "database is locked"
            assert another_program(path, "SELECT * FROM guilds") == "done"
        assert another_program(path, "BEGIN IMMEDIATE") == "done"
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("PRAGMA integrity_check")
        other.close()
        async with store.write() as tx:
            assert another_program(path, "BEGIN IMMEDIATE") == "database is locked"
        async with read_snapshot(path) as db:
            assert await users_and_servers.guild_settings(db, 1) == {}


async def test_a_lock_that_was_let_go_of_can_be_taken(path: Path):
    await (await Store.open(path)).close()
    lock = FileLock(path)
    await refused(path)
    lock.release()
    lock.release()
    await (await Store.open(path)).close()


async def test_a_refused_start_leaves_the_holder_its_lock(held: Path):
    for _ in range(2):
        await refused(held)
    assert not held.with_name(f"{held.name}-journal").exists()
