"""The games' groups of slash commands, which are registered in each server separately.

A server gets a game's group when a match of the game is opened there, and keeps the group afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from sqlalchemy import Select, and_, bindparam, delete, func, literal, not_, or_, select, union_all, update

from bot.store.tables import IS_LIVE, groups, matches
from bot.store.transactions import Reader, Transaction

_PLAYED = select(matches.c.guild_id, matches.c.game, matches.c.id.label("match_id"))
_KEPT = select(groups.c.guild_id, groups.c.game, literal(0)).where(groups.c.definition != "")
#: The groups that servers should have: one row for each live match, and one for each registered group.
_NEEDED = union_all(_PLAYED.where(IS_LIVE, matches.c.parked_at.is_(None)), _KEPT).subquery("needed")


async def due(db: Reader, definitions: Mapping[str, str], now: int, limit: int) -> Sequence[tuple[int, str]]:
    """Return the servers and games whose group is missing or outdated. Those with the latest match come first."""
    rows = await db.all(_outdated_query(tuple(definitions.items())), {"now": now, "most": limit})
    return [(row.guild_id, row.game) for row in rows]


@lru_cache(maxsize=8)
def _outdated_query(definitions: tuple[tuple[str, str], ...]) -> Select[int, str]:
    """Return the query for groups that are missing or whose definition isn't among these."""
    where = _NEEDED.c.guild_id, _NEEDED.c.game
    join_condition = and_(groups.c.guild_id == _NEEDED.c.guild_id, groups.c.game == _NEEDED.c.game)
    current = or_(*(and_(groups.c.game == game, groups.c.definition == what) for game, what in definitions))
    wrong = or_(groups.c.game.is_(None), and_(groups.c.due_at <= bindparam("now"), not_(current)))
    is_known_game = _NEEDED.c.game.in_([game for game, _ in definitions])
    query = select(*where).outerjoin(groups, join_condition).where(is_known_game, wrong).group_by(*where)
    return query.order_by(func.max(_NEEDED.c.match_id).desc(), *where).limit(bindparam("most"))


async def save(tx: Transaction, guild_id: int, game: str, definition: str) -> None:
    """Save the hash of the group's definition that is registered with Discord; "" if none is registered."""
    await tx.upsert(groups, {"guild_id": guild_id, "game": game, "definition": definition})


async def postpone(tx: Transaction, guild_id: int, game: str, due_at: int) -> None:
    """Save the earliest time of the next attempt to register a group."""
    await tx.upsert(groups, {"guild_id": guild_id, "game": game, "due_at": due_at})


async def mark_outdated(tx: Transaction) -> None:
    """Mark all registered groups as outdated, so they are registered again."""
    await tx.run(update(groups).where(groups.c.definition != "").values(definition="?", due_at=0))


async def forget(tx: Transaction, guild_id: int) -> None:
    """Delete the records of a server's groups."""
    await tx.run(delete(groups).where(groups.c.guild_id == guild_id))
