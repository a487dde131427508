"""Finds unreadable values in a database."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from sqlalchemy import ColumnElement, Table, or_

from bot.store.decoding import COLUMN_TYPES, UnreadableValue, decoded
from bot.store.paging import pages
from bot.store.statements import archives
from bot.store.tables import metadata
from bot.store.transactions import Reader

#: The number of rows read per query.
_PAGE_SIZE = 500


async def unreadable(db: Reader, match_id: int | None = None) -> AsyncGenerator[UnreadableValue]:
    """Yield an error for every unreadable JSON value of one match or of the whole database.

    Archives are checked only if a `match_id` is given, because unpacking one takes a tenth of a second.
    """
    for table in metadata.sorted_tables:
        names = [column.partition(".")[2] for column in COLUMN_TYPES if column.partition(".")[0] == table.name]
        of = None if match_id is None else table.c.get("id" if table.name == "matches" else "match_id")
        if not names or (match_id is not None and of is None):
            continue
        async for error in _in_table(db, table, names, [] if of is None else [of == match_id]):
            yield error
    if match_id is not None:
        try:
            await archives.read_archive(db, match_id)
        except UnreadableValue as error:
            yield error


async def _in_table(
    db: Reader, table: Table, names: list[str], where: list[ColumnElement[bool]]
) -> AsyncGenerator[UnreadableValue]:
    keys = list(table.primary_key)
    filled = or_(*(table.c[name].is_not(None) for name in names))
    columns = [*keys, *(table.c[name] for name in names)]
    async for rows in pages(db, table, filled, *where, columns=columns, size=_PAGE_SIZE):
        for row in rows:
            key = "/".join(str(getattr(row, key.name)) for key in keys)
            for name in names:
                try:
                    decoded(f"{table.name}.{name}", getattr(row, name), key)
                except UnreadableValue as error:
                    yield error
