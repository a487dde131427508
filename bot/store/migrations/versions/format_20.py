"""Adds a table of recent invitations."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, Integer

revision = "20"
down_revision = "19"

_NUMBER = BigInteger().with_variant(Integer(), "sqlite")


def _number(name: str, **options: object) -> Column[int]:
    return Column(name, _NUMBER, nullable=False, **options)  # type: ignore[arg-type]


def upgrade() -> None:
    """Create the table. It is empty."""
    op.create_table(
        "invitations",
        _number("id", primary_key=True),
        _number("user_id"),
        _number("guest_id"),
        _number("at"),
        sqlite_strict=True,
        sqlite_autoincrement=True,
    )
    op.create_index("invitations_sent", "invitations", ["user_id", "at"])
    op.create_index("invitations_received", "invitations", ["guest_id", "at"])
