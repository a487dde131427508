"""The lease of a task, and the check that no other process has taken it over.

A process can be frozen or cut off from the database without noticing. Its effects must not reach the outside twice, so
each request to Discord is preceded by `verify`. Usually that compares two times in memory.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import ContextVar

from bot.store.errors import LeaseLost

#: Seconds without a renewal after which another process may take over a lease.
LEASE_SECONDS = 10
#: Seconds between two renewals.
RENEWAL_INTERVAL = 3.0
#: Seconds after the last renewal during which a lease is certainly still valid: other processes' clocks may be half a
#: second off, and times are whole seconds.
CERTAIN_SECONDS = 7.0


class Lease:
    """An exclusive right of one process, until it is released or not renewed."""

    def __init__(self, passed: Callable[[], float], renew: Callable[[], Awaitable[None]], asked_at: float) -> None:
        """`passed` counts seconds, including those for which a process is frozen; `renew` extends the lease in the
        database and raises LeaseLost, StoreError. `asked_at` is the time of the request, by `passed`.
        """
        self._passed = passed
        self._renew = renew
        self._certain_until = asked_at + CERTAIN_SECONDS
        self._lost = False

    def renewed(self, asked_at: float) -> None:
        """Record a renewal requested at this time."""
        self._certain_until = max(self._certain_until, asked_at + CERTAIN_SECONDS)

    def lose(self) -> None:
        """Record that the lease expired: another process may have done the work."""
        self._lost = True

    async def prolong(self) -> None:
        """Extend the lease in the database; raises LeaseLost, StoreError."""
        asked_at = self._passed()
        try:
            await self._renew()
        except LeaseLost:
            self._lost = True
            raise
        self.renewed(asked_at)

    async def verify(self) -> None:
        """Return only if no other process can have the lease. Raises LeaseLost, or StoreError if that is unknown."""
        while not self._lost and self._passed() >= self._certain_until:
            await self.prolong()
        if self._lost:
            raise LeaseLost


#: The lease of this task; None for work requested by people.
held: ContextVar[Lease | None] = ContextVar("held", default=None)


async def keep(lease: Lease) -> None:
    """Renew a lease every few seconds until it is lost or the task is cancelled."""
    with suppress(LeaseLost):
        while True:
            await asyncio.sleep(RENEWAL_INTERVAL)
            await lease.prolong()


async def verify() -> None:
    """Verify this task's lease, if it has one; raises LeaseLost, StoreError."""
    lease = held.get()
    if lease is not None:
        await lease.verify()
