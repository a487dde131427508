"""What computers think of finished matches, as it was found once."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select, update

from bot.store.connection import Reader, Transaction
from bot.store.decoding import decoded_or
from bot.store.tables import reviews


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """A review as JSON, of the match as it was after entry `seq`; whoever shared it did so at `shared_at`."""

    match_id: int
    seq: int
    found: str
    shared_at: int | None


async def get(db: Reader, match_id: int) -> ReviewRow | None:
    """Return the review of a match, if there is one that can be read: another one is made in a few seconds."""
    row = await db.one(select(reviews).where(reviews.c.match_id == match_id))
    if row is None or decoded_or("reviews.found", row.found, match_id, None) is None:
        return None
    return ReviewRow(row.match_id, row.seq, row.found, row.shared_at)


async def put(tx: Transaction, row: ReviewRow) -> None:
    """Save a review, in the place of one of an earlier end."""
    await tx.put(reviews, {"match_id": row.match_id, "seq": row.seq, "found": row.found, "shared_at": row.shared_at})


async def set_shared(tx: Transaction, match_id: int, at: int) -> None:
    """Save that a review is for everybody who sees the match."""
    await tx.run(update(reviews).where(reviews.c.match_id == match_id).values(shared_at=at))
