"""The archivist: packs finished matches in the background, each into one compressed stream."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from bot.matches.records import MatchInfo
from bot.matches.refusal import NewerMatch
from bot.matches.service import MatchService
from bot.store import ENDED, StoreError, archives

log = logging.getLogger(__name__)

#: Seconds from the end of a match until it is packed: its last posts still read the journal.
REST = 60.0
#: Seconds between two matches after a start: many may be left of earlier versions.
PAUSE = 0.05


class Archivist:
    """Packs what has ended until `stop`: after a start what was left, then each match some time after its end."""

    def __init__(self, service: MatchService, *, rest: float = REST) -> None:
        self._service = service
        self._rest = rest
        #: Matches that have ended, with the time of the loop to pack each at.
        self._ended: asyncio.Queue[tuple[float, int]] = asyncio.Queue()
        #: Set when what was left before the start is packed.
        self._caught_up = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        service.matches.watchers.append(self._changed)

    def start(self) -> None:
        """Start, in the background."""
        self._task = asyncio.create_task(self._run(), name="archivist")

    async def stop(self) -> None:
        """Stop; what is not packed yet is packed after the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})
            self._task = None

    async def idle(self) -> None:
        """Wait until everything that has ended is packed."""
        await self._caught_up.wait()
        await self._ended.join()

    def _changed(self, info: MatchInfo) -> None:
        if info.status in ENDED:
            self._ended.put_nowait((asyncio.get_running_loop().time() + self._rest, info.id))

    async def _run(self) -> None:
        with suppress(StoreError):  # reported by whoever needs the store
            repo = self._service.matches
            for match_id in await archives.unpacked(repo.store.read, repo.versions):
                await self.pack(match_id)
                await asyncio.sleep(PAUSE)
        self._caught_up.set()
        while True:
            at, match_id = await self._ended.get()
            await asyncio.sleep(max(0.0, at - asyncio.get_running_loop().time()))
            await self.pack(match_id)
            self._ended.task_done()

    async def pack(self, match_id: int) -> None:
        """Pack a match, unless it goes on or is packed already."""
        try:
            await self._pack(match_id)
        except NewerMatch:
            pass  # a newer process packs it
        except StoreError as error:
            log.error("a finished match could not be packed: %s", error, extra={"match": match_id})
        except Exception:
            # Others wait to be packed, too; this one stays as it is.
            log.exception("a finished match could not be packed", extra={"match": match_id})

    async def _pack(self, match_id: int) -> None:
        store, repo = self._service.store, self._service.matches
        info = await repo.get(match_id)
        if await archives.of(store.read, match_id) is not None:
            return
        data = await archives.made(store.read, match_id)
        async with repo.held(match_id) as tx:
            await archives.put(tx, match_id, info.seq, data)
