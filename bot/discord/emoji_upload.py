"""Uploads the games' icons as application emojis.

This happens slowly, and in only one process at a time.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import logging
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager

import discord

from bot.discord.bot import Bot
from bot.discord.commands.background_reconciler import UP_TO_DATE_INTERVAL, WORK_LEFT_INTERVAL, Reconciler
from render.icons.emoji_icons import sign

log = logging.getLogger("bot.discord")

#: The id of the database lock that lets only one process at a time upload emojis.
UPLOAD_LOCK = 2
#: Seconds between two uploads, and the batch size. After a batch, another process may take over.
UPLOAD_PAUSE, BATCH_SIZE = 2.0, 10
#: If the application has more emojis than this, those of earlier releases are deleted; Discord allows 2000. Until then,
#: they stay, because old posts and running processes of an earlier release use them.
MAX_EMOJIS = 1000
#: The pattern of the bot's emoji names: the icon's name and the first digits of the picture's hash.
_OURS = re.compile(r"[a-z_]+_[0-9a-f]{6}")


class EmojiReconciler(Reconciler):
    """Finds the application emojis for the games' icons, and uploads those that are missing."""

    name = "signs"
    refusal_message = "the signs can't be put in order; where they lack there are words"
    # Discord may have refused an emoji because someone has deleted it.
    wakes_on = ("emoji_refused",)

    def __init__(self, bot: Bot, try_lock: Callable[[int], AbstractAsyncContextManager[bool]]) -> None:
        super().__init__()
        self._bot = bot
        self._try_lock = try_lock
        #: Each icon's name, keyed by the name of the icon's emoji.
        self._icons: dict[str, str] = {}

    @property
    def is_needed(self) -> bool:
        """Whether the settings allow icons and the games have any."""
        return self._bot.settings.signs and bool(self._bot.icons.names)

    async def work(self) -> float:
        """Look up the icons' emojis and upload missing ones. Return the number of seconds until the next check."""
        if not self._icons:
            self._icons = await asyncio.to_thread(icons_by_name, self._bot.icons.names)
        if not await self._missing():
            return UP_TO_DATE_INTERVAL
        async with self._try_lock(UPLOAD_LOCK) as has_lock:
            return await self._upload() if has_lock else WORK_LEFT_INTERVAL

    async def _missing(self) -> list[str]:
        """Fetch the application's emojis and start using them. Return the names of the missing emojis."""
        uploaded = await self._uploaded()
        self._use(uploaded)
        return [name for name in self._icons if name not in uploaded]

    async def _uploaded(self) -> dict[str, discord.Emoji]:
        """Return the application emojis that this bot has uploaded, by name."""
        me = self._bot.user
        return {
            emoji.name: emoji
            for emoji in await self._bot.fetch_application_emojis()
            if emoji.user is not None and me is not None and emoji.user.id == me.id and _OURS.fullmatch(emoji.name)
        }

    def _use(self, uploaded: Mapping[str, discord.Emoji]) -> None:
        self._bot.icons.use_emojis(
            {
                icon: discord.PartialEmoji(name=name, id=uploaded[name].id)
                for name, icon in self._icons.items()
                if name in uploaded
            }
        )

    async def _upload(self) -> float:
        """Upload some missing emojis while holding the lock. Return the number of seconds until the next check."""
        uploaded = await self._uploaded()  # another process may just have uploaded some of them
        missing = [name for name in self._icons if name not in uploaded]
        await self._make_room(uploaded, len(missing))
        for name in missing[:BATCH_SIZE]:
            uploaded[name] = await self._bot.create_application_emoji(name=name, image=png(self._icons[name]))
            await asyncio.sleep(UPLOAD_PAUSE)
        self._use(uploaded)
        if len(missing) > BATCH_SIZE:
            return 0.0
        log.info("the signs are uploaded", extra={"emojis": len(self._icons)})
        return UP_TO_DATE_INTERVAL

    async def _make_room(self, uploaded: Mapping[str, discord.Emoji], needed: int) -> None:
        """Delete the oldest emojis of earlier releases if there would be too many. Emojis uploaded by others stay."""
        old = sorted((emoji for name, emoji in uploaded.items() if name not in self._icons), key=lambda one: one.id)
        for emoji in old[: max(0, len(uploaded) + needed - MAX_EMOJIS)]:
            await emoji.delete()
            await asyncio.sleep(UPLOAD_PAUSE)


def icons_by_name(icons: Sequence[str]) -> dict[str, str]:
    """Return each icon's name, keyed by the name of the icon's emoji.

    An emoji's name depends on the pixels of the picture, not on how the file is compressed.
    """
    return {f"{icon}_{hashlib.blake2b(sign(icon).tobytes(), digest_size=3).hexdigest()}": icon for icon in icons}


def png(icon: str) -> bytes:
    """Return the picture for an icon's emoji as a PNG file."""
    file = io.BytesIO()
    sign(icon).save(file, "PNG")
    return file.getvalue()
