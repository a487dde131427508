"""Which people have agreed to the options of a match that hasn't started."""

from __future__ import annotations

from sqlalchemy import select

from bot.store.tables import agreed
from bot.store.transactions import Reader, Transaction


async def agree(tx: Transaction, match_id: int, user_id: int, terms: str) -> None:
    """Save that a person agrees to these terms, which are a text form of the options. This replaces an earlier
    agreement.
    """
    await tx.upsert(agreed, {"match_id": match_id, "user_id": user_id, "terms": terms})


async def consenting_users(db: Reader, match_id: int, terms: str) -> frozenset[int]:
    """Return the people who have agreed to exactly these terms."""
    rows = await db.all(select(agreed.c.user_id).where(agreed.c.match_id == match_id, agreed.c.terms == terms))
    return frozenset(row.user_id for row in rows)
