"""The columns that contain users' ids and names, and functions to collect and remove them.

`DELETED_ROWS`, `ALIASED_COLUMNS` and `ROWS_OF_OTHERS` list every column that contains a user's id, and `TEXT_COLUMNS`
lists every text column that may contain ids or names. A user's texts and choices are deleted. Where other players'
matches need a record of a player, a placeholder replaces the id, and a neutral word replaces the name.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from sqlalchemy import Column, Table, and_, delete, false, or_, select, true, update
from sqlalchemy.sql.elements import ColumnElement

from bot.features.owner.statements.blocklist import digest_of
from bot.store import tables
from bot.store.decoding import decoded, readable
from bot.store.paging import pages
from bot.store.statements import archives
from bot.store.statements.rows import dump_json
from bot.store.tables import held, journal, matches, outbox, results, seats
from bot.store.transactions import Reader, Transaction

#: The tables where a user's rows are deleted, each with the column that contains the user's id.
DELETED_ROWS: Mapping[Table, str] = {
    tables.users: "user_id",
    tables.notes: "user_id",
    tables.reports: "user_id",
    tables.decks: "user_id",
    tables.brought: "user_id",
    tables.agreed: "user_id",
    tables.follows: "user_id",
    tables.looks: "user_id",
    tables.ladder_choices: "user_id",
    tables.ratings: "user_id",
    tables.rating_points: "user_id",
    tables.blocks: "user_id",
    tables.invitations: "user_id",
    tables.seekers: "user_id",
}
#: The columns where a placeholder replaces a user's id, by table.
ALIASED_COLUMNS: Mapping[Table, tuple[str, ...]] = {
    matches: ("host_id",),
    seats: ("user_id", "open_for"),
    journal: ("user_id",),
    held: ("user_id",),
    results: ("user_id",),
    tables.seeks: ("host_id",),
    tables.cups: ("host_id",),
    tables.cup_people: ("user_id",),
    tables.changes: ("user_id",),
    tables.bars: ("subject", "by_id"),
    tables.announcements: ("user_id",),
    tables.packs: ("user_id",),
}
#: The tables with other people's rows about a user: blocks and invitations. These rows are also deleted, without
#: notifying their owners.
ROWS_OF_OTHERS: Mapping[Table, str] = {tables.blocks: "other_id", tables.invitations: "guest_id"}
#: The text columns that may contain users' ids and names, by table.
TEXT_COLUMNS: Mapping[Table, tuple[str, ...]] = {
    journal: ("action",),
    outbox: ("payload", "coalesce_key"),
    tables.votes: ("data",),
    tables.cups: ("told",),
    tables.cup_ties: ("people", "outcome"),
    tables.changes: ("value",),
}
#: The JSON fields that contain names, in the columns listed in `TEXT_COLUMNS`.
_NAME_FIELDS = ("left", "by", "name")
#: The tables of matches' data that are searched for a user.
_MATCH_TABLES = [
    table
    for table in {**DELETED_ROWS, **ALIASED_COLUMNS, **TEXT_COLUMNS}
    if "match_id" in table.c and table.foreign_keys
]


@dataclass(frozen=True, slots=True)
class ErasedUser:
    """A user who is being erased: their id and names, and the placeholder id and the word that replace them."""

    user_id: int
    alias: int
    replacement_name: str = ""
    names: Collection[str] = field(default=())

    def text(self, text: str) -> str:
        """Return a text (JSON or a key) with the user's id and names replaced."""
        redacted = self._id.sub(str(self.alias), text)
        quoted = [json.dumps(name, ensure_ascii=False) for name in self.names]
        if any(name in redacted for name in quoted):
            try:
                return dump_json(self._unnamed(json.loads(redacted)))
            except ValueError:
                # The text is not valid JSON, but the names must be replaced anyway.
                for name in quoted:
                    redacted = redacted.replace(name, json.dumps(self.replacement_name, ensure_ascii=False))
        return redacted

    @property
    def _id(self) -> re.Pattern[str]:
        return re.compile(rf"(?<!\d){self.user_id}(?!\d)")

    def _unnamed(self, value: Any) -> Any:
        if isinstance(value, dict):
            fields = cast("dict[str, Any]", value)
            return {
                key: self.replacement_name if key in _NAME_FIELDS and child in self.names else self._unnamed(child)
                for key, child in fields.items()
            }
        if isinstance(value, list):
            return [self._unnamed(child) for child in cast("list[Any]", value)]
        return value


# -- matches ----------------------------------------------------------------------------------------------------------


async def ids_after(db: Reader, match_id: int, limit: int) -> list[int]:
    """Return the ids of the next `limit` matches after `match_id`, in ascending order."""
    query = select(matches.c.id).where(matches.c.id > match_id).order_by(matches.c.id).limit(limit)
    return [row.id for row in await db.all(query)]


async def matches_mentioning(db: Reader, match_ids: Collection[int], user_id: int) -> list[int]:
    """Return which of these matches mention a user, as ids in ascending order."""
    matching_ids: set[int] = set()
    hosted = select(matches.c.id).where(matches.c.id.in_(match_ids), matches.c.host_id == user_id)
    matching_ids.update(row.id for row in await db.all(hosted))
    for table in _MATCH_TABLES:
        query = select(table.c.match_id).where(table.c.match_id.in_(match_ids), _mentions(table, user_id))
        matching_ids.update(row.match_id for row in await db.all(query.distinct()))
    packed = await archives.rows_with(db, {*match_ids} - matching_ids, str(user_id))
    matching_ids.update(
        match_id for match_id, rows in packed.items() if any(_row_mentions(row, user_id) for row in rows)
    )
    return sorted(matching_ids)


def _row_mentions(row: Mapping[str, Any], user_id: int) -> bool:
    return row["user_id"] == user_id or str(user_id) in (row["action"] or "")


def _mentions(table: Table, user_id: int) -> ColumnElement[bool]:
    """Return the SQL condition for a table's rows that mention a user."""
    ids = [
        table.c[name] == user_id for name in (*ALIASED_COLUMNS.get(table, ()), *filter(None, [DELETED_ROWS.get(table)]))
    ]
    return or_(false(), *ids, *(table.c[name].contains(str(user_id)) for name in TEXT_COLUMNS.get(table, ())))


async def player_names(db: Reader, match_id: int, user_id: int) -> set[str]:
    """Return the names that a user has had in a match, as a player and as a game master."""
    names_found: set[str] = set()
    for table in (seats, held, results):
        query = select(table.c.name).where(table.c.match_id == match_id, table.c.user_id == user_id)
        names_found.update(row.name for row in await db.all(query))
    ordered = select(journal.c.action).where(journal.c.match_id == match_id, journal.c.user_id == user_id)
    actions = [row.action for row in await db.all(ordered.where(journal.c.action.is_not(None)))]
    packed = {} if actions else await archives.rows_with(db, [match_id], str(user_id))
    for rows in packed.values():
        actions += [row["action"] for row in rows if row["user_id"] == user_id and row["action"]]
    orders: list[dict[str, Any]] = readable(actions, lambda action: decoded("journal.action", action, match_id))
    return names_found | {str(order["by"]) for order in orders if "by" in order}


async def names_at(db: Reader, match_id: int, user_id: int) -> set[str]:
    """Return the names of the current and former players of a match, except the user's own names."""
    names_found: set[str] = set()
    for table in (seats, held):
        query = select(table.c.name).where(table.c.match_id == match_id, table.c.user_id != user_id)
        names_found.update(row.name for row in await db.all(query))
    return names_found


@dataclass(frozen=True, slots=True)
class RewrittenArchive:
    """A match's archive without an erased user. It is built before the transaction that saves it."""

    erased_user: ErasedUser
    change: archives.ArchiveChange


async def archive_without(db: Reader, match_id: int, erased_user: ErasedUser) -> RewrittenArchive | None:
    """Return a match's archive without a user; None if the archive doesn't mention them."""
    rewritten = await archives.change_archive(db, match_id, lambda row: _row_without(row, erased_user))
    return None if rewritten is None else RewrittenArchive(erased_user, rewritten)


async def erase_from_match(
    tx: Transaction, match_id: int, erased_user: ErasedUser, packed: RewrittenArchive | None = None
) -> None:
    """Erase a user from a match that the transaction has locked.

    Outbox rows that remove the user from a thread are kept until they are delivered. `packed` replaces the archive
    unless the archive has changed since `packed` was built.
    """
    is_host = matches.c.id == match_id, matches.c.host_id == erased_user.user_id
    await tx.run(update(matches).where(*is_host).values(host_id=erased_user.alias))
    is_own_seat = seats.c.match_id == match_id, seats.c.user_id == erased_user.user_id
    private: dict[str, Any] = {"dm_message_id": None, "standing": None, "clock_rest": None}
    await tx.run(
        update(seats)
        .where(*is_own_seat)
        .values(user_id=erased_user.alias, name=erased_user.replacement_name, **private)
    )
    is_reserved_for_user = seats.c.match_id == match_id, seats.c.open_for == erased_user.user_id
    await tx.run(update(seats).where(*is_reserved_for_user).values(open_for=None))
    for table in (held, results):
        held_rows = table.c.match_id == match_id, table.c.user_id == erased_user.user_id
        await tx.run(
            update(table).where(*held_rows).values(user_id=erased_user.alias, name=erased_user.replacement_name)
        )
    for table, whose in DELETED_ROWS.items():
        if "match_id" in table.c and table.foreign_keys:
            await tx.run(delete(table).where(table.c.match_id == match_id, table.c[whose] == erased_user.user_id))
    did = journal.c.match_id == match_id, journal.c.user_id == erased_user.user_id
    await tx.run(update(journal).where(*did).values(user_id=erased_user.alias))
    for table in (journal, outbox, tables.votes):
        is_in_match = table.c.match_id == match_id
        if table is outbox:
            is_in_match = and_(is_in_match, ~_thread_removals())
        await _erase_from_texts(tx, table, is_in_match, erased_user)
    if packed is None or packed.erased_user != erased_user or not await archives.replace(tx, match_id, packed.change):
        late = await archives.change_archive(tx, match_id, lambda row: _row_without(row, erased_user))
        if late is not None:
            await archives.replace(tx, match_id, late)


def _thread_removals() -> ColumnElement[bool]:
    """Return the SQL condition for outbox rows that remove someone from a thread, and so still need the user's id."""
    return and_(outbox.c.status == "due", outbox.c.kind == "member")


async def awaits_thread_removal(db: Reader, user_id: int) -> bool:
    """Return whether the outbox contains a row that will remove a user from a thread."""
    query = select(outbox.c.id).where(_thread_removals(), outbox.c.payload.contains(str(user_id)))
    return await db.one(query.limit(1)) is not None


def _row_without(row: dict[str, Any], erased_user: ErasedUser) -> dict[str, Any]:
    user = erased_user.alias if row["user_id"] == erased_user.user_id else row["user_id"]
    return row | {"user_id": user, "action": row["action"] and erased_user.text(row["action"])}


async def _erase_from_texts(tx: Transaction, table: Table, where: ColumnElement[bool], erased_user: ErasedUser) -> None:
    """Replace a user's id and names in the text columns of a table's selected rows."""
    keys, columns = list(table.primary_key.columns), TEXT_COLUMNS[table]
    marks = [str(erased_user.user_id), *(json.dumps(name, ensure_ascii=False) for name in erased_user.names)]
    has = or_(*(table.c[name].contains(mark, autoescape=True) for name in columns for mark in marks))
    for row in await tx.all(select(*keys, *(table.c[name] for name in columns)).where(where, has)):
        texts = {name: getattr(row, name) for name in columns}
        changed = {name: text if text is None else erased_user.text(text) for name, text in texts.items()}
        if changed != texts:
            await tx.run(update(table).where(*(key == getattr(row, key.name) for key in keys)).values(changed))


# -- outside of matches -----------------------------------------------------------------------------------------------


async def delete_own(tx: Transaction, user_id: int, *, besides: Collection[Table] = ()) -> None:
    """Delete a user's own rows, except in the tables `besides`, and other people's private rows about the user."""
    for table, whose in DELETED_ROWS.items():
        if table not in besides:
            await tx.run(delete(table).where(table.c[whose] == user_id))
    for table, other in ROWS_OF_OTHERS.items():
        await tx.run(delete(table).where(table.c[other] == user_id))


async def erase_from_cup(tx: Transaction, cup_id: int, erased_user: ErasedUser, host_id: int) -> None:
    """Erase a user from a cup; if they hosted it, `host_id` becomes the host."""
    cups, people, ties = tables.cups, tables.cup_people, tables.cup_ties
    await tx.run(update(cups).where(cups.c.id == cup_id, cups.c.host_id == erased_user.user_id).values(host_id=host_id))
    is_own_row = people.c.cup_id == cup_id, people.c.user_id == erased_user.user_id
    await tx.run(
        update(people)
        .where(*is_own_row)
        .values(user_id=erased_user.alias, name=erased_user.replacement_name, deck=None)
    )
    await _erase_from_texts(tx, cups, cups.c.id == cup_id, erased_user)
    await _erase_from_texts(tx, ties, ties.c.cup_id == cup_id, erased_user)


async def ladders_of(db: Reader, user_id: int) -> list[int]:
    """Return the ids of all servers whose ladders may show a user, or where the user chose whether to be shown.

    The id 0 stands for the global ladders.
    """
    base_query = select(tables.finished.c.guild_id).join_from(
        results, tables.finished, results.c.match_id == tables.finished.c.match_id
    )
    own_results = base_query.where(results.c.user_id == user_id, tables.finished.c.rated == 1)
    queries = [
        own_results,
        *(select(t.c.guild_id).where(t.c.user_id == user_id) for t in (tables.ladder_choices, tables.ratings)),
    ]
    return sorted({row.guild_id for statement in queries for row in await db.all(statement.distinct())})


async def erase_from_open_tables(tx: Transaction, erased_user: ErasedUser) -> None:
    """Replace an erased user who hosts open tables with the placeholder."""
    await tx.run(
        update(tables.seeks).where(tables.seeks.c.host_id == erased_user.user_id).values(host_id=erased_user.alias)
    )


async def erase_from_audit_logs(tx: Transaction, erased_user: ErasedUser) -> None:
    """Replace an erased user with the placeholder in the audit logs, announcements and packs."""
    for table in (tables.changes, tables.announcements, tables.packs):
        await tx.run(update(table).where(table.c.user_id == erased_user.user_id).values(user_id=erased_user.alias))
    await _erase_from_texts(tx, tables.changes, true(), erased_user)


async def erase_from_blocklist(tx: Transaction, erased_user: ErasedUser) -> None:
    """Erase a user from the blocklist, both as the author of blocks and as a blocked user.

    If the user is blocked, a digest replaces their id, and the reason is deleted.
    """
    bars, salt = tables.bars, secrets.token_hex(8)
    await tx.run(update(bars).where(bars.c.by_id == erased_user.user_id).values(by_id=erased_user.alias))
    values = {"subject": erased_user.alias, "digest": f"{salt}:{digest_of(erased_user.user_id, salt)}", "reason": ""}
    is_own_row = bars.c.what == "person", bars.c.subject == erased_user.user_id
    await tx.run(update(bars).where(*is_own_row).values(values))


# -- a user's data ----------------------------------------------------------------------------------------------------

#: Columns omitted from a user's exported data: hidden data of matches, seeds of draws, and keys for looking up names.
_SECRET_COLUMNS = {"file", "state", "data", "key", "events", "chance", "error", "seed", "told", "by_id", "digest"}
#: The columns that contain JSON.
_JSON_COLUMNS = {
    *("prefs", "action", "scores", "played", "deck", "options"),
    *("pace", "rules", "wanted", "points", "cards", "value", "texts", "title"),
}
#: Number of rows read at a time. Other work can run between batches.
PAGE_SIZE = 200
#: The field of a journal entry that contains a new random seed for the match, and the kind of journal entries made by a
#: computer.
_LUCK, _COMPUTER = "luck", "computer"


async def rows_of(db: Reader, user_id: int) -> dict[str, list[dict[str, Any]]]:
    """Return all of a user's rows except journal entries, keyed by table, as plain values.

    Columns with secrets of other users are omitted.
    """
    rows_by_table: dict[str, list[dict[str, Any]]] = {}
    columns: dict[Table, str] = {
        **DELETED_ROWS,
        **{table: names[0] for table, names in ALIASED_COLUMNS.items() if table is not journal},
    }
    for table, whose in columns.items():
        own_rows = [
            {column.name: _value(column.name, getattr(row, column.name)) for column in _shown(table)}
            async for rows in pages(db, table, table.c[whose] == user_id, columns=_shown(table), size=PAGE_SIZE)
            for row in rows
        ]
        if own_rows:
            rows_by_table[table.name] = own_rows
    return rows_by_table


async def entries_of(db: Reader, match_ids: Collection[int], user_id: int) -> list[dict[str, Any]]:
    """Return a user's journal entries (moves, votes and orders) in these matches, whether archived or not."""
    columns = _shown(journal)
    query = select(*columns).where(journal.c.match_id.in_(match_ids), journal.c.user_id == user_id)
    names = [column.name for column in columns]
    rows = [dict(zip(names, row, strict=True)) for row in await db.all(query)]
    for packed in (await archives.rows_with(db, match_ids, str(user_id))).values():
        rows += [row for row in packed if row["user_id"] == user_id]
    rows.sort(key=lambda row: (row["match_id"], row["seq"]))
    return [{name: _value(name, row[name]) for name in names} for row in rows if row["kind"] != _COMPUTER]


def _shown(table: Table) -> list[Column[Any]]:
    return [column for column in table.c if column.name not in _SECRET_COLUMNS]


def _value(name: str, value: Any) -> Any:
    if name not in _JSON_COLUMNS or not isinstance(value, str):
        return value
    try:
        decoded_value = json.loads(value)
    except ValueError:
        return None  # omit damaged JSON, because it may contain secrets
    if name == "action" and isinstance(decoded_value, dict):
        return {key: item for key, item in cast("dict[str, Any]", decoded_value).items() if key != _LUCK}
    return decoded_value
