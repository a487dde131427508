"""A fair semaphore: a requester with many requests doesn't delay the other requesters."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator, Hashable
from contextlib import asynccontextmanager


class FairSemaphore:
    """A semaphore that has one queue for each requester. A free slot goes to the queues in turn."""

    def __init__(self, slots: int) -> None:
        self._free_slots = slots
        #: The waiting tasks of each requester. The queue whose turn is next comes first, and empty queues are removed.
        self._queues: OrderedDict[Hashable, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def slot(self, lane: Hashable) -> AsyncGenerator[None]:
        """Wait in the queue of the requester `lane` for a free slot, and occupy the slot during the `with` block."""
        await self._acquire(lane)
        try:
            yield
        finally:
            self._release()

    async def _acquire(self, lane: Hashable) -> None:
        if self._free_slots:
            self._free_slots -= 1
            return
        waiter = asyncio.get_running_loop().create_future()
        self._queues.setdefault(lane, deque()).append(waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled():
                self._release()  # the slot was granted just before the cancellation
            else:
                self._remove_waiter(lane, waiter)
            raise

    def _release(self) -> None:
        """Pass the slot to the first task of the next queue, and move that queue to the end of the line."""
        while self._queues:
            lane, queue = self._queues.popitem(last=False)
            waiter = queue.popleft()
            if queue:
                self._queues[lane] = queue
            if not waiter.done():  # a cancelled waiter stays in its queue until its task runs
                waiter.set_result(None)
                return
        self._free_slots += 1

    def _remove_waiter(self, lane: Hashable, waiter: asyncio.Future[None]) -> None:
        queue = self._queues.get(lane)
        if queue is None or waiter not in queue:
            return
        queue.remove(waiter)
        if not queue:
            del self._queues[lane]

    @property
    def waiting(self) -> int:
        """The number of tasks that are waiting for a slot."""
        return sum(map(len, self._queues.values()))
