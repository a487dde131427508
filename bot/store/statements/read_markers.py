"""The journal entry at which a user last had a match's board read out."""

from __future__ import annotations

from sqlalchemy import select

from bot.store.connection import Reader, Transaction
from bot.store.tables import looks


async def get(db: Reader, match_id: int, user_id: int) -> int:
    """Return the entry of a user's last look; 0 without one."""
    own = select(looks.c.seq).where(looks.c.match_id == match_id, looks.c.user_id == user_id)
    return await db.value(own) or 0


async def save(tx: Transaction, match_id: int, user_id: int, seq: int) -> None:
    """Save the entry of a user's look."""
    await tx.upsert(looks, {"match_id": match_id, "user_id": user_id, "seq": seq})
