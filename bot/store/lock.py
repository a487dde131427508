"""A lock file beside the database, for the one process that may use it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from bot.store.errors import StoreError

if sys.platform == "win32":
    import msvcrt

    def _try_lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _try_lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """Hold `<database>.lock`; the operating system releases it when the process dies."""

    def __init__(self, database: Path) -> None:
        path = database.with_name(database.name + ".lock")
        try:
            self._handle: int | None = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise StoreError(f"The folder {database.parent} can't be written to.") from error
        try:
            _try_lock(self._handle)
        except OSError as error:
            self.release()
            raise StoreError(
                f"The database {database} is already in use by another process; stop that one first."
            ) from error

    def release(self) -> None:
        """Release the lock. The file stays: removing it could race with a process that opens it."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
