"""Reads and saves the time of the last scheduled backup, and provides a lock so only one process makes backups."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager

from bot.app.clock import Clock
from bot.store import named_numbers
from bot.store.store import Store

#: The id of the lock that lets only one process at a time make backups.
BACKUP_LOCK = 10


class Backups:
    """Stores the time of the last backup, and lets only one process make backups."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    @property
    def on_a_server(self) -> bool:
        """Return whether the database is on a server rather than in a file."""
        return self._store.path is None

    async def wait(self, interval: int) -> int:
        """Return the seconds until the next backup is due, given the seconds between backups; 0 if it is due now."""
        return await named_numbers.seconds_until_due(
            self._store.read, named_numbers.BACKED_UP_AT, interval, self._clock.now()
        )

    def try_lock(self) -> AbstractAsyncContextManager[bool]:
        """Try to hold the backup lock during the `async with` block; yield False if another process holds the lock."""
        return self._store.try_task_lock(BACKUP_LOCK)

    async def mark_done(self, at: int) -> None:
        """Save the time of the last successful backup."""
        async with self._store.write() as tx:
            await named_numbers.set_number(tx, named_numbers.BACKED_UP_AT, at)
