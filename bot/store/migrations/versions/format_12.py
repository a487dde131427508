"""Several processes deliver posts; each leases the posts that it delivers."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, Text

revision = "12"
down_revision = "11"


def upgrade() -> None:
    """Add columns for the lease's owner and its end."""
    op.add_column("outbox", Column("leased_by", Text()))
    op.add_column("outbox", Column("leased_until", BigInteger().with_variant(Integer(), "sqlite")))
