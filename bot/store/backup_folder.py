"""The folder of scheduled backups: names, lists and deletes its files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from bot.store import checksums

#: The patterns of two file names: of a backup, which contains its time in UTC, and of an incomplete file that a crashed
#: process has left.
_NAME = re.compile(r"tenebrae-(\d{8}T\d{6}Z)\.(sqlite|dump)")
_LEFTOVER_NAME = re.compile(rf"{_NAME.pattern}\w+\.part")
_TIME = "%Y%m%dT%H%M%SZ"


def backup_name(at: int, *, on_a_server: bool) -> str:
    """Return the file name of a backup made at this time."""
    return f"tenebrae-{datetime.fromtimestamp(at, UTC).strftime(_TIME)}.{'dump' if on_a_server else 'sqlite'}"


def backup_time(file: Path) -> int:
    """Return when a backup was made, in seconds since 1970.

    If the file's name contains no time, the modification time is returned.
    """
    match = _NAME.fullmatch(file.name)
    if match is None:
        return int(file.stat().st_mtime)
    return int(datetime.strptime(match[1], _TIME).replace(tzinfo=UTC).timestamp())


def list_backups(folder: Path) -> list[Path]:
    """Return the scheduled backups in a folder, newest first. Other files are ignored. Raises OSError."""
    return sorted((file for file in folder.iterdir() if _NAME.fullmatch(file.name)), key=lambda one: one.name)[::-1]


def prune(folder: Path, keep: int) -> list[Path]:
    """Delete incomplete files and all except the `keep` newest backups. Return the deleted files; raises OSError."""
    files_to_delete = [*list_backups(folder)[keep:], *_leftovers(folder)]
    for file in files_to_delete:
        file.unlink(missing_ok=True)
        checksums.checksum_file(file).unlink(missing_ok=True)
    return files_to_delete


def _leftovers(folder: Path) -> Iterator[Path]:
    return (file for file in folder.iterdir() if _LEFTOVER_NAME.fullmatch(file.name))
