"""The functions behind `tenebrae backup`, `tenebrae restore` and `tenebrae database`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.app.settings import EXIT_STORE, ConfigError, Settings, StartError
from bot.cli.match_commands import check_all
from bot.store import backup_folder, checksums, pg_dump
from bot.store.backup import back_up, examine, restore
from bot.store.database_copy import copy
from bot.store.engine_interface import Address, is_server
from bot.store.errors import StoreError
from bot.store.postgres import display_name


def write_backup(settings: Settings, file: Path) -> str:
    """Copy the database to a backup file, even while the bot is running; return the message to print.

    Raises StartError.
    """
    try:
        back_up(settings.database, file)
    except StoreError as error:
        raise StartError(str(error), EXIT_STORE) from error
    return f"The backup is in {file}; it holds every secret of every match."


def restore_backup(settings: Settings, file: Path) -> str:
    """Replace the database with a backup while the bot is stopped; return the message to print. Raises StartError."""
    try:
        previous_database = restore(settings.database, file)
    except StoreError as error:
        raise StartError(str(error), EXIT_STORE) from error
    kept_note = f"; the one before is kept as {previous_database}" if previous_database is not None else ""
    name = display_name(str(settings.database)) if is_server(settings.database) else settings.database
    return "\n".join([f"The database {name} now contains {file}{kept_note}.", *_checksum_warning(file)])


def _checksum_warning(file: Path) -> list[str]:
    """Return the lines that warn of a missing checksum file next to the backup; an empty list if the file exists."""
    if checksums.checksum_file(file).exists():
        return []
    return [f"There is no checksum file beside {file}, so a changed byte may go unnoticed."]


@dataclass(frozen=True, slots=True)
class Drill:
    """The result of a backup drill: the lines to print, and whether any match can't be continued."""

    lines: list[str]
    failed: bool


def drill(settings: Settings, file: Path | None = None, *, now: float | None = None) -> Drill:
    """Restore a backup to a temporary database, and check whether all its matches can be continued.

    Without `file`, the newest scheduled backup is used. The address of the current database is needed only to create
    the temporary database on the same server. Raises StartError.
    """
    file = _newest_backup(settings) if file is None else file
    try:
        hours = ((time.time() if now is None else now) - backup_folder.backup_time(file)) / 3600
        size = file.stat().st_size / 1_000_000
        began = time.monotonic()
        with _temporary_restore(settings.database, file) as restored_database:
            restored = time.monotonic()
            check_report = check_all(settings.model_copy(update={"database": restored_database}))
            ended = time.monotonic()
    except OSError as error:
        raise StartError(f"The backup {file} can't be read: {error.strerror or error}.", EXIT_STORE) from error
    except StoreError as error:
        raise StartError(str(error), EXIT_STORE) from error
    took = f"restoring took {restored - began:.1f} s, trying its matches {ended - restored:.1f} s"
    head = f"The backup {file} is {hours:.1f} hours old and has {size:.1f} MB; {took}."
    return Drill([head, *_checksum_warning(file), *check_report.lines, check_report.sum], bool(check_report.failed))


def _newest_backup(settings: Settings) -> Path:
    if settings.backups is None:
        raise ConfigError("Name a backup, or the folder of scheduled ones in TENEBRAE_BACKUPS.")
    found = backup_folder.list_backups(settings.backups)
    if not found:
        raise StartError(f"There is no scheduled backup in {settings.backups} yet.", EXIT_STORE)
    return found[0]


@contextmanager
def _temporary_restore(database: Address, file: Path) -> Generator[Address]:
    """Restore a backup into a temporary database, on the same server or in a temporary file, and yield its address."""
    if is_server(database) and pg_dump.is_dump(file):
        with pg_dump.temporary_database(str(database)) as (place, _):
            checksums.check(file)
            pg_dump.load(file, place)
            yield place
        return
    with TemporaryDirectory(prefix="tenebrae-drill-") as folder:
        place = Path(folder, "drill.sqlite")
        restore(place, file)
        yield place


def check_database(settings: Settings) -> str:
    """Check the database for damage, even while the bot is running; return the message to print.

    Raises StartError.
    """
    try:
        examine(settings.database)
    except StoreError as error:
        raise StartError(str(error), EXIT_STORE) from error
    return f"The database {settings.database} is intact."


def copy_database(source: Address, target: Address) -> str:
    """Copy a database to another address or engine while the bot is stopped; return the message to print.

    Raises StartError.
    """
    try:
        number = asyncio.run(copy(source, target))
    except StoreError as error:
        raise StartError(str(error), EXIT_STORE) from error
    return f"All {number} rows are copied and compared; set TENEBRAE_DATABASE to the new database."
