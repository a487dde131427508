"""Locks that give one process exclusive use of a database."""

from __future__ import annotations

import errno
import os
import struct
import sys
from pathlib import Path

from bot.store.database_files import PRIVATE_MODE, beside
from bot.store.errors import DatabaseInUse, StoreError

if sys.platform == "win32":
    import msvcrt

    def _try_lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _try_lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


#: The byte of the database file that is locked. It is far beyond the end of the file and the bytes that SQLite locks.
_BYTE = 1 << 62
#: The suffix of the file that is locked while a process uses a database.
LOCK_SUFFIX = ".lock"


def locked_out_message(lock: Path) -> str:
    """Return the message about a lock file that this user may not open."""
    return f"The lock {lock} may not be opened by this user; give it to the user who runs the bot."


class FileLock:
    """Locks the file `<database>.lock` and the database itself. The system releases both locks when the process dies.

    The lock file works before the database exists and while it is being replaced. The lock on the database itself works
    under any name of the file, and even if the lock file is deleted, but only on Linux.
    """

    def __init__(self, database: Path, *, create: bool = False) -> None:
        """Lock a database; raises StoreError. If `create`, create an empty file if there is none."""
        self._handles: list[int] = []
        try:
            self._lock_beside(database)
            if create or database.exists():
                self._lock_itself(database, create)
        except BaseException:
            self.release()
            raise

    def _lock_beside(self, database: Path) -> None:
        path = beside(database, LOCK_SUFFIX)
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE_MODE)
        except OSError as error:
            if path.exists():
                raise StoreError(locked_out_message(path)) from error
            why = "the disk is full" if error.errno == errno.ENOSPC else "this user may not, or it is read-only"
            raise StoreError(f"The folder {database.parent} can't be written to: {why}.") from error
        self._handles.append(handle)
        try:
            _try_lock(handle)
        except OSError as error:
            raise DatabaseInUse(database) from error

    def _lock_itself(self, database: Path, create: bool) -> None:
        try:
            handle = os.open(database, os.O_RDWR | (os.O_CREAT if create else 0), PRIVATE_MODE)
        except OSError as error:
            raise StoreError(f"The database {database} can't be opened: {error.strerror}.") from error
        # Keep the file open until the end: closing it would release all of this process's locks on it, including
        # SQLite's.
        self._handles.append(handle)
        if sys.platform == "linux":
            # This kind of lock belongs to the open file and not to the process, so SQLite can't release it when it
            # closes its own handle.
            span = struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, _BYTE, 1, 0)
            try:
                fcntl.fcntl(handle, fcntl.F_OFD_SETLK, span)
            except (BlockingIOError, PermissionError) as error:
                raise DatabaseInUse(database) from error
            except OSError:
                return  # the file system has no such locks, so the lock file must suffice

    def release(self) -> None:
        """Release the locks. Call this after the database is closed.

        The lock file isn't deleted, because another process may just be opening it.
        """
        while self._handles:
            os.close(self._handles.pop())
