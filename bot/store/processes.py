"""The processes that use the database: who each is, when it gave its last sign of life, and what owners want of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from sqlalchemy import Row, delete, func, select, update

from bot.store.connection import Reader, Transaction
from bot.store.decoding import decoded_or
from bot.store.rows import to_text
from bot.store.tables import processes
from bot.store.work import CHANNEL

#: Where a process hears interactions, and what it is to do: serve, begin nothing new, or also stop once that is done.
Door = Literal["gateway", "http"]
Wanted = Literal["serve", "drain", "stop"]
#: Seconds without a sign of life after which a process counts as gone.
GONE = 180
#: What is told on the channel of new work when owners have changed something.
ORDERS = "orders"


@dataclass(frozen=True, slots=True)
class ProcessRow:
    """One process, as it was at its last sign of life."""

    name: str
    version: str
    door: Door
    started_at: int
    seen_at: int
    wanted: Wanted = "serve"
    #: What it has under way and how fast it is: see `bot.discord.support.heartbeat`.
    figures: Mapping[str, Any] = field(default_factory=dict[str, Any])


async def put(tx: Transaction, row: ProcessRow) -> None:
    """Save a sign of life; what owners want stays as it is."""
    saved = {name: getattr(row, name) for name in ("name", "version", "door", "started_at", "seen_at")}
    await tx.put(processes, saved | {"figures": to_text(dict(row.figures))})


async def every(db: Reader) -> Sequence[ProcessRow]:
    """Return all processes, the one that began first at the beginning."""
    rows = await db.all(select(processes).order_by(processes.c.started_at, processes.c.name))
    return [_process(row) for row in rows]


def _process(row: Row[Any]) -> ProcessRow:
    figures = decoded_or("processes.figures", row.figures, row.name, dict[str, Any]())
    return ProcessRow(row.name, row.version, row.door, row.started_at, row.seen_at, row.wanted, figures)


async def want(tx: Transaction, wanted: Wanted, name: str | None = None) -> int:
    """Save what one process is to do, or all that there are; return how many."""
    which = update(processes) if name is None else update(processes).where(processes.c.name == name)
    return await tx.run(which.values(wanted=wanted))


async def remove(tx: Transaction, name: str) -> None:
    """Forget a process that has stopped."""
    await tx.run(delete(processes).where(processes.c.name == name))


async def forget(tx: Transaction, before: int, *, besides: str) -> None:
    """Forget processes whose last sign of life is older than this time."""
    await tx.run(delete(processes).where(processes.c.seen_at < before, processes.c.name != besides))


async def tell(tx: Transaction) -> None:
    """Let the other processes hear at once that owners have changed something."""
    if tx.engine == "postgresql":
        await tx.all(select(func.pg_notify(CHANNEL, f"{ORDERS} {tx.owner}")))
