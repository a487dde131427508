"""When a database file can't be opened, the host gets a single sentence that explains the reason."""

# ruff: noqa: ASYNC220, ASYNC240 - a test has nothing else to do while it waits for a file

import os
import sqlite3
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import NoReturn

import pytest
from sqlalchemy.exc import DBAPIError

from bot.store.errors import StoreError
from bot.store.migrations import VERSION, legacy
from bot.store.statements import users_and_servers
from bot.store.store import Store
from tests import database_access
from tests.store import formats

ROOT = Path(__file__).parents[2]


async def refusal(path: Path | str) -> str:
    with pytest.raises(StoreError) as caught:
        await (await Store.open(path)).close()
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def tables(path: Path) -> set[str]:
    db = sqlite3.connect(path)
    names = {row[0] for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    db.close()
    return names


async def test_new_file_gets_every_migration(path: Path):
    async with await Store.open(path) as store:
        assert await database_access.pragma(store, "user_version") == VERSION
        assert await database_access.pragma(store, "journal_mode") == "wal"
        assert await database_access.pragma(store, "synchronous") == 2
        assert await database_access.pragma(store, "foreign_keys") == 1
    assert {"guilds", "users", "matches", "seats", "journal", "snapshots", "outbox"} <= tables(path)


async def test_opens_again_and_keeps_what_it_has(path: Path):
    async with await Store.open(path) as store, store.write() as tx:
        await users_and_servers.set_guild_settings(tx, 5, {"a": 1})
    async with await Store.open(path) as store:
        assert await users_and_servers.guild_settings(store.read, 5) == {"a": 1}


async def test_failing_migration_leaves_the_version_before_it(path: Path, monkeypatch: pytest.MonkeyPatch):
    formats.make(path, 7)
    broken = ("CREATE TABLE extra (id INTEGER) STRICT", "CREATE TABLE extra (id INTEGER) STRICT")
    monkeypatch.setattr(legacy, "STEPS", (*legacy.STEPS[:8], broken))
    assert "extra already exists" in await refusal(path)
    monkeypatch.undo()
    assert tables(path).isdisjoint({"extra", "agreed", "alembic_version"})
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA user_version").fetchone()[0] == 7
    db.close()
    await (await Store.open(path)).close()


async def test_newer_database_is_refused_untouched(path: Path):
    await (await Store.open(path)).close()
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version = {VERSION + 1}")
    db.close()
    assert "newer version" in await refusal(path)
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA user_version").fetchone()[0] == VERSION + 1
    db.close()


async def test_file_that_is_no_database(path: Path):
    path.write_bytes(b"dear diary, " * 500)
    assert "not a database" in await refusal(path)
    assert path.read_bytes().startswith(b"dear diary")


async def test_damage_in_the_middle_of_a_file_that_was_not_closed_is_found_at_the_start(path: Path):
    async with await Store.open(path) as store:
        async with store.write() as tx:
            for number in range(2000):
                await users_and_servers.set_guild_settings(tx, number, {"long": "x" * 50})
        await database_access.pragma(store, "main.wal_checkpoint")
        whole = path.read_bytes()
        log = path.with_name(f"{path.name}-wal").read_bytes()
    half = len(whole) // 2
    path.write_bytes(whole[:half] + b"\xa5" * 8192 + whole[half + 8192 :])
    path.with_name(f"{path.name}.mark").unlink()
    # SQLite ignores a log whose first frame is incomplete, so it reads the damaged page from the database file.
    path.with_name(f"{path.name}-wal").write_bytes(log[:1000])
    assert "damaged" in await refusal(path)


async def test_a_file_that_was_closed_is_not_read_through_at_each_start(path: Path):
    await (await Store.open(path)).close()
    with database_access.recorded_statements() as statements:
        await (await Store.open(path)).close()
    assert not [statement for statement in statements if "quick_check" in statement]
    formats.make(path.with_name("old"), 7)
    with database_access.recorded_statements() as statements:
        await (await Store.open(path.with_name("old"))).close()
    assert "PRAGMA quick_check(1)" in statements


@pytest.mark.parametrize("length", [1, 99, 100, 512, 4095, 4096, 40_000])
async def test_truncated_database(path: Path, length: int):
    async with await Store.open(path) as store, store.write() as tx:
        await users_and_servers.set_guild_settings(tx, 1, {})
    left = path.read_bytes()[:length]
    path.write_bytes(left)
    assert "damaged" in await refusal(path)
    assert path.read_bytes() == left


async def test_who_only_uses_a_database_makes_none(tmp_path: Path):
    with pytest.raises(StoreError, match="There is no database"):
        await Store.open(tmp_path / "a.db", create=False)
    assert list(tmp_path.iterdir()) == []
    await (await Store.open(tmp_path / "a.db")).close()
    await (await Store.open(tmp_path / "a.db", create=False)).close()


async def test_log_without_its_database_is_not_thrown_away(path: Path):
    log = path.with_name(path.name + "-wal")
    log.write_bytes(b"matches that never came into the file")
    for _ in range(2):
        assert "is gone but its log" in await refusal(path)
        path.touch()
    assert log.read_bytes().startswith(b"matches")


async def test_other_programs_lock_is_waited_for_and_told(path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bot.store.sqlite.BUSY_TIMEOUT", 0.05)
    async with await Store.open(path) as store:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="locked"):
            async with store.write():
                pass
        other.execute("ROLLBACK")
        async with store.write() as tx:
            await users_and_servers.set_guild_settings(tx, 1, {})
    other.execute("PRAGMA journal_mode = DELETE")
    other.execute("BEGIN EXCLUSIVE")
    assert "in use by another process" in await refusal(path)
    other.close()


async def test_a_disk_that_was_full_before_the_start_is_told(path: Path, monkeypatch: pytest.MonkeyPatch):
    """On a full disk, SQLite can't create the index of its write-ahead log, and reports only "disk I/O error"."""

    def stumble(*_: object) -> NoReturn:
        raise DBAPIError("SELECT 1", {}, sqlite3.OperationalError("disk I/O error"))

    monkeypatch.setattr("bot.store.sqlite_opening._check", stumble)
    monkeypatch.setattr("os.statvfs", lambda _: SimpleNamespace(f_bavail=1, f_frsize=4096))
    assert await refusal(path) == f"The database {path} can't be opened: the disk is full."


async def test_no_thread_is_left_by_a_refusal(path: Path, monkeypatch: pytest.MonkeyPatch):
    def stumble(*_: object) -> NoReturn:
        raise DBAPIError("SELECT 1", {}, sqlite3.OperationalError("disk I/O error"))

    before = set(threading.enumerate())
    for name in ("_check", "version_of", "FileConnection.connection"):
        monkeypatch.setattr(f"bot.store.sqlite_opening.{name}", stumble)
        assert "can't be opened: the disk is full or fails." in await refusal(path)
        monkeypatch.undo()
    for thread in set(threading.enumerate()) - before:
        thread.join(5)
        assert not thread.is_alive(), "a thread keeps the process from ending"
    await (await Store.open(path)).close()


@pytest.mark.parametrize("name", ["x" * 300, "a\0b"])
async def test_name_that_no_file_can_have(tmp_path: Path, name: str):
    assert "can't be opened" in await refusal(tmp_path / name)


async def test_other_programs_database(path: Path):
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE recipes (id INTEGER)")
    db.close()
    assert "another program" in await refusal(path)
    assert tables(path) == {"recipes"}


async def test_missing_folder(tmp_path: Path):
    assert "does not exist" in await refusal(tmp_path / "nowhere" / "db.sqlite3")
    assert not (tmp_path / "nowhere").exists()


async def test_a_folder_in_its_place(tmp_path: Path):
    assert "is a folder" in await refusal(tmp_path)


async def test_memory_is_a_file_name_like_any_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    await (await Store.open(":memory:")).close()
    assert (tmp_path / ":memory:").stat().st_size > 0


OPEN = """
import asyncio, os, sys
from sqlalchemy.exc import DBAPIError

from bot.store.statements import users_and_servers
from bot.store.errors import StoreError
from bot.store.store import Store
if os.geteuid() == 0:
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
async def main():
    try:
        await (await Store.open(sys.argv[1])).close()
    except StoreError as error:
        print(error)
asyncio.run(main())
"""


def opened_by_a_stranger(path: Path) -> str:
    # Root ignores file modes, so the test opens the database as another user.
    done = subprocess.run([sys.executable, "-c", OPEN, path], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.skipif(os.name != "posix", reason="file modes are of POSIX systems")
async def test_read_only_file_and_folder():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "db.sqlite3"
        await (await Store.open(path)).close()
        path.chmod(0o444)
        folder.chmod(0o777)
        assert "is read-only" in opened_by_a_stranger(path)
        path.chmod(0o666)
        (folder / "db.sqlite3.lock").unlink()
        folder.chmod(0o555)
        assert "can't be written to" in opened_by_a_stranger(path)
        # With the lock of an earlier start, SQLite fails only at its first write.
        for ending in (".lock", ".mark"):
            (folder / f"db.sqlite3{ending}").touch()
            (folder / f"db.sqlite3{ending}").chmod(0o666)
        assert "can't be written to" in opened_by_a_stranger(path)
        folder.chmod(0o755)


HOLD = """
import asyncio, sys
from bot.store.store import Store
async def main():
    async with await Store.open(sys.argv[1]):
        print("open", flush=True)
        await asyncio.sleep(60)
asyncio.run(main())
"""


async def test_second_process_is_refused_until_the_first_dies(path: Path):
    with subprocess.Popen([sys.executable, "-c", HOLD, path], stdout=subprocess.PIPE, text=True, cwd=ROOT) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "open\n"
        assert "in use by another process" in await refusal(path)
        first.kill()
    await (await Store.open(path)).close()
