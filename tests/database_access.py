"""Direct database access for tests."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, RowMapping, TextClause, event, text
from sqlalchemy.util import await_only

from bot.store import sqlite
from bot.store.store import Store
from bot.store.transactions import Reader, Transaction


async def rows(db: Reader, statement: str, **values: Any) -> Sequence[RowMapping]:
    """Return every row of a query. Parameters are written `:name` in the statement."""
    return [row._mapping for row in await db.all(text(statement).bindparams(**values))]


async def run(tx: Transaction, statement: str, **values: Any) -> int:
    """Run a statement and return the number of changed rows."""
    return await tx.run(text(statement).bindparams(**values))


@contextmanager
def on_each_statement(callback: Callable[[str], Awaitable[None]]) -> Iterator[None]:
    """During the block, await `callback` with each SQL statement, including SQLite's BEGIN and COMMIT."""
    run = sqlite._ThreadedConnection.run

    async def run_heard(self: Any, statement: str, *values: Any, **how: Any) -> Any:
        await callback(statement)
        return await run(self, statement, *values, **how)

    def on_a_server(connection: Connection, _cursor: object, statement: str, *_: object) -> None:
        if connection.dialect.name != "sqlite":
            await_only(callback(statement))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite._ThreadedConnection, "run", run_heard)
        event.listen(Engine, "before_cursor_execute", on_a_server)
        try:
            yield
        finally:
            event.remove(Engine, "before_cursor_execute", on_a_server)


@contextmanager
def recorded_statements() -> Iterator[list[str]]:
    """Yield a list that collects the SQL statements sent to databases, as reported by `on_each_statement`."""
    statements: list[str] = []

    async def hear(statement: str) -> None:
        statements.append(statement)

    with on_each_statement(hear):
        yield statements


async def pragma(store: Store, statement: str) -> Any:
    """Read or set a pragma on the connection that writes the SQLite file; return the first value of the result."""
    rows = await store._database._writer.execute(f"PRAGMA {statement}")  # type: ignore[attr-defined]
    return rows[0][0] if rows else None


async def run_script(store: Store, statements: Iterable[str]) -> None:
    """Wait until the connection that writes the SQLite file is free, then run statements on it in one transaction.

    SQLite's own executescript() would first commit the open transaction. If another task had opened it, half of that
    task's changes would be saved, and the rest would run without a transaction.
    """
    file: Any = store._database
    async with file._writing:
        driver = file._writer._driver
        await (await driver.executescript("; ".join(["BEGIN", *statements, "COMMIT"]))).close()


def explain_statement(statement: str) -> TextClause:
    """Return an EXPLAIN QUERY PLAN statement for SQLite, with a dummy value for each parameter."""
    parts = statement.split("?")
    bare = "".join(f"{part}:v{number}" for number, part in enumerate(parts[:-1])) + parts[-1]
    return text(f"EXPLAIN QUERY PLAN {bare}").bindparams(**{f"v{number}": 1 for number in range(len(parts) - 1)})


async def plan_of(store: Store, statement: str) -> list[str]:
    """Return the query plan of a recorded statement, with indexes used even though the test's tables are small."""
    if store.path is not None:
        return [step[-1] for step in await store.read.all(explain_statement(statement))]
    bare = re.sub(r"\$\d+::(\w+)", lambda value: "''" if value[1] == "VARCHAR" else "1", statement)
    async with store.write() as tx:
        # PostgreSQL would scan these small tables from the start even where an index fits.
        await tx.run(text("SET LOCAL enable_seqscan = off"))
        return [step[0].strip() for step in await tx.fetch(text(f"EXPLAIN {bare}"))]
