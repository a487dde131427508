"""A database on a PostgreSQL server. Any number of processes can use it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from contextvars import ContextVar
from typing import Any, cast
from weakref import WeakKeyDictionary, WeakSet

import asyncpg  # pyright: ignore[reportMissingTypeStubs]
from sqlalchemy import Connection, Executable, event, inspect, select, text
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.engine import ExceptionContext, make_url
from sqlalchemy.exc import DBAPIError, DisconnectionError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncTransaction, create_async_engine

from bot.app.clock import RemoteClock, monotonic
from bot.store import migration_copies, migrations, named_numbers, pg_notify, tables
from bot.store.errors import CommitOutcomeUnknown, DatabaseMissing, LeaseLost, ServerUnavailable, StoreError
from bot.store.leases import LEASE_SECONDS, Lease, current_lease, keep_renewed
from bot.store.migration_copies import Copies
from bot.store.migrations import VERSION
from bot.store.pg_notify import Listener
from bot.store.transactions import ENGINE_ERRORS, Rows, Values, describe_error, error_code, run_to_completion

#: The timeout for connecting to the server, in seconds.
CONNECT_TIMEOUT = 10
#: The application name that the server shows for Tenebrae's connections.
APPLICATION_NAME = "tenebrae"
#: Finds other connections to this database by the bot's processes and commands. Their application names start with
#: `:name`, and every user of the server can see them. A connection with the same application name as the current one
#: counts only if that name is the default.
_OTHER_CONNECTIONS = text(
    "SELECT 1 FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid() AND starts_with(application_name, :name)"
    " AND (application_name = :name OR application_name <> current_setting('application_name')) LIMIT 1"
)
#: The application name of new connections. A command that needs exclusive use sets a unique name to recognise its own
#: connections.
application_name: ContextVar[str] = ContextVar("application_name", default=APPLICATION_NAME)
#: The timeout for the running bot's statements in seconds, in case the server hangs.
STATEMENT_TIMEOUT = 5.0
#: Settings of the running bot's connections. They make the server drop a connection soon if the process is frozen
#: during a transaction or its machine is lost.
SERVER_SETTINGS = {
    "idle_in_transaction_session_timeout": f"{LEASE_SECONDS}s",
    "tcp_keepalives_idle": "4",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": f"{LEASE_SECONDS}s",
}
#: The timeout for closing all connections, in seconds.
CLOSE_TIMEOUT = 3.0
#: Maximum number of connections that one process opens for reading and for writing. When all are in use, requests wait
#: until one is free.
READ_CONNECTIONS, WRITE_CONNECTIONS = 5, 10
#: The timeout for waiting for a free connection, in seconds.
POOL_TIMEOUT = 10.0
#: The first characters of PostgreSQL's codes for temporary errors: the connection was lost, or the server is starting,
#: stopping or out of connections.
_PASSING_CODES = ("08", "57P", "53300")
#: The number of the advisory lock that ensures that only one process at a time migrates the database.
_MIGRATION_LOCK = migrations.APPLICATION_ID

log = logging.getLogger(__name__)


@event.listens_for(PGDialect_asyncpg, "handle_error")
def _drop_silent_connection(context: ExceptionContext) -> None:
    """Drop a connection after a statement timeout, because a server that hangs wouldn't answer a request to close
    it.
    """
    if isinstance(context.original_exception, TimeoutError):
        context.is_disconnect = True


def display_name(address: str) -> str:
    """Return a database's name for messages, without user and password; raises StoreError for an invalid address."""
    try:
        url = make_url(address)
        host = url.host or url.query.get("host") or "this machine"
    except (SQLAlchemyError, ValueError) as error:
        raise StoreError(
            "The address of the database is wrong; it looks like postgresql://user:password@host/database."
        ) from error
    return f"{url.database or url.username} on {host}"


class Server:
    """An open database on a server."""

    def __init__(self, address: str, *, prompt: bool = False) -> None:
        """If `prompt`, statements time out, because the bot's users are waiting."""
        self.place = display_name(address)
        self._address = address
        self._name = application_name.get()
        url = make_url(address)
        self._port = url.port or url.query.get("port", 5432)
        #: All open connections of the driver.
        self._connections: WeakKeyDictionary[Any, None] = WeakKeyDictionary()
        #: Connections that were open when another connection was found dead. They are probably dead too, so they aren't
        #: used again.
        self._doubtful: WeakSet[Any] = WeakSet()
        self._writer = self._engine(WRITE_CONNECTIONS, prompt)
        # Reading has its own pool, because a writer may have to read and must not wait until other writers release a
        # connection.
        self._reader = self._engine(READ_CONNECTIONS, prompt, default_transaction_read_only="on")
        self._single = self._reader.execution_options(isolation_level="AUTOCOMMIT")
        #: The server's clock, which all processes share.
        self.clock = RemoteClock()
        self._listener: Listener | None = None
        self._closed = False

    def listen(self, hear: Callable[[str | None], None]) -> None:
        if self._listener is None:
            self._listener = Listener(lambda: self._connect(STATEMENT_TIMEOUT), self.clock, hear)

    async def read_clock(self) -> None:
        """Read the server's clock and set `clock` from it; raises StoreError."""
        requested_at = monotonic()
        try:
            server_time = (await self.fetch(text(pg_notify.SERVER_TIME_QUERY)))[0][0]
        except ENGINE_ERRORS as error:
            raise self._opening_error(error) from error
        self.clock.set(server_time, requested_at, monotonic())

    async def fetch(self, statement: Executable, values: Values | None = None) -> Rows:
        connection = await self._connected(self._single)
        try:
            with self._watched(connection):
                return (await connection.execute(statement, values)).all()
        finally:
            await run_to_completion(connection.close())

    async def _connected(self, engine: AsyncEngine) -> AsyncConnection:
        if self._closed:
            raise StoreError("The database is closed.")
        return await engine.connect()

    @contextmanager
    def _watched(self, connection: AsyncConnection) -> Generator[None]:
        """Mark all connections as doubtful if the block finds that its own connection is dead.

        If the block is cancelled, only its own connection is affected.
        """
        try:
            yield
        except Exception:
            if connection.invalidated:
                self._doubtful.update(self._connections)
            raise

    def _take(self, adapted: Any, *_: Any) -> None:
        """Make the pool replace a connection that has died while idle.

        Without this, the first request after a restart of the server would fail needlessly.
        """
        driver = adapted.driver_connection
        if driver.is_closed() or driver in self._doubtful:
            driver.terminate()  # without this, the pool would spend up to two seconds on closing the connection
            raise DisconnectionError

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[AsyncConnection]:
        try:
            connection = await self._connected(self._writer)
            try:
                with self._watched(connection):
                    async with _transaction(connection):
                        yield connection
            finally:
                await run_to_completion(connection.close())
        except IntegrityError:
            raise
        except (SQLAlchemyError, OSError) as error:
            kind = ServerUnavailable if _may_pass(error) else StoreError
            raise kind(f"The database can't be written: {describe_error(error)}.") from error

    @asynccontextmanager
    async def snapshot(self) -> AsyncGenerator[AsyncConnection]:
        one_moment = self._reader.execution_options(isolation_level="REPEATABLE READ")
        connection = await self._connected(one_moment)
        try:
            yield connection
        finally:
            # A lost connection can't be rolled back, but that doesn't affect what was read.
            with suppress(SQLAlchemyError, OSError):
                await run_to_completion(connection.close())

    @asynccontextmanager
    async def try_task_lock(self, task: int) -> AsyncGenerator[bool]:
        async with AsyncExitStack() as stack:
            try:
                # If the process dies, the server ends the transaction, which releases the lock.
                connection = await stack.enter_async_context(self.snapshot())
                take = text("SELECT pg_try_advisory_xact_lock(:turn, :task)")
                taken = (await connection.execute(take, {"turn": _MIGRATION_LOCK, "task": task})).scalar_one()
            except ENGINE_ERRORS as error:
                raise self._opening_error(error) from error
            if not taken:
                yield False
                return
            async with self._leading(connection):
                yield True

    @asynccontextmanager
    async def _leading(self, connection: AsyncConnection) -> AsyncGenerator[None]:
        """Run the block with a lease that is valid while the lock's connection is alive, and keep this connection
        alive.
        """
        one_at_a_time = asyncio.Lock()

        async def renew() -> None:
            try:
                async with one_at_a_time:
                    await connection.execute(text("SELECT 1"))
            except ENGINE_ERRORS as error:
                raise LeaseLost from error

        lease = Lease(monotonic, renew, monotonic())
        renewing = asyncio.create_task(keep_renewed(lease), name="leadership")
        before = current_lease.set(lease)
        try:
            yield
        finally:
            current_lease.reset(before)
            renewing.cancel()
            await asyncio.wait({renewing})

    async def require_exclusive_use(self) -> None:
        """Raise StoreError if another process or command is connected to the database.

        Call this before opening other connections, or use a unique name (see `application_name`). Otherwise this
        process's own connections count as well.
        """
        try:
            other_connections = await self.fetch(_OTHER_CONNECTIONS, {"name": APPLICATION_NAME})
        except ENGINE_ERRORS as error:
            raise self._opening_error(error) from error
        if other_connections:
            raise StoreError(
                f"The database {self.place} is in use by another process or command of Tenebrae; stop them all first."
            )

    async def scrub(self) -> None:
        """Do nothing, because a server cleans up on its own schedule."""

    async def close(self) -> None:
        self._closed = True
        if self._listener is not None:
            await self._listener.stop()
        parting = asyncio.create_task(self._close_pools())
        if not (await asyncio.wait({parting}, timeout=CLOSE_TIMEOUT))[0]:
            log.warning("the database's server does not answer; the connections to it are cut")
            for connection in self._connections:
                connection.terminate()
        try:
            await parting
        except ENGINE_ERRORS as error:
            raise StoreError(f"The database {self.place} can't be closed cleanly: {describe_error(error)}.") from error

    async def _close_pools(self) -> None:
        await self._reader.dispose()
        await self._writer.dispose()

    async def version(self) -> int:
        """Return the number of the database's format, or 0 for an empty database; raises StoreError."""
        try:
            async with self.snapshot() as connection:
                return await connection.run_sync(_version, self.place)
        except ENGINE_ERRORS as error:
            raise self._opening_error(error) from error

    async def bring_up_to_date(self, copies: Copies | None = None) -> None:
        """Create the tables, or copy the database and migrate its tables. Only one process does this at a time. Raises
        StoreError.
        """
        if await self.version() >= VERSION:
            return
        patient = self._engine(1, prompt=False)  # no timeout, because a migration can take a long time
        try:
            async with patient.begin() as connection:
                await connection.execute(text("SELECT pg_advisory_xact_lock(:turn)"), {"turn": _MIGRATION_LOCK})
                # Another process may have migrated the database while this one was waiting for the lock.
                version = await connection.run_sync(_version, self.place)
                if version and version < VERSION and copies is not None:
                    await migration_copies.copy_server_database(self._address, self.place, version, copies)
                if version < VERSION:
                    await connection.run_sync(migrations.bring_up_to_date, version)
        except ENGINE_ERRORS as error:
            raise self._opening_error(error) from error
        finally:
            await patient.dispose()

    def _engine(self, connections: int, prompt: bool, **settings: str) -> AsyncEngine:
        session_settings = settings | (SERVER_SETTINGS if prompt else {})

        async def connect(*_: Any, **__: Any) -> Any:
            return await self._connect(STATEMENT_TIMEOUT if prompt else None, **session_settings)

        engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=connect,
            pool_size=connections,
            max_overflow=0,
            pool_timeout=POOL_TIMEOUT,
            hide_parameters=True,
        )
        event.listen(engine.sync_engine.pool, "checkout", self._take)
        return engine

    async def _connect(self, limit: float | None = None, **settings: str) -> Any:
        """Open a connection whose statements time out after `limit` seconds."""
        # The whole address goes to the driver, which parses it in the same way as PostgreSQL's own programs.
        server_settings = {"application_name": self._name, "jit": "off", **settings}
        driver = cast("Any", asyncpg)  # asyncpg has no type annotations
        # Cached statements don't expire: an expiry timer would keep alive the context of the request that prepared the
        # statement.
        new_connection = await driver.connect(
            self._address,
            timeout=CONNECT_TIMEOUT,
            command_timeout=limit,
            max_cached_statement_lifetime=0,
            server_settings=server_settings,
        )
        self._connections[new_connection] = None
        return new_connection

    def _opening_error(self, error: Exception) -> StoreError:
        """Convert an error to ServerUnavailable if it may be temporary, and to StoreError otherwise."""
        return (ServerUnavailable if _may_pass(error) else StoreError)(self._sentence(error))

    def _sentence(self, error: Exception) -> str:
        code = error_code(error)
        if code.startswith("28"):
            return f"The database {self.place} refuses this user or password."
        if code == "42501":
            return f"This user may not read the tables of the database {self.place}; use the one who owns them."
        if code == "3D000":
            return f"There is no database {self.place}; create it with createdb first."
        if isinstance(error, OSError):
            return f"The PostgreSQL server of the database {self.place}, port {self._port}, can't be reached."
        if isinstance(error, ValueError):
            return f"The address of the database {self.place} is wrong: {error}.".replace("..", ".")
        return f"The database {self.place} can't be opened: {describe_error(error)}."


def _may_pass(error: Exception) -> bool:
    """Return whether an error may be temporary: the server can't be reached, or is starting, stopping or full."""
    return isinstance(error, OSError) or error_code(error).startswith(_PASSING_CODES)


@asynccontextmanager
async def _transaction(connection: AsyncConnection) -> AsyncGenerator[None]:
    transaction = await connection.begin()
    try:
        yield
        await _commit(transaction)
    except BaseException:
        with suppress(SQLAlchemyError, OSError):
            if transaction.is_active:
                await run_to_completion(transaction.rollback())
        raise


async def _commit(transaction: AsyncTransaction) -> None:
    """Commit; raises CommitOutcomeUnknown if the connection is lost during the commit."""
    try:
        await run_to_completion(transaction.commit())
    except (SQLAlchemyError, OSError) as error:
        if isinstance(error, TimeoutError) or (isinstance(error, DBAPIError) and error.connection_invalidated):
            raise CommitOutcomeUnknown(f"The database can't be written: {describe_error(error)}.") from error
        raise


def _version(connection: Connection, place: str) -> int:
    """Return the number of a database's format; raises StoreError if this version can't use the database."""
    encoding = connection.execute(text("SHOW server_encoding")).scalar_one()
    if encoding != "UTF8":
        raise StoreError(f"The database {place} is kept in {encoding}; create it with the encoding UTF8.")
    tables = set(inspect(connection).get_table_names())
    if not tables:
        return 0
    if not {"alembic_version", "matches", "outbox"} <= tables:
        raise StoreError(f"The database {place} is of another program.")
    version = int(connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one())
    if version > VERSION and _min_version(connection) > VERSION:
        raise StoreError(migrations.too_new_message(place, version))
    return version


def _min_version(connection: Connection) -> int:
    """Return the oldest format whose code can use this database. Called if the database's format is newer than
    VERSION.
    """
    query = select(tables.facts.c.value).where(tables.facts.c.name == named_numbers.MIN_VERSION)
    return connection.execute(query).scalar_one()


async def open_server(
    address: str, *, create: bool = True, prompt: bool = False, copies: Copies | None = None
) -> Server:
    """Open, check and migrate a database; raises StoreError.

    Unless `create`, an empty or older database is an error. See `Server` for `prompt`.
    """
    server = Server(address, prompt=prompt)
    try:
        before = await server.version()
        if not (create or before):
            raise DatabaseMissing(f"The database {server.place} is empty.")
        if not create and before < VERSION:
            # Only a starting bot migrates a database, because it makes a copy first.
            raise StoreError(migrations.too_old_message(server.place, before))
        await server.bring_up_to_date(copies)
        migrations.log_database("PostgreSQL", server.place, before)
        await server.read_clock()
    except BaseException:
        await server.close()
        raise
    return server
