"""Databases in the formats that earlier versions of the bot used."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.migrations import APPLICATION_ID
from bot.store.migrations.legacy import STEPS


def make(path: Path, number: int) -> None:
    """Create an empty SQLite database in one of the formats 1 to 10, as the version of the bot with that format did."""
    with closing(sqlite3.connect(path)) as database:
        for step in STEPS[:number]:
            for statement in step:
                database.execute(statement)
        database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        database.execute(f"PRAGMA user_version = {number}")
        database.commit()


#: For each format, newest first, the SQL statements that undo the changes which the format made.
BACK = {
    21: ("ALTER TABLE matches DROP COLUMN own_points",),
    20: ("DROP TABLE invitations",),
    19: (
        "DROP TABLE contents",
        "DROP TABLE packs",
        "DROP INDEX matches_content",
        "ALTER TABLE matches DROP COLUMN content",
    ),
    18: (
        *(
            f"DROP TABLE {name}"
            for name in (
                "announced",
                "announcements",
                "processes",
                "caps",
                "bars",
                "changes",
                "erasures",
                "reviews",
                "looks",
                "follows",
                "cup_matches",
                "cup_ties",
                "cup_people",
                "cups",
                "rating_points",
                "ratings",
                "ladders",
                "ladder_choices",
                "lists",
                "seekers",
                "seeks",
                "blocks",
            )
        ),
        "DROP TABLE results",
        "DROP TABLE finished",
        "DROP INDEX matches_ended",
        "ALTER TABLE matches DROP COLUMN rated",
        "ALTER TABLE matches DROP COLUMN invitation_channel_id",
        "ALTER TABLE matches DROP COLUMN invitation_id",
        "DROP INDEX matches_frozen",
        "ALTER TABLE outbox DROP COLUMN press",
        "ALTER TABLE budget DROP COLUMN spent_at",
        "DELETE FROM work WHERE kind = 'results'",
    ),
    17: (
        "DROP INDEX matches_watching",
        "DROP TABLE votes",
        "DROP TABLE held",
        "DROP TABLE notes",
        "DROP TABLE reports",
        "DROP TABLE groups",
        *(
            f"ALTER TABLE matches DROP COLUMN {name}"
            for name in ("pace", "paused_at", "paused_until", "watching_channel_id", "rematch_of", "hints")
        ),
        *(
            f"ALTER TABLE seats DROP COLUMN {name}"
            for name in (
                "clock_left", "clock_since", "clock_rest", "late_since", "stand_in_at", "stand_in", "away_since",
                "away_until", "away_used", "nudged_at", "open_since", "open_for", "open_message_id", "hinted",
                "hinted_seq",
            )
        ),
    ),
    16: (
        "ALTER TABLE matches DROP COLUMN reminder_message_id",
        "ALTER TABLE seats DROP COLUMN remind_at",
        "ALTER TABLE seats DROP COLUMN reminded",
    ),
}  # fmt: skip


def back(number: int) -> list[str]:
    """Return the SQL statements that downgrade a database of the current format to the given format, at least 15."""
    return [statement for later, statements in BACK.items() if later > number for statement in statements]


def back_to_10(path: Path) -> None:
    """Downgrade a current SQLite database to format 10, the last format before Alembic, and keep its contents."""
    with closing(sqlite3.connect(path)) as database:
        database.executescript(
            "".join(f"{statement};" for statement in back(15))
            + """DROP TABLE work;
                 DROP TABLE facts;
                 DROP TABLE budget;
                 ALTER TABLE matches DROP COLUMN version;
                 ALTER TABLE matches RENAME COLUMN deadline TO held_until;
                 ALTER TABLE matches RENAME COLUMN deadline_set_at TO held_since;
                 ALTER TABLE seats RENAME COLUMN deferred TO kept;
                 DROP INDEX matches_deadline;
                 CREATE INDEX matches_held ON matches (held_until) WHERE held_until IS NOT NULL;
                 DROP TABLE alembic_version;
                 PRAGMA user_version = 10;"""
        )
