"""Turns at a few places, shared out fairly: nobody's hundredth request goes before another's first."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator, Hashable
from contextlib import asynccontextmanager


class FairTurns:
    """A semaphore whose waiters stand in lanes, one for everybody who asks; each lane gets a turn after the other."""

    def __init__(self, places: int) -> None:
        self._free = places
        #: Who waits, by lane; the lane that is next comes first. No lane is empty.
        self._lanes: OrderedDict[Hashable, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def of(self, lane: Hashable) -> AsyncGenerator[None]:
        """Wait for a place and hold it for the block."""
        await self._take(lane)
        try:
            yield
        finally:
            self._give()

    async def _take(self, lane: Hashable) -> None:
        if self._free:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._lanes.setdefault(lane, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._give()  # it came in the same moment
            else:
                self._leave(lane, turn)
            raise

    def _give(self) -> None:
        """Give a place to the next lane, which then goes to the end."""
        if not self._lanes:
            self._free += 1
            return
        lane, waiting = self._lanes.popitem(last=False)
        turn = waiting.popleft()
        if waiting:
            self._lanes[lane] = waiting
        turn.set_result(None)

    def _leave(self, lane: Hashable, turn: asyncio.Future[None]) -> None:
        waiting = self._lanes[lane]
        waiting.remove(turn)
        if not waiting:
            del self._lanes[lane]

    @property
    def waiting(self) -> int:
        """How many wait for a place."""
        return sum(map(len, self._lanes.values()))
