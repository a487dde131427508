"""`tenebrae backup`, `tenebrae restore` and `tenebrae database`."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.config import EXIT_STORE, Settings, StartError
from bot.store import Address, StoreError
from bot.store.backup import back_up, examine, restore
from bot.store.copying import copy


def write(settings: Settings, file: Path) -> str:
    """Copy the database, even while the bot runs; return the sentence to print. Raises StartError."""
    try:
        back_up(settings.database, file)
    except StoreError as error:
        raise StartError(str(error), EXIT_STORE) from error
    return f"The backup is in {file}; it holds every secret of every match."


def put_back(settings: Settings, file: Path) -> str:
    """Replace the database by a backup, while the bot is stopped; return the sentence to print. Raises StartError."""
    try:
        kept = restore(settings.database, file)
    except StoreError as error:
        raise StartError(str(error), EXIT_STORE) from error
    aside = f"; the one before is kept as {kept}" if kept is not None else ""
    return f"The database {settings.database} is that of {file} now{aside}."


def check(settings: Settings) -> str:
    """Look for damage in the database, even while the bot runs; return the sentence to print. Raises StartError."""
    try:
        examine(settings.database)
    except StoreError as error:
        raise StartError(str(error), EXIT_STORE) from error
    return f"The database {settings.database} is whole."


def move(source: Address, target: Address) -> str:
    """Copy a database to another place or engine, while the bot is stopped; return the sentence to print.

    Raises StartError.
    """
    try:
        number = asyncio.run(copy(source, target))
    except StoreError as error:
        raise StartError(str(error), EXIT_STORE) from error
    return f"All {number} rows are copied and compared; set TENEBRAE_DATABASE to the new database."
