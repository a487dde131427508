"""Databases of every earlier format are upgraded to the current format without losing contents."""

# ruff: noqa: ASYNC240 - a test has nothing else to do while it waits for a file

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.engine import make_url

from bot.features.profiles.statements import results
from bot.matches.archiver import Archiver
from bot.store import migrations, outbox, pg_dump, work_queue
from bot.store.engine_interface import Address
from bot.store.errors import StoreError
from bot.store.migration_copies import Copies
from bot.store.statements import matches, users_and_servers
from bot.store.statements.matches import NewPosition
from bot.store.statements.rows import SeatRow
from bot.store.store import Store
from bot.store.tables import metadata
from bot.store.transactions import Transaction
from tests import database_access
from tests.matches.features.backups.test_backups import programs
from tests.matches.features.profiles.test_results import finished, recorded_result
from tests.matches.room import Room
from tests.store import formats
from tests.store.conftest import new_match

DAY = 86_400


def columns(path: Path) -> dict[str, object]:
    """Return SQLite's description of all tables' columns, keys and indexes, regardless of the order of columns."""
    with closing(sqlite3.connect(path)) as database:

        def ask(what: str, name: str) -> list[tuple[object, ...]]:
            return database.execute(f"PRAGMA {what}('{name}')").fetchall()

        found: dict[str, object] = {}
        for name, kind, wr, strict in database.execute("SELECT name, type, wr, strict FROM pragma_table_list"):
            if kind != "table" or name.startswith("sqlite_"):
                continue
            # Some older formats didn't declare primary keys as NOT NULL, which makes no difference.
            facts = {(*row[1:3], bool(row[3] or row[5]), *row[4:]) for row in ask("table_info", name)}
            found[name] = (wr, strict, facts, set(ask("foreign_key_list", name)))
            for _, index, *others in ask("index_list", name):
                if not str(index).startswith("sqlite_autoindex"):
                    found[str(index)] = (others, [row[2] for row in ask("index_info", index)])
        return found


@pytest.mark.parametrize("number", range(1, 11))
async def test_a_file_of_any_format_becomes_what_a_new_one_is(number: int, path: Path, tmp_path: Path):
    formats.make(path, number)
    await (await Store.open(path)).close()
    await (await Store.open(tmp_path / "new")).close()
    assert columns(path) == columns(tmp_path / "new")
    # The file has the current format now, so opening it again works without a migration.
    await (await Store.open(path)).close()


async def test_an_older_file_keeps_all_it_holds_under_new_names(path: Path):
    async with await Store.open(path) as store, store.write() as tx:
        match_id = await new_match(tx)
        await matches.set_seats(tx, match_id, [SeatRow(0, 3, "a")])
        await matches.set_deadline(tx, match_id, 900, 800)
        await matches.defer_answer(tx, match_id, 0, 4)
    formats.back_to_10(path)
    async with await Store.open(path) as store:
        info = await matches.get(store.read, match_id)
    assert info is not None
    assert (info.deadline, info.deadline_set_at, info.seats[0].deferred) == (900, 800, 4)


async def test_what_waits_in_an_older_database_is_entered_as_work(address: Address):
    async with await Store.open(address) as store, store.write() as tx:
        waits, plays, over, idle = [await new_match(tx, channel_id=channel) for channel in range(4)]
        await outbox.enqueue(tx, waits, [outbox.Post("turn", {}), outbox.Post("board", {}, not_before=2**40)], now=700)
        await matches.set_seats(tx, plays, [SeatRow(0, 3, "a", computer="easy")])
        for match_id, status in ((plays, "playing"), (over, "over"), (idle, "playing")):
            assert await matches.advance(tx, match_id, NewPosition(1, b"", status, 800, version=0))
        await matches.set_deadline(tx, plays, 900, 800)
        # Downgrade the database to format 14, which didn't have the table "work" yet.
        await go_back(tx, store, 15)
        await database_access.run(tx, "DROP TABLE work")
        await database_access.run(tx, "ALTER TABLE outbox ADD COLUMN leased_by TEXT")
        await database_access.run(
            tx, f"ALTER TABLE outbox ADD COLUMN leased_until {'INTEGER' if store.path else 'BIGINT'}"
        )
        await name_format(tx, store, 14)
    async with await Store.open(address) as store:
        found = {kind: await work_queue.next_due(store.read, kind, 9) for kind in work_queue.WORK_KINDS}
        assert found == {
            "posts": [(waits, 0)],
            "times": [(plays, 900)],
            "thinking": [(plays, 0)],
            "results": [(over, 0)],
            "packing": [(over, 0)],
        }
        # The post that is due is marked as uncertain, because the previous process may have sent it before it stopped.
        rows = await database_access.rows(store.read, "SELECT kind, uncertain FROM outbox ORDER BY id")
        assert [tuple(row.values()) for row in rows] == [("turn", 1), ("board", 0)]


async def go_back(tx: Transaction, store: Store, number: int) -> None:
    """Downgrade the database to format `number`, which must be 15 or later."""
    for statement in formats.back(number):
        await database_access.run(tx, statement)
    await name_format(tx, store, number)


async def name_format(tx: Transaction, store: Store, number: int) -> None:
    """Store the format number in the database, where the bot looks for it."""
    await database_access.run(tx, f"UPDATE alembic_version SET version_num = '{number}'")
    if store.path:
        await database_access.run(tx, f"PRAGMA user_version = {number}")


async def test_players_to_move_in_an_older_database_get_their_next_reminder(
    address: Address, monkeypatch: pytest.MonkeyPatch
):
    now = 100 * DAY
    days = {0: 0, 1: 2, 2: 4, 3: 8}
    async with await Store.open(address) as store, store.write() as tx:
        plays = await new_match(tx)
        await matches.set_seats(tx, plays, [SeatRow(seat, seat + 1, "a") for seat in days])
        assert await matches.advance(tx, plays, NewPosition(1, b"", "playing", now, version=0))
        waiting = [SeatRow(seat, seat + 1, "a", waiting_since=now - ago * DAY) for seat, ago in days.items()]
        await matches.set_waiting(tx, plays, waiting)
        await go_back(tx, store, 15)
    monkeypatch.setattr(time, "time", lambda: now)
    async with await Store.open(address) as store:
        info = await matches.get(store.read, plays)
        assert info is not None
        assert [(seat.remind_at, seat.reminded) for seat in info.seats] == [
            (now + DAY, 0), (now + DAY, 1), (now + 3 * DAY, 2), (None, 0)
        ]  # fmt: skip
        assert await work_queue.next_due(store.read, "times", 9) == [(plays, now + DAY)]


async def test_a_match_that_ended_in_an_older_database_has_its_result_after_the_update(address: Address):
    """The match was archived before the update, like every match that ended long ago."""
    async with await Store.open(address) as store:
        room = Room(store)
        info = await finished(room)
        before = await recorded_result(room, info)
        await Archiver(room.service, room.clock).archive(info.id)
        async with store.write() as tx:
            await go_back(tx, store, 17)
    async with await Store.open(address) as store:
        assert await results.get(store.read, info.id) is None
        assert await recorded_result(Room(store), info) == before


async def test_requests_to_go_back_are_votes_under_the_same_numbers(address: Address):
    async with await Store.open(address) as store, store.write() as tx:
        match_id = await new_match(tx)
        await database_access.run(
            tx,
            f"""INSERT INTO undo_requests (id, match_id, asker, seq, restores, agreed, status, created_at, message_id)
                VALUES (7, {match_id}, 1, 12, 9, '[1,2]', 'open', 1000, 55)""",
        )
        await go_back(tx, store, 16)
    async with await Store.open(address) as store:
        (row,) = await database_access.rows(store.read, "SELECT * FROM votes")
        told = (row["id"], row["kind"], row["asker"], row["seq"], row["data"], row["agreed"], row["message_id"])
        assert told == (7, "undo", 1, 12, '{"restores":9}', "[1,2]", 55)
        assert (row["status"], row["created_at"], row["ends_at"]) == ("open", 1000, 1000 + 2 * DAY)
        async with store.write() as tx:
            await database_access.run(
                tx,
                f"""INSERT INTO votes (match_id, kind, asker, seq, agreed, status, created_at, ends_at)
                                  VALUES ({match_id}, 'pause', 0, 12, '[]', 'open', 1, 2)""",
            )
        numbers = await database_access.rows(store.read, "SELECT id FROM votes ORDER BY id")
        assert [row["id"] for row in numbers] == [7, 8]


async def test_the_tables_are_those_that_the_code_describes(address: Address):
    def differences(connection: Connection) -> list[object]:
        # Only SQLite files have the table "commits", which numbers their commits (`bot.store.lost_commit_check`).
        ours = {"include_name": lambda name, kind, _: (kind, name) != ("table", "commits")}
        return compare_metadata(MigrationContext.configure(connection, opts=ours), metadata)

    async with await Store.open(address) as store, store._database.snapshot() as connection:
        assert await connection.run_sync(differences) == []


def test_the_last_format_is_the_one_that_this_version_reads():
    scripts = ScriptDirectory(str(Path(migrations.__file__).parent))
    assert scripts.get_heads() == [str(migrations.VERSION)]
    assert scripts.get_bases() == [str(len(migrations.legacy.STEPS))]


async def test_a_copy_is_kept_before_a_migration_and_named_in_the_log(
    path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "bot.store")
    formats.make(path, 5)
    with closing(sqlite3.connect(path)) as database:
        before = "\n".join(database.iterdump())
    for older in (2, 3, 4):
        path.with_name(f"{path.name}.format-{older}").touch()
    await (await Store.open(path)).close()
    kept = sorted(file.name for file in tmp_path.glob("*.format-*"))
    assert kept == [f"{path.name}.format-4", f"{path.name}.format-5"]
    copy = path.with_name(kept[-1])
    with closing(sqlite3.connect(copy)) as database:
        assert "\n".join(database.iterdump()) == before
    assert copy.stat().st_mode & 0o077 == 0
    assert str(copy) in caplog.text
    assert f"in format {migrations.VERSION}, before 5" in caplog.text
    assert "setup plugin" not in caplog.text


async def test_without_a_copy_nothing_is_migrated(path: Path) -> None:
    formats.make(path, 5)
    path.with_name(f"{path.name}.format-5").mkdir()
    with pytest.raises(StoreError, match="no copy of it can be kept first"):
        await Store.open(path)
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (5,)


async def test_a_file_is_migrated_without_a_copy_when_that_is_set(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "bot.store")
    formats.make(path, 5)
    path.with_name(f"{path.name}.format-5").mkdir()
    await (await Store.open(path, copies=Copies(needed=False))).close()
    assert "no copy of the database" in caplog.text
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (migrations.VERSION,)


async def older(database: str) -> None:
    """Downgrade a PostgreSQL database to format 17, after saving the settings of one Discord server in it."""
    async with await Store.open(database) as store, store.write() as tx:
        await users_and_servers.set_guild_settings(tx, 7, {"ladders": True})
        await go_back(tx, store, 17)


async def test_of_several_processes_on_a_server_one_keeps_a_copy_before_it_migrates(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "bot.store")
    monkeypatch.setenv("PATH", f"{programs()}{os.pathsep}{os.environ['PATH']}")
    await older(database)
    name = str(make_url(database).database)
    for left in ("3", "4", "5"):
        (tmp_path / f"{name}.format-{left}.dump").touch()
    (tmp_path / f"{name}2.format-3.dump").touch()
    kept = Copies(tmp_path)
    for store in await asyncio.gather(*(Store.open(database, copies=kept) for _ in range(3))):
        await store.close()
    copy = tmp_path / f"{name}.format-17.dump"
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted(
        [copy.name, f"{name}.format-5.dump", f"{name}2.format-3.dump"]
    )
    assert pg_dump.format_of(copy) == 17
    assert copy.stat().st_mode & 0o077 == 0
    assert caplog.text.count(f"{copy} is a copy of it as it was") == 1


async def test_a_database_on_a_server_of_which_no_copy_can_be_kept_stays_as_it_is(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "bot.store")
    await older(database)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(StoreError, match=r"\(.*pg_dump is not here.*\); .*TENEBRAE_MIGRATE_WITHOUT_COPY=true"):
        await Store.open(database, copies=Copies(tmp_path))
    # Only the bot migrates a database. Commands open it with create=False, which refuses a database with an older
    # format.
    with pytest.raises(StoreError, match=r"older format \(17"):
        await Store.open(database, create=False)
    assert not list(tmp_path.iterdir())
    async with await Store.open(database, copies=Copies(tmp_path, needed=False)) as store:
        assert await users_and_servers.guild_settings(store.read, 7) == {"ladders": True}
    assert "no copy of the database" in caplog.text


async def test_each_start_tells_version_engine_and_format(address: Address, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "bot.store")
    for _ in range(2):
        caplog.clear()
        await (await Store.open(address)).close()
        (line,) = [one.getMessage() for one in caplog.records if one.getMessage().startswith("Tenebrae ")]
        assert f"in format {migrations.VERSION}" in line
        assert ("PostgreSQL" if str(address).startswith("postgres") else "SQLite") in line
    assert line.endswith(f"in format {migrations.VERSION}")
