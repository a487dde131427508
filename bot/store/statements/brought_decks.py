"""The decks that users bring to a lobby. They become part of the match when it starts."""

from __future__ import annotations

from sqlalchemy import delete, select

from bot.store.tables import brought, seats
from bot.store.transactions import Reader, Transaction


async def bring(tx: Transaction, match_id: int, user_id: int, cards: str) -> None:
    """Save the deck that a user brings to this lobby."""
    await tx.upsert(brought, {"match_id": match_id, "user_id": user_id, "cards": cards})


async def remove(tx: Transaction, match_id: int, user_id: int | None = None) -> None:
    """Delete the deck that a user has brought to this lobby or, if `user_id` is None, all decks."""
    statement = delete(brought).where(brought.c.match_id == match_id)
    await tx.run(statement if user_id is None else statement.where(brought.c.user_id == user_id))


async def remove_of_others(tx: Transaction, match_id: int) -> None:
    """Delete the decks of users who have no seat in this lobby, for example because they have left it."""
    seated_users = select(seats.c.user_id).where(seats.c.match_id == match_id)
    await tx.run(delete(brought).where(brought.c.match_id == match_id, brought.c.user_id.not_in(seated_users)))


async def of_match(db: Reader, match_id: int) -> dict[int, str]:
    """Return the decks brought to a lobby, by user id, in the format that the rules use to save decks."""
    rows = await db.all(select(brought.c.user_id, brought.c.cards).where(brought.c.match_id == match_id))
    return {row.user_id: row.cards for row in rows}
