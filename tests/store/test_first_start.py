"""The first start creates a database. If it is missing at a later start, the bot refuses to create another database."""

# ruff: noqa: ASYNC240 - a test has nothing else to do while it waits for a file

from __future__ import annotations

import asyncio
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from bot.app.settings import Settings
from bot.cli.main import app
from bot.store import first_start
from bot.store.backup import back_up, restore
from bot.store.doctor_checks import check_database
from bot.store.engine_interface import Address
from bot.store.errors import DatabaseInUse, ServerUnavailable, StoreError
from bot.store.first_start import evidence_of_database, open_database
from bot.store.statements import users_and_servers
from bot.store.store import Store
from tests.matches.features.backups.test_backups import programs
from tests.postgres import Server
from tests.store.test_formats import older

BACKUP = "tenebrae-20270131T041500Z.sqlite"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use a temporary folder as the user's state folder. Return the folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    place = tmp_path / "volume" / "tenebrae.sqlite"
    place.parent.mkdir()
    return place


def settings(database: Address, backups: Path | None = None) -> Settings:
    return Settings(_env_file=None, database=database, backups=backups)  # pyright: ignore[reportCallIssue]


async def start(given: Settings, **more: Any) -> None:
    await (await open_database(given, **more)).close()


def lose(file: Path) -> None:
    """Empty the database's folder, as if its volume had been lost and an empty volume had been mounted there."""
    shutil.rmtree(file.parent)
    file.parent.mkdir()


async def test_a_lost_volume_is_not_begun_on_again_until_that_is_asked_for(file: Path):
    given = settings(file)
    await start(given)
    await start(given)
    lose(file)
    for _ in range(2):
        with pytest.raises(StoreError, match=r"no database .*tenebrae\.sqlite, but the bot had one.* restore .*--new"):
            await start(given)
        assert not list(file.parent.iterdir())
    await start(given, new=True)
    await start(given)


async def test_the_doctor_reports_a_lost_database_as_the_start_does(file: Path):
    given = settings(file)
    [first] = await check_database(file, evidence=evidence_of_database(given))
    assert (first.state, "the bot makes it when it starts" in first.text) == ("note", True)
    await start(given)
    lose(file)
    [found] = await check_database(file, evidence=evidence_of_database(given))
    assert found.state == "wrong"
    assert "but the bot had one there" in found.text
    assert "put the database back" in found.text


async def test_an_empty_file_is_no_database(file: Path):
    await start(settings(file))
    lose(file)
    file.touch()
    with pytest.raises(StoreError, match="but the bot had one"):
        await start(settings(file))
    await start(settings(file), new=True)


async def test_backups_tell_of_a_lost_database_where_the_home_is_lost_as_well(file: Path, home: Path, tmp_path: Path):
    kept = tmp_path / "backups"
    kept.mkdir()
    given = settings(file, kept)
    async with await open_database(given) as store, store.write() as tx:
        await users_and_servers.set_guild_settings(tx, 1, {"locale": "hu"})
    await asyncio.to_thread(back_up, file, kept / BACKUP)
    lose(file)
    shutil.rmtree(home)
    with pytest.raises(StoreError, match=rf"but there is a backup .*{BACKUP}"):
        await start(given)
    await asyncio.to_thread(restore, file, kept / BACKUP)
    async with await open_database(given) as store:
        assert await users_and_servers.guild_settings(store.read, 1) == {"locale": "hu"}


async def test_where_no_note_can_be_written_the_bot_starts(file: Path, home: Path):
    home.write_text("not a folder")
    await start(settings(file))
    lose(file)
    await start(settings(file))


async def test_without_a_home_the_bot_starts(file: Path, monkeypatch: pytest.MonkeyPatch):
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setattr(Path, "home", nowhere)
    await start(settings(file))
    assert file.exists()


async def test_another_database_is_a_first_start(file: Path, tmp_path: Path):
    await start(settings(file))
    await start(settings(tmp_path / "second.sqlite"))


async def test_new_is_refused_where_a_database_is(address: Address):
    given = settings(address)
    await start(given)
    with pytest.raises(StoreError, match="There is a database already; leave --new out"):
        await start(given, new=True)
    await start(given)


async def test_an_empty_database_on_a_server_is_not_filled_where_backups_are(server: Server, tmp_path: Path):
    (tmp_path / BACKUP).touch()
    name = server.make("template0")
    given = settings(server.address(name), tmp_path)
    with pytest.raises(StoreError, match="is empty, but there is a backup"):
        await start(given)
    await start(given, new=True)
    await start(given)
    server.drop(name)


async def test_before_a_migration_the_folder_of_backups_gets_the_copy(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PATH", f"{programs()}{os.pathsep}{os.environ['PATH']}")
    await older(database)
    await start(settings(database, tmp_path))
    assert [file.name.partition(".")[2] for file in tmp_path.glob("*.dump")] == ["format-17.dump"]


@pytest.mark.parametrize("command", ["run", "serve"])
def test_the_commands_take_the_option(command: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    asked: list[object] = []

    async def begin(_: Settings, *, new: bool) -> None:
        asked.append(new)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TENEBRAE_TOKEN", "token")
    monkeypatch.setattr("bot.app.logs.set_up", lambda *_: None)
    monkeypatch.setattr(f"bot.discord.{command}.{command}", begin)
    for arguments in ([command], [command, "--new"]):
        assert CliRunner().invoke(app, arguments).exit_code == 0
    assert asked == [False, True]


async def test_only_a_bot_that_starts_leaves_a_note(file: Path, home: Path):
    async with await Store.open(file):
        pass
    assert not home.exists()


async def test_a_start_waits_for_a_command_that_has_the_database_open_for_a_moment(file: Path) -> None:
    async with await open_database(settings(file)):
        pass
    command = await Store.join(file)
    starting = asyncio.create_task(open_database(settings(file)))
    await asyncio.sleep(0.05)
    assert not starting.done()
    await command.close()
    async with await starting as store:
        assert store.path == file


async def test_a_start_is_refused_while_another_bot_runs(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_start, "LOCK_WAIT", 0.0)
    async with await open_database(settings(file)):
        with pytest.raises(DatabaseInUse, match="is already in use by another process; stop that one first"):
            await open_database(settings(file))


async def test_a_start_waits_for_a_server_that_is_starting(
    server: Server, tmp_path_factory: pytest.TempPathFactory
) -> None:
    name = server.make()
    address, _, listens_in = server.address(name).partition("?host=")
    # a short name, because the path of a Unix socket is limited to about 100 characters
    sockets = tmp_path_factory.mktemp("s")
    starting = asyncio.create_task(open_database(settings(f"{address}?host={sockets}")))
    await asyncio.sleep(0.2)
    assert not starting.done()
    for socket in Path(listens_in).glob(".s.PGSQL.*"):
        (sockets / socket.name).symlink_to(socket)
    async with await asyncio.wait_for(starting, 10) as store:
        assert (await users_and_servers.user(store.read, 1)).locale is None
    server.drop(name)


async def test_a_start_goes_on_once_a_restarting_server_takes_writes_again(
    server: Server, tmp_path_factory: pytest.TempPathFactory
) -> None:
    name = server.make()
    address, _, listens_in = server.address(name).partition("?host=")
    sockets = tmp_path_factory.mktemp("s")
    links = [sockets / socket.name for socket in Path(listens_in).glob(".s.PGSQL.*")]
    for link in links:
        link.symlink_to(Path(listens_in) / link.name)
    async with await open_database(settings(f"{address}?host={sockets}")) as store:

        async def write() -> None:
            async with store.write() as tx:
                await users_and_servers.user(tx, 1)

        # From now on, the store can't connect, and the server closes the existing connections.
        for link in links:
            link.unlink()
        server.hang_up(name)
        with pytest.raises(ServerUnavailable, match="can't be written"):
            await write()
        starting = asyncio.create_task(first_start.until_server_answers(write))
        await asyncio.sleep(0.2)
        assert not starting.done()
        for link in links:
            link.symlink_to(Path(listens_in) / link.name)
        await asyncio.wait_for(starting, 10)
    server.drop(name)


async def test_a_start_says_that_the_server_can_not_be_reached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_start, "SERVER_WAIT", 0.0)
    with pytest.raises(ServerUnavailable, match=r"The PostgreSQL server of the database games .* can't be reached"):
        await open_database(settings(f"postgresql://ana@/games?host={tmp_path}"))
