"""When the database is backed up on schedule, by one of all processes."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager

from bot.clock import Clock
from bot.store import Store, facts

#: The number of the task to back up, which one process at a time does.
BACKING_UP = 10


class Backups:
    """Keeps when the last backup was made."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    @property
    def on_a_server(self) -> bool:
        """Tell whether the database is on a server, and not a file."""
        return self._store.path is None

    async def wait(self, every: int) -> int:
        """Return in how many seconds a backup is due that is made every so many; 0 for now."""
        return await facts.wait(self._store.read, facts.BACKED_UP, every, self._clock.now())

    def alone(self) -> AbstractAsyncContextManager[bool]:
        """Let the block back up; yields False while another process does."""
        return self._store.alone(BACKING_UP)

    async def done(self, at: int) -> None:
        """Save that a backup shows the database as it was at this time."""
        async with self._store.write() as tx:
            await facts.put(tx, facts.BACKED_UP, at)
