"""Looking into the database, and doing to it what no code of ours does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, RowMapping, TextClause, event, text

from bot.store import Reader, Store, Transaction


async def rows(db: Reader, statement: str, **values: Any) -> Sequence[RowMapping]:
    """Return every row of a query; values stand in it as `:name`."""
    return [row._mapping for row in await db.all(text(statement).bindparams(**values))]


async def run(tx: Transaction, statement: str, **values: Any) -> int:
    """Run a statement; return the number of changed rows."""
    return await tx.run(text(statement).bindparams(**values))


@contextmanager
def heard() -> Iterator[list[str]]:
    """Collect the statements that reach a database, each time with BEGIN and COMMIT as SQLite gets them."""
    statements: list[str] = []

    def hear(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        statements.append(statement)

    event.listen(Engine, "before_cursor_execute", hear)
    try:
        yield statements
    finally:
        event.remove(Engine, "before_cursor_execute", hear)


async def pragma(store: Store, statement: str) -> Any:
    """Ask the connection that writes an SQLite file, or tell it something; return the answer's first value."""
    connection = await store._database._writer.connection()  # type: ignore[attr-defined]
    answer = await connection.exec_driver_sql(f"PRAGMA {statement}")
    return answer.scalar() if answer.returns_rows else None


async def script(store: Store, statements: Iterable[str]) -> None:
    """Let the connection that writes an SQLite file run statements in one transaction, in one go."""
    driver = store._database._writer._driver  # type: ignore[attr-defined]
    await (await driver.executescript("; ".join(["BEGIN", *statements, "COMMIT"]))).close()


def explained(statement: str) -> TextClause:
    """Return the question how SQLite would carry out a statement; its values don't matter."""
    parts = statement.split("?")
    bare = "".join(f"{part}:v{number}" for number, part in enumerate(parts[:-1])) + parts[-1]
    return text(f"EXPLAIN QUERY PLAN {bare}").bindparams(**{f"v{number}": 1 for number in range(len(parts) - 1)})
