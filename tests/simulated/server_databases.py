"""Databases for simulations on a real PostgreSQL server, all identical at the start, down to the locations of rows."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from weakref import WeakSet

import pytest

from bot.store import outbox, postgres
from bot.store.store import Store
from tests import postgres as tests_postgres
from tests.simulated.postgres_protocol import BlockingConnection

_TEMPLATE = "template_simulated"
#: Replaces the server's clock with a setting that is written before each statement. Also switches autovacuum off, so
#: that query plans are always the same.
_PREPARE = """
CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz VOLATILE LANGUAGE sql
    AS $$SELECT to_timestamp(current_setting('simulated.now')::float8)$$;
DO $$DECLARE one text; BEGIN
    FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
        EXECUTE format('ALTER TABLE %I SET (autovacuum_enabled = off)', one);
    END LOOP;
END$$"""
#: The settings of each database. Its own clock functions take precedence over the server's, and deadlocks are detected
#: quickly.
_SETTINGS = {
    "search_path": "public, pg_catalog",
    "deadlock_timeout": "'200ms'",
    "synchronize_seqscans": "off",
    "max_parallel_workers_per_gather": "0",
}
_numbers = itertools.count(1)
#: The servers that have the template database.
_prepared: WeakSet[tests_postgres.Server] = WeakSet()


@dataclass
class SimulationDatabase:
    """The database of one simulation."""

    address: str
    #: Path of the server's Unix socket.
    path: str
    #: Connections to the server's database "postgres" and to this database.
    control: BlockingConnection
    line: BlockingConnection


def _line(server: tests_postgres.Server, database: str) -> BlockingConnection:
    return BlockingConnection(_path(server), tests_postgres.USER, database)


def _path(server: tests_postgres.Server) -> str:
    return server.address("").partition("host=")[2] + "/.s.PGSQL.5432"


@contextmanager
def _control(server: tests_postgres.Server) -> Iterator[BlockingConnection]:
    """Yield a connection to the server, after creating the template database if it doesn't exist yet."""
    with closing(_line(server, "postgres")) as control:
        if server not in _prepared:
            control.ask(f"CREATE DATABASE {_TEMPLATE} TEMPLATE template_of_tests")
            with closing(_line(server, _TEMPLATE)) as line:
                line.ask(_PREPARE)
            _warm(server.address("template_of_tests"))
            _prepared.add(server)
        yield control


def _warm(address: str) -> None:
    """Let the driver query and cache the server's capabilities before a simulation starts."""

    async def opened() -> None:
        async with await Store.open(address) as store:
            await outbox.counts(store.read)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(postgres, "create_async_engine", tests_postgres.engine_with_shared_cache)
        asyncio.run(opened())


@contextmanager
def temporary_database(server: tests_postgres.Server) -> Iterator[SimulationDatabase]:
    """Create a database for one simulation, yield it, and drop it afterwards."""
    name = f"simulated_{next(_numbers)}"
    with _control(server) as control:
        control.ask(f"CREATE DATABASE {name} TEMPLATE {_TEMPLATE}")
        for setting, value in _SETTINGS.items():
            control.ask(f"ALTER DATABASE {name} SET {setting} = {value}")
        try:
            with closing(_line(server, name)) as line:
                yield SimulationDatabase(server.address(name), _path(server), control, line)
        finally:
            control.ask(f"DROP DATABASE {name} WITH (FORCE)")
