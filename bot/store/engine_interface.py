"""The interface of a database engine, implemented by `sqlite.SqliteFile` and `postgres.Server`."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol

from sqlalchemy import Executable
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.app.clock import Clock
from bot.store.transactions import Rows, Values

#: The address of a database: a file, or a PostgreSQL URL.
Address = Path | str

_SERVER_SCHEMES = ("postgresql://", "postgres://")


def is_server(address: Address) -> bool:
    """Return whether an address is that of a database on a PostgreSQL server rather than in a file."""
    return isinstance(address, str) and address.startswith(_SERVER_SCHEMES)


def is_same(one: Address, other: Address) -> bool:
    """Return whether two addresses certainly lead to the same database."""
    if is_server(one) or is_server(other):
        return one == other
    return os.path.realpath(one) == os.path.realpath(other)


class Database(Protocol):
    """An open database."""

    @property
    def clock(self) -> Clock:
        """The clock that all processes using this database share."""
        ...

    def listen(self, hear: Callable[[str | None], None]) -> None:
        """Call `hear` with each message from other processes about new work, and with None if messages may have been
        lost.
        """
        ...

    async def fetch(self, statement: Executable, values: Values | None = None) -> Rows:
        """Return the rows that a statement finds in the committed data, without waiting for writers."""
        ...

    def transaction(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """Commit the block's changes, or nothing if the block fails. Raises StoreError if the commit fails."""
        ...

    def snapshot(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """Let the block read one consistent snapshot of the database."""
        ...

    def try_task_lock(self, task: int) -> AbstractAsyncContextManager[bool]:
        """Acquire the lock with this number for the block. Yields False if another process has it."""
        ...

    async def scrub(self) -> None:
        """Remove deleted data from the database's files, as far as possible."""
        ...

    async def close(self) -> None:
        """Close all connections."""
        ...
