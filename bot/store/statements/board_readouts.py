"""The journal entry at which a user last had a match's board read out."""

from __future__ import annotations

from sqlalchemy import select

from bot.store.tables import looks
from bot.store.transactions import Reader, Transaction


async def get(db: Reader, match_id: int, user_id: int) -> int:
    """Return the journal entry at which a user last had the board read out; 0 if they never had."""
    query = select(looks.c.seq).where(looks.c.match_id == match_id, looks.c.user_id == user_id)
    return await db.value(query) or 0


async def save(tx: Transaction, match_id: int, user_id: int, seq: int) -> None:
    """Save the journal entry at which a user has just had the board read out."""
    await tx.upsert(looks, {"match_id": match_id, "user_id": user_id, "seq": seq})
