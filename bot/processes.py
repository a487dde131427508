"""Starting processes of our own, for what would keep the event loop waiting."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from pathlib import Path

import bot
from bot.config import PREFIX


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
