"""Every way in which a database on a server can't be opened or used ends in one sentence."""

from __future__ import annotations

import asyncio
from pathlib import Path

import asyncpg
import pytest

from bot.store import Store, StoreError, backup, matches, people, reading
from bot.store.migrations import LEAST, VERSION
from tests.matches.room import Room
from tests.matches.tiny_game import Take
from tests.postgres import Server
from tests.store.test_opening import refusal

#: Ends all other connections to a database.
OTHERS_GO = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
               WHERE datname = current_database() AND pid != pg_backend_pid()"""


async def say(address: str, statement: str) -> None:
    connection = await asyncpg.connect(address)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


async def test_a_server_that_is_not_there(tmp_path: Path):
    assert "can't be reached" in await refusal("postgresql://somebody:word@127.0.0.1:1/games")
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
    await say(database, f"UPDATE alembic_version SET version_num = '{VERSION + 1}'")
    await say(database, f"UPDATE facts SET value = {VERSION + 1} WHERE name = 'least'")
    assert f"format {VERSION + 1}, this version knows {VERSION}" in await refusal(database)
    await say(database, f"SELECT 1 / count(*) FROM alembic_version WHERE version_num = '{VERSION + 1}'")


async def test_a_newer_database_that_was_only_expanded_is_used_as_it_is(database: str):
    """While a deploy rolls, the version before works on tables of the next one."""
    await say(database, f"UPDATE alembic_version SET version_num = '{VERSION + 1}'")
    await say(database, "ALTER TABLE matches ADD COLUMN mood BIGINT; ALTER TABLE seats ADD COLUMN hat TEXT DEFAULT 'x'")
    await say(database, "CREATE TABLE moods (id BIGINT PRIMARY KEY)")
    async with await Store.open(database) as store:
        room = Room(store)
        info = await room.match()
        await room.by(info, 0, Take(1))
        assert await room.coins(info.id) == [1, 0]
    # Nothing was put back.
    await say(database, f"SELECT 1 / count(*) FROM alembic_version WHERE version_num = '{VERSION + 1}'")
    await say(database, f"SELECT 1 / count(*) FROM facts WHERE (name, value) = ('least', {LEAST})")


async def test_another_programs_database(server: Server):
    name = server.make("template0")
    await say(server.address(name), "CREATE TABLE recipes (id INTEGER)")
    assert "of another program" in await refusal(server.address(name))
    server.drop(name)


async def test_an_empty_database_gets_the_tables_once_however_many_begin_at_once(server: Server):
    name = server.make("template0")
    stores = await asyncio.gather(*(Store.open(server.address(name)) for _ in range(4)))
    for number, store in enumerate(stores):
        async with store.write() as tx:
            await people.set_guild_settings(tx, number, {})
    assert await people.guild_settings(stores[0].read, 3) == {}
    for store in stores:
        await store.close()
    server.drop(name)


async def test_a_database_in_another_encoding(server: Server):
    await say(server.address("postgres"), "CREATE DATABASE narrow TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'")
    assert "kept in LATIN1" in await refusal(server.address("narrow"))


async def test_a_server_that_drops_everybody_is_told_and_survived(database: str):
    async with await Store.open(database) as store:
        await people.user(store.read, 1)
        await say(database, OTHERS_GO)
        with pytest.raises(StoreError, match="can't be reached"):
            await people.user(store.read, 1)
        async with store.write() as tx:
            await people.set_locale(tx, 1, "es")
        assert (await people.user(store.read, 1)).locale == "es"


async def test_a_server_that_drops_a_writer_keeps_nothing_of_its_block(database: str):
    async def write() -> None:
        async with store.write() as tx:
            await people.set_locale(tx, 1, "hu")
            await say(database, OTHERS_GO)
            await people.set_locale(tx, 2, "hu")

    async with await Store.open(database) as store:
        with pytest.raises(StoreError, match="can't be written"):
            await write()
    async with await Store.open(database) as store:
        assert (await people.user(store.read, 1)).locale is None


async def test_looking_changes_nothing_and_sees_one_moment(database: str):
    async with await Store.open(database) as store:
        async with reading.reading(database) as db:
            assert (await people.user(db, 1)).locale is None
            async with store.write() as tx:
                await people.set_locale(tx, 1, "hu")
            assert (await people.user(db, 1)).locale is None
        async with reading.reading(database) as db:
            assert (await people.user(db, 1)).locale == "hu"


async def test_matches_of_an_older_format_can_be_tried_before_the_upgrade(database: str):
    async with await Store.open(database) as store:
        info = await Room(store).match()
    await say(database, "ALTER TABLE matches DROP COLUMN version; DROP TABLE facts")
    await say(database, f"UPDATE alembic_version SET version_num = '{VERSION - 1}'")
    async with reading.reading(database, any_format=True) as db:
        assert [(one.id, one.seats, one.seq) for one in await matches.running(db)] == [(info.id, 2, 1)]
        assert await matches.state(db, info.id) is not None
    with pytest.raises(StoreError, match="older format"):
        async with reading.reading(database):
            pass
    await say(database, f"SELECT 1 / count(*) FROM alembic_version WHERE version_num = '{VERSION - 1}'")


def test_backups_are_the_servers_own(database: str, tmp_path: Path):
    with pytest.raises(StoreError, match="use pg_dump"):
        backup.back_up(database, tmp_path / "copy")
    with pytest.raises(StoreError, match="use pg_restore"):
        backup.restore(database, tmp_path / "copy")
