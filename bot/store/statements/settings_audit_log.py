"""The audit log: the latest changes of each server's settings, and who made them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, delete, insert, select

from bot.store.decoding import decoded, readable
from bot.store.statements.rows import dump_json
from bot.store.tables import changes
from bot.store.transactions import Reader, Transaction

#: Maximum numbers of changes kept: for each server, and for server 0, which stands for the owners' orders to all
#: servers.
MAX_CHANGES, MAX_OWNER_ORDERS = 50, 500


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A change of one setting of a server."""

    user_id: int
    at: int
    #: The name of the setting, and its new value.
    what: str
    value: Any


async def save(tx: Transaction, guild_id: int, row: ChangeRow) -> None:
    """Save a change of a server's settings, and delete the server's oldest changes beyond the limit."""
    saved = {
        "guild_id": guild_id,
        "user_id": row.user_id,
        "at": row.at,
        "what": row.what,
        "value": dump_json(row.value),
    }
    await tx.run(insert(changes).values(saved))
    older = select(changes.c.id).where(changes.c.guild_id == guild_id).order_by(changes.c.id.desc())
    first = older.offset(MAX_CHANGES if guild_id else MAX_OWNER_ORDERS).limit(1).scalar_subquery()
    await tx.run(delete(changes).where(changes.c.guild_id == guild_id, changes.c.id <= first))


async def newest(db: Reader, guild_id: int, limit: int) -> Sequence[ChangeRow]:
    """Return the latest changes of a server's settings, newest first."""
    last = select(changes).where(changes.c.guild_id == guild_id).order_by(changes.c.id.desc()).limit(limit)
    return readable(await db.all(last), _change)


def _change(row: Row[Any]) -> ChangeRow:
    return ChangeRow(row.user_id, row.at, row.what, decoded("changes.value", row.value, row.id))
