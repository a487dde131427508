"""Adds the setting of matches whether players can see their own points."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, Integer

revision = "21"
down_revision = "20"


def upgrade() -> None:
    """Add the column. It is empty in all matches, which means that they show the points."""
    op.add_column("matches", Column("own_points", BigInteger().with_variant(Integer(), "sqlite")))
