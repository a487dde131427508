"""The files that make up a database in a file, which nobody but their owner may read."""

from __future__ import annotations

import logging
import stat
from pathlib import Path

#: What the names of a database's files add to its own: the log, its index, and the mark (see `mark`).
LOG, INDEX, MARK = "-wal", "-shm", ".mark"
#: The files that go wherever a database goes.
PARTS = ("", LOG, INDEX, MARK)
#: Every hand and seed can be read from them.
PRIVATE = 0o600

log = logging.getLogger(__name__)


def beside(database: Path, ending: str) -> Path:
    """Return the path of one of a database's files."""
    return database.with_name(database.name + ending)


def keep_private(database: Path) -> None:
    """Take from everybody else the right to read or write the files that are there."""
    for ending in (*PARTS, "-journal", ".lock"):
        path = beside(database, ending)
        try:
            # Opening it to look would drop SQLite's locks when it is closed again.
            if stat.S_IMODE(path.stat().st_mode) & 0o077:
                path.chmod(PRIVATE)
        except FileNotFoundError:
            continue
        except OSError as error:
            log.warning("Others may be able to read %s, which holds secrets: %s.", path, error.strerror)
