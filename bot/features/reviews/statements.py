"""SQL statements for the stored reviews of finished matches."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select, update

from bot.store.decoding import decoded_or
from bot.store.tables import reviews
from bot.store.transactions import Reader, Transaction


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """A review as JSON, of the match after entry `seq`; `shared_at` is when it was shared, None if it is private."""

    match_id: int
    seq: int
    found: str
    shared_at: int | None


async def get(db: Reader, match_id: int) -> ReviewRow | None:
    """Return the stored review of a match.

    The result is None if there is no review, or if it is unreadable and must be created again.
    """
    row = await db.one(select(reviews).where(reviews.c.match_id == match_id))
    if row is None or decoded_or("reviews.found", row.found, match_id, None) is None:
        return None
    return ReviewRow(row.match_id, row.seq, row.found, row.shared_at)


async def save(tx: Transaction, row: ReviewRow) -> None:
    """Save a review, replacing any review of an earlier end of the match."""
    await tx.upsert(reviews, {"match_id": row.match_id, "seq": row.seq, "found": row.found, "shared_at": row.shared_at})


async def set_shared(tx: Transaction, match_id: int, at: int) -> None:
    """Save when a review was shared with everyone who can see the match."""
    await tx.run(update(reviews).where(reviews.c.match_id == match_id).values(shared_at=at))
