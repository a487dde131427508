"""The files of a database, which only their owner may read."""

from __future__ import annotations

import logging
import stat
from pathlib import Path

#: The suffixes of a database's other files: the log, its index, and the mark (see `mark`).
WAL_SUFFIX, SHM_SUFFIX, MARK_SUFFIX = "-wal", "-shm", ".mark"
#: The files that belong together.
DATABASE_SUFFIXES = ("", WAL_SUFFIX, SHM_SUFFIX, MARK_SUFFIX)
#: They contain every hand and seed.
PRIVATE_MODE = 0o600

log = logging.getLogger(__name__)


def beside(database: Path, ending: str) -> Path:
    """Return the path of one of a database's files."""
    return database.with_name(database.name + ending)


def keep_private(database: Path) -> None:
    """Remove other users' rights to read or write the existing files."""
    for ending in (*DATABASE_SUFFIXES, "-journal", ".lock"):
        path = beside(database, ending)
        try:
            # Opening it would drop SQLite's locks when it is closed again.
            if stat.S_IMODE(path.stat().st_mode) & 0o077:
                path.chmod(PRIVATE_MODE)
        except FileNotFoundError:
            continue
        except OSError as error:
            log.warning("Others may be able to read %s, which holds secrets: %s.", path, error.strerror)
