"""SQL statement that lists the frozen matches, with the number of players' reports about each match."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, literal_column, select

from bot.store.tables import matches, reports
from bot.store.transactions import Reader


@dataclass(frozen=True, slots=True)
class FrozenRow:
    """A frozen match, without any data hidden from players."""

    id: int
    game: str
    guild_id: int
    channel_id: int
    error_id: str | None
    #: The number of open reports about the match.
    reports: int


async def first(db: Reader, limit: int) -> list[FrozenRow]:
    """Return the frozen matches, oldest first."""
    waiting = select(func.count()).select_from(reports)
    waiting = waiting.where(reports.c.match_id == matches.c.id, reports.c.answer.is_(None))
    columns = [matches.c[name] for name in ("id", "game", "guild_id", "channel_id", "error_id")]
    frozen = select(*columns, waiting.scalar_subquery()).where(matches.c.status == literal_column("'frozen'"))
    return [FrozenRow(*row) for row in await db.all(frozen.order_by(matches.c.id).limit(limit))]
