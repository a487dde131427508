"""Saves which version of the code each match needs, because two versions may run side by side during a deploy."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, Text, text

revision = "13"
down_revision = "12"

_NUMBER = BigInteger().with_variant(Integer(), "sqlite")


def upgrade() -> None:
    """Add the version of each match, and the table `facts` for numbers about the whole database."""
    op.add_column("matches", Column("version", _NUMBER, nullable=False, server_default=text("0")))
    op.create_table(
        "facts",
        Column("name", Text, primary_key=True, nullable=False),
        Column("value", _NUMBER, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
