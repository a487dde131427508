"""Renames columns to the names that the code uses."""

from __future__ import annotations

from alembic import op

revision = "11"
down_revision = "10"


def upgrade() -> None:
    """Rename the columns."""
    op.execute("ALTER TABLE matches RENAME COLUMN held_until TO deadline")
    op.execute("ALTER TABLE matches RENAME COLUMN held_since TO deadline_set_at")
    op.execute("ALTER TABLE seats RENAME COLUMN kept TO deferred")
    op.execute("DROP INDEX matches_held")
    op.execute("CREATE INDEX matches_deadline ON matches (deadline) WHERE deadline IS NOT NULL")
