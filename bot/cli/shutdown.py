"""Runs work until a signal tells it to stop."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from bot.app.settings import EXIT_STORE, StartError

log = logging.getLogger(__name__)


def run_until_signal(work: Coroutine[Any, Any, None]) -> None:
    """Run work until it is done. Ctrl+C and SIGTERM cancel it, so it can clean up."""
    from bot.store.errors import StoreError

    async def told() -> None:
        task = asyncio.ensure_future(work)
        loop = asyncio.get_running_loop()

        def stop() -> None:
            # Only the first signal cancels: a second one would interrupt the cleanup, which takes only seconds.
            if not task.cancelling():
                task.cancel()

        with suppress(NotImplementedError):  # on Windows there is only Ctrl+C, which asyncio.run handles
            for name in (signal.SIGTERM, signal.SIGINT):
                loop.add_signal_handler(name, stop)
        try:
            await task
        except asyncio.CancelledError:
            if not task.cancelled():
                raise
            log.info("stopped")

    try:
        asyncio.run(told())
    except StoreError as error:
        raise StartError(str(error), EXIT_STORE) from error
