"""Reading, and writing in a transaction, on either engine."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from sqlalchemy import CursorResult, Executable, Insert, Row, Table, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.errors import StoreError

# At debug level the libraries log every statement with its values, saved matches among them.
for _library in ("aiosqlite", "sqlalchemy"):
    logging.getLogger(_library).setLevel(logging.WARNING)

Rows = Sequence[Row[Any]]
Values = Mapping[str, Any] | Sequence[Mapping[str, Any]]
#: Runs a query with its values.
Fetch = Callable[[Executable, Values | None], Awaitable[Rows]]

#: Each engine's own INSERT, which supports upserts.
INSERTS = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}

#: Errors of an engine, its driver and the system for a failed statement.
ENGINE_ERRORS = (SQLAlchemyError, OSError, ValueError, OverflowError)

#: SQLite's messages for problems that an operator can solve, and our words for them.
_SQLITE_MESSAGES = {
    "disk is full": "the disk is full",
    "disk i/o error": "the disk is full or fails",
    "readonly": "it is read-only",
    "locked": "it is locked by another program",
    "malformed": "it is damaged; restore it from a backup",
    "not a database": "it is damaged; restore it from a backup",
}
#: The same for PostgreSQL's codes, or their classes.
_POSTGRES_CODES = {
    "53100": "the disk of its server is full",
    "53300": "its server takes no more connections",
    "25006": "it is read-only",
    "42501": "this user may not do that",
    "57P": "its server is stopping or starting",
    "08": "its server can't be reached",
}


def code_of(error: BaseException) -> str:
    """Return PostgreSQL's code for an error; empty for any other error."""
    return str(getattr(getattr(error, "orig", error), "sqlstate", None) or "")


def plain(error: Exception) -> str:
    """Describe a database error for the operator, without a full stop."""
    code = code_of(error)
    if code:
        known = next((words for start, words in _POSTGRES_CODES.items() if code.startswith(start)), None)
        if known is not None:
            return known
    cause = getattr(error, "orig", None) or error
    if isinstance(cause, TimeoutError | PoolTimeout):
        return "its server does not answer"
    if isinstance(cause, OSError) or (isinstance(error, DBAPIError) and error.connection_invalidated):
        return "its server can't be reached"
    # The first line says what is wrong; more would quote data.
    text = str(cause).splitlines()[0].rstrip(".") if str(cause) else type(cause).__name__
    return next((words for part, words in _SQLITE_MESSAGES.items() if part in text.lower()), text)


@cache
def _putting(engine: str, table: Table, names: tuple[str, ...]) -> Insert:
    """Return the statement that inserts a row of these columns, or updates the one with the same key."""
    added = INSERTS[engine](table)
    keys = [column.name for column in table.primary_key]
    changed = {name: added.excluded[name] for name in names if name not in keys}
    return added.on_conflict_do_update(index_elements=keys, set_=changed)


class Reader:
    """Reads rows; every database error becomes a StoreError.

    Build frequent statements once and pass `values` each time: building and compiling a statement takes as long as
    running it.
    """

    def __init__(self, fetch: Fetch) -> None:
        self._fetch = fetch

    async def all(self, statement: Executable, values: Values | None = None) -> Rows:
        """Return every row."""
        try:
            return await self._fetch(statement, values)
        except ENGINE_ERRORS as error:
            raise StoreError(f"The database can't be read: {plain(error)}.") from error

    async def one(self, statement: Executable, values: Values | None = None) -> Row[Any] | None:
        """Return the first row, or None."""
        rows = await self.all(statement, values)
        return rows[0] if rows else None

    async def value(self, statement: Executable, values: Values | None = None) -> Any:
        """Return the first value of the first row; None without a row."""
        row = await self.one(statement, values)
        return None if row is None else row[0]


class Transaction(Reader):
    """Reads and writes in one transaction. Made by `Store.write` only."""

    def __init__(self, connection: AsyncConnection, owner: str) -> None:
        super().__init__(self.fetch)
        self._connection = connection
        #: "sqlite" or "postgresql".
        self.engine = connection.dialect.name
        #: The process that holds this transaction's leases.
        self.owner = owner
        #: The work scheduled by this transaction: its time, by kind and match.
        self.scheduled: dict[tuple[str, int], int] = {}
        #: The work leased by this process that may be released in this transaction, and whether the transaction adds to
        #: it.
        self.taken: dict[tuple[str, int], bool] = {}
        #: Callbacks after the commit.
        self.after_commit: list[Callable[[], None]] = []
        self._fault: Exception | None = None

    async def fetch(self, statement: Executable, values: Values | None = None) -> Rows:
        """Return every row; errors of the engine propagate."""
        return (await self._carried_out(statement, values)).all()

    async def run(self, statement: Executable, values: Values | None = None) -> int:
        """Run a statement, with the values of one row or of several; return the number of changed rows."""
        return (await self._execute(statement, values)).rowcount

    async def insert(self, statement: Insert, values: Mapping[str, Any]) -> int:
        """Add a row; return its id."""
        key = (await self._execute(statement, values)).inserted_primary_key
        assert key is not None
        return key[0]

    async def upsert(self, table: Table, values: Mapping[str, Any]) -> None:
        """Insert a row, or update the one with the same key."""
        await self._execute(_putting(self.engine, table, tuple(values)), values)

    async def _execute(self, statement: Executable, values: Values | None) -> CursorResult[Any]:
        try:
            return await self._carried_out(statement, values)
        except IntegrityError:
            raise  # a broken constraint, which the caller can explain
        except ENGINE_ERRORS as error:
            raise StoreError(f"The database can't be written: {plain(error)}.") from error

    async def _carried_out(self, statement: Executable, values: Values | None) -> CursorResult[Any]:
        self.check()
        try:
            return await self._connection.execute(statement, values)
        except ENGINE_ERRORS as error:
            self._fault = error
            raise

    def check(self) -> None:
        """Raise StoreError if a statement has failed, even if the error was caught.

        The engines disagree about the result: a file on a full disk has rolled back the changes before, and saves the
        later ones; a server saves nothing, and calls that a success.
        """
        if self._fault is not None:
            raise StoreError(f"The database can't be written: {plain(self._fault)}.") from self._fault

    async def wait_for_lock(self, what: str) -> None:
        """Wait for other transactions with the same lock, and make later ones wait for the end of this one."""
        if self.engine == "postgresql":
            await self.fetch(select(func.pg_advisory_xact_lock(func.hashtextextended(what, 0))))


async def to_its_end(work: Coroutine[Any, Any, object]) -> None:
    """Run a COMMIT or ROLLBACK to its end, however often the caller is cancelled meanwhile."""
    caller = asyncio.current_task()
    task = asyncio.create_task(work, name=None if caller is None else caller.get_name())
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        while not task.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait({task})
        raise
