"""`tenebrae doctor --record`: writes Discord's answers to a file, for tests of the project's Discord simulators."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

import typer

from bot.app.settings import ConfigError, Settings


def record(
    settings: Settings, channel: int, to: Path, tell: Callable[[str], None], sure: Callable[[str], bool] | None
) -> None:
    """Announce what will happen, record Discord's answers, and write the file.

    If `sure` isn't None, it is called after the announcement to ask for confirmation.
    """
    from bot.discord.doctor import recording
    from bot.discord.doctor.recording_requests import STEPS

    if to.exists():
        raise ConfigError(f"{to} already exists; name another file.")
    if not (to.parent.is_dir() and os.access(to.parent, os.W_OK)):
        raise ConfigError(f"No file can be written in {to.parent}; name another folder.")
    tell(
        f"The bot makes {len(STEPS)} requests in channel {channel}, one a second: it posts and edits messages, opens"
        " two threads, adds you to one, archives and locks it, and creates an emoji of its own. Then it deletes all of"
        " that. Choose a private channel that no one else reads. The file contains no IDs, names, tokens or addresses."
    )
    try:
        if sure is not None and not sure("Go on?"):
            tell("Nothing was done.")
            return
    except typer.Abort:
        tell("\nNothing was done.")
        raise
    try:
        found = asyncio.run(_until_signal(recording.record(settings, channel, tell)))
    except (KeyboardInterrupt, asyncio.CancelledError):
        tell("Stopped. Everything created was deleted, and no file was written.")
        raise KeyboardInterrupt from None
    to.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    tell(f"{len(found['answers'])} answers are in {to}. CONTRIBUTING.md says how to contribute them.")


async def _until_signal(work: Coroutine[Any, Any, dict[str, Any]]) -> dict[str, Any]:
    """Run the work and return its result. SIGTERM and SIGHUP cancel it, as Ctrl+C does in `asyncio.run`, so it can
    clean up.
    """
    task = asyncio.ensure_future(work)

    def stop() -> None:
        # Only the first signal cancels: a second one would interrupt the cleanup.
        if not task.cancelling():
            task.cancel()

    with suppress(NotImplementedError, AttributeError):  # Windows has neither SIGHUP nor signal handlers
        for name in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(name) != signal.SIG_IGN:  # under nohup, SIGHUP must stay ignored
                asyncio.get_running_loop().add_signal_handler(name, stop)
    return await task
