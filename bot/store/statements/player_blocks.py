"""Blocks between players."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sqlalchemy import and_, delete, func, or_, select

from bot.store.tables import blocks
from bot.store.transactions import Reader, Transaction


async def save(tx: Transaction, user_id: int, other_id: int, now: int) -> None:
    """Save that a user has blocked another user."""
    await tx.upsert(blocks, {"user_id": user_id, "other_id": other_id, "at": now})


async def remove(tx: Transaction, user_id: int, other_id: int) -> bool:
    """Remove a block; return whether there was one."""
    return bool(await tx.run(delete(blocks).where(blocks.c.user_id == user_id, blocks.c.other_id == other_id)))


async def blocked_by(db: Reader, user_id: int) -> list[int]:
    """Return the ids of the users that a user has blocked, latest block first."""
    query = select(blocks.c.other_id).where(blocks.c.user_id == user_id)
    return [row.other_id for row in await db.all(query.order_by(blocks.c.at.desc(), blocks.c.other_id))]


async def count(db: Reader, user_id: int) -> int:
    """Return how many users a user has blocked."""
    return await db.value(select(func.count()).select_from(blocks).where(blocks.c.user_id == user_id))


async def between(db: Reader, user_id: int, others: Iterable[int]) -> set[tuple[int, int]]:
    """Return the blocks between a user and these other users in both directions, as pairs of blocker and blocked."""
    other_ids = [other for other in others if other != user_id]
    by_user = and_(blocks.c.user_id == user_id, blocks.c.other_id.in_(other_ids))
    against_user = and_(blocks.c.other_id == user_id, blocks.c.user_id.in_(other_ids))
    return await _pairs(db, or_(by_user, against_user)) if other_ids else set()


async def among(db: Reader, people: Collection[int]) -> set[tuple[int, int]]:
    """Return all blocks among these users, as pairs of blocker and blocked."""
    return await _pairs(db, and_(blocks.c.user_id.in_(people), blocks.c.other_id.in_(people)))


async def _pairs(db: Reader, where: object) -> set[tuple[int, int]]:
    rows = await db.all(select(blocks.c.user_id, blocks.c.other_id).where(where))  # type: ignore[arg-type]
    return {(row.user_id, row.other_id) for row in rows}
