"""The size of a database."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import text

from bot.store.database_files import DATABASE_SUFFIXES, beside
from bot.store.transactions import Reader

_SIZE = text("SELECT pg_database_size(current_database())")


async def size(db: Reader, path: Path | None) -> int:
    """Return the size in bytes of a database file and all files beside it or, if `path` is None, of a database on a
    server.
    """
    if path is None:
        return await db.value(_SIZE)
    parts = [beside(path, ending) for ending in DATABASE_SUFFIXES]
    return sum(part.stat().st_size for part in parts if part.exists())
