"""The scheduler of deadlines: it ends held decisions at their deadlines, even those that passed while it was off.

It depends on the clock alone: what it does, and when, is the same for a seat that answered by hand, by order or not at
all.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from bot.clock import Clock
from bot.matches.service import MatchService
from bot.store import StoreError, matches
from rules.kernel.errors import Refusal

log = logging.getLogger(__name__)

#: The longest sleep in seconds: meanwhile new deadlines can be set and the clock can change.
NAP = 5.0


class DeadlineScheduler:
    """Ends held decisions at their deadlines until `stop`."""

    def __init__(self, service: MatchService, clock: Clock) -> None:
        self._service = service
        self._clock = clock
        self._stopped = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start, in the background."""
        self._stopped.clear()
        self._task = asyncio.create_task(self._run(), name="holds")

    async def stop(self) -> None:
        """Finish the current work and stop."""
        self._stopped.set()
        if self._task is not None:
            await asyncio.wait({self._task})
            self._task = None

    async def tick(self) -> None:
        """End everything that is due now; for tools and tests that don't `start`."""
        read, versions = self._service.store.read, self._service.matches.versions
        for match_id in await matches.deadlines_set_later(read, self._clock.now(), versions):
            log.warning("the clock was set back; a decision gets a new deadline", extra={"match": match_id})
            await self._tend(match_id, self._service.play.renew_deadline)
        for match_id in await matches.past_deadline(read, self._clock.now(), versions):
            await self._tend(match_id, self._service.play.meet_deadline)

    async def _tend(self, match_id: int, do: Callable[[int], Awaitable[None]]) -> None:
        try:
            await do(match_id)
        except Refusal as error:
            # The match was frozen meanwhile, or can't continue.
            log.warning("a held decision could not be ended: %s", error, extra={"match": match_id})
        except StoreError:
            raise
        except Exception:
            # Other matches have deadlines too, so continue.
            log.exception("a held decision could not be ended", extra={"match": match_id})

    async def _run(self) -> None:
        while not self._stopped.is_set():
            nap = NAP
            try:
                await self.tick()
                now = self._clock.now()
                later = await matches.next_deadline(self._service.store.read, now)
                nap = NAP if later is None else max(0.1, min(NAP, later - now))
            except StoreError as error:
                log.error("held decisions can't be read: %s", error)
            except Exception:
                log.exception("held decisions could not be ended")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopped.wait(), nap)
