"""A database in an SQLite file. One process uses it, with one connection for writing and one for reading."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Callable, Generator, Iterable, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import aiosqlite
from sqlalchemy import Executable
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from bot.app.clock import SystemClock
from bot.store import lost_commit_check
from bot.store.database_files import WAL_SUFFIX, beside
from bot.store.errors import CommitOutcomeUnknown, StoreError
from bot.store.lost_commit_check import CommitCounter
from bot.store.transactions import ENGINE_ERRORS, Rows, Values, describe_error, run_to_completion

#: The timeout for another program's lock on the file, in seconds.
BUSY_TIMEOUT = 5.0
#: The errors that SQLite reports if all data was written but the disk doesn't confirm that it is stored.
SYNC_ERRORS = ("SQLITE_IOERR_FSYNC", "SQLITE_IOERR_DIR_FSYNC")


def _text(data: bytes) -> str:
    """Decode a saved text, with placeholders for damaged bytes."""
    return data.decode("utf-8", "replace")


class _Result(NamedTuple):
    """The result of a statement: the properties of its cursor, and all its rows."""

    description: Any
    rowcount: int
    lastrowid: int | None
    rows: list[Any]


class _Cursor:
    """A cursor for SQLAlchemy that calls the connection's thread only once per statement, because a call to the thread
    takes longer than most statements.
    """

    arraysize = 1

    def __init__(self, connection: _ThreadedConnection) -> None:
        self._connection = connection
        self._done = _Result(None, -1, None, [])

    async def __aenter__(self) -> _Cursor:
        return self

    @property
    def description(self) -> Any:
        return self._done.description

    @property
    def rowcount(self) -> int:
        return self._done.rowcount

    @property
    def lastrowid(self) -> int | None:
        return self._done.lastrowid

    async def execute(self, sql: str, values: Iterable[Any] = ()) -> None:
        self._done = await self._connection.run(sql, values)

    async def executemany(self, sql: str, values: Iterable[Iterable[Any]]) -> None:
        self._done = await self._connection.run(sql, values, many=True)

    async def fetchall(self) -> Iterable[Any]:
        rows, self._done = self._done.rows, self._done._replace(rows=[])
        return rows

    async def close(self) -> None:
        """Do nothing, because `execute` has already read all rows."""


class _RollingBackConnection(sqlite3.Connection):
    """A connection that ends its transaction when it is closed.

    SQLite itself keeps a closed connection's transaction, and so the lock on the file, until the connection's last
    statement is freed. That can be long after a write of several rows was cancelled.
    """

    def close(self) -> None:
        if self.in_transaction:
            self.rollback()
        super().close()


class _ThreadedConnection(aiosqlite.Connection):
    """A connection that runs its statements in its own thread."""

    def cursor(self) -> Any:
        return _Cursor(self)

    async def run(self, sql: str, values: Iterable[Any], *, many: bool = False) -> _Result:
        """Run a statement once, or once for each set of values."""

        def work() -> _Result:
            # The cursor must not leave this thread. Python resets a cursor's statement when the cursor is freed, and in
            # another thread, that could happen while this thread runs the same statement again.
            cursor = self._conn.executemany(sql, values) if many else self._conn.execute(sql, tuple(values))
            rows = [] if cursor.description is None else cursor.fetchall()
            return _Result(cursor.description, cursor.rowcount, cursor.lastrowid, rows)

        return await self._execute(work)  # pyright: ignore[reportUnknownMemberType]


class FileConnection:
    """A connection to a file. If a cancelled statement breaks it, it is reopened."""

    def __init__(self, path: Path, pragmas: Sequence[str] = (), *, read_only: bool = False) -> None:
        #: The PRAGMA statements that each new connection runs first.
        self.pragmas = tuple(pragmas)
        address = f"{path.as_uri()}?mode=ro" if read_only else str(path)
        # The code starts and ends transactions itself, so a writer locks the file from its first statement.
        self._connect = partial(
            sqlite3.connect,
            address,
            uri=read_only,
            isolation_level=None,
            timeout=BUSY_TIMEOUT,
            factory=_RollingBackConnection,
        )
        self._connection: AsyncConnection | None = None
        self._driver: _ThreadedConnection | None = None
        self._closed = False

    async def driver(self) -> _ThreadedConnection:
        """Return the driver's connection. The engine's errors are raised unchanged."""
        if self._closed:
            raise StoreError("The database is closed.")
        if self._driver is None:
            with _translated_errors():
                self._driver = await self._open()
        return self._driver

    async def _open(self) -> _ThreadedConnection:
        connection = _ThreadedConnection(self._connect, 64)
        await connection
        # Without this, a text with a damaged byte would make the whole statement fail, and undamaged rows couldn't be
        # read either.
        connection.text_factory = _text
        try:
            for pragma in self.pragmas:
                await connection.run(f"PRAGMA {pragma}", ())
        except BaseException:
            # The thread of an open connection would keep the process alive.
            await connection.close()
            raise
        return connection

    async def execute(self, statement: str) -> list[Any]:
        """Run a statement without values, and return its rows. The engine's errors are raised unchanged.

        This bypasses SQLAlchemy, which takes several times as long for a BEGIN or COMMIT as SQLite itself.
        """
        driver = await self.driver()
        with _translated_errors(statement):
            return (await driver.run(statement, ())).rows

    async def value(self, statement: str) -> Any:
        """Return the first value of the first row of a statement without values. The engine's errors are raised
        unchanged.
        """
        return (await self.execute(statement))[0][0]

    @property
    def changes(self) -> int:
        """The number of rows that this connection has changed since it was opened."""
        try:
            return 0 if self._driver is None else self._driver.total_changes
        except ValueError:
            return -1  # the connection is broken, and the next statement will report that

    async def connection(self) -> AsyncConnection:
        """Return SQLAlchemy's connection, opening it if necessary. The engine's errors are raised unchanged."""
        if self._closed:
            raise StoreError("The database is closed.")
        if self._connection is not None and self._connection.invalidated:
            await self._connection.close()
            self._connection = self._driver = None
        if self._connection is None:
            asking = _opening.set(self)
            try:
                self._connection = await _engine.connect()
            except BaseException:
                await self._let_go()
                raise
            finally:
                _opening.reset(asking)
        return self._connection

    async def close(self) -> None:
        """Close the connection, and end its thread."""
        self._closed = True
        if self._connection is not None:
            await self._connection.close()
        await self._let_go()

    async def _let_go(self) -> None:
        if self._driver is not None:
            driver, self._driver = self._driver, None
            await driver.close()


@contextmanager
def _translated_errors(statement: str | None = None) -> Generator[None]:
    """Convert the driver's errors to SQLAlchemy's, as SQLAlchemy does for its own statements."""
    try:
        yield
    except (sqlite3.Error, ValueError) as error:
        raise DBAPIError.instance(statement, None, error, sqlite3.Error) from error


async def _open(*_: Any, **__: Any) -> aiosqlite.Connection:
    return await _opening.get().driver()


#: The object that asked SQLAlchemy for the connection being opened.
_opening: ContextVar[FileConnection] = ContextVar("opening")
#: One engine serves all files. It caches compiled statements, but pools no connections.
_engine = create_async_engine(
    "sqlite+aiosqlite://",
    async_creator=_open,
    poolclass=NullPool,
    isolation_level="AUTOCOMMIT",
    hide_parameters=True,
)


class DatabaseMoved(ValueError):
    """The database's path no longer leads to the open file, so the next start would miss all commits made from now
    on.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path} was moved, replaced or deleted; put the same file back, or stop the bot and restore a backup"
        )


class _FileIdentity:
    """Checks that the files at a database's path are still the files that are open."""

    def __init__(self, path: Path) -> None:
        self._path, self._log_path = path, beside(path, WAL_SUFFIX)
        self._file = _identity(path)
        #: The identity of the write-ahead log that `_connection` uses. A new connection may have a new log.
        self._log: tuple[int, int] | None = None
        self._connection: object = None

    def check(self, connection: object) -> None:
        """Raise DatabaseMoved unless the database and its log are still the open files.

        `connection` must have started a transaction, so the log exists.
        """
        log = _identity(self._log_path)
        if self._connection is not connection:
            self._connection, self._log = connection, log
        if _identity(self._path) != self._file or log != self._log:
            raise DatabaseMoved(self._path)


def _identity(path: Path) -> tuple[int, int] | None:
    """Return a file's device and inode, which identify it; None if the file is missing."""
    try:
        facts = path.stat()
    except OSError:
        return None
    return facts.st_dev, facts.st_ino


class SqliteFile:
    """An open SQLite file."""

    def __init__(self, path: Path, writer: FileConnection, reader: FileConnection, notes: CommitCounter | None) -> None:
        """`notes` is the database's mark. It is None if another process has the file open and writes the mark."""
        self.clock = SystemClock()
        self._path = path
        self._place = _FileIdentity(path)
        self._mark = notes
        self._writer = writer
        self._reader = reader
        self._reading = asyncio.Lock()
        self._writing = asyncio.Lock()

    async def fetch(self, statement: Executable, values: Values | None = None) -> Rows:
        async with self._reading:
            return (await (await self._reader.connection()).execute(statement, values)).all()

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[AsyncConnection]:
        async with self._writing:
            try:
                async with transaction(self._writer) as connection:
                    before = self._writer.changes
                    self._place.check(connection)
                    yield connection
                    self._place.check(connection)
                    number = await lost_commit_check.increment(self._writer) if self._writer.changes != before else None
                if number is not None and self._mark is not None:
                    self._mark.write(number)
            except IntegrityError:
                raise
            except (SQLAlchemyError, DatabaseMoved) as error:
                raise StoreError(f"The database can't be written: {describe_error(error)}.") from error

    @asynccontextmanager
    async def snapshot(self) -> AsyncGenerator[AsyncConnection]:
        async with self._reading:
            connection = await self._reader.connection()
            await self._reader.execute("BEGIN")
            try:
                yield connection
            finally:
                if not connection.invalidated:
                    await run_to_completion(self._reader.execute("ROLLBACK"))

    def listen(self, hear: Callable[[str | None], None]) -> None:
        """Do nothing, because only one process uses a file."""

    @asynccontextmanager
    async def try_task_lock(self, task: int) -> AsyncGenerator[bool]:
        yield True  # only one process uses the file

    async def scrub(self) -> None:
        # SQLite overwrites deleted rows in the file itself, but its write-ahead log still contains the old pages.
        async with self._writing, self._reading:
            await self._writer.execute("PRAGMA main.wal_checkpoint(TRUNCATE)")

    async def close(self) -> None:
        async with self._writing, self._reading:
            try:
                await self._reader.close()
                if self._mark is not None:
                    await self._note_the_end(self._mark)
                await self._writer.close()
            except ENGINE_ERRORS as error:
                raise StoreError(
                    f"The database {self._path} can't be closed cleanly: {describe_error(error)}."
                ) from error
            finally:
                if self._mark is not None:
                    self._mark.close()

    async def _note_the_end(self, notes: CommitCounter) -> None:
        # If this fails, for example on a full disk, the next start checks the whole file.
        with suppress(SQLAlchemyError):
            async with transaction(self._writer):
                number = await lost_commit_check.mark_closed(self._writer)
            notes.write(number)


@asynccontextmanager
async def transaction(line: FileConnection) -> AsyncGenerator[AsyncConnection]:
    """Commit the block's changes, or nothing if the block fails. The file is locked from the start of the block."""
    connection = await line.connection()
    try:
        await line.execute("BEGIN IMMEDIATE")
        yield connection
        await _commit(line)
    except BaseException:
        # The transaction may already have been rolled back: a cancelled statement has closed the connection, or SQLite
        # itself rolled back after an error such as a full disk.
        with suppress(SQLAlchemyError):
            if not connection.invalidated:
                await run_to_completion(line.execute("ROLLBACK"))
        raise


async def _commit(line: FileConnection) -> None:
    """Commit; raises CommitOutcomeUnknown if the disk doesn't confirm the write, although the write may be complete."""
    try:
        await run_to_completion(line.execute("COMMIT"))
    except DBAPIError as error:
        if getattr(error.orig, "sqlite_errorname", "") in SYNC_ERRORS:
            raise CommitOutcomeUnknown(f"The database can't be written: {describe_error(error)}.") from error
        raise
