"""Opens the bot's database at startup. A new database is created only at the first start, never in place of a lost one.

A database can be lost together with its folder and its mark (see `lost_commit_check`), for example if a volume isn't
mounted. Backups in another folder, or a note in the user's state folder, then show that a database existed.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from bot.app.settings import Settings
from bot.store import backup_folder
from bot.store.engine_interface import Address, is_server
from bot.store.errors import DatabaseInUse, DatabaseMissing, ServerUnavailable, StoreError
from bot.store.migration_copies import Copies
from bot.store.read_only import read_snapshot
from bot.store.store import Store

log = logging.getLogger(__name__)

T = TypeVar("T")

#: Seconds that the bot waits at startup: for another process to close the database file, and for the server to answer.
#: Both programs may just be restarting.
LOCK_WAIT, SERVER_WAIT = 3.0, 30.0
#: The remedy for a lost database, as a part of a sentence.
LOSS_REMEDY = "put the database back (is its disk mounted?), restore a backup with `tenebrae restore`"


async def open_database(settings: Settings, *, new: bool = False) -> Store:
    """Open the bot's database, or create it at the first start; raises StoreError.

    If `new`, create a database even if there is evidence of an earlier one, but raise StoreError if a database exists.
    """
    database = settings.database
    if new:
        await _check_missing(database)
    before = None if new else evidence_of_database(settings)
    try:
        store = await _open_when_ready(settings, create=before is None)
    except DatabaseMissing as error:
        raise StoreError(
            f"{str(error).rstrip('.')}, but {before}; {LOSS_REMEDY}, or add --new to this command, once, to begin"
            " with an empty one."
        ) from error
    if store.path is not None:
        _leave_note(store.path)
    return store


async def _open_when_ready(settings: Settings, *, create: bool) -> Store:
    """Open the database. Wait a while if another process has the file open or the server doesn't answer."""
    started = time.monotonic()
    while True:
        try:
            return await until_server_answers(
                lambda: Store.open(settings.database, create=create, prompt=True, copies=_copies(settings))
            )
        except DatabaseInUse:
            if time.monotonic() - started >= LOCK_WAIT:
                raise
        await asyncio.sleep(0.1)


async def until_server_answers(attempt: Callable[[], Awaitable[T]]) -> T:
    """Return the result of `attempt`, which is called again for a while if the database server doesn't answer.

    After that time, raises ServerUnavailable.
    """
    started = time.monotonic()
    is_reported = False
    while True:
        try:
            return await attempt()
        except ServerUnavailable as error:
            if time.monotonic() - started >= SERVER_WAIT:
                raise
            if not is_reported:
                log.warning("%s Trying again for %g seconds.", error, SERVER_WAIT)
            is_reported = True
        await asyncio.sleep(0.1)


async def _check_missing(database: Address) -> None:
    """Raise StoreError if a database exists. A start script that always passed `--new` could otherwise hide the loss of
    the database.
    """
    try:
        async with read_snapshot(database, any_format=True):
            raise StoreError("There is a database already; leave --new out to go on with it.")
    except DatabaseMissing:
        return


def _copies(settings: Settings) -> Copies:
    return Copies(settings.backups or Path(), needed=not settings.migrate_without_copy)


def evidence_of_database(settings: Settings) -> str | None:
    """Return the evidence that a database existed, as a part of a sentence; None if there is none."""
    if not is_server(settings.database):
        note = _note_path(Path(settings.database).resolve())
        with suppress(OSError):
            if note is not None and note.exists():
                return f"the bot had one there, as {note} tells"
    with suppress(OSError):
        if settings.backups is not None and (backups_found := backup_folder.list_backups(settings.backups)):
            return f"there is a backup {backups_found[0]}"
    return None


def _note_path(path: Path) -> Path | None:
    """Return the path of the note that records that this database exists; None if the user has no home folder."""
    try:
        state = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    except RuntimeError:
        return None
    name = hashlib.sha256(os.fsencode(path)).hexdigest()[:16]
    return state / "tenebrae" / "databases" / name


def _leave_note(path: Path) -> None:
    """Record in the user's state folder that this database exists. If the folder can't be written, do nothing."""
    note = _note_path(path)
    try:
        if note is not None and not note.exists():
            note.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            note.write_bytes(os.fsencode(path) + b"\n")
    except OSError as error:
        log.debug("%s can't be written", note, exc_info=error)
