"""Recent invitations: the sender, the guest and the time."""

from __future__ import annotations

from sqlalchemy import ColumnElement, delete, func, select

from bot.store.tables import invitations
from bot.store.transactions import Reader, Transaction


async def save(tx: Transaction, user_id: int, guest_id: int, now: int) -> None:
    """Save that a user has invited another."""
    await tx.insert(invitations.insert(), {"user_id": user_id, "guest_id": guest_id, "at": now})


async def sent_by(db: Reader, user_id: int, since: int, now: int) -> list[tuple[int, int]]:
    """Return a user's invitations between two times, as pairs of guest and time, earliest first."""
    query = select(invitations.c.guest_id, invitations.c.at).where(
        invitations.c.user_id == user_id, _within(since, now)
    )
    return [(row.guest_id, row.at) for row in await db.all(query.order_by(invitations.c.at, invitations.c.id))]


async def count_of(db: Reader, guest_id: int, since: int, now: int) -> int:
    """Return how often a user was invited between two times."""
    theirs = select(func.count()).where(invitations.c.guest_id == guest_id, _within(since, now))
    return await db.value(theirs)


async def forget(tx: Transaction, before: int) -> None:
    """Delete the invitations made before this time."""
    await tx.run(delete(invitations).where(invitations.c.at < before))


def _within(since: int, now: int) -> ColumnElement[bool]:
    """Return the condition for invitations between two times.

    Times after `now` don't count, because they are from before the clock was set back.
    """
    return invitations.c.at.between(since + 1, now)
