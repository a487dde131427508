"""The processes that use the database: their names, heartbeats, and the instructions that owners have given them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from sqlalchemy import Row, delete, func, select, update

from bot.store.decoding import decoded_or
from bot.store.statements.rows import Door, dump_json
from bot.store.tables import processes
from bot.store.transactions import Reader, Transaction
from bot.store.work_queue import NOTIFY_CHANNEL

#: An instruction to a process: serve; start no new work ("drain"); or start no new work and then exit ("stop").
Instruction = Literal["serve", "drain", "stop"]
#: A process without a heartbeat for this many seconds counts as dead.
GONE_AFTER = 180
#: The message that tells other processes to read the owners' instructions again.
ORDERS_MESSAGE = "orders"


@dataclass(frozen=True, slots=True)
class ProcessRow:
    """The data that a process saved with its last heartbeat, and the owners' instruction to it."""

    name: str
    version: str
    door: Door
    started_at: int
    seen_at: int
    wanted: Instruction = "serve"
    #: Figures about the process's running work and its speed; see `bot.discord.heartbeat`.
    figures: Mapping[str, Any] = field(default_factory=dict[str, Any])


async def save(tx: Transaction, row: ProcessRow) -> None:
    """Save a heartbeat. The owners' instruction to the process stays unchanged."""
    saved = {name: getattr(row, name) for name in ("name", "version", "door", "started_at", "seen_at")}
    await tx.upsert(processes, saved | {"figures": dump_json(dict(row.figures))})


async def list_all(db: Reader) -> Sequence[ProcessRow]:
    """Return all processes, oldest start first."""
    rows = await db.all(select(processes).order_by(processes.c.started_at, processes.c.name))
    return [_process(row) for row in rows]


def _process(row: Row[Any]) -> ProcessRow:
    figures = decoded_or("processes.figures", row.figures, row.name, dict[str, Any]())
    return ProcessRow(row.name, row.version, row.door, row.started_at, row.seen_at, row.wanted, figures)


async def instruct(tx: Transaction, instruction: Instruction, name: str | None = None) -> int:
    """Save an instruction to one process or, if `name` is None, to all. Return the number of processes."""
    which = update(processes) if name is None else update(processes).where(processes.c.name == name)
    return await tx.run(which.values(wanted=instruction))


async def remove(tx: Transaction, name: str) -> None:
    """Delete the row of a stopped process."""
    await tx.run(delete(processes).where(processes.c.name == name))


async def forget(tx: Transaction, before: int, *, besides: str) -> None:
    """Delete the rows of processes whose last heartbeat was before this time, except the process `besides`."""
    await tx.run(delete(processes).where(processes.c.seen_at < before, processes.c.name != besides))


async def tell(tx: Transaction) -> None:
    """Notify the other processes that an owner has changed something."""
    if tx.engine == "postgresql":
        await tx.all(select(func.pg_notify(NOTIFY_CHANNEL, f"{ORDERS_MESSAGE} {tx.owner}")))
