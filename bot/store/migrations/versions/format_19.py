"""Stores content packs in the database: their contents by hash, and the packs of each server."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, LargeBinary, Text, text

revision = "19"
down_revision = "18"

_NUMBER = BigInteger().with_variant(Integer(), "sqlite")


def _number(name: str, **options: object) -> Column[int]:
    return Column(name, _NUMBER, nullable=False, **options)  # type: ignore[arg-type]


def _text(name: str, **options: object) -> Column[str]:
    return Column(name, Text, nullable=False, **options)  # type: ignore[arg-type]


def upgrade() -> None:
    """Add the tables, and a column for the hash of each match's content pack."""
    op.create_table(
        "contents",
        _text("hash", primary_key=True),
        _text("game"),
        Column("data", LargeBinary, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "packs",
        _number("id", primary_key=True),
        _number("guild_id"),
        _text("game"),
        _text("name"),
        _text("hash"),
        _text("title", server_default="{}"),
        Column("told", Text),
        _number("user_id"),
        _number("at"),
        sqlite_strict=True,
        sqlite_autoincrement=True,
    )
    own = text("content <> ''")
    op.create_index("packs_guild", "packs", ["guild_id", "game", "name"], unique=True)
    op.create_index("packs_hash", "packs", ["hash"])
    op.add_column("matches", _text("content", server_default=""))
    op.create_index("matches_content", "matches", ["content"], sqlite_where=own, postgresql_where=own)
