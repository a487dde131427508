"""Moves a database to another place or engine: copies all rows and then compares them."""

from __future__ import annotations

import secrets
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from itertools import zip_longest
from pathlib import Path

from sqlalchemy import ColumnElement, Table, func, insert, select

from bot.store.database_lock import FileLock
from bot.store.engine_interface import Address, is_same, is_server
from bot.store.errors import StoreError
from bot.store.named_numbers import MIN_VERSION
from bot.store.paging import pages
from bot.store.postgres import APPLICATION_NAME, Server, application_name
from bot.store.read_only import existing_file, read_snapshot
from bot.store.store import Store
from bot.store.tables import budget, facts, metadata, processes
from bot.store.transactions import Reader, Rows, Transaction

#: The number of rows read per query. Each saved position takes up a few kilobytes.
PAGE_SIZE = 500

#: Tables that aren't copied, because their rows are about running processes.
VOLATILE_TABLES = (budget, processes)

_NOTHING: Rows = []


async def copy(source: Address, target: Address) -> int:
    """Copy all rows to a new or empty database and compare them. Return the number of rows.

    No other process may use either database meanwhile: files are locked, and servers are checked for other connections
    before and after. If it raises StoreError, nothing has been copied.
    """
    if is_same(source, target):
        raise StoreError("The database to copy to is the one to copy from; name a new one.")
    name_token = application_name.set(f"{APPLICATION_NAME} copy {secrets.token_hex(4)}")
    try:
        await _check_unused(source, target)
        return await _copy_all(source, target)
    finally:
        application_name.reset(name_token)


async def _copy_all(source: Address, target: Address) -> int:
    async with _reading_unchanged(source) as old, await Store.open(target) as store, store.write() as tx:
        copied = [table for table in metadata.sorted_tables if table not in VOLATILE_TABLES]
        for table in copied:
            if await _count(tx, table):
                raise StoreError("The database to copy to has rows already; copy to a new one.")
        for table in copied:
            await _copy(old, tx, table)
        # Compare before the commit, so nothing is saved if a row differs.
        number = sum([await _compare(old, tx, table) for table in copied])
        # A process that has started meanwhile may have made changes that are missing in the copy.
        await _check_unused(source, target)
        return number


async def _check_unused(*addresses: Address) -> None:
    for address in filter(is_server, addresses):
        server = Server(str(address))
        try:
            await server.require_exclusive_use()
        finally:
            await server.close()


@asynccontextmanager
async def _reading_unchanged(source: Address) -> AsyncGenerator[Reader]:
    """Let the block read a database while no other process can change it."""
    lock = None if is_server(source) else FileLock(existing_file(Path(source)))
    try:
        async with read_snapshot(source) as db:
            yield db
    finally:
        if lock is not None:
            lock.release()


async def _copy(old: Reader, tx: Transaction, table: Table) -> None:
    async for rows in pages(old, table, *_copied_rows(table), size=PAGE_SIZE):
        await tx.run(insert(table), [dict(zip(table.columns.keys(), row, strict=True)) for row in rows])
    number = table.autoincrement_column
    if number is not None and tx.engine == "postgresql":
        # Ids of new rows must continue after the copied ones. SQLite does this automatically.
        counter = func.pg_get_serial_sequence(table.name, number.name)
        last = select(func.max(number)).scalar_subquery()
        await tx.all(select(func.setval(counter, func.coalesce(last, 1), last.is_not(None))))


async def _compare(old: Reader, new: Reader, table: Table) -> int:
    """Return the number of rows in a table; raises StoreError if the rows of the two databases differ."""
    number, copied = 0, pages(new, table, *_copied_rows(table), size=PAGE_SIZE)
    async for rows in pages(old, table, *_copied_rows(table), size=PAGE_SIZE):
        others = await anext(copied, _NOTHING)
        for row, other in zip_longest(rows, others):
            if row is None or other is None or tuple(row) != tuple(other):
                raise StoreError(f"Row {number + 1} of the table {table.name} was not copied as it is.")
            number += 1
    if await anext(copied, _NOTHING):
        raise StoreError(f"The table {table.name} has more rows than were copied.")
    return number


async def _count(db: Reader, table: Table) -> int:
    return await db.value(select(func.count()).select_from(table).where(*_copied_rows(table)))


def _copied_rows(table: Table) -> list[ColumnElement[bool]]:
    """Return the conditions for the rows to copy. The number of the oldest usable format isn't copied, because each
    database has its own.
    """
    return [facts.c.name != MIN_VERSION] if table is facts else []
