"""Reading a database that a bot may be writing, without a lock and without changes."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.store.connection import Reader, plain
from bot.store.errors import StoreError
from bot.store.migrations import VERSION
from bot.store.opening import connect_read_only, version_of


def existing(given: Path | str) -> Path:
    """Return the absolute path of a file that is there and can be read; raises StoreError."""
    try:
        path = Path(given).resolve()
        there, readable = path.is_file(), os.access(path, os.R_OK)
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise StoreError(f"The database {str(given)!r} can't be opened: {reason}.") from error
    if not there:
        raise StoreError(f"There is no database {path}.")
    if not readable:
        raise StoreError(f"The database {path} may not be read by this user.")
    return path


@asynccontextmanager
async def reading(given: Path | str) -> AsyncGenerator[Reader]:
    """Let the block read the database as it is at this moment, even if a bot writes meanwhile.

    Raises StoreError when it is not there, or not in this version's format.
    """
    path = existing(given)
    connection = await connect_read_only(path)
    try:
        version = await version_of(connection)
        if version < VERSION:
            raise StoreError(
                f"The database {path} is of an older format ({version}, this version reads {VERSION}); "
                "the bot brings it up to date when it starts."
            )
        # One transaction reads one moment.
        await connection.execute("BEGIN")
        yield Reader(connection)
    except sqlite3.Error as error:
        raise StoreError(f"The database {path} can't be read: {plain(error)}.") from error
    finally:
        await connection.close()
