"""When a PostgreSQL database can't be opened or used, the host gets a single sentence that explains the reason."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, Mock

import asyncpg
import pytest
from sqlalchemy import text

from bot.app.clock import RemoteClock
from bot.store import backup, pg_notify, postgres, read_only
from bot.store.errors import CommitOutcomeUnknown, StoreError
from bot.store.migrations import MIN_VERSION, VERSION
from bot.store.statements import matches, users_and_servers
from bot.store.store import Store
from tests.matches.room import Room
from tests.matches.tiny_game import Take
from tests.postgres import Server
from tests.store.test_opening import refusal

#: An SQL statement that terminates all connections to the current database except its own.
END_OTHER_CONNECTIONS = """SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
               WHERE datname = current_database() AND pid != pg_backend_pid()"""


async def execute(address: str, statement: str) -> None:
    connection = await asyncpg.connect(address)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


class StallingProxy:
    """A proxy between the bot and the PostgreSQL server that can stop all traffic, as if the server hung."""

    def __init__(self, socket: Path) -> None:
        self._socket = socket
        #: Each connection remembers the event that this attribute had when the connection was opened. While that event
        #: isn't set, the proxy withholds the connection's data.
        self.flowing = asyncio.Event()
        self.flowing.set()
        #: Called with each chunk that the bot sends. If it raises ConnectionError, the connection is cut.
        self.heard: Callable[[bytes], None] = lambda _: None

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answers, server = await asyncio.open_unix_connection(str(self._socket))
        flowing = self.flowing
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._carry(reader, server, flowing, self.heard))
                group.create_task(self._carry(answers, writer, flowing, lambda _: None))
        except* (ConnectionError, asyncio.CancelledError):
            pass
        finally:
            server.close()
            writer.close()

    async def _carry(
        self,
        source: asyncio.StreamReader,
        target: asyncio.StreamWriter,
        flowing: asyncio.Event,
        heard: Callable[[bytes], None],
    ) -> None:
        while data := await source.read(65536):
            await flowing.wait()
            heard(data)
            target.write(data)
            await target.drain()
        raise ConnectionResetError


@asynccontextmanager
async def stalling_proxy(database: str, folder: Path) -> AsyncIterator[tuple[StallingProxy, str]]:
    """Run a stalling proxy. Yield the proxy, and the database's address through the proxy."""
    start, _, socket = database.partition("?host=")
    line = StallingProxy(Path(socket) / ".s.PGSQL.5432")
    made = await asyncio.start_unix_server(lambda *ends: line.serve(*ends), str(folder / ".s.PGSQL.5432"))
    try:
        yield line, f"{start}?host={folder}"
    finally:
        line.flowing.set()
        made.close()


def shorten_timeouts(store: Store, seconds: float) -> None:
    """Set the statement timeout of the store's open connections to `seconds`, which is shorter than usual."""
    database: Any = store._database
    for connection in database._connections:
        connection._config = connection._config._replace(command_timeout=seconds)


async def set_locale(store: Store, user_id: int, locale: str) -> None:
    async with store.write() as tx:
        await users_and_servers.set_locale(tx, user_id, locale)


async def test_a_server_that_hangs_is_told_once_and_keeps_no_one_waiting(
    database: str, tmp_path_factory: pytest.TempPathFactory, caplog: pytest.LogCaptureFixture
):
    async with (
        stalling_proxy(database, short_folder(tmp_path_factory)) as (line, address),
        await Store.open(address, prompt=True) as store,
    ):
        await set_locale(store, 1, "hu")
        assert (await users_and_servers.user(store.read, 1)).locale == "hu"
        shorten_timeouts(store, 0.05)
        line.flowing.clear()
        failed = await asyncio.gather(
            users_and_servers.user(store.read, 1), set_locale(store, 1, "es"), return_exceptions=True
        )
        assert [str(error) for error in failed] == [
            "The database can't be read: its server does not answer.",
            "The database can't be written: its server does not answer.",
        ]
        line.flowing.set()
        for _ in range(2):
            assert (await users_and_servers.user(store.read, 1)).locale == "hu"
            await set_locale(store, 1, "hu")
    lines = [
        (record.levelno, record.getMessage()) for record in caplog.records if record.name == "bot.store.outage_log"
    ]
    assert sorted(lines) == [
        (logging.WARNING, "the database can be read again"),
        (logging.WARNING, "the database can be written again"),
        (logging.ERROR, "the database can't be read until further notice: its server does not answer"),
        (logging.ERROR, "the database can't be written until further notice: its server does not answer"),
    ]


async def test_a_store_closes_though_its_server_hangs(
    database: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(postgres, "CLOSE_TIMEOUT", 0.05)
    async with stalling_proxy(database, short_folder(tmp_path_factory)) as (line, address):
        store = await Store.open(address)  # opened without prompt=True, so that SQL statements have no timeout
        await users_and_servers.user(store.read, 1)
        line.flowing.clear()
        await store.close()


async def test_a_connection_that_breaks_during_a_commit_leaves_it_open_what_is_saved(
    database: str, tmp_path_factory: pytest.TempPathFactory
):
    def cut(data: bytes) -> None:
        if b"COMMIT" in data:
            raise ConnectionResetError

    async with (
        stalling_proxy(database, short_folder(tmp_path_factory)) as (line, address),
        await Store.open(address) as store,
    ):
        await users_and_servers.user(store.read, 1)
        line.heard = cut
        with pytest.raises(CommitOutcomeUnknown, match="can't be written: its server can't be reached"):
            async with store.write() as tx:
                await users_and_servers.set_locale(tx, 1, "hu")


async def test_a_lock_for_a_task_ends_quietly_if_its_connection_is_lost(database: str):
    async with await Store.open(database) as store:
        async with store.try_task_lock(7) as leads:
            assert leads
            await execute(database, END_OTHER_CONNECTIONS)
        async with store.try_task_lock(7) as leads:
            assert leads


async def test_only_a_bot_that_people_wait_for_gives_up_a_statement_that_takes_long(
    database: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(postgres, "STATEMENT_TIMEOUT", 0.05)
    slow = text("SELECT pg_sleep(0.2)")
    async with await Store.open(database) as store:
        await store.read.all(slow)
    with pytest.raises(StoreError, match=r"does not answer|can't be reached"):
        async with await Store.open(database, prompt=True) as store:
            await store.read.all(slow)


def short_folder(folders: pytest.TempPathFactory) -> Path:
    """Create a folder with a short name, because the path of a Unix socket is limited to about 100 characters."""
    return folders.mktemp("s")


async def test_a_server_that_is_not_there(tmp_path: Path):
    refused = await refusal("postgresql://somebody:word@127.0.0.1:1/games")
    assert refused == "The PostgreSQL server of the database games on 127.0.0.1, port 1, can't be reached."
    assert "can't be reached" in await refusal(f"postgresql://somebody@/games?host={tmp_path}")


async def test_no_sentence_has_the_password(server: Server):
    assert "word" not in await refusal("postgresql://somebody:word@127.0.0.1:1/games")
    assert "word" not in await refusal(server.address("nothing_here").replace("tenebrae@", "tenebrae:word@"))


async def test_a_user_that_is_unknown(database: str):
    assert "refuses this user or password" in await refusal(database.replace("tenebrae@", "stranger@"))


async def test_a_database_that_is_not_there(server: Server):
    assert "There is no database nothing_here" in await refusal(server.address("nothing_here"))


async def test_an_address_that_is_none():
    assert "it looks like postgresql://" in await refusal("postgresql://host:many/games")
    assert "sslmode" in await refusal("postgresql://u@host/games?sslmode=perhaps")


async def test_a_newer_database_is_refused_untouched(database: str):
    await execute(database, f"UPDATE alembic_version SET version_num = '{VERSION + 1}'")
    await execute(database, f"UPDATE facts SET value = {VERSION + 1} WHERE name = 'least'")
    assert f"format {VERSION + 1}, this version knows {VERSION}" in await refusal(database)
    await execute(database, f"SELECT 1 / count(*) FROM alembic_version WHERE version_num = '{VERSION + 1}'")


async def test_a_newer_database_that_was_only_expanded_is_used_as_it_is(database: str):
    """During a rolling deploy, an old process uses a database whose tables a new process has already extended."""
    await execute(database, f"UPDATE alembic_version SET version_num = '{VERSION + 1}'")
    await execute(
        database, "ALTER TABLE matches ADD COLUMN mood BIGINT; ALTER TABLE seats ADD COLUMN hat TEXT DEFAULT 'x'"
    )
    await execute(database, "CREATE TABLE moods (id BIGINT PRIMARY KEY)")
    async with await Store.open(database) as store:
        room = Room(store)
        info = await room.match()
        await room.by(info, 0, Take(1))
        assert await room.coins(info.id) == [1, 0]
    # Check that the older process left the newer version numbers unchanged. If it didn't, no row matches, and the
    # statement fails with a division by zero.
    await execute(database, f"SELECT 1 / count(*) FROM alembic_version WHERE version_num = '{VERSION + 1}'")
    await execute(database, f"SELECT 1 / count(*) FROM facts WHERE (name, value) = ('least', {MIN_VERSION})")


async def test_another_programs_database(server: Server):
    name = server.make("template0")
    await execute(server.address(name), "CREATE TABLE recipes (id INTEGER)")
    assert "of another program" in await refusal(server.address(name))
    server.drop(name)


async def test_an_empty_database_gets_the_tables_once_however_many_begin_at_once(server: Server):
    name = server.make("template0")
    stores = await asyncio.gather(*(Store.open(server.address(name)) for _ in range(4)))
    for number, store in enumerate(stores):
        async with store.write() as tx:
            await users_and_servers.set_guild_settings(tx, number, {})
    assert await users_and_servers.guild_settings(stores[0].read, 3) == {}
    for store in stores:
        await store.close()
    server.drop(name)


async def test_who_only_uses_a_database_makes_no_tables(server: Server):
    name = server.make("template0")
    with pytest.raises(StoreError, match=f"The database {name} on .* is empty"):
        await Store.open(server.address(name), create=False)
    await execute(server.address(name), "CREATE TABLE matches (id INTEGER)")
    server.drop(name)


async def test_a_database_in_another_encoding(server: Server):
    await execute(server.address("postgres"), "CREATE DATABASE narrow TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'")
    assert "kept in LATIN1" in await refusal(server.address("narrow"))


async def test_after_a_restart_of_the_server_no_one_is_refused(database: str, caplog: pytest.LogCaptureFixture):
    """After the restart, connections in the pools are broken. The next queries replace them instead of failing."""
    async with await Store.open(database) as store:
        await asyncio.gather(*(set_locale(store, number, "hu") for number in range(3)))
        await execute(database, END_OTHER_CONNECTIONS)
        await set_locale(store, 1, "es")
        await execute(database, END_OTHER_CONNECTIONS)
        assert (await users_and_servers.user(store.read, 1)).locale == "es"
        await asyncio.gather(*(set_locale(store, number, "en") for number in range(3)))
    assert not [record for record in caplog.records if record.name == "bot.store.outage_log"]


FAREWELLS = {
    "cut": ConnectionResetError(),
    "closed": asyncpg.InterfaceError("connection is closed"),
    "said and not hung up": asyncpg.InternalClientError("cannot switch to state 12; another operation is in progress"),
}


@pytest.mark.parametrize("farewell", FAREWELLS.values(), ids=FAREWELLS)
async def test_who_listens_does_so_again_however_the_driver_tells_of_the_end(
    farewell: Exception, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(pg_notify, "FIRST_RECONNECT_DELAY", 0)
    lasting = AsyncMock(**{"fetchval.return_value": 1_700_000_000.0})
    ended = AsyncMock(**{"fetchval.side_effect": farewell})
    for connection in (lasting, ended):
        connection.terminate, connection.add_termination_listener = Mock(), Mock()
    clock, heard = RemoteClock(), asyncio.Queue[str | None]()
    listener = pg_notify.Listener(AsyncMock(side_effect=[ended, lasting]), clock, heard.put_nowait)
    try:
        async with asyncio.timeout(20):
            assert [await heard.get(), await heard.get()] == [None, None]
    finally:
        await listener.stop()
    assert ended.terminate.called
    assert lasting.add_listener.called


async def test_one_dead_connection_renews_all_others(database: str, tmp_path_factory: pytest.TempPathFactory):
    """If a server vanishes silently, only the first query waits for a timeout. Later queries get new connections."""
    async with (
        stalling_proxy(database, short_folder(tmp_path_factory)) as (line, address),
        await Store.open(address, prompt=True) as store,
    ):
        await set_locale(store, 1, "hu")
        shorten_timeouts(store, 0.05)
        line.flowing.clear()
        with pytest.raises(StoreError, match="does not answer"):
            await users_and_servers.user(store.read, 1)
        gone, line.flowing = line.flowing, asyncio.Event()
        line.flowing.set()  # only new connections use this event, so the old ones still wait for `gone`
        await set_locale(store, 1, "es")
        assert (await users_and_servers.user(store.read, 1)).locale == "es"
        gone.set()


async def test_a_server_that_drops_a_writer_keeps_nothing_of_its_block(database: str):
    async def write() -> None:
        async with store.write() as tx:
            await users_and_servers.set_locale(tx, 1, "hu")
            await execute(database, END_OTHER_CONNECTIONS)
            await users_and_servers.set_locale(tx, 2, "hu")

    async with await Store.open(database) as store:
        with pytest.raises(StoreError, match="can't be written"):
            await write()
    async with await Store.open(database) as store:
        assert (await users_and_servers.user(store.read, 1)).locale is None


async def test_looking_changes_nothing_and_sees_one_moment(database: str):
    async with await Store.open(database) as store:
        async with read_only.read_snapshot(database) as db:
            assert (await users_and_servers.user(db, 1)).locale is None
            async with store.write() as tx:
                await users_and_servers.set_locale(tx, 1, "hu")
            assert (await users_and_servers.user(db, 1)).locale is None
        async with read_only.read_snapshot(database) as db:
            assert (await users_and_servers.user(db, 1)).locale == "hu"


async def test_matches_of_an_older_format_can_be_tried_before_the_upgrade(database: str):
    async with await Store.open(database) as store:
        info = await Room(store).match()
    await execute(database, "ALTER TABLE matches DROP COLUMN version; DROP TABLE facts")
    await execute(database, f"UPDATE alembic_version SET version_num = '{VERSION - 1}'")
    async with read_only.read_snapshot(database, any_format=True) as db:
        assert [(one.id, one.seats, one.seq) for one in await matches.running(db)] == [(info.id, 2, 1)]
        assert await matches.state(db, info.id) is not None
    with pytest.raises(StoreError, match="older format"):
        async with read_only.read_snapshot(database):
            pass
    await execute(database, f"SELECT 1 / count(*) FROM alembic_version WHERE version_num = '{VERSION - 1}'")


def test_backups_need_the_servers_own_programs(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(StoreError, match="pg_dump is not here"):
        backup.back_up(database, tmp_path / "copy")
