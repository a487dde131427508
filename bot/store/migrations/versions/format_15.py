"""Stores due work in one table, by match and kind of work."""

from __future__ import annotations

import time

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, Integer, Text, text

revision = "15"
down_revision = "14"

#: The queries for the pending work in a database of the previous format. Finished matches are due at once.
_WAITING = (
    """SELECT 'posts', match_id, min(not_before), max(put_off_at) FROM outbox WHERE status = 'due' GROUP BY match_id""",
    """SELECT 'times', id, deadline, coalesce(deadline_set_at, 0) FROM matches
       WHERE deadline IS NOT NULL AND status = 'playing'""",
    """SELECT DISTINCT 'thinking', match_id, 0, 0 FROM seats JOIN matches ON matches.id = match_id
       WHERE computer IS NOT NULL AND status = 'playing'""",
    """SELECT 'packing', id, 0, 0 FROM matches
       WHERE status IN ('over', 'ended') AND started_at IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM archives WHERE archives.match_id = matches.id)""",
)


def upgrade() -> None:
    """Create the table, and add the pending work."""
    number = BigInteger().with_variant(Integer(), "sqlite")
    op.create_table(
        "work",
        Column("kind", Text(), primary_key=True, nullable=False),
        Column(
            "match_id",
            number,
            ForeignKey("matches.id", ondelete="CASCADE"),
            primary_key=True,
            nullable=False,
            autoincrement=False,
        ),
        Column("due_at", number, nullable=False),
        Column("set_at", number, nullable=False),
        Column("owner", Text()),
        Column("item", number),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("work_due", "work", ["kind", "due_at"])
    taken = text("owner IS NOT NULL")
    op.create_index("work_taken", "work", ["owner"], sqlite_where=taken, postgresql_where=taken)
    for waiting in _WAITING:
        op.execute(f"INSERT INTO work (kind, match_id, due_at, set_at) {waiting}")
    # The previous process may have ended while it was delivering any of these posts.
    tried = text("UPDATE outbox SET uncertain = 1 WHERE status = 'due' AND not_before <= :now")
    op.get_bind().execute(tried, {"now": int(time.time())})
    op.drop_column("outbox", "leased_by")
    op.drop_column("outbox", "leased_until")
