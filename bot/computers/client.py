"""The client of the worker processes: each is started on demand, and again after its death."""

from __future__ import annotations

import asyncio
import json
import logging
from asyncio.subprocess import Process
from base64 import b64encode
from collections.abc import Generator, Hashable
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from bot.app import metrics
from bot.app.fair_semaphore import FairSemaphore
from bot.app.subprocesses import spawn_worker
from bot.computers.levels import LEVELS
from bot.computers.player import Query

log = logging.getLogger(__name__)

#: The timeout of an answer in seconds beyond its budget, since the first one waits for the process to start.
PATIENCE = 30.0
#: The longest answer, in bytes.
LONGEST = 1 << 20


class ComputerError(Exception):
    """The worker died, was too slow or could not answer."""


class Chooser(Protocol):
    """Chooses actions for computer players."""

    async def ask(self, query: Query, lane: Hashable) -> dict[str, Any]:
        """Return the action as plain data under "action", and on request the reason under "why"; raises ComputerError.

        Queries of one `lane` are answered in order.
        """
        ...

    async def close(self) -> None:
        """Stop it."""
        ...


class WorkerPool:
    """Several worker processes, with fair turns for all requesters."""

    def __init__(self, count: int, packs: Path | None = None, *, patience: float = PATIENCE) -> None:
        """`packs` is the folder with the operator's own content packs."""
        self._turns = FairSemaphore(count)
        self._workers = [WorkerClient(packs, patience=patience) for _ in range(count)]
        #: The idle workers; the last to answer comes last, as its process is running.
        self._idle = [*self._workers]

    @property
    def pids(self) -> list[int]:
        """The ids of the running processes."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

    async def ask(self, query: Query, lane: Hashable) -> dict[str, Any]:
        """Return the answer like `Chooser`; raises ComputerError, after which that worker starts a new process."""
        asked = asyncio.get_running_loop().time()
        async with self._turns.of(lane):
            metrics.THINKING_TURNS.observe(asyncio.get_running_loop().time() - asked)
            worker = self._idle.pop()
            try:
                with _measured(query.level):
                    return await worker.ask(query)
            finally:
                self._idle.append(worker)

    async def close(self) -> None:
        """End all processes."""
        for worker in self._workers:
            await worker.close()


class WorkerClient:
    """One worker process, which answers one query at a time."""

    def __init__(self, packs: Path | None = None, *, patience: float = PATIENCE) -> None:
        """`packs` is the folder with the operator's own content packs."""
        self._packs = packs
        self._patience = patience
        self._process: Process | None = None

    @property
    def pid(self) -> int | None:
        """The worker's process id while it runs."""
        running = self._process is not None and self._process.returncode is None
        return self._process.pid if running and self._process is not None else None

    async def ask(self, query: Query) -> dict[str, Any]:
        """Return the answer like `Chooser`; raises ComputerError, after which the next query starts a new worker."""
        try:
            async with asyncio.timeout(self._patience + (query.budget.seconds or 0)):
                told = await self._exchange(query)
        except BaseException as error:
            # A late answer would be mistaken for the answer to the next query.
            await self._end()
            if isinstance(error, OSError | TimeoutError | ValueError):
                raise ComputerError(type(error).__name__) from error
            raise
        if "action" not in told:
            raise ComputerError(str(told.get("error")))
        return told

    async def _exchange(self, query: Query) -> dict[str, Any]:
        process = await self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(_line(query))
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line.endswith(b"\n"):
            raise OSError("the worker has died")
        return json.loads(line)

    async def _running(self) -> Process:
        """Return the worker, starting it if necessary."""
        if self._process is None or self._process.returncode is not None:
            arguments = [] if self._packs is None else [str(self._packs.resolve())]
            self._process = await spawn_worker("bot.computers.worker", *arguments, limit=LONGEST)
            log.info("computer players: the worker has started", extra={"pid": self._process.pid})
        return self._process

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            if process.returncode is None:
                process.kill()
            await process.wait()

    async def close(self) -> None:
        """End the worker, if there is one."""
        await self._end()


@contextmanager
def _measured(level: str) -> Generator[None]:
    """Count and time one query."""
    began, level, result = asyncio.get_running_loop().time(), level if level in LEVELS else metrics.OTHER, "failed"
    try:
        yield
        result = "done"
    finally:
        metrics.THOUGHTS.labels(level, result).inc()
        metrics.THINKING.labels(level).observe(asyncio.get_running_loop().time() - began)


def _line(query: Query) -> bytes:
    told = {
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
    return json.dumps(told).encode() + b"\n"
