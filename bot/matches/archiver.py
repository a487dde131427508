"""The archiver: a background task that turns each finished match into one compressed archive."""

from __future__ import annotations

import asyncio
import logging

from bot.app.clock import DAY, Clock
from bot.matches.refusals import NewerMatch
from bot.matches.scheduler_base import Scheduler
from bot.matches.service import MatchService
from bot.store import work_queue
from bot.store.errors import StoreError
from bot.store.statements import archives
from bot.store.statements.matches import ARCHIVE_DELAY

log = logging.getLogger(__name__)

#: The archiver waits this many seconds after each match, so a backlog of finished matches doesn't keep the bot busy.
MATCH_PAUSE = 0.05
#: Seconds to wait after a failure before the next attempt.
FAILURE_RETRY = DAY


class Archiver(Scheduler):
    """Archives matches some time after they end. Runs until `stop` is called."""

    kind = "packing"

    def __init__(self, service: MatchService, clock: Clock) -> None:
        super().__init__(service.store, clock, service.matches.versions, at_once=1)
        self._service = service

    async def _do_work(self, match_id: int) -> None:
        retry_at = None
        try:
            await self.archive(match_id)
        except NewerMatch:
            retry_at = self._clock.now()  # a newer process will archive it
        except StoreError:
            raise
        except Exception:
            # The match stays unarchived until the next attempt.
            log.exception("a finished match could not be packed", extra={"match": match_id})
            retry_at = self._clock.now() + FAILURE_RETRY
        async with self._store.lock_match(match_id) as tx:
            now = self._clock.now()
            if retry_at is None and await archives.is_missing(tx, match_id):
                retry_at = now + ARCHIVE_DELAY  # meanwhile, the match was resumed and has ended again
            await work_queue.release(tx, self.kind, match_id, retry_at, now)
        await asyncio.sleep(MATCH_PAUSE)

    async def archive(self, match_id: int) -> None:
        """Archive a match, unless it is still running or already archived."""
        read = self._store.read
        if not await archives.is_missing(read, match_id):
            return
        info = await self._service.matches.get(match_id)
        data = await archives.build_archive(read, match_id)
        async with self._service.matches.lock_match(match_id) as tx:
            await archives.save(tx, match_id, info.seq, data)
