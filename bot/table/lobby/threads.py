"""Opening threads for matches."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Literal

import discord

from bot.discord.bot import Bot
from bot.discord.directory import in_thread
from bot.discord.http import error_codes as codes
from bot.discord.ui import limits, names
from bot.matches.records import MatchInfo
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_, Translator

#: Minutes without a message until Discord archives a thread: a week is the longest. A post reopens it.
ARCHIVE_MINUTES: Literal[10080] = 10_080
#: The permissions that the bot needs, by Discord's own names, and those for a private thread, with one more.
THREAD_PERMISSIONS, PRIVATE_THREAD_PERMISSION = (
    ("create_public_threads", "send_messages_in_threads"),
    "create_private_threads",
)
_MAY_NOT = N_("I may not open threads here, so I play in this channel.")
_FULL = N_("This server has as many open threads as Discord allows, so I play in this channel.")
NO_THREAD = N_("I can't open a thread in {channel}: I may not, or there are as many as Discord allows.")
_PUBLIC, _PRIVATE, _NEWS = 11, 12, 10


def check(interaction: discord.Interaction[Any], *, private: bool = False) -> None:
    """Raise Refusal where the bot can't open threads."""
    if in_thread(interaction):
        raise Refusal(N_("This is a thread already."))
    needed, has = (*THREAD_PERMISSIONS, *([PRIVATE_THREAD_PERMISSION] if private else [])), interaction.app_permissions
    kinds = (discord.ChannelType.text, *([] if private else [discord.ChannelType.news]))
    if getattr(interaction.channel, "type", None) not in kinds or not all(getattr(has, name) for name in needed):
        raise Refusal(_MAY_NOT)


def title(game: str, host: str) -> str:
    """Return the name of a match's thread."""
    return truncate_thread_name(f"{game} – {names.clean_name(host)}")


def truncate_thread_name(name: str) -> str:
    """Return a name cut to the length that a thread allows."""
    return limits.truncate(name, limits.THREAD_NAME)


async def open_thread(
    bot: Bot, channel_id: int, name: str, *, message_id: int | None = None, private: bool = False, news: bool = False
) -> int:
    """Open a thread, at a message if it still exists, and return its id; raises Refusal.

    A message has at most one thread, whose id is the message's own.
    """
    try:
        if message_id is not None:
            try:
                made = await bot.http.start_thread_with_message(
                    channel_id, message_id, name=name, auto_archive_duration=ARCHIVE_MINUTES
                )
                return int(made["id"])
            except discord.HTTPException as error:
                if error.code == codes.ALREADY_HAS_THREAD:
                    return message_id
                if error.code != codes.UNKNOWN_MESSAGE:
                    raise
        kind: Any = _PRIVATE if private else _NEWS if news else _PUBLIC
        made = await bot.http.start_thread_without_message(
            channel_id, name=name, auto_archive_duration=ARCHIVE_MINUTES, type=kind, invitable=not private
        )
        return int(made["id"])
    except discord.HTTPException as error:
        if error.code in codes.NO_MORE_THREADS:
            raise Refusal(_FULL) from error
        if error.status in (403, 404):
            raise Refusal(_MAY_NOT) from error
        raise


async def opened_privately(
    bot: Bot, channel_id: int, name: str, locale: str, *, message_id: int | None = None
) -> tuple[int, int]:
    """Open a private thread for a table and a public one for its watchers, and return both; raises Refusal."""
    thread = await open_thread(bot, channel_id, name, private=True)
    async with closed_if_refused(bot, thread):
        watched = truncate_thread_name(Translator(locale).t("To watch: {name}", name=name))
        return thread, await open_thread(bot, channel_id, watched, message_id=message_id)


@asynccontextmanager
async def closed_if_refused(bot: Bot, thread_id: int) -> AsyncGenerator[None]:
    """Close a thread if the block raises Refusal, since no match is played in it."""
    try:
        yield
    except Refusal:
        await given_up(bot, thread_id)
        raise


async def table_opened(
    bot: Bot,
    channel_id: int,
    name: str,
    locale: str,
    opens: Callable[[int, int | None], Awaitable[MatchInfo]],
    *,
    private: bool = False,
    news: bool = False,
) -> MatchInfo:
    """Open a table in its own thread without a press; raises Refusal, after closing the thread.

    `opens` gets the ids of its thread and, if that is private, of the watchers' thread. It calls `Lobby.gather`, or
    returns the table of a process that crashed before saving it.
    """
    watching: int | None = None
    try:
        if private:
            thread, watching = await opened_privately(bot, channel_id, name, locale)
        else:
            thread = await open_thread(bot, channel_id, name, news=news)
    except Refusal as error:
        raise Refusal(NO_THREAD, channel=f"<#{channel_id}>") from error
    async with closed_if_refused(bot, thread):
        info = await opens(thread, watching)
    if info.channel_id != thread:
        await given_up(bot, thread)
    return info


async def start_match(bot: Bot, info: MatchInfo, *, drawn: bool = True) -> bool:
    """Start the match of a table opened this way, as its host; False while its players have choices to make first."""
    if info.status != "lobby":
        return True
    try:
        await bot.service.lobby.start(info.id, info.host_id, drawn=drawn)
    except Refusal:
        return False  # the lobby says what is missing
    return True


async def taken_up(bot: Bot, thread_id: int) -> None:
    """Reopen an archived thread; an open one stays as it is."""
    try:
        await bot.http.edit_channel(thread_id, archived=False)
    except discord.HTTPException:
        return  # the first post opens it


async def reopen(bot: Bot, thread_id: int) -> None:
    """Reopen a thread that Discord has archived after days without messages; a locked one stays locked.

    Only bots that may manage threads can reopen a locked one; for others it stays closed. Raises discord.HTTPException,
    also if the server has the most open threads that it may.
    """
    channel = await bot.fetch_channel(thread_id)
    if not isinstance(channel, discord.Thread):
        return
    try:
        await channel.edit(archived=False)
    except discord.HTTPException as error:
        if not channel.locked or error.status != 403:
            raise


async def given_up(bot: Bot, thread_id: int) -> None:
    """Close the thread of a match that wasn't started after all."""
    try:
        await bot.http.edit_channel(thread_id, archived=True)
    except discord.HTTPException:
        return  # it stays open, and empty
