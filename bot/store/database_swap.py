"""Replaces a database on a PostgreSQL server with another one by renaming both."""

from __future__ import annotations

from typing import Any, cast

import asyncpg  # pyright: ignore[reportMissingTypeStubs]
from sqlalchemy import text

from bot.store.errors import StoreError
from bot.store.pg_dump import sibling_address
from bot.store.postgres import APPLICATION_NAME, CONNECT_TIMEOUT, Server
from bot.store.transactions import ENGINE_ERRORS, describe_error

#: The suffix of a replaced database's name, and the maximum length of a name in PostgreSQL.
REPLACED_SUFFIX, MAX_NAME_LENGTH = "_before_restore", 63
#: Databases that every server has. The bot connects to one of them while it renames others.
_MAINTENANCE_DATABASES = ("postgres", "template1")


async def is_empty(address: str) -> bool:
    """Return whether a database has no tables. Raises StoreError if it is in use or belongs to another program."""
    server = Server(address)
    try:
        await server.require_exclusive_use()
        return await server.version() == 0
    finally:
        await server.close()


async def replace(address: str, new: str) -> str:
    """Rename the database `new` on the same server to this database's name. Return the old database's new name.

    If it raises StoreError, nothing is renamed.
    """
    name = await _name_of(address)
    old_name = f"{name[: MAX_NAME_LENGTH - len(REPLACED_SUFFIX)]}{REPLACED_SUFFIX}"
    connection = await _connected(
        sibling_address(
            address, next(maintenance_name for maintenance_name in _MAINTENANCE_DATABASES if maintenance_name != name)
        ),
        name,
    )
    try:
        if await connection.fetchval("SELECT 1 FROM pg_database WHERE datname = $1", old_name):
            raise StoreError(f"There is a database {old_name} from an earlier time; rename it or remove it first.")
        async with connection.transaction():
            await connection.execute(f"ALTER DATABASE {_quoted(name)} RENAME TO {_quoted(old_name)}")
            await connection.execute(f"ALTER DATABASE {_quoted(new)} RENAME TO {_quoted(name)}")
    except asyncpg.ObjectInUseError as error:
        raise StoreError(f"The database {name} is in use by another program; stop it first.") from error
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
        raise StoreError(f"The database {name} can't be replaced: {describe_error(error)}.") from error
    finally:
        await connection.close()
    return old_name


async def _name_of(address: str) -> str:
    server = Server(address)
    try:
        return (await server.fetch(text("SELECT current_database()")))[0][0]
    except ENGINE_ERRORS as error:
        raise StoreError(f"The database {server.place} can't be read: {describe_error(error)}.") from error
    finally:
        await server.close()


async def _connected(address: str, name: str) -> Any:
    driver = cast("Any", asyncpg)  # asyncpg has no type annotations
    try:
        return await driver.connect(
            address, timeout=CONNECT_TIMEOUT, server_settings={"application_name": APPLICATION_NAME}
        )
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
        raise StoreError(f"The database {name} can't be replaced: {describe_error(error)}.") from error


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
