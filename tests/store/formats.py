"""Databases as earlier versions left them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.migrations import APPLICATION_ID
from bot.store.migrations.legacy import STEPS


def make(path: Path, number: int) -> None:
    """Make an empty database of one of the formats 1 to 10, as the version of that time did."""
    with closing(sqlite3.connect(path)) as database:
        for step in STEPS[:number]:
            for statement in step:
                database.execute(statement)
        database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        database.execute(f"PRAGMA user_version = {number}")
        database.commit()


def back_to_10(path: Path) -> None:
    """Take a database of today back to the last numbered format, with all it holds."""
    with closing(sqlite3.connect(path)) as database:
        database.executescript(
            """DROP TABLE work;
               DROP TABLE facts;
               DROP TABLE budget;
               ALTER TABLE matches DROP COLUMN version;
               ALTER TABLE matches DROP COLUMN reminder_message_id;
               ALTER TABLE seats DROP COLUMN remind_at;
               ALTER TABLE seats DROP COLUMN reminded;
               ALTER TABLE matches RENAME COLUMN deadline TO held_until;
               ALTER TABLE matches RENAME COLUMN deadline_set_at TO held_since;
               ALTER TABLE seats RENAME COLUMN deferred TO kept;
               DROP INDEX matches_deadline;
               CREATE INDEX matches_held ON matches (held_until) WHERE held_until IS NOT NULL;
               DROP TABLE alembic_version;
               PRAGMA user_version = 10;"""
        )
