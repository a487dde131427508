"""The former players of a match's seats."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select

from bot.store.statements.rows import SeatRow
from bot.store.tables import held
from bot.store.transactions import Reader, Transaction


@dataclass(frozen=True, slots=True)
class FormerSeatRow:
    """A former player of a seat, with the name that they had at that time."""

    user_id: int
    seat: int
    name: str
    left_at: int


async def add(tx: Transaction, match_id: int, seat: SeatRow, now: int) -> None:
    """Save that a seat's player has left the seat."""
    key = {"match_id": match_id, "user_id": seat.user_id, "seat": seat.seat}
    await tx.upsert(held, key | {"name": seat.name, "left_at": now})


async def of_match(db: Reader, match_id: int) -> list[FormerSeatRow]:
    """Return all former players of a match's seats, in the order that they left."""
    columns = (held.c[name] for name in FormerSeatRow.__slots__)
    rows = await db.all(select(*columns).where(held.c.match_id == match_id).order_by(held.c.left_at, held.c.user_id))
    return [FormerSeatRow(*row) for row in rows]
