"""The worker processes that choose for computer players. Each process is started when it is first needed."""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode
from collections.abc import Generator, Hashable
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from bot.app import metrics
from bot.app.fair_semaphore import FairSemaphore
from bot.app.subprocesses import WorkerClient
from bot.computers.player import Query
from bot.computers.policies import LEVELS


class Chooser(Protocol):
    """The interface of an object that chooses actions for computer players."""

    async def ask(self, query: Query, lane: Hashable) -> dict[str, Any]:
        """Return the action as plain data under "action" and, if requested, the reason under "why"; raises WorkerError.

        Queries with the same `lane` are answered in order.
        """
        ...

    async def close(self) -> None:
        """Stop choosing, and free all resources."""
        ...


class WorkerPool:
    """A pool of worker processes that choose actions, serving all requesters in turn."""

    def __init__(self, count: int, packs: Path | None = None) -> None:
        """Use up to `count` processes. `packs` is the folder with the operator's own content packs."""
        self._packs = None if packs is None else str(packs.resolve())
        self._turns = FairSemaphore(count)
        self._workers = [WorkerClient("computer") for _ in range(count)]
        #: The idle workers. The most recently used one comes last and is used first, because its process is already
        #: running.
        self._idle = [*self._workers]

    @property
    def pids(self) -> list[int]:
        """The process ids of the running workers."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

    async def ask(self, query: Query, lane: Hashable) -> dict[str, Any]:
        """Return the answer to a query, like `Chooser.ask`; raises WorkerError. A worker that has died is restarted."""
        started = asyncio.get_running_loop().time()
        async with self._turns.slot(lane):
            metrics.THINKING_WAIT_SECONDS.observe(asyncio.get_running_loop().time() - started)
            worker = self._idle.pop()
            try:
                with _measure(query.level):
                    return json.loads(await worker.ask(plain_query(query, self._packs), query.budget.seconds or 0))
            finally:
                self._idle.append(worker)

    async def close(self) -> None:
        """End all processes."""
        for worker in self._workers:
            await worker.close()


@contextmanager
def _measure(level: str) -> Generator[None]:
    """Count a query and measure its duration for the metrics."""
    began, level, result = (
        asyncio.get_running_loop().time(),
        level if level in LEVELS else metrics.OTHER_LABEL,
        "failed",
    )
    try:
        yield
        result = "done"
    finally:
        metrics.COMPUTER_CHOICES.labels(level, result).inc()
        metrics.THINKING_SECONDS.labels(level).observe(asyncio.get_running_loop().time() - began)


def plain_query(query: Query, packs: str | None = None) -> dict[str, Any]:
    """Return a query as plain data for the worker process."""
    return {
        "packs": packs,
        "game": query.game,
        "world": query.world.decode(),
        "seat": query.seat,
        "level": query.level,
        "seed": query.seed,
        "seconds": query.budget.seconds,
        "iterations": query.budget.iterations,
        "explains": query.explains,
        "pack": query.pack[0],
        "zipped": b64encode(query.pack[1]).decode(),
    }
