"""Limits that the bot's owners have changed while it was running. All other limits come from the settings."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import delete, select

from bot.store.tables import caps
from bot.store.transactions import Reader, Transaction


async def list_all(db: Reader) -> Mapping[str, float]:
    """Return the changed limits, by name."""
    return {row.name: row.value for row in await db.all(select(caps))}


async def save(tx: Transaction, name: str, value: float) -> None:
    """Save a limit that an owner has changed."""
    await tx.upsert(caps, {"name": name, "value": value})


async def remove(tx: Transaction, name: str) -> None:
    """Delete an owner's change of a limit, so the limit from the settings applies again."""
    await tx.run(delete(caps).where(caps.c.name == name))
