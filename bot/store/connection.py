"""Connections to the database: reading, and writing inside a transaction."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import aiosqlite

from bot.store.errors import StoreError

# At debug level the library logs every statement with its values, saved matches among them.
logging.getLogger("aiosqlite").setLevel(logging.INFO)

Params = Sequence[Any]


#: SQLite's messages for problems that an operator can solve, and our words for them.
_PLAIN = {
    "disk is full": "the disk is full",
    "disk i/o error": "the disk is full or fails",
    "readonly": "it is read-only",
    "locked": "it is locked by another program",
    "malformed": "it is damaged; restore it from a backup",
    "not a database": "it is damaged; restore it from a backup",
}


def plain(error: Exception) -> str:
    """Describe a database error for the operator, without a full stop."""
    text = str(error)
    return next((words for part, words in _PLAIN.items() if part in text.lower()), text)


class Reader:
    """Read rows; every database error becomes a StoreError."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def all(self, sql: str, params: Params = ()) -> list[sqlite3.Row]:
        """Return every row."""
        try:
            return list(await self._connection.execute_fetchall(sql, params))
        except (sqlite3.Error, ValueError, OverflowError) as error:
            raise StoreError(f"The database can't be read: {plain(error)}.") from error

    async def one(self, sql: str, params: Params = ()) -> sqlite3.Row | None:
        """Return the first row, or None."""
        rows = await self.all(sql, params)
        return rows[0] if rows else None


class Transaction(Reader):
    """Read and write inside one transaction. Made by `Store.write` only."""

    def __init__(self, connection: aiosqlite.Connection, in_hand: set[int]) -> None:
        super().__init__(connection)
        #: Outbox rows that are being delivered; they must not be replaced.
        self.in_hand = in_hand
        #: Whether this transaction adds something to deliver.
        self.has_post = False

    async def run(self, sql: str, params: Params = ()) -> int:
        """Run a statement; return the number of changed rows."""
        try:
            # Closing the cursor would take another call to the connection's thread.
            return (await self._connection.execute(sql, params)).rowcount
        except sqlite3.IntegrityError:
            raise  # a broken constraint, which the caller can explain
        except (sqlite3.Error, ValueError, OverflowError) as error:
            raise StoreError(f"The database can't be written: {plain(error)}.") from error

    async def insert(self, sql: str, params: Params = ()) -> int:
        """Run an INSERT; return the new row's id."""
        try:
            return (await self._connection.execute(sql, params)).lastrowid or 0
        except sqlite3.IntegrityError:
            raise
        except (sqlite3.Error, ValueError, OverflowError) as error:
            raise StoreError(f"The database can't be written: {plain(error)}.") from error


#: Something to write in the caller's transaction.
Along = Callable[[Transaction], Awaitable[None]]


async def _settle(connection: aiosqlite.Connection, sql: str) -> None:
    """Run COMMIT or ROLLBACK to its end, even if the caller is cancelled meanwhile."""

    async def run() -> None:
        await connection.execute(sql)

    task = asyncio.ensure_future(run())
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({task})
        raise


@asynccontextmanager
async def transaction(connection: aiosqlite.Connection, in_hand: set[int]) -> AsyncGenerator[Transaction]:
    """Commit what the block wrote, or nothing if it fails; errors of the commit are StoreErrors."""
    tx = Transaction(connection, in_hand)
    try:
        await tx.run("BEGIN IMMEDIATE")
        yield tx
        await _settle(connection, "COMMIT")
    except BaseException as error:
        # When the task is cancelled, a statement may still be running; ROLLBACK waits for it.
        # After some errors, such as a full disk, SQLite has already rolled back.
        with suppress(sqlite3.Error):
            await _settle(connection, "ROLLBACK")
        if isinstance(error, sqlite3.Error) and not isinstance(error, sqlite3.IntegrityError):
            raise StoreError(f"The database can't be written: {plain(error)}.") from error
        raise
