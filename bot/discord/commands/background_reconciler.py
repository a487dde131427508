"""Background tasks that keep the bot's data on Discord up to date, such as commands and emojis.

The tasks are slow, but the bot works without their results.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Collection, Generator
from contextlib import contextmanager, suppress

import aiohttp
import discord

from bot.discord.http.outgoing_rate_limiter import Priority, request_priority
from bot.store.errors import StoreError

log = logging.getLogger("bot.discord")

#: Seconds until the next check if there is work left, if Discord refused a request, and if everything is up to date.
WORK_LEFT_INTERVAL, REFUSED_INTERVAL, UP_TO_DATE_INTERVAL = 60.0, 3600.0, 6 * 3600.0


class Reconciler(ABC):
    """Regularly checks whether some of the bot's data on Discord is up to date, and updates it if not."""

    #: The name of the task, and the message to log when Discord refuses one of its requests.
    name: str
    refusal_message: str
    #: The names of the events that trigger a call of `on_event`.
    wakes_on: Collection[str] = ()
    #: True if this task opens matches, which a draining process must not do.
    opens_matches = False

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None
        self._news = asyncio.Event()
        self._last_logged = ""
        #: The keys of the items whose last update failed because of a fault in the item itself.
        self._faulty = set[object]()

    def start(self) -> None:
        """Start the background task."""
        self._task = asyncio.create_task(self._run(), name=self.name)

    async def stop(self) -> None:
        """Stop the task. A request in progress is cancelled, so it may or may not take effect."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    @property
    def is_needed(self) -> bool:
        """Whether the bot's settings require this task."""
        return True

    def on_event(self) -> None:
        """Check soon because one of the events in `wakes_on` has happened."""
        self.wake()

    def wake(self) -> None:
        """Check now instead of waiting for the usual interval."""
        self._news.set()

    async def _run(self) -> None:
        request_priority.set(Priority.HAND)
        while True:
            self._news.clear()
            seconds = await self.run_once()
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._news.wait()

    async def run_once(self) -> float:
        """Do some of the work and log errors. Return the number of seconds until the next check."""
        try:
            seconds = await self.work()
        except discord.RateLimited as error:
            return max(error.retry_after, WORK_LEFT_INTERVAL)
        except discord.HTTPException as error:
            self.log_once(f"{error.status} {error.code} {error.text}")
            return REFUSED_INTERVAL if error.status < 500 else WORK_LEFT_INTERVAL
        except (OSError, aiohttp.ClientError, TimeoutError, StoreError) as error:
            self.log_once(str(error))
            return WORK_LEFT_INTERVAL
        except Exception:
            log.exception("the %s could not be put in order", self.name)
            return REFUSED_INTERVAL
        if seconds > WORK_LEFT_INTERVAL:
            self._last_logged = ""
        return seconds

    @contextmanager
    def isolated(self, key: object) -> Generator[None]:
        """Isolate the faults of one item: if an item can't be updated in the `with` block, the others aren't affected.

        Each fault is logged once until the item works again. Errors that aren't specific to the item are raised.
        """
        try:
            yield
        except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, StoreError):
            raise
        except Exception:
            if key not in self._faulty:
                self._faulty.add(key)
                log.exception("one of the %s could not be put in order", self.name, extra={"row": key})
        else:
            self._faulty.discard(key)

    @abstractmethod
    async def work(self) -> float:
        """Do some of the work and return the number of seconds until the next check."""

    def log_once(self, why: str) -> None:
        """Log why the work can't be done, unless that reason was the last one logged."""
        if why != self._last_logged:
            self._last_logged = why
            log.warning("%s: %s", self.refusal_message, why)
