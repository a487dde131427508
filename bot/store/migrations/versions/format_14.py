"""Adds the budget of requests to Discord, which all processes share."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, Integer

revision = "14"
down_revision = "13"

_NUMBER = BigInteger().with_variant(Integer(), "sqlite")


def upgrade() -> None:
    """Add the table for the budget."""
    names = ("requests", "openings", "refusals")
    columns = [Column(name, _NUMBER, nullable=False) for name in names]
    key = Column("id", _NUMBER, primary_key=True, autoincrement=False)
    op.create_table("budget", key, *columns, sqlite_strict=True)
