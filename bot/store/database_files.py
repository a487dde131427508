"""The files of an SQLite database. Only their owner may read them."""

from __future__ import annotations

import logging
import stat
from pathlib import Path

#: The suffixes of a database's other files: the write-ahead log, its index, and the mark (see `lost_commit_check`).
WAL_SUFFIX, SHM_SUFFIX, MARK_SUFFIX = "-wal", "-shm", ".mark"
#: The suffixes of all files that make up a database.
DATABASE_SUFFIXES = ("", WAL_SUFFIX, SHM_SUFFIX, MARK_SUFFIX)
#: The files' permissions. The files contain every hand and every random seed.
PRIVATE_MODE = 0o600

log = logging.getLogger(__name__)


def beside(database: Path, ending: str) -> Path:
    """Return the path of the database file with this suffix."""
    return database.with_name(database.name + ending)


def keep_private(database: Path) -> None:
    """Remove other users' permissions to read or write the existing files."""
    for ending in (*DATABASE_SUFFIXES, "-journal", ".lock"):
        path = beside(database, ending)
        try:
            # Use the path and don't open the file: closing it again would release SQLite's locks on it.
            if stat.S_IMODE(path.stat().st_mode) & 0o077:
                path.chmod(PRIVATE_MODE)
        except FileNotFoundError:
            continue
        except OSError as error:
            log.warning("Others may be able to read %s, which holds secrets: %s.", path, error.strerror)
