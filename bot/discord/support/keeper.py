"""Bringing what Discord keeps for the application up to date in the background: slowly, and without harm if refused."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Generator
from contextlib import contextmanager, suppress

import aiohttp
import discord

from bot.discord.support.budget import Rank, asks_for
from bot.matches import StoreError

log = logging.getLogger("bot.discord")

#: Seconds until the next look: while something is left to do, after a refusal, and when all is as it should be.
SOON, AFTER_REFUSAL, LATER = 60.0, 3600.0, 6 * 3600.0


class Keeper(ABC):
    """Looks again and again at what Discord has, and does what is left to do."""

    #: What the task is called, and what is logged when Discord refuses.
    name: str
    trouble: str

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None
        self._news = asyncio.Event()
        self._said = ""
        #: What could not be kept by its own fault.
        self._faulty = set[object]()

    def start(self) -> None:
        """Begin, in the background."""
        self._task = asyncio.create_task(self._run(), name=self.name)

    async def stop(self) -> None:
        """End; a request under way may be carried out or not."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    def wake(self) -> None:
        """Look at once: there may be something to do."""
        self._news.set()

    async def _run(self) -> None:
        asks_for.set(Rank.HAND)
        while True:
            self._news.clear()
            seconds = await self.look()
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._news.wait()

    async def look(self) -> float:
        """Do what is left to do, or a part of it; return the seconds until the next look."""
        try:
            seconds = await self.work()
        except discord.RateLimited as error:
            return max(error.retry_after, SOON)
        except discord.HTTPException as error:
            self.say(f"{error.status} {error.code} {error.text}")
            return AFTER_REFUSAL if error.status < 500 else SOON
        except (OSError, aiohttp.ClientError, TimeoutError, StoreError) as error:
            self.say(str(error))
            return SOON
        except Exception:
            log.exception("the %s could not be put in order", self.name)
            return AFTER_REFUSAL
        if seconds > SOON:
            self._said = ""
        return seconds

    @contextmanager
    def apart(self, key: object) -> Generator[None]:
        """Let a fault in one thing that is kept, such as a row that can't be read, hold up no other.

        It is logged once, until that thing is kept again. What fails for all of them passes.
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
        """Do a part of the work; return the seconds until the next."""

    def say(self, why: str) -> None:
        """Log why something can't be done, once for as long as it is so."""
        if why != self._said:
            self._said = why
            log.warning("%s: %s", self.trouble, why)
