"""Starts, queries and ends worker processes, which do the work that would block the event loop."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import Any

import bot
from bot.app.settings import PREFIX
from bot.app.worker_jobs import JOBS

log = logging.getLogger(__name__)


class WorkerError(Exception):
    """A worker process has died, was too slow, or couldn't do the job."""


async def spawn_worker(kind: str) -> Process:
    """Start a worker process for this kind of job, with its input and output connected to pipes."""
    # The process needs no settings, and the bot's token mustn't be passed to it.
    environment = {name: value for name, value in os.environ.items() if not name.upper().startswith(PREFIX)}
    path = os.pathsep.join(filter(None, [str(Path(bot.__file__).parents[1]), environment.get("PYTHONPATH", "")]))
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot.app.worker_program",
        kind,
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        env=environment | {"PYTHONPATH": path},
    )


class WorkerClient:
    """The client of one worker process. It starts the process when it is needed, and restarts it if it has died."""

    def __init__(self, kind: str, *, patience: float | None = None) -> None:
        """`kind` is a key of the job table. `patience` overrides the table's timeout, in seconds."""
        self._kind = kind
        self._job = JOBS[kind]
        self._patience = self._job.timeout if patience is None else patience
        self._lock = asyncio.Lock()
        self._process: Process | None = None

    @property
    def pid(self) -> int | None:
        """The process id, or None if the process isn't running."""
        return self._process.pid if self._process is not None and self._process.returncode is None else None

    async def ask(self, request: Any, extra: float = 0.0) -> bytes:
        """Return the answer to a request; raises WorkerError.

        Requests are processed one after another, and cancelling a request ends the process. `extra` is the number of
        seconds to add to the timeout.
        """
        async with self._lock:
            got_answer = False
            try:
                async with asyncio.timeout(self._patience + extra):
                    ok, answer = await self._exchange(json.dumps(request).encode() + b"\n")
                got_answer = True
            except (OSError, TimeoutError, EOFError, ValueError) as error:
                raise WorkerError(type(error).__name__) from error
            finally:
                # End the process after a failure, because a late answer would be mistaken for the answer to the next
                # request.
                if not (got_answer and self._job.keeps_running):
                    await self.close()
        if not ok:
            raise WorkerError(answer.decode())
        if not answer:
            raise WorkerError("no answer")
        return answer

    async def _exchange(self, request: bytes) -> tuple[bool, bytes]:
        """Send a request. Return True and the answer, or False and the name of the error's class."""
        process = await self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(request)
        await process.stdin.drain()
        head = await process.stdout.readline()
        if not head.endswith(b"\n"):
            raise WorkerError(f"exit code {await process.wait()}")
        ok, length = map(int, head.split())
        return bool(ok), await process.stdout.readexactly(length)

    async def _running(self) -> Process:
        """Return the process, starting it if necessary."""
        if self._process is None or self._process.returncode is not None:
            self._process = await spawn_worker(self._kind)
            if self._job.keeps_running:
                log.info("a worker process has started", extra={"job": self._kind, "pid": self._process.pid})
        return self._process

    async def close(self) -> None:
        """End the process if it is running."""
        process, self._process = self._process, None
        if process is not None:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()
            await process.wait()
