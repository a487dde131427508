"""What the store needs of an engine: `sqlite.File` and `postgres.Server` give it."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol

from sqlalchemy import Executable
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.store.connection import Rows, Values

#: Where a database is: a file, or the address of a PostgreSQL server's.
Address = Path | str

_SERVER = ("postgresql://", "postgres://")


def is_server(address: Address) -> bool:
    """Tell whether a database is on a PostgreSQL server, and not a file."""
    return isinstance(address, str) and address.startswith(_SERVER)


def is_same(one: Address, other: Address) -> bool:
    """Tell whether two addresses are certainly of one database."""
    if is_server(one) or is_server(other):
        return one == other
    return os.path.realpath(one) == os.path.realpath(other)


class Database(Protocol):
    """An open database."""

    @property
    def clock(self) -> Clock:
        """The clock by which all processes of this database measure time."""
        ...

    def listen(self, hear: Callable[[str | None], None]) -> None:
        """From now on, tell what other processes say of new work; None when something may have been missed."""
        ...

    async def fetch(self, statement: Executable, values: Values | None = None) -> Rows:
        """Read what is committed, without waiting for writers."""
        ...

    def transaction(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """Commit what the block does, or nothing if it fails. Errors of the commit are StoreErrors."""
        ...

    def moment(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """Let the block read the database as it is at one moment."""
        ...

    def alone(self, task: int) -> AbstractAsyncContextManager[bool]:
        """Let the block do a task that one process at a time does; yields False where another is at it."""
        ...

    async def scrub(self) -> None:
        """Let nothing that was deleted stay in files of the database, as far as that can be asked for."""
        ...

    async def close(self) -> None:
        """Close all connections."""
        ...
