"""Copies of a database that are made before it is migrated, because migrations can't be undone."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.engine import make_url

from bot.store import pg_dump
from bot.store.database_files import PRIVATE_MODE
from bot.store.errors import StoreError
from bot.store.migrations import VERSION

log = logging.getLogger(__name__)

#: Maximum number of copies of a database that are kept.
MAX_COPIES = 2
#: The suffix of a copy, which contains the number of its format. A copy made by `pg_dump` also ends in `.dump`.
_ENDING = re.compile(r"\.format-(\d+)(\.dump)?")


@dataclass(frozen=True)
class Copies:
    """Where to make copies before a migration, and whether they are required."""

    #: The folder for copies of a database on a server. A copy of a file is stored beside the file.
    folder: Path = Path()
    #: Whether to refuse the migration if no copy can be made.
    needed: bool = True


async def make_copy(
    copy: Path, place: object, version: int, write: Callable[[Path], Awaitable[None]], copies: Copies
) -> None:
    """Make a copy of a database in this format by calling `write`, then delete all copies except the latest.

    Raises StoreError if the copy fails, unless `copies` says that it isn't needed.
    """
    part = copy.with_name(f"{copy.name}.part")
    try:
        try:
            part.unlink(missing_ok=True)
            part.touch(PRIVATE_MODE)
            await write(part)
            part.replace(copy)
        except OSError as error:
            raise StoreError(f"{copy}: {error.strerror or error}.") from error
        finally:
            part.unlink(missing_ok=True)
    except StoreError as error:
        why = str(error).rstrip(".")
        if copies.needed:
            raise StoreError(
                f"The database {place} must be migrated, and no copy of it can be kept first ({why}); put that right, "
                "or make a backup yourself and start once with TENEBRAE_MIGRATE_WITHOUT_COPY=true."
            ) from error
        log.warning("no copy of the database %s can be kept before it is migrated: %s", place, why)
        return
    log.warning("the database is migrated from format %d to %d; %s is a copy of it as it was", version, VERSION, copy)
    for old in _all_copies(copy)[:-MAX_COPIES]:
        old.unlink(missing_ok=True)


async def copy_server_database(address: str, place: str, version: int, copies: Copies) -> None:
    """Make a copy of a database on a server before its migration. Raises StoreError if a required copy fails."""
    url = make_url(address)
    name = re.sub(r"[^\w.-]", "_", url.database or url.username or "tenebrae")

    async def write(part: Path) -> None:
        await asyncio.to_thread(pg_dump.dump, address, part)

    await make_copy(copies.folder.absolute() / f"{name}.format-{version}.dump", place, version, write, copies)


def _all_copies(copy: Path) -> list[Path]:
    """Return all copies of the same database, from the oldest format to the newest."""
    name = _ENDING.sub("", copy.name)
    copies_by_version: list[tuple[int, Path]] = []
    for file in copy.parent.iterdir():
        name_match = _ENDING.fullmatch(file.name.removeprefix(name)) if file.name.startswith(name) else None
        if name_match is not None:
            copies_by_version.append((int(name_match[1]), file))
    return [file for _, file in sorted(copies_by_version)]
