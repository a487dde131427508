"""`tenebrae backup` and `restore` lose nothing, even if other programs are writing or something fails."""

from __future__ import annotations

import asyncio
import hashlib
import os
import resource
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.store import checksums
from bot.store.backup import back_up, restore
from bot.store.errors import StoreError
from bot.store.migrations import VERSION
from bot.store.statements import users_and_servers
from bot.store.store import Store
from tests.house.operator_helpers import Run
from tests.store import formats


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "live" / "a.sqlite"
    path.parent.mkdir()
    asyncio.run(write(path, 1))
    return path


async def write(path: Path, *guilds: int, size: int = 10) -> None:
    async with await Store.open(path) as store:
        for guild in guilds:
            async with store.write() as tx:
                await users_and_servers.set_guild_settings(tx, guild, {"long": "x" * size})


def guilds(path: Path) -> list[int]:
    """Check a database's integrity, and return the ids of the guilds in it."""
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    found = [row[0] for row in db.execute("SELECT guild_id FROM guilds ORDER BY guild_id")]
    db.close()
    return found


def refusal(work: object, *args: Path) -> str:
    """Return the single sentence of the error that `work` must raise."""
    with pytest.raises(StoreError) as caught:
        work(*args)  # type: ignore[operator]
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def names(folder: Path) -> list[str]:
    return sorted(
        path.name for path in folder.iterdir() if not path.name.endswith((".lock", ".mark", "-shm", "-wal", ".sha256"))
    )


@contextmanager
def limited_file_size(size: int) -> Iterator[None]:
    """Limit the size of files during the `with` block, so longer writes fail as they would on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


# -- backup ---------------------------------------------------------------------------------------------------


def test_a_backup_is_one_whole_file_for_its_owner_alone(database: Path, tmp_path: Path) -> None:
    back_up(database, tmp_path / "b.sqlite")
    assert names(tmp_path) == ["b.sqlite", "live"]
    assert not list(tmp_path.glob("b.sqlite-*"))
    assert guilds(tmp_path / "b.sqlite") == [1]
    assert (tmp_path / "b.sqlite").stat().st_mode & 0o077 == 0


async def test_a_backup_beside_a_writer_holds_what_was_there_at_one_moment(database: Path, tmp_path: Path) -> None:
    done = False

    async def keep_writing(store: Store) -> int:
        """Write increasing numbers as fast as possible, each to two tables in one transaction; return the last one."""
        number = 1
        while not done:
            number += 1
            async with store.write() as tx:
                await users_and_servers.set_guild_settings(tx, number, {"long": "x" * 2000})
                await users_and_servers.set_locale(tx, number, "en")
        return number

    async with await Store.open(database) as store:
        writer = asyncio.create_task(keep_writing(store))
        copies = [tmp_path / f"{number}.sqlite" for number in range(3)]
        for copy in copies:
            await asyncio.sleep(0.05)
            await asyncio.to_thread(back_up, database, copy)
        done = True
        last = await writer
    for copy in copies:
        db = sqlite3.connect(copy)
        users = [row[0] for row in db.execute("SELECT user_id FROM users ORDER BY user_id")]
        db.close()
        assert guilds(copy) == [1, *users] == list(range(1, len(users) + 2))
    assert 1 < len(guilds(copies[0])) < len(guilds(copies[2])) <= last


def test_a_backup_of_a_database_whose_bot_was_killed_holds_what_only_its_log_held(
    database: Path, tmp_path: Path
) -> None:
    leave_killed_files(database, 2)
    assert database.with_name("a.sqlite-wal").stat().st_size > 0
    back_up(database, tmp_path / "b.sqlite")
    assert guilds(tmp_path / "b.sqlite") == [1, 2]


def leave_killed_files(database: Path, guild: int) -> None:
    """Leave the database files as a killed process would: a new row is only in the write-ahead log."""
    live, then = database.parent, database.parent.with_name("then")

    async def main() -> None:
        async with await Store.open(database) as store:
            async with store.write() as tx:
                await users_and_servers.set_guild_settings(tx, guild, {})
            shutil.copytree(live, then)

    asyncio.run(main())
    shutil.rmtree(live)
    then.rename(live)


def test_where_the_log_was_lost_nothing_is_backed_up_as_if_nothing_were_missing(database: Path, tmp_path: Path) -> None:
    leave_killed_files(database, 2)
    database.with_name("a.sqlite-wal").unlink()
    for _ in range(2):
        assert "lacks its latest moves" in refusal(back_up, database, tmp_path / "b.sqlite")
    assert names(tmp_path) == ["live"]


def test_nothing_is_written_over(database: Path, tmp_path: Path) -> None:
    (tmp_path / "b.sqlite").write_text("mine")
    assert "already" in refusal(back_up, database, tmp_path / "b.sqlite")
    assert (tmp_path / "b.sqlite").read_text() == "mine"
    assert "already" in refusal(back_up, database, database)
    assert guilds(database) == [1]


def test_without_room_there_is_no_backup_and_no_rest_of_one(database: Path, tmp_path: Path) -> None:
    asyncio.run(write(database, 2, size=500_000))
    with limited_file_size(200_000):
        assert "can't be written" in refusal(back_up, database, tmp_path / "b.sqlite")
    assert names(tmp_path) == ["live"]
    back_up(database, tmp_path / "b.sqlite")


def test_what_can_not_be_backed_up_is_said_in_one_sentence(database: Path, tmp_path: Path) -> None:
    there = tmp_path / "b.sqlite"
    assert "no database" in refusal(back_up, tmp_path / "none.sqlite", there)
    assert "No such file" in refusal(back_up, database, tmp_path / "nowhere" / "b.sqlite")
    content = bytearray(database.read_bytes())
    content[4096:12288] = b"\xff" * 8192
    database.write_bytes(content)
    assert "damaged" in refusal(back_up, database, there)
    assert names(tmp_path) == ["live"]


# -- restore --------------------------------------------------------------------------------------------------


@pytest.fixture
def backup(database: Path, tmp_path: Path) -> Path:
    """A backup of the database. The database has been changed since."""
    back_up(database, tmp_path / "b.sqlite")
    asyncio.run(write(database, 2))
    return tmp_path / "b.sqlite"


def test_a_restored_database_is_the_backup_and_the_one_before_is_kept(database: Path, backup: Path) -> None:
    mode = database.stat().st_mode
    kept = restore(database, backup)
    assert kept == database.with_name("a.sqlite.before-restore")
    assert (guilds(database), guilds(kept)) == ([1], [1, 2])
    assert database.stat().st_mode == mode
    asyncio.run(write(database, 3))
    assert guilds(database) == [1, 3]
    assert guilds(backup) == [1]
    assert names(database.parent) == ["a.sqlite", "a.sqlite.before-restore"]


def test_nothing_of_a_log_left_behind_gets_into_the_restored_database(database: Path, backup: Path) -> None:
    leave_killed_files(database, 7)
    kept = restore(database, backup)
    assert kept is not None
    assert guilds(kept) == [1, 2, 7]
    assert guilds(database) == [1]


def test_a_damaged_database_is_replaced_and_kept_as_it_is(database: Path, backup: Path) -> None:
    database.write_bytes(b"rubbish" * 1000)
    kept = restore(database, backup)
    assert kept is not None
    assert kept.read_bytes() == b"rubbish" * 1000
    assert guilds(database) == [1]


def test_where_no_database_is_left_the_backup_becomes_it(database: Path, backup: Path) -> None:
    database.unlink()
    assert restore(database, backup) is None
    assert guilds(database) == [1]


def test_an_older_backup_is_brought_up_to_date_when_the_bot_starts(database: Path, backup: Path) -> None:
    formats.back_to_10(backup)
    checksums.checksum_file(backup).unlink()  # backups of older releases have no checksum file
    restore(database, backup)
    asyncio.run(write(database, 5))
    assert guilds(database) == [1, 5]


def test_what_is_no_backup_is_refused_and_the_database_stays(database: Path, backup: Path, tmp_path: Path) -> None:
    other, newer, cut, empty = (tmp_path / f"{name}.sqlite" for name in ("other", "newer", "cut", "empty"))
    db = sqlite3.connect(other)
    db.execute("CREATE TABLE cats (name TEXT)")
    db.close()
    newer.write_bytes(backup.read_bytes())
    db = sqlite3.connect(newer)
    db.execute(f"PRAGMA user_version = {VERSION + 1}")
    db.close()
    cut.write_bytes(backup.read_bytes()[: -4096 * 3])
    empty.write_bytes(b"")
    broken, letter = tmp_path / "broken.sqlite", tmp_path / "letter.txt"
    whole = backup.read_bytes()
    broken.write_bytes(whole[:4096] + b"\xff" * 4096 * 3 + whole[4096 * 4 :])
    letter.write_text("Dear matches, " * 99)
    faults = {
        other: "another program",
        newer: "newer version",
        **dict.fromkeys((cut, broken, letter), "is not a backup or is damaged; restore another one"),
        empty: "not a database of Tenebrae",
        tmp_path / "none": "There is no backup",
        tmp_path: "There is no backup",
        database: "itself",
    }
    before = database.read_bytes()
    for file, words in faults.items():
        assert words in refusal(restore, database, file)
    assert database.read_bytes() == before
    assert names(database.parent) == ["a.sqlite"]


async def test_beside_a_running_bot_nothing_is_restored(database: Path, backup: Path) -> None:
    async with await Store.open(database):
        sentence = await asyncio.to_thread(refusal, restore, database, backup)
    assert "in use by another process; stop" in sentence
    assert guilds(database) == [1, 2]


def test_what_was_kept_before_is_never_written_over(database: Path, backup: Path) -> None:
    restore(database, backup)
    assert "move it away" in refusal(restore, database, backup)
    assert guilds(database.with_name("a.sqlite.before-restore")) == [1, 2]


def test_the_log_that_a_restored_database_lacks_is_not_missed(database: Path, backup: Path) -> None:
    """A database without a write-ahead log opens normally after a restore, because it has no commit mark either."""
    leave_killed_files(database, 7)
    beside = database.with_name("beside.sqlite")
    back_up(database, beside)
    kept = restore(database, backup)
    assert kept is not None
    asyncio.run(write(database, 9))
    assert guilds(database) == [1, 9]
    kept.with_name(f"{kept.name}.mark").unlink()
    asyncio.run(write(kept, 8))
    assert guilds(kept) == [1, 2, 7, 8]
    asyncio.run(write(beside, 8))
    assert guilds(beside) == [1, 2, 7, 8]


def test_a_damaged_log_is_replaced_and_kept_as_it_is(database: Path, backup: Path) -> None:
    leave_killed_files(database, 7)
    log = database.with_name("a.sqlite-wal")
    cut = log.read_bytes()[:-100]
    log.write_bytes(cut)
    kept = restore(database, backup)
    assert kept is not None
    assert guilds(database) == [1]
    assert kept.with_name(f"{kept.name}-wal").read_bytes() == cut


@pytest.mark.skipif(os.name != "posix", reason="file modes are of POSIX systems")
def test_what_restoring_leaves_is_for_its_owner_alone(database: Path, backup: Path) -> None:
    database.chmod(0o644)
    restore(database, backup)
    assert {path.name: path.stat().st_mode & 0o777 for path in database.parent.iterdir()} == {
        path.name: 0o600 for path in database.parent.iterdir()
    }


@pytest.mark.parametrize("place", [100, 5_000, -1])
def test_a_backup_with_a_flipped_byte_is_refused_and_the_database_stays(
    database: Path, backup: Path, place: int
) -> None:
    before = database.read_bytes()
    data = bytearray(backup.read_bytes())
    data[place] ^= 1
    backup.write_bytes(data)
    assert "does not match its checksum" in refusal(restore, database, backup)
    assert database.read_bytes() == before


def test_a_checksum_is_what_sha256sum_reads(backup: Path) -> None:
    file = backup.with_name(backup.name + ".sha256")
    digest, name = file.read_text().split()
    assert (digest, name) == (hashlib.sha256(backup.read_bytes()).hexdigest(), backup.name)


def test_a_backup_of_an_older_release_has_no_checksum_and_is_taken(tenebrae: Run, database: Path, backup: Path) -> None:
    backup.with_name(backup.name + ".sha256").unlink()
    drilled = tenebrae("backup", "drill", str(backup))
    assert "There is no checksum file beside" in drilled.out
    done = tenebrae("restore", str(backup))
    assert done.code == 0
    assert "There is no checksum file beside" in done.out


def test_an_empty_checksum_matches_nothing(database: Path, backup: Path) -> None:
    backup.with_name(backup.name + ".sha256").write_text("")
    assert "does not match its checksum" in refusal(restore, database, backup)


def test_without_room_the_database_stays(database: Path, tmp_path: Path) -> None:
    asyncio.run(write(database, 2, size=500_000))
    back_up(database, tmp_path / "b.sqlite")
    asyncio.run(write(database, 3))
    with limited_file_size(200_000):
        assert "can't be restored" in refusal(restore, database, tmp_path / "b.sqlite")
    assert guilds(database) == [1, 2, 3]
    assert names(database.parent) == ["a.sqlite"]


# -- the commands ---------------------------------------------------------------------------------------------


def test_the_commands_say_what_they_did_and_exit_as_they_should(tenebrae: Run, database: Path) -> None:
    done = tenebrae("backup", "b.sqlite")
    assert (done.code, done.out) == (0, "The backup is in b.sqlite; it holds every secret of every match.\n")
    again = tenebrae("backup", "b.sqlite")
    assert (again.code, again.out, len(again.err.splitlines())) == (3, "", 1)
    whole = tenebrae("database", "check")
    assert (whole.code, whole.out) == (0, f"The database {database} is intact.\n")
    content = bytearray(database.read_bytes())
    content[-8000:-4000] = b"\xff" * 4000
    database.write_bytes(content)
    broken = tenebrae("database", "check")
    assert (broken.code, broken.out, len(broken.err.splitlines())) == (3, "", 1)
    assert "is damaged" in broken.err
    back = tenebrae("restore", "b.sqlite")
    assert back.code == 0
    assert f"the one before is kept as {database}.before-restore." in back.out
