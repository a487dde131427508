"""Warnings about damaged database rows: how many rows are damaged, and when the owner was last warned."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager

from bot.app.clock import DAY, Clock
from bot.matches.processes import Processes, is_gone
from bot.store import decoding, named_numbers
from bot.store.store import Store

#: The id of the lock that lets only one process at a time warn the owner.
DAMAGE_REPORT_LOCK = 11


class DamageWarnings:
    """Counts damaged rows, and stores when the owner was last warned about them."""

    def __init__(self, store: Store, clock: Clock, processes: Processes) -> None:
        self._store = store
        self._clock = clock
        self._processes = processes

    async def count(self) -> int:
        """Return the number of damaged rows found by the running process that has found the most."""
        now = self._clock.now()
        live = [row for row in await self._processes.list_all() if not is_gone(row, now)]
        return max([decoding.unreadable_count(), *(int(row.figures.get("unreadable") or 0) for row in live)])

    async def seconds_until_report(self) -> int:
        """Return the seconds until the owner may be warned again; 0 if a warning is allowed now."""
        return await named_numbers.seconds_until_due(
            self._store.read, named_numbers.DAMAGE_REPORTED_AT, DAY, self._clock.now()
        )

    def try_lock(self) -> AbstractAsyncContextManager[bool]:
        """Try to hold the lock for warning the owner during the block; yield False if another process holds it."""
        return self._store.try_task_lock(DAMAGE_REPORT_LOCK)

    async def mark_reported(self) -> None:
        """Save the current time as the time of the owner's last warning."""
        async with self._store.write() as tx:
            await named_numbers.set_number(tx, named_numbers.DAMAGE_REPORTED_AT, self._clock.now())
