"""`tenebrae backup drill`: a trial restore shows whether a backup can be used, even one of the first release."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import rules
from bot.store import backup_folder
from bot.store.backup import back_up
from bot.store.store import Store
from tests.house.operator_helpers import GAMES, Run, sql
from tests.matches.features.backups.test_backups import programs
from tests.postgres import Server
from tests.saves.corpus import corpus
from tests.store import formats


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made = tmp_path / "backups"
    made.mkdir()
    monkeypatch.setenv("TENEBRAE_BACKUPS", str(made))
    return made


def test_the_newest_backup_is_restored_and_its_matches_are_played(
    tenebrae: Run, database: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.features.backups.cli.backup_functions.time.time", lambda: 1_800_000_000 + 3 * 3600)
    (folder / backup_folder.backup_name(1_700_000_000, on_a_server=False)).write_text("not the newest")
    newest = folder / backup_folder.backup_name(1_800_000_000, on_a_server=False)
    back_up(database, newest)
    before = newest.read_bytes(), database.read_bytes()
    answer = tenebrae("backup", "drill")
    assert answer.code == 0, answer.err
    head, *each, last = answer.out.splitlines()
    assert f"The backup {newest} is 3.0 hours old and has " in head
    assert "restoring took " in head
    assert len(each) == len(GAMES)
    assert last == f"All {len(GAMES)} running matches can be continued with this version."
    assert (newest.read_bytes(), database.read_bytes()) == before


def test_a_drill_that_fails_says_so_and_exits_with_another_code(
    tenebrae: Run, database: Path, folder: Path, tmp_path: Path
) -> None:
    assert "There is no scheduled backup in" in tenebrae("backup", "drill").sentence
    broken = folder / backup_folder.backup_name(1, on_a_server=False)
    broken.write_bytes(b"SQLite format 3\0" + bytes(5000))
    answer = tenebrae("backup", "drill")
    assert (answer.code, "is not a backup or is damaged" in answer.sentence) == (3, True)
    gone = tenebrae("backup", "drill", tmp_path / "none.sqlite")
    assert (gone.code, "can't be read: No such file or directory." in gone.sentence) == (3, True)
    sql(database, "UPDATE matches SET state = ? WHERE id = 2", zlib.compress(b"{}"))
    assert tenebrae("backup", "b.sqlite").code == 0
    failed = tenebrae("backup", "drill", "b.sqlite")
    assert failed.code == 1
    assert f"1 of {len(GAMES)} running matches can't be continued with this version." in failed.out


def test_without_a_folder_a_drill_needs_a_file(tenebrae: Run) -> None:
    answer = tenebrae("backup", "drill")
    assert (answer.code, "TENEBRAE_BACKUPS" in answer.sentence) == (2, True)


def test_a_servers_backup_is_restored_beside_it_and_nothing_is_left(
    command: Run, database_of_a_server: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TENEBRAE_DATABASE", database_of_a_server)
    monkeypatch.setenv("PATH", f"{programs()}{os.pathsep}{os.environ['PATH']}")
    asyncio.run(_opened(database_of_a_server))
    assert command("backup", folder / backup_folder.backup_name(5, on_a_server=True)).code == 0
    answer = command("backup", "drill")
    assert answer.code == 0, answer.err
    assert answer.out.splitlines()[-1] == "No match is being played."
    assert asyncio.run(_databases(database_of_a_server)) == []


@pytest.fixture
def database_of_a_server(server: Server) -> Iterator[str]:
    """A PostgreSQL database for a test. The fixture `database`, by contrast, is a SQLite file."""
    name = server.make()
    yield server.address(name)
    server.drop(name)


async def _opened(address: str) -> None:
    await (await Store.open(address)).close()


async def _databases(address: str) -> list[str]:
    import asyncpg

    connection = await asyncpg.connect(address)
    try:
        return [
            row[0] for row in await connection.fetch("SELECT datname FROM pg_database WHERE datname LIKE '%drill%'")
        ]
    finally:
        await connection.close()


def test_a_database_of_the_first_release_passes_the_gate_and_is_taken_over(command: Run, tmp_path: Path) -> None:
    path = tmp_path / "tenebrae.sqlite"
    formats.make(path, 10)
    saves = [next(save for save in corpus(game) if save.release == "0.1") for game in rules.GAMES]
    with closing(sqlite3.connect(path)) as old, old:
        for number, save in enumerate(saves, 1):
            seats = rules.GAMES[save.game].load(save.data).state.seats
            old.execute(
                "INSERT INTO matches (id, game, guild_id, channel_id, status, host_id, locale, seq, state, created_at,"
                " started_at) VALUES (?, ?, 1, ?, 'playing', 1, 'en', 1, ?, 5, 6)",
                (number, save.game, number, zlib.compress(save.data)),
            )
            people = [(number, seat, seat + 1, f"P{seat}") for seat in range(seats)]
            old.executemany("INSERT INTO seats (match_id, seat, user_id, name) VALUES (?, ?, ?, ?)", people)
    old_file = path.read_bytes()
    # Before an upgrade, the new version checks the old version's database without changing it.
    gate = command("match", "check-all")
    assert (gate.code, gate.out.splitlines()[-1]) == (
        0,
        f"All {len(saves)} running matches can be continued with this version.",
    )
    assert path.read_bytes() == old_file
    assert command("backup", "old.sqlite").code == 0
    # The new version migrates the database, and a backup that it then takes has the same matches.
    asyncio.run(_opened(str(path)))
    assert command("match", "check-all").out == gate.out
    assert command("backup", "new.sqlite").code == 0
    for file in ("old.sqlite", "new.sqlite"):
        assert command("backup", "drill", file).out.splitlines()[1:] == gate.out.splitlines()
