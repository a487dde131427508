"""Adds reminders of players' turns."""

from __future__ import annotations

import time

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, text

revision = "16"
down_revision = "15"

_NUMBER = BigInteger().with_variant(Integer(), "sqlite")
_DAY = 86_400
#: For players whose turn it already is when this migration runs: the number of reminders that they would have received,
#: and the seconds from the start of their turn to the next reminder.
_AHEAD = ((0, _DAY), (1, 3 * _DAY), (2, 7 * _DAY))
_PLAYED = "match_id IN (SELECT id FROM matches WHERE status = 'playing' AND deadline IS NULL)"


def upgrade() -> None:
    """Add the time and the message of each seat's reminder, and schedule a check of the matches that are waiting for a
    player.
    """
    op.add_column("seats", Column("remind_at", _NUMBER))
    op.add_column("matches", Column("reminder_message_id", _NUMBER))
    op.add_column("seats", Column("reminded", _NUMBER, nullable=False, server_default=text("0")))
    now, bind = int(time.time()), op.get_bind()
    for reminded, seconds in _AHEAD:
        awaited = text(
            f"""UPDATE seats SET reminded = :reminded, remind_at = waiting_since + :seconds
                WHERE remind_at IS NULL AND computer IS NULL AND waiting_since + :seconds > :now AND {_PLAYED}"""  # noqa: S608 - constants of this file
        )
        bind.execute(awaited, {"reminded": reminded, "seconds": seconds, "now": now})
    bind.execute(
        text(
            """INSERT INTO work (kind, match_id, due_at, set_at)
               SELECT 'times', match_id, min(remind_at), :now FROM seats WHERE remind_at IS NOT NULL GROUP BY match_id
               ON CONFLICT (kind, match_id) DO NOTHING"""
        ),
        {"now": now},
    )
