"""Opening the bot's database: a new one is made at the first start, but not if there was one before.

A database lost together with its folder, as with an unmounted volume, leaves no mark there (see `store.mark`). Its
backups elsewhere are evidence of it, and so is a note in the user's state folder.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import time
from contextlib import suppress
from pathlib import Path

from bot.app.settings import Settings
from bot.store import backup_folder as backups
from bot.store.engines import Address, is_server
from bot.store.errors import DatabaseInUse, DatabaseMissing, ServerUnavailable, StoreError
from bot.store.migration_copies import Copies
from bot.store.read_only import reading
from bot.store.store import Store

log = logging.getLogger(__name__)

#: The most seconds that a start waits for a database that another process has open, and for a server to answer: the
#: computer, or a rolling update, may be starting both.
FREE_WITHIN, ANSWERS_WITHIN = 3.0, 30.0


async def open_database(settings: Settings, *, new: bool = False) -> Store:
    """Open the database of a bot that starts, or make the first one; raises StoreError.

    With `new` one is made even if there was one before; there must be none now.
    """
    database = settings.database
    if new:
        await _need_none(database)
    before = None if new else _trace(settings)
    try:
        store = await _open_when_ready(settings, create=before is None)
    except DatabaseMissing as error:
        raise StoreError(
            f"{str(error).rstrip('.')}, but {before}; put it back (is its disk mounted?), restore a backup with"
            " `tenebrae restore`, or add --new to this command, once, to begin with an empty one."
        ) from error
    if store.path is not None:
        _note(store.path)
    return store


async def _open_when_ready(settings: Settings, *, create: bool) -> Store:
    """Open the database, also if a command has the file open for a moment, or the server starts meanwhile."""
    begun = time.monotonic()
    told = False
    while True:
        try:
            return await Store.open(settings.database, create=create, prompt=True, copies=_copies(settings))
        except DatabaseInUse:
            if time.monotonic() - begun >= FREE_WITHIN:
                raise
        except ServerUnavailable as error:
            if time.monotonic() - begun >= ANSWERS_WITHIN:
                raise
            if not told:
                log.warning("%s Trying again for %g seconds.", error, ANSWERS_WITHIN)
            told = True
        await asyncio.sleep(0.1)


async def _need_none(database: Address) -> None:
    """Raise StoreError if there is a database: a permanent option would allow a loss later."""
    try:
        async with reading(database, any_format=True):
            raise StoreError("There is a database already; leave --new out to go on with it.")
    except DatabaseMissing:
        return


def _copies(settings: Settings) -> Copies:
    return Copies(settings.backups or Path(), needed=not settings.migrate_without_copy)


def _trace(settings: Settings) -> str | None:
    """Return the evidence of a former database, as part of a sentence; None without any."""
    if not is_server(settings.database):
        note = _note_of(Path(settings.database).resolve())
        with suppress(OSError):
            if note is not None and note.exists():
                return f"the bot had one there, as {note} tells"
    with suppress(OSError):
        if settings.backups is not None and (kept := backups.list_backups(settings.backups)):
            return f"there is a backup {kept[0]}"
    return None


def _note_of(path: Path) -> Path | None:
    """Return the file that notes a database; None for a user without a home."""
    try:
        state = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    except RuntimeError:
        return None
    name = hashlib.sha256(os.fsencode(path)).hexdigest()[:16]
    return state / "tenebrae" / "databases" / name


def _note(path: Path) -> None:
    """Note that there is a database, unless this user may write nowhere else."""
    note = _note_of(path)
    try:
        if note is not None and not note.exists():
            note.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            note.write_bytes(os.fsencode(path) + b"\n")
    except OSError as error:
        log.debug("%s can't be written", note, exc_info=error)
