"""Opens, reopens and closes matches' threads."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Literal

import discord

from bot.discord.bot import Bot
from bot.discord.http import error_codes
from bot.discord.server_directory import in_thread
from bot.discord.ui import limits, safe_names
from bot.matches.service_results import MatchInfo
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_, Translator

#: Discord archives a thread after this many minutes without a message; a week is the maximum. A new message reopens the
#: thread.
ARCHIVE_MINUTES: Literal[10080] = 10_080
#: Discord's names of the permissions needed to open a thread, and of the permission needed in addition for a private
#: thread.
THREAD_PERMISSIONS, PRIVATE_THREAD_PERMISSION = (
    ("create_public_threads", "send_messages_in_threads"),
    "create_private_threads",
)
_MAY_NOT = N_("I'm not allowed to open threads here, so we'll play in this channel.")
_FULL = N_("This server already has as many open threads as Discord allows, so we'll play in this channel.")
NO_THREAD = N_(
    "I can't open a thread in {channel}: either I'm not allowed to, or there are already as many as Discord allows."
)
_PUBLIC, _PRIVATE, _NEWS = 11, 12, 10


def check(interaction: discord.Interaction[Any], *, private: bool = False) -> None:
    """Raise Refusal if the bot can't open a thread in the channel of the interaction."""
    if in_thread(interaction):
        raise Refusal(N_("This is already a thread."))
    needed, has = (*THREAD_PERMISSIONS, *([PRIVATE_THREAD_PERMISSION] if private else [])), interaction.app_permissions
    kinds = (discord.ChannelType.text, *([] if private else [discord.ChannelType.news]))
    if getattr(interaction.channel, "type", None) not in kinds or not all(getattr(has, name) for name in needed):
        raise Refusal(_MAY_NOT)


def title(game: str, host: str) -> str:
    """Return the name for a match's thread."""
    return truncate_thread_name(f"{game} – {safe_names.clean_name(host)}")


def truncate_thread_name(name: str) -> str:
    """Return a thread's name, truncated to the length that Discord allows."""
    return limits.truncate(name, limits.THREAD_NAME)


async def open_thread(
    bot: Bot, channel_id: int, name: str, *, message_id: int | None = None, private: bool = False, news: bool = False
) -> int:
    """Open a thread and return its id; raises Refusal if the bot can't open it.

    If the message `message_id` exists, the thread is attached to it. A message can have only one thread, and its id
    equals the id of the message.
    """
    try:
        if message_id is not None:
            try:
                thread_data = await bot.http.start_thread_with_message(
                    channel_id, message_id, name=name, auto_archive_duration=ARCHIVE_MINUTES
                )
                return int(thread_data["id"])
            except discord.HTTPException as error:
                if error.code == error_codes.ALREADY_HAS_THREAD:
                    return message_id
                if error.code != error_codes.UNKNOWN_MESSAGE:
                    raise
        kind: Any = _PRIVATE if private else _NEWS if news else _PUBLIC
        thread_data = await bot.http.start_thread_without_message(
            channel_id, name=name, auto_archive_duration=ARCHIVE_MINUTES, type=kind, invitable=not private
        )
        return int(thread_data["id"])
    except discord.HTTPException as error:
        if error.code in error_codes.NO_MORE_THREADS:
            raise Refusal(_FULL) from error
        if error.status in (403, 404):
            raise Refusal(_MAY_NOT) from error
        raise


async def open_private_threads(
    bot: Bot, channel_id: int, name: str, locale: str, *, message_id: int | None = None
) -> tuple[int, int]:
    """Open a private thread for a match and a public one for its watchers. Return the ids of both. Raises Refusal."""
    thread = await open_thread(bot, channel_id, name, private=True)
    async with closed_if_refused(bot, thread):
        watched = truncate_thread_name(Translator(locale).t("Watch: {name}", name=name))
        return thread, await open_thread(bot, channel_id, watched, message_id=message_id)


@asynccontextmanager
async def closed_if_refused(bot: Bot, thread_id: int) -> AsyncGenerator[None]:
    """Close a thread if the block raises Refusal, because then no match will be played in it."""
    try:
        yield
    except Refusal:
        await archive(bot, thread_id)
        raise


async def open_table(
    bot: Bot,
    channel_id: int,
    name: str,
    locale: str,
    opens: Callable[[int, int | None], Awaitable[MatchInfo]],
    *,
    private: bool = False,
    news: bool = False,
) -> MatchInfo:
    """Open a table in its own thread, for features that open tables without a host; raises Refusal.

    `opens` receives the id of the thread and, for a private table, the id of the watchers' thread. It creates the match
    with `Lobby.gather`, or returns the existing match if an earlier attempt crashed after creating it. If the match is
    played in another channel, the new thread is closed.
    """
    watching: int | None = None
    try:
        if private:
            thread, watching = await open_private_threads(bot, channel_id, name, locale)
        else:
            thread = await open_thread(bot, channel_id, name, news=news)
    except Refusal as error:
        raise Refusal(NO_THREAD, channel=f"<#{channel_id}>") from error
    async with closed_if_refused(bot, thread):
        info = await opens(thread, watching)
    if info.channel_id != thread:
        await archive(bot, thread)
    return info


async def start_match(bot: Bot, info: MatchInfo, *, drawn: bool = True) -> bool:
    """Start a match on behalf of its host. Return False if the players must make choices first."""
    if info.status != "lobby":
        return True
    try:
        await bot.service.lobby.start(info.id, info.host_id, drawn=drawn)
    except Refusal:
        return False  # the lobby shows which choices are missing
    return True


async def unarchive(bot: Bot, thread_id: int) -> None:
    """Reopen a thread if it is archived, ignoring errors."""
    try:
        await bot.http.edit_channel(thread_id, archived=False)
    except discord.HTTPException:
        return  # the first message in the thread will reopen it


async def reopen(bot: Bot, thread_id: int) -> None:
    """Reopen a thread that Discord has archived after days without messages.

    Only bots with the permission to manage threads can reopen a locked thread. Without the permission, this does
    nothing for a locked thread. Raises discord.HTTPException, for example if the server has too many open threads.
    """
    channel = await bot.fetch_channel(thread_id)
    if not isinstance(channel, discord.Thread):
        return
    try:
        await channel.edit(archived=False)
    except discord.HTTPException as error:
        if not channel.locked or error.status != 403:
            raise


async def archive(bot: Bot, thread_id: int) -> None:
    """Close a thread that was opened for a match, because the match won't be played there."""
    try:
        await bot.http.edit_channel(thread_id, archived=True)
    except discord.HTTPException:
        return  # an open, empty thread does no harm
