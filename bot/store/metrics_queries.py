"""Database figures for monitoring. A single SQL query reads them all, and every part of it uses an index."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from sqlalchemy import Select, and_, case, func, literal_column, select

from bot.store import named_numbers, tables
from bot.store.statements.processes import GONE_AFTER
from bot.store.statements.rows import REFUSED_ERROR
from bot.store.tables import IS_DUE, matches, outbox, reports
from bot.store.transactions import Reader
from bot.store.work_queue import WORK_KINDS, Kind

#: Maximum number of undelivered posts that are counted. How many more there are doesn't matter.
MAX_COUNTED_POSTS = 10_000


@dataclass(frozen=True, slots=True)
class Metrics:
    """A snapshot of the database's figures. Times are in seconds since 1970."""

    #: The number of undelivered posts, the creation time of the oldest, and the number of turn notifications that
    #: Discord refused.
    posts: int
    oldest: int | None
    refused: int
    frozen: int
    #: The number of unanswered problem reports.
    reports: int
    #: When the last scheduled backup was made.
    backed_up: int | None
    #: When the earliest work of each kind is due. For leased work, this is the end of the lease.
    due: Mapping[Kind, int] = field(default_factory=dict[Kind, int])
    #: The number of registered processes, and the number of those with a recent heartbeat.
    processes: int = 0
    alive: int = 0


async def read_metrics(db: Reader) -> Metrics:
    """Return the current figures."""
    row = await db.one(_statement())
    assert row is not None
    due: dict[Kind, int | None] = {kind: getattr(row, f"due_{kind}") for kind in WORK_KINDS}
    return Metrics(
        row.posts,
        row.oldest,
        int(row.refused or 0),
        row.frozen,
        row.reports,
        row.backed_up,
        {kind: at for kind, at in due.items() if at is not None},
        row.processes,
        row.alive,
    )


@cache
def _statement() -> Select[Any]:
    """Return the SQL query that reads all figures."""
    ordered = select(outbox.c.created_at, outbox.c.kind, outbox.c.error).where(IS_DUE)
    due = (
        ordered.order_by(outbox.c.match_id, outbox.c.id)
        .limit(literal_column(str(MAX_COUNTED_POSTS)))
        .subquery("undelivered")
    )
    refused = and_(due.c.kind == "turn", due.c.error.like(f"{REFUSED_ERROR}%"))
    work = tables.work
    # The newest heartbeat stands for the current time, because this process itself sends heartbeats.
    newest = select(func.max(tables.processes.alias().c.seen_at)).scalar_subquery()
    parts = {
        "frozen": select(func.count()).select_from(matches).where(matches.c.status == literal_column("'frozen'")),
        "reports": select(func.count()).select_from(reports).where(reports.c.answer.is_(None)),
        "backed_up": select(tables.facts.c.value).where(tables.facts.c.name == named_numbers.BACKED_UP_AT),
        "processes": select(func.count()).select_from(tables.processes),
        "alive": select(func.count())
        .select_from(tables.processes)
        .where(tables.processes.c.seen_at >= newest - GONE_AFTER),
        **{f"due_{kind}": select(func.min(work.c.due_at)).where(work.c.kind == kind) for kind in WORK_KINDS},
    }
    return select(
        func.count().label("posts"),
        func.min(due.c.created_at).label("oldest"),
        func.sum(case((refused, 1), else_=0)).label("refused"),
        *(part.scalar_subquery().label(name) for name, part in parts.items()),
    ).select_from(due)
