"""Starting processes of our own, for what would keep the event loop waiting."""

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
from bot.config import PREFIX

#: The longest line of an answer, which is read to its end.
_LIMIT = 1 << 16


class NoAnswer(Exception):
    """A process has died, was too slow or could not do what was wanted."""


async def started(module: str, *arguments: str, limit: int) -> Process:
    """Start a module as a process that is spoken with through its input and output; `limit` is its longest line."""
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


async def answered(module: str, wanted: Any, patience: float) -> bytes:
    """Let a process of its own do what is wanted, within so many seconds, and return all that it says.

    Raises NoAnswer. The other end is `asked`; whoever stops waiting ends it.
    """
    process = await started(module, limit=_LIMIT)
    try:
        async with asyncio.timeout(patience):
            said = await _exchanged(process, json.dumps(wanted).encode() + b"\n")
    except (TimeoutError, OSError) as error:
        raise NoAnswer(type(error).__name__) from error
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if process.returncode or not said:
        raise NoAnswer(f"exit code {process.returncode}")
    return said


async def _exchanged(process: Process, wanted: bytes) -> bytes:
    """Tell a process what is wanted, and return all that it says; its input stays open, as it ends with the bot."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(wanted)
    said = await process.stdout.read()
    await process.wait()
    return said


def asked(nice: int) -> Any:
    """Return what is wanted of this process, which others go before by `nice`; from now on it ends with the bot."""
    # Ctrl+C goes to the whole process group; the bot ends this process itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        os.nice(nice)
    wanted = json.loads(sys.stdin.buffer.readline())
    Thread(target=_end_with_the_bot, daemon=True).start()
    return wanted


def _end_with_the_bot() -> None:
    """Wait until whoever started this process is gone, and end it."""
    # Not through Python's file, whose lock this thread would hold when the process ends by itself.
    while os.read(sys.stdin.fileno(), 1):
        pass
    os._exit(1)
