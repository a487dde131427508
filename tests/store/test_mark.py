"""If commits that were acknowledged are missing from a database, the next start reports it, without false alarms."""

# ruff: noqa: ASYNC240 - a test has nothing else to do while it waits for a file

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from bot.store.errors import StoreError
from bot.store.lost_commit_check import CommitCounter
from bot.store.read_only import read_snapshot
from bot.store.statements import users_and_servers
from bot.store.store import Store
from bot.store.tables import guilds as guild_table
from tests import database_access
from tests.store import formats

ROOT = Path(__file__).parents[2]
#: The number of commits that the process acknowledges before it is killed.
WRITTEN = 7
ENDINGS = ("", "-wal", "-shm", ".mark")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is of POSIX systems")


def beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def write_and_kill(path: Path, *more: str) -> Path:
    """Let a process write to a database, and kill the process with SIGKILL once its last commit is acknowledged."""
    command = [sys.executable, "-m", "tests.store.writer_child", str(path), str(WRITTEN), *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as child:
        assert child.stdout is not None
        while line := child.stdout.readline():
            if line == "done\n":
                break
        child.kill()
    return path


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a killed process that left all commits in the write-ahead log."""
    return write_and_kill(tmp_path_factory.mktemp("left") / "a.db")


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a killed process that had checkpointed its write-ahead log but not deleted the log."""
    return write_and_kill(tmp_path_factory.mktemp("saved") / "a.db", "save")


@pytest.fixture
def dead(left: Path, tmp_path: Path) -> Path:
    return copied(left, tmp_path)


def copied(source: Path, folder: Path) -> Path:
    for ending in ENDINGS:
        shutil.copy(beside(source, ending), beside(folder / "dead.db", ending))
    return folder / "dead.db"


async def guilds(path: Path) -> list[int]:
    """Open the database as the bot does at its start, and return the guild ids in it."""
    async with await Store.open(path) as store:
        return [row[0] for row in await store.read.all(guild_table.select().order_by(guild_table.c.guild_id))]


ALL = list(range(1, WRITTEN + 1))


async def refused(path: Path) -> str:
    """Check that the database can't be opened or read, and that trying doesn't change it. Return the error message."""
    kept = {ending: beside(path, ending).read_bytes() for ending in ("", "-wal") if beside(path, ending).exists()}
    sentences = set()
    for _ in range(2):
        with pytest.raises(StoreError) as caught:
            await (await Store.open(path)).close()
        sentences.add(str(caught.value))
        with pytest.raises(StoreError) as caught:
            async with read_snapshot(path):
                pass
        sentences.add(str(caught.value))
    assert all(beside(path, ending).read_bytes() == content for ending, content in kept.items())
    (sentence,) = sentences
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert sentence.count(". ") == 0
    return sentence


async def test_what_a_killed_process_acknowledged_is_there(dead: Path):
    assert await guilds(dead) == ALL
    assert await guilds(dead) == ALL


CUTS: dict[str, Callable[[int], int]] = {
    "empty": lambda size: 0,
    "in its header": lambda size: 20,
    "after its header": lambda size: 32,
    "in its first page": lambda size: 1000,
    "in half": lambda size: size // 2,
    "by its last page": lambda size: size - 4120,
    "by one byte": lambda size: size - 1,
}


@pytest.mark.parametrize("where", CUTS)
async def test_a_log_that_was_cut_is_refused(dead: Path, where: str):
    log = beside(dead, "-wal")
    log.write_bytes(log.read_bytes()[: CUTS[where](log.stat().st_size)])
    assert "lacks its latest moves" in await refused(dead)


@pytest.mark.parametrize("share", [0.0, 0.001, 0.1, 0.25, 0.5, 0.75, 0.9, 0.9999])
async def test_a_log_with_one_other_byte_is_refused(dead: Path, share: float):
    log = beside(dead, "-wal")
    content = bytearray(log.read_bytes())
    content[int(len(content) * share)] ^= 1
    log.write_bytes(content)
    assert "lacks its latest moves" in await refused(dead)


@pytest.mark.parametrize("at", [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56])
async def test_a_log_with_another_byte_in_its_header_or_its_first_pages_is_refused(dead: Path, at: int):
    log = beside(dead, "-wal")
    content = bytearray(log.read_bytes())
    content[at] ^= 1
    log.write_bytes(content)
    assert "lacks its latest moves" in await refused(dead)


@pytest.mark.parametrize(
    "lost", [("-wal",), ("-wal", "-shm"), ("-wal", ".mark"), ("-wal", "-shm", ".mark")], ids=" ".join
)
async def test_a_database_without_its_log_is_refused(dead: Path, lost: tuple[str, ...]):
    for ending in lost:
        beside(dead, ending).unlink()
    assert "lacks its latest moves" in await refused(dead)


async def test_a_log_put_back_makes_the_database_whole(dead: Path):
    log = beside(dead, "-wal")
    whole = log.read_bytes()
    for damaged in (b"", whole[: len(whole) // 2], whole[:100] + b"\xff" + whole[101:]):
        log.write_bytes(damaged)
        await refused(dead)
    log.write_bytes(whole)
    assert await guilds(dead) == ALL


@pytest.mark.parametrize("lost", [("-wal",), ("-wal", "-shm", ".mark")], ids=" ".join)
async def test_who_makes_the_mark_an_empty_file_goes_on_with_what_is_left(dead: Path, lost: tuple[str, ...]):
    for ending in lost:
        beside(dead, ending).unlink()
    assert "make dead.db.mark an empty file to go on" in await refused(dead)
    beside(dead, ".mark").write_bytes(b"")
    assert await guilds(dead) == []
    assert await guilds(dead) == []


async def test_a_log_cut_in_half_gives_up_its_first_half_on_purpose(dead: Path):
    log = beside(dead, "-wal")
    log.write_bytes(log.read_bytes()[: log.stat().st_size // 2])
    await refused(dead)
    beside(dead, ".mark").write_bytes(b"")
    some = await guilds(dead)
    assert some == ALL[: len(some)]
    assert 0 < len(some) < WRITTEN


async def test_a_deleted_database_is_not_silently_recreated(dead: Path):
    for ending in ("", "-wal", "-shm"):
        beside(dead, ending).unlink()
    with pytest.raises(StoreError, match=r"is gone but its mark dead\.db\.mark is there"):
        await Store.open(dead)
    assert [file.name for file in dead.parent.iterdir()] == ["dead.db.mark"]
    dead.touch()
    with pytest.raises(StoreError, match="is gone"):
        await Store.open(dead)
    dead.unlink()
    beside(dead, ".mark").unlink()
    assert await guilds(dead) == []


async def test_an_older_copy_in_the_place_of_the_database_is_refused(tmp_path: Path):
    path = tmp_path / "a.db"
    await (await Store.open(path)).close()
    old = path.read_bytes()
    async with await Store.open(path) as store, store.write() as tx:
        await users_and_servers.set_guild_settings(tx, 1, {})
    path.write_bytes(old)
    before = set(tmp_path.iterdir())
    with pytest.raises(StoreError, match="older copy"):
        await Store.open(path)
    assert set(tmp_path.iterdir()) == before
    assert "older copy" in await refused(path)


# -- no false alarms ------------------------------------------------------------------------------------------


async def test_a_process_that_died_between_a_commit_and_its_mark_lost_nothing(dead: Path):
    mark = beside(dead, ".mark")
    for behind in (1, 5):
        mark.write_text(f"{int(mark.read_text()) - behind}\n")
    assert await guilds(dead) == ALL


async def test_a_log_that_another_program_saved_and_deleted_is_not_missed(dead: Path):
    database = sqlite3.connect(dead)
    database.execute("PRAGMA main.wal_checkpoint(FULL)")
    database.close()
    beside(dead, "-wal").unlink(missing_ok=True)
    assert await guilds(dead) == ALL


async def test_a_saved_log_is_not_missed_and_its_first_half_hides_nothing(saved: Path, tmp_path: Path):
    path = copied(saved, tmp_path)
    log = beside(path, "-wal")
    whole = log.read_bytes()
    log.write_bytes(whole[: len(whole) // 2])
    # The first half of the log has old versions of pages that are newer in the file, so recovery from it would lose
    # commits.
    assert "lacks its latest moves" in await refused(path)
    log.unlink()
    assert await guilds(path) == ALL


async def test_a_database_that_was_closed_needs_nothing_but_itself(dead: Path):
    assert await guilds(dead) == ALL
    assert not beside(dead, "-wal").exists()
    beside(dead, ".mark").unlink()
    assert await guilds(dead) == ALL


@pytest.mark.parametrize("version", [1, 7])
async def test_a_database_of_an_older_version_gets_a_mark(tmp_path: Path, version: int):
    path = tmp_path / "old.db"
    formats.make(path, version)
    assert not beside(path, ".mark").exists()
    await (await Store.open(path)).close()
    assert int(beside(path, ".mark").read_text()) > 0


async def test_the_mark_goes_with_every_change_and_with_no_look(tmp_path: Path):
    path = tmp_path / "a.db"
    async with await Store.open(path) as store:
        seen = [int(beside(path, ".mark").read_text())]
        for guild in range(3):
            async with store.write() as tx:
                await users_and_servers.set_guild_settings(tx, guild, {})
            seen.append(int(beside(path, ".mark").read_text()))
            async with store.write() as tx:
                assert await users_and_servers.guild_settings(tx, guild) == {}
            with suppress(ZeroDivisionError):
                async with store.write() as tx:
                    await users_and_servers.set_guild_settings(tx, 9, {})
                    raise ZeroDivisionError
        assert seen == list(range(seen[0], seen[0] + 4))
        assert int(beside(path, ".mark").read_text()) == seen[-1]


async def test_readers_beside_a_writer_see_no_loss(tmp_path: Path):
    path = tmp_path / "a.db"
    async with await Store.open(path) as store:
        for guild in range(20):
            async with store.write() as tx:
                await users_and_servers.set_guild_settings(tx, guild, {})
            async with read_snapshot(path) as db:
                assert await users_and_servers.guild_settings(db, guild) == {}


# -- the mark itself ------------------------------------------------------------------------------------------


async def test_a_mark_that_no_one_can_read_is_told(dead: Path):
    beside(dead, ".mark").write_text("lorem ipsum")
    assert "dead.db.mark is damaged" in await refused(dead)
    beside(dead, ".mark").write_bytes(b"")
    assert await guilds(dead) == ALL


async def test_a_mark_that_cannot_be_written_stops_no_commit(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    import resource

    mark = CommitCounter(tmp_path / "a.db")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        with caplog.at_level(logging.WARNING):
            mark.write(1)
            mark.write(2)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert len(caplog.records) == 1
    mark.write(3)
    mark.close()
    assert int((tmp_path / "a.db.mark").read_text()) == 3


# -- read access ------------------------------------------------------------------------------------------------


async def test_every_file_of_a_database_is_for_its_owner_alone(tmp_path: Path):
    path = tmp_path / "a.db"
    umask = os.umask(0)
    try:
        for _ in range(2):
            async with await Store.open(path) as store:
                async with store.write() as tx:
                    await users_and_servers.set_guild_settings(tx, 1, {})
                modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
            assert modes == dict.fromkeys(("a.db", "a.db-wal", "a.db-shm", "a.db.lock", "a.db.mark"), 0o600)
            for file in tmp_path.iterdir():
                file.chmod(0o666)
    finally:
        os.umask(umask)


async def test_files_of_a_killed_process_are_closed_to_others_again(dead: Path):
    for ending in ENDINGS:
        beside(dead, ending).chmod(0o644)
    async with await Store.open(dead) as store:
        assert await database_access.pragma(store, "quick_check") == "ok"
        for ending in ENDINGS:
            assert beside(dead, ending).stat().st_mode & 0o777 == 0o600
