"""`tenebrae restore` on a PostgreSQL server replaces a database with a backup, and renames the replaced database."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import asyncpg
import pytest

from bot.store import backup as store_backup
from bot.store.backup import back_up, restore
from bot.store.engine_interface import Address
from bot.store.errors import StoreError
from bot.store.migrations import VERSION
from bot.store.statements import users_and_servers
from bot.store.store import Store
from tests.matches.features.backups.test_backups import programs
from tests.postgres import Server

MAKER = "maker"


@pytest.fixture(autouse=True)
def _programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{programs()}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture
def make(server: Server) -> Iterator[Callable[[str], str]]:
    """A function that creates a database from a template. After the test, the databases made by it are dropped."""
    made: list[str] = []

    def make(template: str = "template_of_tests") -> str:
        made.append(server.make(template))
        return made[-1]

    yield make
    for name in made:
        server.drop(name)
        server.drop(f"{name}_before_restore")


def saved(address: Address, *guilds: int) -> None:
    async def save() -> None:
        async with await Store.open(address) as store, store.write() as tx:
            for guild in guilds:
                await users_and_servers.set_guild_settings(tx, guild, {})

    asyncio.run(save())


def asked(address: str, statement: str) -> list[object]:
    async def ask() -> list[object]:
        connection = await asyncpg.connect(address)
        try:
            return [row[0] for row in await connection.fetch(statement)]
        finally:
            await connection.close()

    return asyncio.run(ask())


def guilds(address: str) -> list[object]:
    return asked(address, "SELECT guild_id FROM guilds ORDER BY guild_id")


def refusal(database: Address, file: Path) -> str:
    with pytest.raises(StoreError) as caught:
        restore(database, file)
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


@pytest.fixture
def backup(server: Server, make: Callable[[], str], tmp_path: Path) -> tuple[str, Path]:
    """The name of a database, and a backup file that was written before the database's latest change."""
    name, file = make(), tmp_path / "b.dump"
    saved(server.address(name), 1)
    back_up(server.address(name), file)
    saved(server.address(name), 2)
    return name, file


def databases(server: Server) -> set[object]:
    return {*asked(server.address("postgres"), "SELECT datname FROM pg_database")}


def test_a_restored_database_is_the_backup_and_the_one_before_is_kept(server: Server, backup: tuple[str, Path]) -> None:
    name, file = backup
    before = databases(server)
    assert restore(server.address(name), file) == f"{name}_before_restore"
    assert guilds(server.address(name)) == [1]
    assert guilds(server.address(f"{name}_before_restore")) == [1, 2]
    assert databases(server) == before | {f"{name}_before_restore"}
    saved(server.address(name), 3)
    assert guilds(server.address(name)) == [1, 3]
    # A second restore is refused, because it would overwrite the old database that the first restore renamed.
    assert "from an earlier time; rename it or remove it first" in refusal(server.address(name), file)
    assert databases(server) == before | {f"{name}_before_restore"}


def test_an_empty_database_is_filled_by_a_user_who_may_make_none(
    server: Server, backup: tuple[str, Path], make: Callable[[str], str]
) -> None:
    _, file = backup
    name = make("template0")
    asked(server.address("postgres"), f"CREATE ROLE {MAKER} LOGIN")
    asked(server.address("postgres"), f"ALTER DATABASE {name} OWNER TO {MAKER}")
    theirs = f"postgresql://{MAKER}@{server.address(name).split('@', 1)[1]}"
    try:
        assert restore(theirs, file) is None
        assert guilds(theirs) == [1]
        # The database is no longer empty, so this restore must create another database, which the user isn't allowed to
        # do.
        told = refusal(theirs, file)
        assert "createdb has failed" in told
        assert "ALTER ROLE name CREATEDB" in told
        assert guilds(theirs) == [1]
    finally:
        asked(server.address(name), f"REASSIGN OWNED BY {MAKER} TO tenebrae")
        asked(server.address("postgres"), f"DROP ROLE {MAKER}")


async def test_beside_a_running_process_or_another_program_nothing_is_restored(
    server: Server, backup: tuple[str, Path]
) -> None:
    name, file = backup
    async with await Store.open(server.address(name)):
        sentence = await asyncio.to_thread(refusal, server.address(name), file)
    assert "in use by another process or command of Tenebrae; stop them all first" in sentence
    other = await asyncpg.connect(server.address(name))
    try:
        sentence = await asyncio.to_thread(refusal, server.address(name), file)
    finally:
        await other.close()
    assert f"The database {name} is in use by another program; stop it first." in sentence
    assert await asyncio.to_thread(guilds, server.address(name)) == [1, 2]
    assert not {one for one in await asyncio.to_thread(databases, server) if "drill" in str(one)}


def test_what_is_no_backup_of_a_server_is_refused_and_the_database_stays(
    server: Server,
    backup: tuple[str, Path],
    make: Callable[[str], str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name, file = backup
    saved(tmp_path / "a.sqlite", 5)
    other, cut, newer = tmp_path / "other.dump", tmp_path / "cut.dump", tmp_path / "newer.dump"
    cats = make("template0")
    asked(server.address(cats), "CREATE TABLE cats (id int)")
    back_up(server.address(cats), other)
    cut.write_bytes(file.read_bytes()[:2000])
    asked(server.address(name), f"UPDATE alembic_version SET version_num = '{VERSION + 1}'")
    back_up(server.address(name), newer)
    faults = {
        tmp_path / "a.sqlite": "`tenebrae database copy` moves it there",
        other: "is not a backup of Tenebrae",
        cut: "pg_restore has failed",
        newer: "newer version",
        tmp_path / "none": "There is no backup",
    }
    before = databases(server)
    for wrong, words in faults.items():
        assert words in refusal(server.address(name), wrong)
    assert "is of a database on a PostgreSQL server" in refusal(tmp_path / "a.sqlite", file)
    assert guilds(server.address(name)) == [1, 2]
    assert databases(server) == before
    monkeypatch.setattr(store_backup.pg_dump.shutil, "which", lambda _: None)
    assert "pg_restore is not here; install PostgreSQL's client programs" in refusal(server.address(name), file)
