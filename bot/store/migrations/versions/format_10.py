"""The last format of the numbered steps in `legacy`. This script upgrades files from formats 1 to 9."""

from __future__ import annotations

from alembic import op

from bot.store.migrations import legacy

revision = "10"
down_revision = None


def upgrade() -> None:
    """Run the numbered steps that haven't been applied to the file yet."""
    connection = op.get_bind()
    had = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
    for step in legacy.STEPS[had:]:
        for statement in step:
            connection.exec_driver_sql(statement)
