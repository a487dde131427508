"""Background tasks that update the bot's data on Discord: slowly, and harmless if refused."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Collection, Generator
from contextlib import contextmanager, suppress

import aiohttp
import discord

from bot.discord.http.rate_budget import Priority, asks_for
from bot.store.errors import StoreError

log = logging.getLogger("bot.discord")

#: Seconds until the next check: with work left, after a refusal, and when everything is up to date.
WORK_LEFT_INTERVAL, REFUSED_INTERVAL, UP_TO_DATE_INTERVAL = 60.0, 3600.0, 6 * 3600.0


class Reconciler(ABC):
    """Checks the state on Discord repeatedly, and does the remaining work."""

    #: The name of the task, and the log message when Discord refuses.
    name: str
    trouble: str
    #: The bot's events that call `hear`.
    wakes_on: Collection[str] = ()
    #: Whether it opens matches by itself, which a draining process must not do.
    opens_matches = False

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None
        self._news = asyncio.Event()
        self._said = ""
        #: Items that failed through their own fault.
        self._faulty = set[object]()

    def start(self) -> None:
        """Start in the background."""
        self._task = asyncio.create_task(self._run(), name=self.name)

    async def stop(self) -> None:
        """Stop. A running request may or may not be completed."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    @property
    def is_needed(self) -> bool:
        """Whether this bot's settings ask for the task."""
        return True

    def hear(self) -> None:
        """Check after an event."""
        self.wake()

    def wake(self) -> None:
        """Check at once, as there may be work."""
        self._news.set()

    async def _run(self) -> None:
        asks_for.set(Priority.HAND)
        while True:
            self._news.clear()
            seconds = await self.run_once()
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._news.wait()

    async def run_once(self) -> float:
        """Do the remaining work or a part of it; return the seconds until the next check."""
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
            self._said = ""
        return seconds

    @contextmanager
    def isolated(self, key: object) -> Generator[None]:
        """Keep a fault in one item, such as an unreadable row, from blocking the others.

        It is logged once, until that item works again. Errors that concern all items are raised.
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
        """Do a part of the work; return the seconds until the next check."""

    def log_once(self, why: str) -> None:
        """Log why the work is impossible, once for as long as that lasts."""
        if why != self._said:
            self._said = why
            log.warning("%s: %s", self.trouble, why)
