"""Reads many rows of a table in pages."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from typing import Any

from sqlalchemy import Column, Table, select, tuple_
from sqlalchemy.sql.elements import ColumnElement

from bot.store.transactions import Reader, Rows


async def pages(
    db: Reader, table: Table, *where: ColumnElement[bool], columns: Sequence[Column[Any]] | None = None, size: int
) -> AsyncGenerator[Rows]:
    """Yield pages of a table's rows in the order of the primary key. If `columns` are given, they must include the
    key.
    """
    keys = list(table.primary_key)
    rows: Rows = []
    while True:
        page = select(*(columns or table.columns)).where(*where).order_by(*keys).limit(size)
        if rows:
            page = page.where(tuple_(*keys) > tuple_(*(getattr(rows[-1], key.name) for key in keys)))
        rows = await db.all(page)
        if rows:
            yield rows
        if len(rows) < size:
            return
