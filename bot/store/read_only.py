"""Reads a database that a bot may be writing, without locking or changing it."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy import Executable
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import migrations
from bot.store.engine_interface import Address, is_server
from bot.store.errors import DatabaseMissing, StoreError
from bot.store.migrations import VERSION
from bot.store.postgres import Server
from bot.store.sqlite_opening import open_read_only, version_of
from bot.store.transactions import Reader, Rows, Values, describe_error


def existing_file(given: Path | str) -> Path:
    """Return the absolute path of an existing, readable file; raises DatabaseMissing or another StoreError."""
    try:
        path = Path(given).resolve()
        has_content, readable = path.is_file() and path.stat().st_size > 0, os.access(path, os.R_OK)
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise StoreError(f"The database {str(given)!r} can't be opened: {reason}.") from error
    if not has_content:
        raise DatabaseMissing(f"There is no database {path}.")
    if not readable:
        raise StoreError(f"The database {path} may not be read by this user.")
    return path


@asynccontextmanager
async def read_snapshot(given: Address, *, any_format: bool = False) -> AsyncGenerator[Reader]:
    """Let the block read a consistent snapshot of the database, even while a bot is writing to it.

    Raises StoreError if the database is missing, or if its format is older than this version's. If `any_format`, an
    older format is also accepted.
    """
    oldest = 1 if any_format else VERSION
    moment = _on_a_server(str(given), oldest) if is_server(given) else _in_a_file(existing_file(given), oldest)
    async with moment as connection:

        async def fetch(statement: Executable, values: Values | None) -> Rows:
            return (await connection.execute(statement, values)).all()

        yield Reader(fetch)


@asynccontextmanager
async def _in_a_file(path: Path, oldest: int) -> AsyncGenerator[AsyncConnection]:
    line = await open_read_only(path)
    try:
        _check_format(path, await version_of(line), oldest)
        # One transaction reads one snapshot.
        await line.execute("BEGIN")
        yield await line.connection()
    except SQLAlchemyError as error:
        raise StoreError(f"The database {path} can't be read: {describe_error(error)}.") from error
    finally:
        await line.close()


@asynccontextmanager
async def _on_a_server(address: str, oldest: int) -> AsyncGenerator[AsyncConnection]:
    server = Server(address)
    try:
        _check_format(server.place, await server.version(), oldest)
        async with server.snapshot() as connection:
            yield connection
    finally:
        await server.close()


def _check_format(place: object, version: int, oldest: int) -> None:
    if not version:
        raise DatabaseMissing(f"The database {place} is empty.")
    if version < oldest:
        raise StoreError(migrations.too_old_message(place, version))
