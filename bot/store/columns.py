"""The kinds of columns that tables are made of, as both engines have them."""

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

#: SQLite's integers have 64 bits by themselves, and only an INTEGER can number rows there.
Number = BigInteger().with_variant(Integer(), "sqlite")
#: How SQLite keeps every table: it checks types, and numbers of deleted rows are not used again.
FILE: dict[str, Any] = {"sqlite_strict": True}
NUMBERED: dict[str, Any] = {**FILE, "sqlite_autoincrement": True}
#: A table that is kept in the order of its key.
KEYED: dict[str, Any] = {**FILE, "sqlite_with_rowid": False}


def number(name: str, *more: Any, **options: Any) -> Column[int]:
    """Return a column of whole numbers."""
    return Column(name, Number, *more, nullable=False, **options)


def real(name: str) -> Column[float]:
    """Return a column of numbers with 64 bits, of which PostgreSQL's own REAL has half."""
    return Column(name, REAL[float]().with_variant(DOUBLE_PRECISION(), "postgresql"), nullable=False)


def maybe(name: str) -> Column[int | None]:
    """Return a column of whole numbers that may be empty."""
    return Column(name, Number)


def text(name: str, *more: Any, **options: Any) -> Column[str]:
    """Return a column of texts."""
    return Column(name, Text, *more, nullable=False, **options)


def numbered() -> Column[int]:
    """Return the column of a number that each row gets."""
    return number("id", primary_key=True)


def key(name: str) -> Column[int]:
    """Return a column of a key that others give."""
    return number(name, primary_key=True, autoincrement=False)


def of_match(*, key: bool = True) -> Column[int]:
    """Return the column of the match that a row belongs to."""
    return number("match_id", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=key, autoincrement=False)


def where(condition: str) -> dict[str, Any]:
    """Return the condition of an index, for both engines."""
    return {"sqlite_where": literal_column(condition), "postgresql_where": literal_column(condition)}
