"""SQL statements that find and delete expired data and the data of servers, in batches."""

from __future__ import annotations

from sqlalchemy import delete, exists, select, update

from bot.features.profiles.statements import results
from bot.store import tables
from bot.store.statements import packs
from bot.store.statements.rows import ENDED_STATUSES, LIVE_STATUSES
from bot.store.tables import cup_matches, cups, finished, matches, reports
from bot.store.transactions import Reader, Transaction


async def ended_before(db: Reader, before: int, limit: int) -> list[int]:
    """Return matches that ended before a given time, oldest first, except matches of a running cup."""
    running = exists().where(
        cup_matches.c.match_id == matches.c.id, cup_matches.c.cup_id == cups.c.id, cups.c.ended_at.is_(None)
    )
    old = matches.c.ended_at.is_not(None), matches.c.ended_at < before, matches.c.status.in_(ENDED_STATUSES), ~running
    return [row.id for row in await db.all(select(matches.c.id).where(*old).order_by(matches.c.ended_at).limit(limit))]


async def of_server(db: Reader, guild_id: int, limit: int) -> list[int]:
    """Return up to `limit` matches of a server."""
    live = select(matches.c.id).where(matches.c.guild_id == guild_id, matches.c.status.in_(LIVE_STATUSES)).limit(limit)
    found = [row.id for row in await db.all(live)]
    if not found:
        entered = select(finished.c.match_id).where(finished.c.guild_id == guild_id).limit(limit)
        found = [row.match_id for row in await db.all(entered)]
    if not found:
        others = select(matches.c.id).where(matches.c.guild_id == guild_id).limit(limit)
        found = [row.id for row in await db.all(others)]
    return found


async def delete_match(tx: Transaction, match_id: int) -> None:
    """Delete a match that the transaction has locked, with all its data.

    The ladders that counted the match are recalculated without it.
    """
    await results.remove(tx, match_id)
    await tx.run(update(matches).where(matches.c.rematch_of == match_id).values(rematch_of=None))
    await tx.run(delete(tables.seeks).where(tables.seeks.c.match_id == match_id))
    await tx.run(delete(tables.rating_points).where(tables.rating_points.c.match_id == match_id))
    await tx.run(delete(matches).where(matches.c.id == match_id))


async def forget_cups(tx: Transaction, before: int) -> None:
    """Delete the cups that ended before a given time."""
    await tx.run(delete(cups).where(cups.c.ended_at < before))


async def forget_reports(tx: Transaction, before: int) -> None:
    """Delete the reports that were answered before a given time."""
    await tx.run(delete(reports).where(reports.c.answered_at < before))


async def forget_server(tx: Transaction, guild_id: int) -> None:
    """Delete all data of a server except its matches."""
    for table in (
        *(tables.guilds, tables.groups, tables.lists, tables.seeks, tables.cups, tables.changes),
        *(tables.ladder_choices, tables.ladders, tables.ratings, tables.rating_points, tables.announced),
        tables.packs,
    ):
        await tx.run(delete(table).where(table.c.guild_id == guild_id))
    await packs.delete_unused_contents(tx)


async def servers(db: Reader) -> set[int]:
    """Return the servers about which data is stored."""
    found: set[int] = set()
    for table in (matches, tables.guilds, tables.cups, tables.seeks, tables.lists, tables.packs):
        found.update(row.guild_id for row in await db.all(select(table.c.guild_id).distinct()))
    return found
