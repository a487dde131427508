"""SQL statements for blocked users and servers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal

from sqlalchemy import and_, delete, or_, select, update

from bot.store.tables import bars
from bot.store.transactions import Reader, Transaction

What = Literal["person", "server"]


@dataclass(frozen=True, slots=True)
class BlocklistRow:
    """A blocked user or server."""

    what: What
    #: The id of the user or server. If a user's data was erased, a placeholder instead of the id.
    subject: int
    at: int
    by_id: int
    reason: str = ""
    #: When the block expires; None if it is permanent.
    ends_at: int | None = None
    #: If a user's data was erased, the digest of their id in the form "salt:digest".
    digest: str | None = None
    #: When a blocked server was notified, and when the block was fully enforced.
    told_at: int | None = None
    settled_at: int | None = None

    def is_active(self, now: int) -> bool:
        """Return whether the block is still in force."""
        return self.ends_at is None or now < self.ends_at

    def is_of(self, user_id: int) -> bool:
        """Return whether this is the block of a user whose data was erased, by comparing the block's digest."""
        if self.digest is None:
            return False
        salt, _, stored_hash = self.digest.partition(":")
        return digest_of(user_id, salt) == stored_hash


def digest_of(user_id: int, salt: str) -> str:
    """Return the digest of a user id with a salt."""
    return blake2b(str(user_id).encode(), key=salt.encode(), digest_size=16).hexdigest()


async def save(tx: Transaction, row: BlocklistRow) -> None:
    """Save the block of a user or a server."""
    await tx.upsert(bars, {name: getattr(row, name) for name in BlocklistRow.__slots__})


async def list_all(db: Reader) -> Sequence[BlocklistRow]:
    """Return all blocks, newest first."""
    return [BlocklistRow(*row) for row in await db.all(_ALL.order_by(bars.c.at.desc(), bars.c.subject))]


_ALL = select(*(bars.c[name] for name in BlocklistRow.__slots__))


async def remove(tx: Transaction, what: What, subject: int) -> bool:
    """Remove the block of a user or server; return whether there was one."""
    return bool(await tx.run(delete(bars).where(bars.c.what == what, bars.c.subject == subject)))


async def blocked_users(db: Reader, user_ids: Collection[int], now: int) -> set[int]:
    """Return which of these users are blocked."""
    is_active = and_(bars.c.what == "person", or_(bars.c.ends_at.is_(None), bars.c.ends_at > now))
    rows = await db.all(_ALL.where(is_active, or_(bars.c.subject.in_(user_ids), bars.c.digest.is_not(None))))
    blocked_ids = {row.subject for row in rows} & set(user_ids)
    erased = [block for block in (BlocklistRow(*row) for row in rows) if block.digest is not None]
    return blocked_ids | {user for user in user_ids if any(block.is_of(user) for block in erased)}


async def unsettled(db: Reader, now: int) -> BlocklistRow | None:
    """Return the oldest block that has yet to be fully enforced; None if there is none."""
    open_ = and_(bars.c.settled_at.is_(None), or_(bars.c.ends_at.is_(None), bars.c.ends_at > now))
    row = await db.one(_ALL.where(open_).order_by(bars.c.at, bars.c.subject).limit(1))
    return None if row is None else BlocklistRow(*row)


async def mark(tx: Transaction, row: BlocklistRow, **times: int | None) -> None:
    """Save when a blocked server was notified, and when the block was fully enforced."""
    same = and_(bars.c.what == row.what, bars.c.subject == row.subject, bars.c.at == row.at)
    await tx.run(update(bars).where(same).values(**times))
