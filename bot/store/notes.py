"""What people note down about matches, each for themselves."""

from __future__ import annotations

from sqlalchemy import delete, select

from bot.store.connection import Reader, Transaction
from bot.store.tables import notes


async def get(db: Reader, match_id: int, user_id: int) -> str:
    """Return what a person has noted about a match; "" for nothing."""
    own = select(notes.c.words).where(notes.c.match_id == match_id, notes.c.user_id == user_id)
    return await db.value(own) or ""


async def put(tx: Transaction, match_id: int, user_id: int, words: str) -> None:
    """Save what a person notes about a match, in the place of what they noted before."""
    await tx.put(notes, {"match_id": match_id, "user_id": user_id, "words": words})


async def remove(tx: Transaction, match_id: int, user_id: int) -> None:
    """Delete what a person has noted about a match."""
    await tx.run(delete(notes).where(notes.c.match_id == match_id, notes.c.user_id == user_id))
