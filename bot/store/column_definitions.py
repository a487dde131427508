"""Functions that define columns for both engines, SQLite and PostgreSQL."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    DOUBLE_PRECISION,
    REAL,
    BigInteger,
    Column,
    ForeignKey,
    Integer,
    MetaData,
    Text,
    literal_column,
)

metadata = MetaData()

#: A 64-bit integer. SQLite autoincrements only columns declared as INTEGER, which have 64 bits in SQLite anyway.
Number = BigInteger().with_variant(Integer(), "sqlite")
#: SQLite's options for tables: all tables are strict about value types, and numbered tables never reuse the ids of
#: deleted rows.
TABLE_OPTIONS: dict[str, Any] = {"sqlite_strict": True}
NUMBERED_TABLE: dict[str, Any] = {**TABLE_OPTIONS, "sqlite_autoincrement": True}
#: SQLite's options for a table that is stored in the order of its primary key.
KEYED_TABLE: dict[str, Any] = {**TABLE_OPTIONS, "sqlite_with_rowid": False}


def number(name: str, *more: Any, **options: Any) -> Column[int]:
    """Return an integer column."""
    return Column(name, Number, *more, nullable=False, **options)


def real(name: str) -> Column[float]:
    """Return a column of 64-bit floats. A REAL in PostgreSQL would have only 32 bits."""
    return Column(name, REAL[float]().with_variant(DOUBLE_PRECISION(), "postgresql"), nullable=False)


def optional_number(name: str) -> Column[int | None]:
    """Return a nullable integer column."""
    return Column(name, Number)


def text(name: str, *more: Any, **options: Any) -> Column[str]:
    """Return a text column."""
    return Column(name, Text, *more, nullable=False, **options)


def numbered() -> Column[int]:
    """Return an autoincrementing column for ids."""
    return number("id", primary_key=True)


def key(name: str) -> Column[int]:
    """Return a primary key column whose values the caller assigns, such as Discord's ids."""
    return number(name, primary_key=True, autoincrement=False)


def of_match(*, key: bool = True) -> Column[int]:
    """Return the column with the id of the match that a row belongs to."""
    return number("match_id", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=key, autoincrement=False)


def index_condition(condition: str) -> dict[str, Any]:
    """Return the options, for both engines, that limit an index to rows with this condition."""
    return {"sqlite_where": literal_column(condition), "postgresql_where": literal_column(condition)}
