"""The newest journal entry at the time of a user's last board readout in a match."""

from __future__ import annotations

from sqlalchemy import select

from bot.store.tables import looks
from bot.store.transactions import Reader, Transaction


async def get(db: Reader, match_id: int, user_id: int) -> int:
    """Return the number of the entry that was the newest at a user's last board readout; 0 if there was no readout."""
    query = select(looks.c.seq).where(looks.c.match_id == match_id, looks.c.user_id == user_id)
    return await db.value(query) or 0


async def save(tx: Transaction, match_id: int, user_id: int, seq: int) -> None:
    """Save the number of the entry that is the newest at a user's board readout."""
    await tx.upsert(looks, {"match_id": match_id, "user_id": user_id, "seq": seq})
