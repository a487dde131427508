"""Adds clocks, absences, votes, open seats, hints, notes, reports, and the slash command groups of servers."""

from __future__ import annotations

import json

from alembic import op
from sqlalchemy import BigInteger, CheckConstraint, Column, ForeignKey, Integer, LargeBinary, Text, text

revision = "17"
down_revision = "16"

_NUMBER = BigInteger().with_variant(Integer(), "sqlite")
_NOTHING = text("0")
_HOUR = 3_600
#: A seat of a friendly match is late after this many seconds without a move.
_LATE = 72 * _HOUR
#: Take-back requests from before this format end after this many seconds.
_ASKED = 2 * 86_400


def _number(name: str, *more: object, **options: object) -> Column[int]:
    return Column(name, _NUMBER, *more, nullable=False, **options)  # type: ignore[arg-type]


def _match(*, key: bool = False) -> Column[int]:
    return _number("match_id", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=key, autoincrement=False)


def _begin_clocks() -> None:
    """Convert the deadlines of matches to time controls. The clock of each seat that must act starts when its turn
    started.
    """
    bind = op.get_bind()
    pace = text("UPDATE matches SET pace = :pace WHERE id = :id")
    clock = text(
        """UPDATE seats SET clock_left = :left, clock_since = coalesce(:since, waiting_since), remind_at = :end,
             reminded = :reminded
           WHERE match_id = :id AND waiting_since IS NOT NULL AND computer IS NULL"""
    )
    rows = bind.execute(text("SELECT id, options, deadline_set_at FROM matches WHERE status IN ('lobby', 'playing')"))
    for row in rows.all():
        hours = json.loads(row.options).get("deadline_hours", 0)
        if hours:
            left = min(max(hours, 6), 14 * 24) * _HOUR
            kept = {"kind": "steady", "seconds": left, "end": "answer"}
            bind.execute(pace, {"pace": json.dumps(kept, separators=(",", ":")), "id": row.id})
            since = row.deadline_set_at
            end = None if since is None else since + left
            bind.execute(clock, {"left": left, "since": since, "end": end, "reminded": 1, "id": row.id})
    bind.execute(
        text(
            """UPDATE seats SET clock_left = :left, clock_since = waiting_since
               WHERE clock_left IS NULL AND waiting_since IS NOT NULL AND computer IS NULL"""
        ),
        {"left": _LATE},
    )


def upgrade() -> None:
    """Add the tables and columns, and convert take-back requests to votes."""
    op.add_column("matches", Column("pace", Text, nullable=False, server_default="{}"))
    for name in ("paused_at", "paused_until", "watching_channel_id", "rematch_of", "hints"):
        op.add_column("matches", Column(name, _NUMBER))
    private = {f"{engine}_where": text("watching_channel_id IS NOT NULL") for engine in ("sqlite", "postgresql")}
    op.create_index("matches_watching", "matches", ["watching_channel_id"], **private)  # type: ignore[arg-type]
    for name in ("clock_left", "clock_since", "late_since", "stand_in_at", "away_since", "away_until", "nudged_at"):
        op.add_column("seats", Column(name, _NUMBER))
    for name in ("open_since", "open_for", "open_message_id", "hinted_seq"):
        op.add_column("seats", Column(name, _NUMBER))
    for name in ("clock_rest", "stand_in"):
        op.add_column("seats", Column(name, Text))
    for name in ("away_used", "hinted"):
        op.add_column("seats", Column(name, _NUMBER, nullable=False, server_default=_NOTHING))
    op.create_table(
        "votes",
        _number("id", primary_key=True),
        _match(),
        Column("kind", Text, nullable=False),
        _number("asker"),
        _number("seq"),
        Column("data", Text, nullable=False, server_default="{}"),
        Column("agreed", Text, nullable=False),
        Column("status", Text, CheckConstraint("status IN ('open', 'done', 'refused', 'lapsed')"), nullable=False),
        _number("created_at"),
        _number("ends_at"),
        Column("message_id", _NUMBER),
        sqlite_strict=True,
        sqlite_autoincrement=True,
    )
    still = text("status = 'open'")
    op.create_index(
        "votes_open", "votes", ["match_id", "kind"], unique=True, sqlite_where=still, postgresql_where=still
    )
    op.create_index("votes_askers", "votes", ["match_id", "asker"])
    op.create_table(
        "held",
        _match(key=True),
        _number("user_id", primary_key=True, autoincrement=False),
        _number("seat", primary_key=True, autoincrement=False),
        Column("name", Text, nullable=False),
        _number("left_at"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "notes",
        _match(key=True),
        _number("user_id", primary_key=True, autoincrement=False),
        Column("words", Text, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("notes_people", "notes", ["user_id"])
    op.create_table(
        "reports",
        _number("id", primary_key=True),
        _match(),
        _number("seq"),
        _number("user_id"),
        _number("at"),
        Column("words", Text, nullable=False),
        Column("file", LargeBinary),
        Column("answer", Text),
        Column("answered_at", _NUMBER),
        Column("told_at", _NUMBER),
        sqlite_strict=True,
        sqlite_autoincrement=True,
    )
    op.create_index("reports_match", "reports", ["match_id"])
    open_ones, untold = text("answer IS NULL"), text("answer IS NOT NULL AND told_at IS NULL")
    op.create_index("reports_open", "reports", ["id"], sqlite_where=open_ones, postgresql_where=open_ones)
    op.create_index("reports_untold", "reports", ["user_id"], sqlite_where=untold, postgresql_where=untold)
    op.create_table(
        "groups",
        _number("guild_id", primary_key=True, autoincrement=False),
        Column("game", Text, primary_key=True, nullable=False),
        Column("definition", Text, nullable=False, server_default=""),
        _number("due_at", server_default=_NOTHING),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    _begin_clocks()
    # The votes keep the requests' ids, because the buttons of existing posts contain them.
    op.execute(
        text(
            f"""INSERT INTO votes
                    (id, match_id, kind, asker, seq, data, agreed, status, created_at, ends_at, message_id)
                SELECT id, match_id, 'undo', asker, seq, '{{"restores":' || restores || '}}', agreed, status,
                    created_at, created_at + {_ASKED}, message_id
                FROM undo_requests"""  # noqa: S608 - constants of this file
        )
    )
    if op.get_bind().dialect.name == "postgresql":
        op.execute(text("SELECT setval(pg_get_serial_sequence('votes', 'id'), max(id)) FROM votes HAVING max(id) > 0"))
