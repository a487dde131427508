"""Scheduled backups are made on time and by only one process, and old backups are deleted."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from bot.app import metrics
from bot.app.settings import Settings
from bot.discord.commands.background_reconciler import REFUSED_INTERVAL
from bot.features.backups.jobs import worker_start
from bot.features.backups.jobs.schedule import BUSY_INTERVAL, MAX_INTERVAL, BackupReconciler
from bot.features.backups.service import Backups
from bot.store import backup_folder, checksums, named_numbers
from bot.store.backup import restore
from bot.store.engine_interface import Address
from bot.store.errors import StoreError
from bot.store.statements import users_and_servers
from bot.store.store import Store
from tests.matches.room import ManualClock

HOUR = 3600


def programs() -> Path:
    """Return the folder that has PostgreSQL's command-line programs, such as pg_dump."""
    from tests.postgres import _folders

    return _folders()[0]


def empty(file: Path) -> None:
    file.touch()


def names(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir() if file.suffix != ".sha256"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "backups"
    made.mkdir()
    return made


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Replace backups with empty files; return the list of the files written so far."""
    files: list[Path] = []

    async def make(_: Address, file: Path) -> None:
        await asyncio.sleep(0)
        empty(file)
        files.append(file)

    monkeypatch.setattr(worker_start, "make_backup", make)
    return files


def keeper(store: Store, clock: ManualClock, folder: Path, address: Address = "") -> BackupReconciler:
    settings = Settings(
        _env_file=None,  # pyright: ignore[reportCallIssue]
        database=store.path or address,
        backups=folder,
        backup_keep=3,
    )
    return BackupReconciler(Backups(store, clock), clock, settings)


async def test_one_is_made_when_it_is_due_and_the_newest_stay(
    address: Address, folder: Path, written: list[Path]
) -> None:
    clock = ManualClock()
    (folder / "notes.txt").touch()
    (folder / "tenebrae.sqlite").touch()
    (folder / "tenebrae-19700101T000000Z.sqlitexyz.part").touch()
    async with await Store.open(address) as store:
        one = keeper(store, clock, folder)
        assert await one.work() == MAX_INTERVAL
        assert await one.work() == MAX_INTERVAL
        clock.time += 24 * HOUR - 60
        assert await one.work() == 60
        assert len(written) == 1
        for _ in range(4):
            clock.time += 24 * HOUR
            await one.work()
        assert len(written) == 5
        assert backup_folder.list_backups(folder) == written[:1:-1]
        assert names(folder) == {"notes.txt", "tenebrae.sqlite", *(file.name for file in written[2:])}
        assert (
            backup_folder.backup_time(written[-1])
            == clock.now()
            == await named_numbers.get(store.read, named_numbers.BACKED_UP_AT)
        )


async def test_the_schedule_outlives_a_restart_and_a_clock_that_is_set_back(
    address: Address, folder: Path, written: list[Path]
) -> None:
    clock = ManualClock()
    async with await Store.open(address) as store:
        await keeper(store, clock, folder).work()
        clock.time += HOUR
    async with await Store.open(address) as store:
        assert await keeper(store, clock, folder).work() == MAX_INTERVAL
        assert len(written) == 1
        clock.step(-50 * HOUR)
        await keeper(store, clock, folder).work()
        assert len(written) == 2


async def test_one_of_several_processes_makes_it(database: str, folder: Path, written: list[Path]) -> None:
    clock = ManualClock()
    async with await Store.open(database) as one, await Store.open(database) as other:
        first, second = keeper(one, clock, folder), keeper(other, clock, folder)
        async with first._of.try_lock() as leads:
            assert leads
            assert await second.work() == BUSY_INTERVAL
        await asyncio.gather(first.work(), second.work())
        assert len(written) == 1


async def test_what_fails_is_told_and_tried_again_and_nothing_old_goes(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock = ManualClock()
    for number in range(5):
        (folder / backup_folder.backup_name(number, on_a_server=False)).touch()

    async def fails(*_: object) -> None:
        raise worker_start.BackupFailed("The backup x can't be written: No space left on device.")

    monkeypatch.setattr(worker_start, "make_backup", fails)
    failed = metrics.BACKUPS.labels("failed")
    before = failed._value.get()
    async with await Store.open(tmp_path / "a.sqlite") as store:
        assert await keeper(store, clock, folder).run_once() == REFUSED_INTERVAL
        assert await named_numbers.get(store.read, named_numbers.BACKED_UP_AT) == 0
    assert len(backup_folder.list_backups(folder)) == 5
    assert failed._value.get() == before + 1
    assert "no backup was made: The backup x can't be written: No space left on device." in caplog.text


async def test_a_file_in_use_is_copied_by_a_process_and_can_be_restored(tmp_path: Path, folder: Path) -> None:
    clock, path = ManualClock(), tmp_path / "a.sqlite"
    async with await Store.open(path) as store:
        async with store.write() as tx:
            await users_and_servers.set_guild_settings(tx, 7, {"ladders": True})
        assert await keeper(store, clock, folder).work() == MAX_INTERVAL
        # The process that has made a backup still has the database open and can write to it.
        async with store.write() as tx:
            await users_and_servers.set_guild_settings(tx, 8, {})
        (file,) = backup_folder.list_backups(folder)
        assert file.stat().st_mode & 0o077 == 0
        with pytest.raises(worker_start.BackupFailed, match="never written over another one"):
            await worker_start.make_backup(path, file)
    await asyncio.to_thread(restore, tmp_path / "b.sqlite", file)
    async with await Store.open(tmp_path / "b.sqlite") as store:
        assert await users_and_servers.guild_settings(store.read, 7) == {"ladders": True}
        assert await users_and_servers.guild_settings(store.read, 8) == {}


async def test_a_server_is_dumped_where_its_programs_are_and_else_that_is_said(
    database: str, folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock = ManualClock()
    async with await Store.open(database) as store:
        one = keeper(store, clock, folder, database)
        with monkeypatch.context() as patch:
            patch.setenv("PATH", str(folder))
            assert await one.work() == REFUSED_INTERVAL
        assert "pg_dump is not here; install PostgreSQL's client programs" in caplog.text
        assert names(folder) == set()
        monkeypatch.setenv("PATH", f"{programs()}{os.pathsep}{os.environ['PATH']}")
        assert await one.work() == MAX_INTERVAL
    (file,) = backup_folder.list_backups(folder)
    assert file.suffix == ".dump"
    assert file.read_bytes().startswith(b"PGDMP")
    checksums.check(file)
    damaged = file.with_name("damaged.dump")
    data = bytearray(file.read_bytes())
    data[-1] ^= 1
    damaged.write_bytes(data)
    checksums.write(damaged, checksums.checksum_file(file).read_bytes())
    with pytest.raises(StoreError, match="does not match its checksum"):
        restore(database, damaged)
    assert file.stat().st_mode & 0o077 == 0
