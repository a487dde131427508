"""Runs statements on either engine: reads, and writes in a transaction."""

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

# At DEBUG level, these libraries log every statement with its values, which include saved matches.
for _library in ("aiosqlite", "sqlalchemy"):
    logging.getLogger(_library).setLevel(logging.WARNING)

Rows = Sequence[Row[Any]]
Values = Mapping[str, Any] | Sequence[Mapping[str, Any]]
#: Runs a query with its values.
Fetch = Callable[[Executable, Values | None], Awaitable[Rows]]

#: Each engine's own INSERT function, which supports upserts.
INSERTS = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}

#: The errors that a failed statement can raise. They come from the engine, its driver or the operating system.
ENGINE_ERRORS = (SQLAlchemyError, OSError, ValueError, OverflowError)

#: Parts of SQLite's messages about problems that an operator can solve, with plain descriptions of the problems.
_SQLITE_MESSAGES = {
    "disk is full": "the disk is full",
    "disk i/o error": "the disk is full or fails",
    "readonly": "it is read-only",
    "locked": "it is locked by another program",
    "malformed": "it is damaged; restore it from a backup",
    "not a database": "it is damaged; restore it from a backup",
}
#: PostgreSQL's error codes, or their first characters, with plain descriptions of the problems.
_POSTGRES_CODES = {
    "53100": "the disk of its server is full",
    "53300": "its server takes no more connections",
    "25006": "it is read-only",
    "42501": "this user may not do that",
    "57P": "its server is stopping or starting",
    "08": "its server can't be reached",
}


def error_code(error: BaseException) -> str:
    """Return the code of a PostgreSQL error, or "" for any other error."""
    return str(getattr(getattr(error, "orig", error), "sqlstate", None) or "")


def describe_error(error: Exception) -> str:
    """Return a description of a database error for the operator, without a full stop."""
    code = error_code(error)
    if code:
        description = next((words for start, words in _POSTGRES_CODES.items() if code.startswith(start)), None)
        if description is not None:
            return description
    cause = getattr(error, "orig", None) or error
    if isinstance(cause, TimeoutError | PoolTimeout):
        return "its server does not answer"
    if isinstance(cause, OSError) or (isinstance(error, DBAPIError) and error.connection_invalidated):
        return "its server can't be reached"
    # Use only the first line, because the others may quote data.
    text = str(cause).splitlines()[0].rstrip(".") if str(cause) else type(cause).__name__
    return next((words for part, words in _SQLITE_MESSAGES.items() if part in text.lower()), text)


@cache
def _upsert_statement(engine: str, table: Table, names: tuple[str, ...]) -> Insert:
    """Return the statement that inserts a row with these columns or, if its key exists, updates the existing row."""
    added = INSERTS[engine](table)
    keys = [column.name for column in table.primary_key]
    changed = {name: added.excluded[name] for name in names if name not in keys}
    return added.on_conflict_do_update(index_elements=keys, set_=changed)


class Reader:
    """Reads rows. Every database error becomes a StoreError.

    Build frequent statements once and pass `values` each time, because building and compiling a statement takes as long
    as running it.
    """

    def __init__(self, fetch: Fetch) -> None:
        self._fetch = fetch

    async def all(self, statement: Executable, values: Values | None = None) -> Rows:
        """Return all rows of the result."""
        try:
            return await self._fetch(statement, values)
        except ENGINE_ERRORS as error:
            raise StoreError(f"The database can't be read: {describe_error(error)}.") from error

    async def one(self, statement: Executable, values: Values | None = None) -> Row[Any] | None:
        """Return the first row of the result, or None if it is empty."""
        rows = await self.all(statement, values)
        return rows[0] if rows else None

    async def value(self, statement: Executable, values: Values | None = None) -> Any:
        """Return the first value of the first row, or None if the result is empty."""
        row = await self.one(statement, values)
        return None if row is None else row[0]


class Transaction(Reader):
    """Reads and writes in one transaction. Only `Store.write` creates transactions."""

    def __init__(self, connection: AsyncConnection, owner: str) -> None:
        super().__init__(self.fetch)
        self._connection = connection
        #: "sqlite" or "postgresql".
        self.engine = connection.dialect.name
        #: The name of the process that owns this transaction's leases.
        self.owner = owner
        #: The due times of the work that this transaction has scheduled, by kind of work and match.
        self.scheduled: dict[tuple[str, int], int] = {}
        #: The leased work that this transaction may release, by kind of work and match. The value is True if the
        #: transaction has scheduled more work of this kind for the match.
        self.taken: dict[tuple[str, int], bool] = {}
        #: Functions to call after the commit.
        self.after_commit: list[Callable[[], None]] = []
        self._fault: Exception | None = None

    async def fetch(self, statement: Executable, values: Values | None = None) -> Rows:
        """Return all rows of the result. The engine's errors are raised unchanged."""
        return (await self._execute_checked(statement, values)).all()

    async def run(self, statement: Executable, values: Values | None = None) -> int:
        """Run a statement once, or once for each set of values. Return the number of changed rows."""
        return (await self._execute(statement, values)).rowcount

    async def insert(self, statement: Insert, values: Mapping[str, Any]) -> int:
        """Insert a row and return its id."""
        key = (await self._execute(statement, values)).inserted_primary_key
        assert key is not None
        return key[0]

    async def upsert(self, table: Table, values: Mapping[str, Any]) -> None:
        """Insert a row or, if its key exists, update the existing row."""
        await self._execute(_upsert_statement(self.engine, table, tuple(values)), values)

    async def _execute(self, statement: Executable, values: Values | None) -> CursorResult[Any]:
        try:
            return await self._execute_checked(statement, values)
        except IntegrityError:
            raise  # a violated constraint, which the caller can explain
        except ENGINE_ERRORS as error:
            raise StoreError(f"The database can't be written: {describe_error(error)}.") from error

    async def _execute_checked(self, statement: Executable, values: Values | None) -> CursorResult[Any]:
        self.check()
        try:
            return await self._connection.execute(statement, values)
        except ENGINE_ERRORS as error:
            self._fault = error
            raise

    def check(self) -> None:
        """Raise StoreError if a statement has failed, even if the error was caught.

        Such a transaction must not be committed, because the engines differ. SQLite on a full disk rolls back the
        earlier changes but would commit later ones. PostgreSQL saves nothing, but reports a successful commit.
        """
        if self._fault is not None:
            raise StoreError(f"The database can't be written: {describe_error(self._fault)}.") from self._fault

    async def wait_for_lock(self, what: str) -> None:
        """Acquire a named lock until the end of this transaction, waiting while another transaction has it."""
        if self.engine == "postgresql":
            await self.fetch(select(func.pg_advisory_xact_lock(func.hashtextextended(what, 0))))


async def run_to_completion(work: Coroutine[Any, Any, object]) -> None:
    """Run a COMMIT or ROLLBACK to its end, no matter how often the caller is cancelled meanwhile."""
    caller = asyncio.current_task()
    task = asyncio.create_task(work, name=None if caller is None else caller.get_name())
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        while not task.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait({task})
        raise
