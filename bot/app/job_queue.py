"""A queue of jobs that read the database in a worker process. It runs one job at a time, and each user can have one
job.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Generic, TypeVar

from bot.app.subprocesses import WorkerClient, WorkerError
from bot.app.worker_jobs import JOBS
from rules.kernel.errors import Refusal

#: The type of a request: a frozen dataclass of plain data.
K = TypeVar("K", bound=Any)


class JobQueue(Generic[K]):
    """A first-come, first-served job queue. Identical requests share one job."""

    #: The kind of job, as named in the job table.
    kind: str
    #: The messages to the user if jobs are turned off, if the user already has a job, and if the queue is full.
    disabled_sentence: str
    already_queued_sentence: str
    too_many_sentence: str

    def __init__(self, database: Path | str, packs: Path | None, limit: Callable[[], int]) -> None:
        """`limit` returns the current maximum number of jobs in the queue; 0 means that jobs are turned off."""
        self._settings = {"database": str(database), "packs": None if packs is None else str(packs.resolve())}
        self._limit = limit
        self._worker = WorkerClient(self.kind)
        #: The running and waiting jobs, oldest first, and the first user who requested each of them.
        self._jobs: dict[K, asyncio.Task[bytes]] = {}
        self._requesters: dict[K, int] = {}
        self._closed = False

    def check(self, user_id: int) -> None:
        """Raise Refusal if this user already has a job, if the queue is full, or if jobs are turned off."""
        if not self._limit():
            raise Refusal(self.disabled_sentence)
        if user_id in self._requesters.values():
            raise Refusal(self.already_queued_sentence)
        if len(self._jobs) >= self._limit():
            raise Refusal(self.too_many_sentence)

    def queue_position(self, request: K) -> int | None:
        """Return the number of jobs ahead of this request, or None if it isn't queued."""
        return list(self._jobs).index(request) if request in self._jobs else None

    def longest_wait(self, request: K) -> int:
        """Return the number of seconds after which a queued request is done or has failed."""
        return round(JOBS[self.kind].timeout) * (1 + (self.queue_position(request) or 0))

    def submit(self, request: K, user_id: int) -> asyncio.Task[bytes]:
        """Queue a job, or return the existing job of an identical request. Raises Refusal like `check`."""
        if request in self._jobs:
            return self._jobs[request]
        self.check(user_id)
        task = asyncio.create_task(self._run(request), name=f"making {request}")
        task.add_done_callback(lambda _: self._forget(request))
        self._requesters[request], self._jobs[request] = user_id, task
        return task

    def _forget(self, key: K) -> None:
        task = self._jobs.pop(key)
        del self._requesters[key]
        if not task.cancelled():
            task.exception()  # otherwise asyncio warns that no one has retrieved the exception

    async def _run(self, key: K) -> bytes:
        """Run a job in the worker process once the jobs before it are done; raises WorkerError."""
        if self._closed:
            raise WorkerError("the bot stops")
        return await self._worker.ask(asdict(key) | self._settings)

    @property
    def in_progress(self) -> int:
        """The number of running and waiting jobs."""
        return len(self._jobs)

    async def close(self) -> None:
        """Stop all jobs and accept no new ones. After that, `wait_for_result` raises WorkerError."""
        self._closed = True
        tasks = list(self._jobs.values())
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)


async def wait_for_result(task: asyncio.Task[bytes]) -> bytes:
    """Wait for a job and return its result; raises WorkerError. Several tasks may wait for the same job."""
    await asyncio.wait({task})
    if task.cancelled():
        raise WorkerError("the bot stops")
    return task.result()
