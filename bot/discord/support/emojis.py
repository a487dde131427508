"""Keeping the games' signs among the application's emojis: what is missing is uploaded, slowly, by one process."""

from __future__ import annotations

import asyncio
import hashlib
import io
import logging
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, suppress

import aiohttp
import discord

from bot.discord.support.bot import Bot
from bot.discord.support.budget import Rank, asks_for
from bot.matches import StoreError
from render.icons.signs import sign

log = logging.getLogger("bot.discord")

#: The number of the task to upload signs, which one process at a time does.
UPLOADING = 2
#: Seconds between two uploads, and how many are made before another process may take over.
PAUSE, BATCH = 2.0, 10
#: Seconds until the emojis are looked at again: while some are missing, after a refusal, and when all are there.
SOON, AFTER_REFUSAL, LATER = 60.0, 3600.0, 6 * 3600.0
#: How many emojis the application may have before signs of earlier releases go, of the 2000 that Discord allows. Until
#: then old posts show them, and a release that still runs beside this one uses them.
MOST = 1000
#: How our emojis are called: an icon's name, and the first digits of what it looks like.
_OURS = re.compile(r"[a-z_]+_[0-9a-f]{6}")


class SignKeeper:
    """Tells the bot which emojis its signs are, and uploads those that the application lacks."""

    def __init__(self, bot: Bot, alone: Callable[[int], AbstractAsyncContextManager[bool]]) -> None:
        self._bot = bot
        self._alone = alone
        #: The icons by the names of their emojis.
        self._icons: dict[str, str] = {}
        self._task: asyncio.Task[None] | None = None
        self._said = ""

    def start(self) -> None:
        """Begin, in the background."""
        self._task = asyncio.create_task(self._run(), name="signs")

    async def stop(self) -> None:
        """End; an upload under way may be made or not."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    async def _run(self) -> None:
        asks_for.set(Rank.HAND)
        while True:
            seconds = await self.look()
            await asyncio.sleep(seconds)

    async def look(self) -> float:
        """Bring the signs up to date with the application's emojis; return the seconds until the next look."""
        try:
            if not self._icons:
                self._icons = await asyncio.to_thread(named, self._bot.signs.names)
            if not await self._missing():
                self._said = ""
                return LATER
            async with self._alone(UPLOADING) as leads:
                return await self._upload() if leads else SOON
        except discord.RateLimited as error:
            return max(error.retry_after, SOON)
        except discord.HTTPException as error:
            self._say(f"{error.status} {error.code} {error.text}")
            return AFTER_REFUSAL if error.status < 500 else SOON
        except (OSError, aiohttp.ClientError, TimeoutError, StoreError) as error:
            self._say(str(error))
            return SOON
        except Exception:
            log.exception("the signs could not be put in order")
            return AFTER_REFUSAL

    async def _missing(self) -> list[str]:
        """Read the application's emojis; return those of ours that it lacks."""
        there = await self._there()
        self._know(there)
        return [name for name in self._icons if name not in there]

    async def _there(self) -> dict[str, discord.Emoji]:
        """Return the application's emojis that this bot has uploaded itself, by name."""
        me = self._bot.user
        return {
            emoji.name: emoji
            for emoji in await self._bot.fetch_application_emojis()
            if emoji.user is not None and me is not None and emoji.user.id == me.id and _OURS.fullmatch(emoji.name)
        }

    def _know(self, there: Mapping[str, discord.Emoji]) -> None:
        self._bot.signs.know(
            {
                icon: discord.PartialEmoji(name=name, id=there[name].id)
                for name, icon in self._icons.items()
                if name in there
            }
        )

    async def _upload(self) -> float:
        """Upload some of what is missing as the only process that does; return the seconds until the next look."""
        there = await self._there()  # another process may have uploaded them just before
        missing = [name for name in self._icons if name not in there]
        await self._make_room(there, len(missing))
        for name in missing[:BATCH]:
            there[name] = await self._bot.create_application_emoji(name=name, image=png(self._icons[name]))
            await asyncio.sleep(PAUSE)
        self._know(there)
        if len(missing) > BATCH:
            return 0.0
        log.info("the signs are uploaded", extra={"emojis": len(self._icons)})
        return LATER

    async def _make_room(self, there: Mapping[str, discord.Emoji], needed: int) -> None:
        """Remove the oldest signs of earlier releases if there would be too many emojis; others' stay."""
        old = sorted((emoji for name, emoji in there.items() if name not in self._icons), key=lambda one: one.id)
        for emoji in old[: max(0, len(there) + needed - MOST)]:
            await emoji.delete()
            await asyncio.sleep(PAUSE)

    def _say(self, why: str) -> None:
        """Log why there are no signs, once for as long as it is so."""
        if why != self._said:
            self._said = why
            log.warning("the signs can't be put in order; where they lack there are words: %s", why)


def named(icons: Sequence[str]) -> dict[str, str]:
    """Return the icons by the names of their emojis: those tell what a picture shows, whatever packs its file."""
    return {f"{icon}_{hashlib.blake2b(sign(icon).tobytes(), digest_size=3).hexdigest()}": icon for icon in icons}


def png(icon: str) -> bytes:
    """Return the picture of an icon's emoji as a file."""
    file = io.BytesIO()
    sign(icon).save(file, "PNG")
    return file.getvalue()
