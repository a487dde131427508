"""Starting our own worker processes, for work that would block the event loop."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import bot
from bot.app.settings import PREFIX

#: The longest line of an answer, which is read to its end.
_LIMIT = 1 << 16


class WorkerError(Exception):
    """A process died, was too slow or could not fulfil the request."""


async def spawn_worker(module: str, *arguments: str, limit: int) -> Process:
    """Start a module as a process with piped input and output; `limit` is its longest line."""
    # It needs no settings, and must not get the token.
    plain = {name: value for name, value in os.environ.items() if not name.upper().startswith(PREFIX)}
    path = os.pathsep.join(filter(None, [str(Path(bot.__file__).parents[1]), plain.get("PYTHONPATH", "")]))
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        *arguments,
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        env=plain | {"PYTHONPATH": path},
        limit=limit,
    )


async def call_worker(module: str, wanted: Any, patience: float) -> bytes:
    """Send a request to a new process and return its whole output, with a timeout in seconds.

    Raises WorkerError. The other end is `asked`; cancelling ends the process.
    """
    process = await spawn_worker(module, limit=_LIMIT)
    try:
        async with asyncio.timeout(patience):
            said = await _exchanged(process, json.dumps(wanted).encode() + b"\n")
    except (TimeoutError, OSError) as error:
        raise WorkerError(type(error).__name__) from error
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if process.returncode or not said:
        raise WorkerError(f"exit code {process.returncode}")
    return said


async def _exchanged(process: Process, wanted: bytes) -> bytes:
    """Send a request to a process, and return its whole output; its input stays open, and closes with the bot."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(wanted)
    said = await process.stdout.read()
    await process.wait()
    return said


def read_request(nice: int) -> Any:
    """Return this process's request and lower its priority by `nice`; from now on it ends with the bot."""
    # Ctrl+C goes to the whole process group; the bot ends this process itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        os.nice(nice)
    wanted = json.loads(sys.stdin.buffer.readline())
    Thread(target=_end_with_the_bot, daemon=True).start()
    return wanted


def _end_with_the_bot() -> None:
    """Wait for the end of the parent process, and end this one."""
    # Not through Python's file object, whose lock this thread would hold at the process's own exit.
    while os.read(sys.stdin.fileno(), 1):
        pass
    os._exit(1)
