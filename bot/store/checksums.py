"""Checksums of backups. Each is stored in a file beside its backup, in the format that `sha256sum --check` reads."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from bot.store.errors import StoreError

#: The suffix of a checksum file.
CHECKSUM_SUFFIX = ".sha256"


def checksum_file(backup: Path) -> Path:
    """Return the path of a backup's checksum file."""
    return backup.with_name(backup.name + CHECKSUM_SUFFIX)


def checksum_line(data: Path, name: str) -> bytes:
    """Return the checksum line for a file that will be renamed to `name`; raises OSError."""
    with data.open("rb") as opened:
        return f"{hashlib.file_digest(opened, 'sha256').hexdigest()}  {name}\n".encode()


def write(backup: Path, line: bytes) -> None:
    """Write a backup's checksum file atomically; raises OSError."""
    place = checksum_file(backup)
    part = place.with_name(place.name + ".part")
    with part.open("wb") as opened:
        opened.write(line)
        opened.flush()
        os.fsync(opened.fileno())
    part.replace(place)


def check(backup: Path) -> bool:
    """Compare a backup with its checksum. Return False if it has no checksum, because an older release made it.

    Raises StoreError if the checksum doesn't match or a file can't be read.
    """
    place = checksum_file(backup)
    try:
        fields = place.read_text("ascii", "replace").split()
        if not fields or fields[0].lower() != checksum_line(backup, backup.name).decode().split()[0]:
            raise StoreError(f"The backup {backup} is damaged: it does not match its checksum; restore another one.")
    except FileNotFoundError as error:
        if error.filename != str(place):
            raise StoreError(f"There is no backup {backup}.") from error
        return False
    except OSError as error:
        raise StoreError(f"The backup {backup} can't be compared with its checksum: {error.strerror}.") from error
    return True
