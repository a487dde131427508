"""The last journal entry that a user has seen in a match: by a board readout, or by a spectator's steps since then."""

from __future__ import annotations

from sqlalchemy import select

from bot.store.tables import looks
from bot.store.transactions import Reader, Transaction


async def get(db: Reader, match_id: int, user_id: int) -> int:
    """Return the number of the last entry that a user has seen; 0 if they haven't looked."""
    query = select(looks.c.seq).where(looks.c.match_id == match_id, looks.c.user_id == user_id)
    return await db.value(query) or 0


async def save(tx: Transaction, match_id: int, user_id: int, seq: int) -> None:
    """Save the number of the last entry that a user has seen."""
    await tx.upsert(looks, {"match_id": match_id, "user_id": user_id, "seq": seq})
