"""Lets several processes deliver posts: each process leases the posts that it delivers."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, Text

revision = "12"
down_revision = "11"


def upgrade() -> None:
    """Add columns for the owner and the end of the lease."""
    op.add_column("outbox", Column("leased_by", Text()))
    op.add_column("outbox", Column("leased_until", BigInteger().with_variant(Integer(), "sqlite")))
