"""What is wrong with a database on a server, as `tenebrae doctor` tells it."""

from __future__ import annotations

from collections.abc import Iterator

import asyncpg
import pytest

from bot.findings import Finding
from bot.store import Store, condition
from bot.store.condition import examined
from bot.store.postgres import NAME
from tests.postgres import Server


def wrong(found: list[Finding]) -> list[str]:
    return [one.text for one in found if one.state == "wrong"]


async def run(address: str, *statements: str) -> None:
    connection = await asyncpg.connect(address)
    for statement in statements:
        await connection.execute(statement)
    await connection.close()


async def test_a_server_in_order_is_said_to_be_beside_the_running_bot(database):
    async with await Store.open(database):
        found = await examined(database)
    assert wrong(found) == []
    assert "can be used: PostgreSQL" in found[-2].text
    assert found[-1].about == "clock"


async def test_a_server_that_is_not_there_is_told_without_the_password(tmp_path):
    (text,) = wrong(await examined(f"postgresql://ana:s3cret@/games?host={tmp_path}"))
    assert "can't be reached" in text
    assert "s3cret" not in text


async def test_a_database_that_is_not_there_is_told_with_how_to_make_it(server: Server):
    (text,) = wrong(await examined(server.address("nowhere")))
    assert "create it with createdb first" in text


@pytest.fixture
def bare(server: Server) -> Iterator[str]:
    """The address of a database without tables, which is removed at the end."""
    name = server.make("template0")
    yield server.address(name)
    server.drop(name)


async def test_an_empty_database_is_filled_at_the_first_start(bare):
    found = await examined(bare)
    assert wrong(found) == []
    assert "is empty yet" in found[0].text


async def test_a_database_of_another_program_or_encoding_is_told(server: Server, bare):
    await run(bare, "CREATE TABLE others (id int)")
    assert "is of another program" in wrong(await examined(bare))[0]
    await run(server.address("postgres"), "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 LOCALE 'C'")
    try:
        assert "create it with the encoding UTF8" in wrong(await examined(server.address("latin")))[0]
    finally:
        server.drop("latin")


async def test_a_database_that_takes_no_writes_is_told(server: Server):
    name = server.make()
    try:
        await run(server.address(name), f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        (text,) = wrong(await examined(server.address(name)))
        assert "is read-only, as a standby is" in text
    finally:
        server.drop(name)


async def test_a_database_that_a_newer_version_has_changed_is_a_note_while_this_one_can_use_it(database):
    await run(database, "UPDATE alembic_version SET version_num = '99'")
    note = (await examined(database))[0]
    assert (note.state, "a newer version has brought it to format 99" in note.text) == ("note", True)
    await run(database, "UPDATE facts SET value = 99 WHERE name = 'least'")
    assert "update Tenebrae first" in wrong(await examined(database))[0]


async def test_a_user_who_may_not_make_or_write_tables_is_told(server: Server, bare):
    name = server.make()
    await run(server.address(name), "CREATE ROLE guest LOGIN", "GRANT SELECT ON ALL TABLES IN SCHEMA public TO guest")
    try:
        assert "may not write the tables" in wrong(await examined(_as_guest(server.address(name))))[0]
        assert "may not make tables" in wrong(await examined(_as_guest(bare)))[0]
    finally:
        server.drop(name)
        await run(server.address("postgres"), "DROP ROLE guest")


def _as_guest(address: str) -> str:
    return f"postgresql://guest@{address.split('@', 1)[1]}"


async def test_a_server_too_old_or_with_too_few_connections_is_told(database, monkeypatch):
    monkeypatch.setattr(condition, "OLDEST", 990_000)
    monkeypatch.setattr(condition, "CONNECTIONS", 100_000)
    old, few = wrong(await examined(database))
    assert "version 14 or newer is needed" in old
    assert few.endswith("raise max_connections.")


async def test_looking_leaves_no_connection_behind(database):
    await examined(database)
    connection = await asyncpg.connect(database)
    query = "SELECT count(*) FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()"
    assert await connection.fetchval(query, NAME) == 0
    await connection.close()
