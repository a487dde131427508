"""SQL statements for open tables, the people who have joined them, and servers' lists of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, and_, delete, func, insert, literal_column, or_, select, update

from bot.features.open_tables.model import OpenTableMemberRow, OpenTableRow
from bot.store.decoding import decoded, decoded_or, readable
from bot.store.statements.rows import dump_json
from bot.store.tables import lists, matches, seats, seekers, seeks
from bot.store.transactions import Reader, Transaction

# Use a literal, because SQLite can't use the partial index if the value is a parameter.
_IS_OPEN = seeks.c.status == literal_column("'open'")


@dataclass(frozen=True, slots=True)
class ListRow:
    """A database row for the message that lists a server's open tables."""

    guild_id: int
    channel_id: int
    message_id: int | None
    due_at: int | None


async def add(tx: Transaction, row: OpenTableRow) -> int:
    """Save an open table without the people who joined it, and return its id.

    A row with a match id stands for an open seat of that match.
    """
    column_names = ("guild_id", "game", "host_id", "fewest", "most", "status", "match_id", "created_at", "ends_at")
    values = {name: getattr(row, name) for name in column_names}
    return await tx.insert(insert(seeks), values | {"wanted": dump_json(row.wanted)})


async def get(db: Reader, open_table_id: int) -> OpenTableRow | None:
    """Return an open table, even if it has been closed; None if there is no table with this id."""
    if not 0 < open_table_id < 2**63:
        return None  # the id comes from a button, so it may be forged
    found = await _with_members(db, select(seeks).where(seeks.c.id == open_table_id))
    return found[0] if found else None


async def lock_row(tx: Transaction, open_table_id: int) -> OpenTableRow | None:
    """Lock an open table until the end of the transaction, and return it; None if there is no table with this id."""
    if tx.engine == "postgresql" and 0 < open_table_id < 2**63:
        await tx.all(select(seeks.c.id).where(seeks.c.id == open_table_id).with_for_update())
    return await get(tx, open_table_id)


async def open_in(db: Reader, guild_id: int) -> list[OpenTableRow]:
    """Return the open tables of a server, oldest first."""
    return await _with_members(db, select(seeks).where(seeks.c.guild_id == guild_id, _IS_OPEN).order_by(seeks.c.id))


async def open_of(db: Reader, user_id: int) -> list[OpenTableRow]:
    """Return the open tables that a user has joined, in all servers, oldest first."""
    own = select(seekers.c.seek_id).where(seekers.c.user_id == user_id, seekers.c.answer == "in")
    return await _with_members(db, select(seeks).where(seeks.c.id.in_(own), _IS_OPEN).order_by(seeks.c.id))


async def _with_members(db: Reader, statement: Select[Any]) -> list[OpenTableRow]:
    """Return the open tables that a query selects, each with the people who have joined or are invited."""
    rows = await db.all(statement)
    people: defaultdict[int, list[OpenTableMemberRow]] = defaultdict(list)
    member_query = select(seekers).where(seekers.c.seek_id.in_([row.id for row in rows]))
    for row in await db.all(member_query.order_by(seekers.c.at, seekers.c.user_id)) if rows else ():
        people[row.seek_id].append(OpenTableMemberRow(row.user_id, row.name, row.answer, row.at))
    return readable(
        rows,
        lambda row: OpenTableRow(
            row.id, row.guild_id, row.game, row.host_id, row.fewest, row.most,
            decoded("seeks.wanted", row.wanted, row.id), row.status,
            row.match_id, row.created_at, row.ends_at, tuple(people[row.id]),
        ),
    )  # fmt: skip


async def unreadable_in(db: Reader, guild_id: int) -> list[int]:
    """Return the ids of a server's open tables that can't be read."""
    rows = await db.all(select(seeks.c.id, seeks.c.wanted).where(seeks.c.guild_id == guild_id, _IS_OPEN))
    return [row.id for row in rows if decoded_or("seeks.wanted", row.wanted, row.id, None) is None]


async def put_member(tx: Transaction, open_table_id: int, member: OpenTableMemberRow) -> None:
    """Save that a person has joined an open table, is invited to it, or has declined."""
    values = {"user_id": member.user_id, "name": member.name, "answer": member.answer, "at": member.at}
    await tx.upsert(seekers, {"seek_id": open_table_id} | values)


async def remove_member(tx: Transaction, open_table_id: int, user_id: int) -> None:
    """Remove a person from an open table."""
    await tx.run(delete(seekers).where(seekers.c.seek_id == open_table_id, seekers.c.user_id == user_id))


async def change(tx: Transaction, open_table_id: int, **values: Any) -> None:
    """Update the host, status, match or settings (as JSON) of an open table."""
    if "wanted" in values:
        values["wanted"] = dump_json(values["wanted"])
    await tx.run(update(seeks).where(seeks.c.id == open_table_id).values(**values))


async def seats_free(db: Reader, match_ids: Collection[int]) -> set[tuple[int, int]]:
    """Return the open seats of these matches, as pairs of match and seat, ignoring matches that aren't running."""
    free = (
        select(seats.c.match_id, seats.c.seat)
        .join_from(seats, matches)
        .where(seats.c.match_id.in_(match_ids), seats.c.open_since.is_not(None), seats.c.open_for.is_(None))
        .where(matches.c.status == "playing", matches.c.parked_at.is_(None))
    )
    return {(row.match_id, row.seat) for row in await db.all(free)} if match_ids else set()


async def of_match(db: Reader, match_id: int) -> list[OpenTableRow]:
    """Return the rows about a match: its open seats on the list, and the open table that it was created from."""
    return await _with_members(db, select(seeks).where(seeks.c.match_id == match_id, _IS_OPEN).order_by(seeks.c.id))


# -- servers' lists ---------------------------------------------------------------------------------------------------


async def list_of(db: Reader, guild_id: int) -> ListRow | None:
    """Return a server's list of open tables, with its channel and message; None if the server has no list."""
    row = await db.one(select(lists).where(lists.c.guild_id == guild_id))
    return None if row is None else ListRow(*row)


async def put_list(tx: Transaction, guild_id: int, channel_id: int, now: int) -> None:
    """Set the channel of a server's list of open tables; the list will be posted there as a new message."""
    await tx.upsert(lists, {"guild_id": guild_id, "channel_id": channel_id, "message_id": None, "due_at": now})


async def mark_lists_due(tx: Transaction, guild_ids: Iterable[int], now: int) -> None:
    """Queue an update of the lists of these servers."""
    await tx.run(update(lists).where(lists.c.guild_id.in_(list(guild_ids))).values(due_at=now))


async def due_lists(db: Reader, now: int, limit: int) -> Sequence[ListRow]:
    """Return the lists that are due for an update, with the most overdue list first."""
    due = select(lists).where(lists.c.due_at <= now).order_by(lists.c.due_at, lists.c.guild_id).limit(limit)
    return [ListRow(*row) for row in await db.all(due)]


async def lease_list(tx: Transaction, row: ListRow, until: int) -> bool:
    """Lease a list until the time `until`; return False if the list has changed since it was read."""
    same = and_(lists.c.guild_id == row.guild_id, lists.c.channel_id == row.channel_id, lists.c.due_at == row.due_at)
    return bool(await tx.run(update(lists).where(same).values(due_at=until)))


async def save_list(
    tx: Transaction, row: ListRow, taken_until: int, message_id: int | None, due_at: int | None
) -> None:
    """Save the message of a leased list, and when the list is due again.

    If the list was changed in the meantime, it stays due. If it was moved, it keeps its new channel.
    """
    is_this_list = and_(lists.c.guild_id == row.guild_id, lists.c.channel_id == row.channel_id)
    await tx.run(update(lists).where(is_this_list).values(message_id=message_id))
    await tx.run(update(lists).where(is_this_list, lists.c.due_at == taken_until).values(due_at=due_at))


async def next_end(db: Reader, guild_id: int) -> int | None:
    """Return when the first of a server's open tables expires; None if the server has no open tables."""
    return await db.value(select(func.min(seeks.c.ends_at)).where(seeks.c.guild_id == guild_id, _IS_OPEN))


async def forget_old(tx: Transaction, before: int) -> None:
    """Delete the tables that were closed before a given time."""
    ended = or_(seeks.c.status == "closed", seeks.c.status == "begun")
    await tx.run(delete(seeks).where(ended, seeks.c.ends_at < before))
