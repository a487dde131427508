"""Leases: the exclusive right of a process to do some work, and the check that no other process has taken the work
over.

A process can be frozen or cut off from the database without noticing. Another process then takes over its work.
Therefore every request to Discord calls `verify` first; otherwise both processes could send the same post. Usually
`verify` only compares two times in memory.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import ContextVar

from bot.store.errors import LeaseLost

#: After this many seconds without a renewal, another process may take over a lease.
LEASE_SECONDS = 10
#: The number of seconds between two renewals of a lease.
RENEWAL_INTERVAL = 3.0
#: The number of seconds after a renewal during which a lease is certainly valid. It is less than LEASE_SECONDS because
#: other processes' clocks may differ by half a second, and times are rounded to seconds.
CERTAIN_SECONDS = 7.0


class Lease:
    """The exclusive right of one process to do some work, until it releases the lease or fails to renew it."""

    def __init__(self, monotonic: Callable[[], float], renew: Callable[[], Awaitable[None]], asked_at: float) -> None:
        """`monotonic` returns the seconds since an arbitrary start, including the time when the process is frozen.

        `renew` extends the lease in the database, and raises LeaseLost or StoreError. `asked_at` is the value of
        `monotonic` when the lease was requested.
        """
        self._passed = monotonic
        self._renew = renew
        self._certain_until = asked_at + CERTAIN_SECONDS
        self._lost = False

    def record_renewal(self, asked_at: float) -> None:
        """Record that a renewal succeeded. `asked_at` is when it was requested."""
        self._certain_until = max(self._certain_until, asked_at + CERTAIN_SECONDS)

    def lose(self) -> None:
        """Record that the lease is lost, so another process may be doing the work."""
        self._lost = True

    async def prolong(self) -> None:
        """Extend the lease in the database; raises LeaseLost or StoreError."""
        asked_at = self._passed()
        try:
            await self._renew()
        except LeaseLost:
            self._lost = True
            raise
        self.record_renewal(asked_at)

    async def verify(self) -> None:
        """Return only if this process certainly has the lease. Raises LeaseLost, or StoreError if that can't be
        determined.
        """
        while not self._lost and self._passed() >= self._certain_until:
            await self.prolong()
        if self._lost:
            raise LeaseLost


#: The lease that covers the current task; None for work that a user has requested.
current_lease: ContextVar[Lease | None] = ContextVar("current_lease", default=None)


async def keep_renewed(lease: Lease) -> None:
    """Renew a lease every few seconds until another process has it or the current task is cancelled."""
    with suppress(LeaseLost):
        while True:
            await asyncio.sleep(RENEWAL_INTERVAL)
            await lease.prolong()


async def verify() -> None:
    """Verify the current task's lease, if it has one; raises LeaseLost or StoreError."""
    lease = current_lease.get()
    if lease is not None:
        await lease.verify()
