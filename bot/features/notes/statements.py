"""SQL statements for players' private notes about matches."""

from __future__ import annotations

from sqlalchemy import delete, select

from bot.store.tables import notes
from bot.store.transactions import Reader, Transaction


async def get(db: Reader, match_id: int, user_id: int) -> str:
    """Return a user's note about a match; "" if there is none."""
    query = select(notes.c.words).where(notes.c.match_id == match_id, notes.c.user_id == user_id)
    return await db.value(query) or ""


async def save(tx: Transaction, match_id: int, user_id: int, words: str) -> None:
    """Replace a user's note about a match."""
    await tx.upsert(notes, {"match_id": match_id, "user_id": user_id, "words": words})


async def remove(tx: Transaction, match_id: int, user_id: int) -> None:
    """Delete a user's note about a match."""
    await tx.run(delete(notes).where(notes.c.match_id == match_id, notes.c.user_id == user_id))
