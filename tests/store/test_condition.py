"""The report of `tenebrae doctor` on a PostgreSQL database.

For broken databases, see tests/sockets/test_broken_setups.py.
"""

from __future__ import annotations

from collections.abc import Iterator

import asyncpg
import pytest

from bot.app.doctor_findings import Diagnostic
from bot.store.doctor_checks import check_database
from bot.store.postgres import APPLICATION_NAME
from bot.store.store import Store
from tests.postgres import Server


def wrong(found: list[Diagnostic]) -> list[str]:
    return [one.text for one in found if one.state == "wrong"]


async def run(address: str, *statements: str) -> None:
    connection = await asyncpg.connect(address)
    for statement in statements:
        await connection.execute(statement)
    await connection.close()


async def test_a_server_in_order_is_said_to_be_beside_the_running_bot(database):
    async with await Store.open(database):
        found = await check_database(database)
    assert wrong(found) == []
    assert "can be used: PostgreSQL" in found[-2].text
    assert found[-1].about == "clock"


@pytest.fixture
def bare(server: Server) -> Iterator[str]:
    """The address of a database without tables, which is dropped after the test."""
    name = server.make("template0")
    yield server.address(name)
    server.drop(name)


async def test_an_empty_database_is_filled_at_the_first_start(bare):
    found = await check_database(bare)
    assert wrong(found) == []
    assert "is empty yet" in found[0].text


async def test_a_database_that_a_newer_version_has_changed_is_a_note_while_this_one_can_use_it(database):
    await run(database, "UPDATE alembic_version SET version_num = '99'")
    note = (await check_database(database))[0]
    assert (note.state, "a newer version has brought it to format 99" in note.text) == ("note", True)


async def test_looking_leaves_no_connection_behind(database):
    await check_database(database)
    connection = await asyncpg.connect(database)
    query = "SELECT count(*) FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()"
    assert await connection.fetchval(query, APPLICATION_NAME) == 0
    await connection.close()
