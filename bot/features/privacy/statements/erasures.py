"""SQL statements for pending erasures of users and servers, and their progress."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import ColumnElement, and_, bindparam, delete, select, update

from bot.store.tables import erasures
from bot.store.transactions import Reader, Transaction

What = Literal["person", "server"]


@dataclass(frozen=True, slots=True)
class ErasureRow:
    """A pending erasure of a user or a server."""

    what: What
    #: The id of the user or server.
    subject: int
    #: The placeholder id that replaces a user's id; 0 for a server.
    alias: int
    asked_at: int
    due_at: int
    #: The id of the last match that was searched for the user; 0 before the search begins.
    match_id: int = 0


async def save(tx: Transaction, row: ErasureRow) -> None:
    """Save a pending erasure with its progress."""
    await tx.upsert(erasures, {name: getattr(row, name) for name in ErasureRow.__slots__})


async def get(db: Reader, what: What, subject: int) -> ErasureRow | None:
    """Return the pending erasure of a user or server; None if there is none."""
    row = await db.one(select(erasures).where(erasures.c.what == what, erasures.c.subject == subject))
    return None if row is None else ErasureRow(*row)


async def servers(db: Reader) -> set[int]:
    """Return the ids of the servers that are scheduled for erasure."""
    rows = await db.all(select(erasures.c.subject).where(erasures.c.what == "server"))
    return {row.subject for row in rows}


_FIRST = (
    select(erasures)
    .where(erasures.c.due_at <= bindparam("now"))
    .order_by(erasures.c.due_at, erasures.c.subject)
    .limit(1)
)


async def due(db: Reader, now: int) -> ErasureRow | None:
    """Return the pending erasure that is most overdue; None if none is due."""
    row = await db.one(_FIRST, {"now": now})
    return None if row is None else ErasureRow(*row)


async def postpone(tx: Transaction, row: ErasureRow, due_at: int) -> None:
    """Postpone an erasure until `due_at`."""
    await tx.run(update(erasures).where(_own(row)).values(due_at=due_at))


async def remove(tx: Transaction, row: ErasureRow) -> None:
    """Delete the row of a completed or cancelled erasure."""
    await tx.run(delete(erasures).where(_own(row)))


def _own(row: ErasureRow) -> ColumnElement[bool]:
    return and_(erasures.c.what == row.what, erasures.c.subject == row.subject)
