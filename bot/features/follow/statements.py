"""SQL statements for people who follow other players' matches."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, and_, delete, func, select, update

from bot.features.follow.model import FollowRow
from bot.store.decoding import readable
from bot.store.statements.rows import dump_json
from bot.store.tables import follows
from bot.store.transactions import Reader, Transaction


def _one(match_id: int, user_id: int) -> ColumnElement[bool]:
    return and_(follows.c.match_id == match_id, follows.c.user_id == user_id)


async def get(db: Reader, match_id: int, user_id: int) -> FollowRow | None:
    """Return a user's subscription to a match; None if they don't follow it."""
    row = await db.one(select(follows).where(_one(match_id, user_id)))
    return None if row is None else FollowRow.from_row(row)


async def of_match(db: Reader, match_id: int) -> Sequence[FollowRow]:
    """Return the followers of a match who still receive private messages."""
    query = select(follows).where(follows.c.match_id == match_id, follows.c.lost_at.is_(None))
    return readable(await db.all(query.order_by(follows.c.user_id)), FollowRow.from_row)


async def count(db: Reader, user_id: int) -> int:
    """Return how many matches a user follows."""
    return await db.value(select(func.count()).select_from(follows).where(follows.c.user_id == user_id))


async def save(tx: Transaction, row: FollowRow) -> None:
    """Save a follower and the last news they have received."""
    values = {name: getattr(row, name) for name in FollowRow.__slots__}
    await tx.upsert(follows, values | {"points": dump_json(list(row.points))})


async def remove(tx: Transaction, match_id: int, user_id: int) -> bool:
    """Remove a follower; return whether there was one."""
    return bool(await tx.run(delete(follows).where(_one(match_id, user_id))))


async def forget(tx: Transaction, match_id: int) -> None:
    """Remove all followers of a match."""
    await tx.run(delete(follows).where(follows.c.match_id == match_id))


async def lose(tx: Transaction, match_id: int, user_id: int, now: int) -> None:
    """Save that private messages no longer reach a follower."""
    await tx.run(update(follows).where(_one(match_id, user_id), follows.c.lost_at.is_(None)).values(lost_at=now))


async def lost_people(db: Reader) -> frozenset[int]:
    """Return the users who must still be told that they no longer receive a match's news because messages failed."""
    rows = await db.all(select(follows.c.user_id).where(follows.c.lost_at.is_not(None)).distinct())
    return frozenset(row.user_id for row in rows)


async def lost_of(db: Reader, user_id: int) -> Sequence[FollowRow]:
    """Return the matches that a user followed until messages failed to reach them, oldest first."""
    lost = select(follows).where(follows.c.user_id == user_id, follows.c.lost_at.is_not(None))
    return readable(await db.all(lost.order_by(follows.c.match_id)), FollowRow.from_row)
