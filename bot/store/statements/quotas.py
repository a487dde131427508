"""Limits that owners have changed at run time; others come from the settings."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import delete, select

from bot.store.connection import Reader, Transaction
from bot.store.tables import caps


async def list_all(db: Reader) -> Mapping[str, float]:
    """Return the changed limits, by name."""
    return {row.name: row.value for row in await db.all(select(caps))}


async def save(tx: Transaction, name: str, value: float) -> None:
    """Change a limit."""
    await tx.upsert(caps, {"name": name, "value": value})


async def remove(tx: Transaction, name: str) -> None:
    """Reset a limit to its setting."""
    await tx.run(delete(caps).where(caps.c.name == name))
