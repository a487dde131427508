"""Figures from the database for monitoring, cached between scrapes."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from bot.app.clock import Clock
from bot.store import decoding
from bot.store.database_size import size
from bot.store.errors import StoreError
from bot.store.metrics_queries import Metrics, read_metrics
from bot.store.store import Store

log = logging.getLogger(__name__)

#: Figures are reused for this many seconds before they are read from the database again.
CACHE_SECONDS = 15.0
#: If the database hasn't answered after this many seconds, a scrape gets the previous figures.
SCRAPE_TIMEOUT = 2.0


@dataclass(frozen=True, slots=True)
class MetricsSnapshot:
    """Figures from the database, when they were read, and their age in seconds."""

    figures: Metrics
    at: int
    age: float

    def overdue(self, due: int | None) -> int:
        """Return by how many seconds `due` is overdue; 0 if it is None or in the future."""
        return 0 if due is None else max(0, self.at - due)


class MetricsCache:
    """Reads the figures at most once every 15 seconds. Simultaneous scrapes share one query."""

    def __init__(self, store: Store, clock: Clock, *, now: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._now = now
        self._last: tuple[Metrics, int] | None = None
        self._asked_at = float("-inf")
        self._asking: asyncio.Task[None] | None = None

    async def snapshot(self) -> MetricsSnapshot | None:
        """Return the figures. If the database doesn't answer, return the previous ones; None if there are none yet."""
        if self._asking is None and self._now() - self._asked_at >= CACHE_SECONDS:
            self._asked_at = self._now()
            self._asking = asyncio.create_task(self._ask(), name="figures")
        if self._asking is not None:
            await asyncio.wait({self._asking}, timeout=SCRAPE_TIMEOUT)
        if self._last is None:
            return None
        return MetricsSnapshot(*self._last, self._now() - self._read_at)

    @staticmethod
    def unreadable() -> int:
        """Return how many unreadable rows this process has found."""
        return decoding.unreadable_count()

    async def size(self) -> int:
        """Return the size of the database in bytes."""
        return await size(self._store.read, self._store.path)

    async def _ask(self) -> None:
        try:
            self._last = await read_metrics(self._store.read), self._clock.now()
            self._read_at = self._now()
        except StoreError as error:
            log.debug("the figures can't be read: %s", error)  # the store has already logged the failure
        finally:
            self._asking = None
