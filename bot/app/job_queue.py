"""A job queue for short-lived worker processes: one at a time, one per user."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from bot.app.subprocesses import WorkerError
from rules.kernel.errors import Refusal

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class JobQueue(ABC, Generic[K, V]):
    """A first-come, first-served job queue. Identical requests share a job."""

    #: The refusals when jobs are turned off, when the user already has one, and when the queue is full.
    off: str
    own: str
    many: str

    def __init__(self, most: Callable[[], int]) -> None:
        """`most` returns the current limit of the queue; with 0 jobs are turned off."""
        self._most = most
        self._turn = asyncio.Lock()
        #: Running and waiting jobs, in order; and the user who requested each first.
        self._asked: dict[K, asyncio.Task[V]] = {}
        self._askers: dict[K, int] = {}
        self._closed = False

    def check(self, user_id: int) -> None:
        """Raise Refusal for a user with a job, and for everyone while the queue is full."""
        if not self._most():
            raise Refusal(self.off)
        if user_id in self._askers.values():
            raise Refusal(self.own)
        if len(self._asked) >= self._most():
            raise Refusal(self.many)

    def queue_position(self, wanted: K) -> int | None:
        """Return the number of jobs ahead of this request; None if it is not queued."""
        return list(self._asked).index(wanted) if wanted in self._asked else None

    def begin(self, wanted: K, user_id: int) -> asyncio.Task[V]:
        """Start a job; raises Refusal like `check`."""
        if wanted in self._asked:
            return self._asked[wanted]
        self.check(user_id)
        task = asyncio.create_task(self._in_turn(wanted), name=f"making {wanted}")
        task.add_done_callback(lambda _: self._forget(wanted))
        self._askers[wanted], self._asked[wanted] = user_id, task
        return task

    def _forget(self, wanted: K) -> None:
        task = self._asked.pop(wanted)
        del self._askers[wanted]
        if not task.cancelled():
            task.exception()  # retrieve the exception, or asyncio warns that no one did

    async def _in_turn(self, wanted: K) -> V:
        async with self._turn:
            if self._closed:
                raise WorkerError("the bot stops")
            return await self._made(wanted)

    @abstractmethod
    async def _made(self, wanted: K) -> V:
        """Run the job in a process; raises WorkerError."""

    @property
    def in_progress(self) -> int:
        """The number of running and waiting jobs."""
        return len(self._asked)

    async def close(self) -> None:
        """Stop the running job, and accept no more; waiting users are told."""
        self._closed = True
        tasks = list(self._asked.values())
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)


async def done(task: asyncio.Task[V]) -> V:
    """Wait for a job, and return its result; raises WorkerError. Others may wait for it, too."""
    await asyncio.wait({task})
    if task.cancelled():
        raise WorkerError("the bot stops")
    return task.result()
