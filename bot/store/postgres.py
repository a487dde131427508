"""A database on a PostgreSQL server, which any number of processes may use."""

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

from bot.clock import RemoteClock, passed
from bot.store import copies, facts, listening, migrations, tables
from bot.store.connection import FAULTS, Rows, Values, code_of, plain, to_its_end
from bot.store.copies import Copies
from bot.store.errors import Absent, LeaseLost, StoreError, Unsure
from bot.store.leases import LEASE, Lease, held, keep
from bot.store.listening import Listener
from bot.store.migrations import VERSION

#: Seconds that connecting may take.
PATIENCE = 10
#: How the server names our connections.
NAME = "tenebrae"
#: Other connections to this database, of processes and commands of ours: their names begin alike, and a server shows
#: them to everybody. Those that are called as the one that asks are others only if they have the name that all have.
_OTHERS = text(
    "SELECT 1 FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid() AND starts_with(application_name, :name)"
    " AND (application_name = :name OR application_name <> current_setting('application_name')) LIMIT 1"
)
#: How connections are named that are made from here on: a command that must be alone has a name of its own, by which it
#: knows its own connections.
called: ContextVar[str] = ContextVar("called", default=NAME)
#: Seconds that a statement of the running bot may take, so that nobody waits for a server that hangs.
STATEMENT = 5.0
#: After how many seconds the server ends a connection of the running bot that has begun a transaction and says nothing,
#: as when its process is frozen, and one whose machine no longer answers.
SETTINGS = {
    "idle_in_transaction_session_timeout": f"{LEASE}s",
    "tcp_keepalives_idle": "4",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": f"{LEASE}s",
}
#: Seconds that the server gets to take leave of all connections.
PARTING = 3.0
#: Connections of one process, to read and to write; more requests wait for one of them.
READERS, WRITERS = 5, 10
#: Seconds that a request waits.
QUEUE = 10.0
#: The number under which processes take turns to bring a database up to date: "TENE" again.
_TURN = migrations.APPLICATION_ID

log = logging.getLogger(__name__)


@event.listens_for(PGDialect_asyncpg, "handle_error")
def _leave_who_is_silent(context: ExceptionContext) -> None:
    """Give up a connection on which a statement took too long: a server that hangs doesn't hear of its end either."""
    if isinstance(context.original_exception, TimeoutError):
        context.is_disconnect = True


def place_of(address: str) -> str:
    """Return how a database is named to people, without user and password; raises StoreError for a wrong address."""
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
        """With `prompt` a statement that takes too long fails."""
        self.place = place_of(address)
        self._address = address
        self._name = called.get()
        url = make_url(address)
        self._port = url.port or url.query.get("port", 5432)
        #: The driver's connections, in the order in which they were made.
        self._made: WeakKeyDictionary[Any, None] = WeakKeyDictionary()
        #: Those that were there when one was found dead: the others are, too, of whichever pool.
        self._doubtful: WeakSet[Any] = WeakSet()
        self._writer = self._engine(WRITERS, prompt)
        # Others than the writer's: whoever writes may have to read, and must not wait for others who write.
        self._reader = self._engine(READERS, prompt, default_transaction_read_only="on")
        self._single = self._reader.execution_options(isolation_level="AUTOCOMMIT")
        #: The server's, by which all its processes measure time.
        self.clock = RemoteClock()
        self._listener: Listener | None = None
        self._closed = False

    def listen(self, hear: Callable[[str | None], None]) -> None:
        if self._listener is None:
            self._listener = Listener(lambda: self._connect(STATEMENT), self.clock, hear)

    async def read_clock(self) -> None:
        """Read the server's clock; raises StoreError."""
        asked = passed()
        try:
            told = (await self.fetch(text(listening.NOW)))[0][0]
        except FAULTS as error:
            raise StoreError(self._sentence(error)) from error
        self.clock.set(told, asked, passed())

    async def fetch(self, statement: Executable, values: Values | None = None) -> Rows:
        connection = await self._connected(self._single)
        try:
            with self._watched(connection):
                return (await connection.execute(statement, values)).all()
        finally:
            await to_its_end(connection.close())

    async def _connected(self, engine: AsyncEngine) -> AsyncConnection:
        if self._closed:
            raise StoreError("The database is closed.")
        return await engine.connect()

    @contextmanager
    def _watched(self, connection: AsyncConnection) -> Generator[None]:
        """Note it when the block finds that the connection is dead; one that is cancelled breaks its own alone."""
        try:
            yield
        except Exception:
            if connection.invalidated:
                self._doubtful.update(self._made)
            raise

    def _take(self, adapted: Any, *_: Any) -> None:
        """Let the pool connect anew in place of a connection that died while nobody used it.

        Otherwise whoever moves first after the server's restart is refused for nothing.
        """
        driver = adapted.driver_connection
        if driver.is_closed() or driver in self._doubtful:
            driver.terminate()  # at once: otherwise the pool takes leave of it first, for up to two seconds
            raise DisconnectionError

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[AsyncConnection]:
        try:
            connection = await self._connected(self._writer)
            try:
                with self._watched(connection):
                    async with _whole(connection):
                        yield connection
            finally:
                await to_its_end(connection.close())
        except IntegrityError:
            raise
        except (SQLAlchemyError, OSError) as error:
            raise StoreError(f"The database can't be written: {plain(error)}.") from error

    @asynccontextmanager
    async def moment(self) -> AsyncGenerator[AsyncConnection]:
        one_moment = self._reader.execution_options(isolation_level="REPEATABLE READ")
        connection = await self._connected(one_moment)
        try:
            yield connection
        finally:
            await to_its_end(connection.close())

    @asynccontextmanager
    async def alone(self, task: int) -> AsyncGenerator[bool]:
        async with AsyncExitStack() as held:
            try:
                # The server lets go of the lock when the process dies, too.
                connection = await held.enter_async_context(self.moment())
                take = text("SELECT pg_try_advisory_xact_lock(:turn, :task)")
                taken = (await connection.execute(take, {"turn": _TURN, "task": task})).scalar_one()
            except FAULTS as error:
                raise StoreError(self._sentence(error)) from error
            if not taken:
                yield False
                return
            async with self._leading(connection):
                yield True

    @asynccontextmanager
    async def _leading(self, connection: AsyncConnection) -> AsyncGenerator[None]:
        """Keep a lock's connection alive while the block runs, and let its requests be made only as long as it is."""
        one_at_a_time = asyncio.Lock()

        async def renew() -> None:
            try:
                async with one_at_a_time:
                    await connection.execute(text("SELECT 1"))
            except FAULTS as error:
                raise LeaseLost from error

        lease = Lease(passed, renew, passed())
        renewing = asyncio.create_task(keep(lease), name="leadership")
        before = held.set(lease)
        try:
            yield
        finally:
            held.reset(before)
            renewing.cancel()
            await asyncio.wait({renewing})

    async def need_alone(self) -> None:
        """Raise StoreError when another process or command has the database open.

        Ask it as the first thing, or under a name of one's own (see `called`): otherwise one's own connections count.
        """
        try:
            others = await self.fetch(_OTHERS, {"name": NAME})
        except FAULTS as error:
            raise StoreError(self._sentence(error)) from error
        if others:
            raise StoreError(
                f"The database {self.place} is in use by another process or command of Tenebrae; stop them all first."
            )

    async def scrub(self) -> None:
        """Do nothing: a server clears up by itself, in its own time."""

    async def close(self) -> None:
        self._closed = True
        if self._listener is not None:
            await self._listener.stop()
        parting = asyncio.create_task(self._part())
        if not (await asyncio.wait({parting}, timeout=PARTING))[0]:
            log.warning("the database's server does not answer; the connections to it are cut")
            for connection in self._made:
                connection.terminate()
        try:
            await parting
        except FAULTS as error:
            raise StoreError(f"The database {self.place} can't be closed cleanly: {plain(error)}.") from error

    async def _part(self) -> None:
        await self._reader.dispose()
        await self._writer.dispose()

    async def version(self) -> int:
        """Return the number of the database's format, 0 for an empty one; raises StoreError."""
        try:
            async with self.moment() as connection:
                return await connection.run_sync(_version, self.place)
        except FAULTS as error:
            raise StoreError(self._sentence(error)) from error

    async def bring_up_to_date(self, kept: Copies | None = None) -> None:
        """Make the tables or migrate them, one process after the other, with a copy before; raises StoreError."""
        if await self.version() >= VERSION:
            return
        patient = self._engine(1, prompt=False)  # for it may take long
        try:
            async with patient.begin() as connection:
                await connection.execute(text("SELECT pg_advisory_xact_lock(:turn)"), {"turn": _TURN})
                # Another process may have done it meanwhile.
                version = await connection.run_sync(_version, self.place)
                if version and version < VERSION and kept is not None:
                    await copies.keep_of_server(self._address, self.place, version, kept)
                if version < VERSION:
                    await connection.run_sync(migrations.bring_up_to_date, version)
        except FAULTS as error:
            raise StoreError(self._sentence(error)) from error
        finally:
            await patient.dispose()

    def _engine(self, connections: int, prompt: bool, **settings: str) -> AsyncEngine:
        kept = settings | (SETTINGS if prompt else {})

        async def connect(*_: Any, **__: Any) -> Any:
            return await self._connect(STATEMENT if prompt else None, **kept)

        engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=connect,
            pool_size=connections,
            max_overflow=0,
            pool_timeout=QUEUE,
            hide_parameters=True,
        )
        event.listen(engine.sync_engine.pool, "checkout", self._take)
        return engine

    async def _connect(self, limit: float | None = None, **settings: str) -> Any:
        """Connect; a statement that takes longer than `limit` seconds fails."""
        # The driver reads the address as PostgreSQL's own programs do.
        named = {"application_name": self._name, "jit": "off", **settings}
        driver = cast("Any", asyncpg)  # it comes without types
        made = await driver.connect(self._address, timeout=PATIENCE, command_timeout=limit, server_settings=named)
        self._made[made] = None
        return made

    def _sentence(self, error: Exception) -> str:
        code = code_of(error)
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
        return f"The database {self.place} can't be opened: {plain(error)}."


@asynccontextmanager
async def _whole(connection: AsyncConnection) -> AsyncGenerator[None]:
    begun = await connection.begin()
    try:
        yield
        await _commit(begun)
    except BaseException:
        with suppress(SQLAlchemyError, OSError):
            if begun.is_active:
                await to_its_end(begun.rollback())
        raise


async def _commit(begun: AsyncTransaction) -> None:
    """Commit; raises Unsure when the connection is lost meanwhile."""
    try:
        await to_its_end(begun.commit())
    except (SQLAlchemyError, OSError) as error:
        if isinstance(error, TimeoutError) or (isinstance(error, DBAPIError) and error.connection_invalidated):
            raise Unsure(f"The database can't be written: {plain(error)}.") from error
        raise


def _version(connection: Connection, place: str) -> int:
    """Return the number of a database's format; raises StoreError for one that this version can't use."""
    encoding = connection.execute(text("SHOW server_encoding")).scalar_one()
    if encoding != "UTF8":
        raise StoreError(f"The database {place} is kept in {encoding}; create it with the encoding UTF8.")
    tables = set(inspect(connection).get_table_names())
    if not tables:
        return 0
    if not {"alembic_version", "matches", "outbox"} <= tables:
        raise StoreError(f"The database {place} is of another program.")
    version = int(connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one())
    if version > VERSION and _least(connection) > VERSION:
        raise StoreError(migrations.too_new(place, version))
    return version


def _least(connection: Connection) -> int:
    """Return the oldest format whose code can work with a database that is of a newer one."""
    asked = select(tables.facts.c.value).where(tables.facts.c.name == facts.LEAST)
    return connection.execute(asked).scalar_one()


async def open_server(address: str, *, create: bool = True, prompt: bool = False, kept: Copies | None = None) -> Server:
    """Open, check and migrate a database; raises StoreError, without `create` also for one that is empty or older.

    See `Server` for `prompt`.
    """
    server = Server(address, prompt=prompt)
    try:
        before = await server.version()
        if not (create or before):
            raise Absent(f"The database {server.place} is empty.")
        if not create and before < VERSION:
            # Only the start of the bot migrates it, with a copy before.
            raise StoreError(migrations.too_old(server.place, before))
        await server.bring_up_to_date(kept)
        migrations.tell("PostgreSQL", server.place, before)
        await server.read_clock()
    except BaseException:
        await server.close()
        raise
    return server
