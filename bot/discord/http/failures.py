"""Why posts fail on Discord's side, the words for players, and when to try again."""

from __future__ import annotations

import asyncio
import logging

import discord
from cachetools import FIFOCache

from bot.discord.http import error_codes as codes
from bot.matches.records import MatchInfo
from bot.matches.ttl_cache import CachedValue, TTLCache
from bot.notifications.delivery import Retry, Undeliverable
from bot.notifications.outbox import Outbox
from bot.notifications.unreachable_channels import UnreachableChannels
from bot.store.statements.rows import REFUSED_ERROR
from rules.kernel.words.translation import N_, Translator

log = logging.getLogger("bot.discord")

#: Seconds to the next try if a person in the server must act first; most such changes trigger a retry anyway.
REPAIR_RETRY = 600
#: Seconds to the next try of a call whose content was refused; the next move brings another one anyway.
REFUSED_RETRY = 3600
#: Seconds to the next try in a server that has removed the bot; its return triggers a retry anyway.
REMOVED_RETRY = 86_400

#: The most matches with troubles to remember, and the most servers that have removed the bot.
MAX_REMEMBERED = 4096

NOT_ALLOWED = "not allowed to post"
THREAD_LOCKED = "the thread is locked"
THREADS_FULL = "the server has as many open threads as Discord allows"
CHANNEL_GONE = "the channel is gone"
BOT_REMOVED = "the bot is no longer in the server"
DMS_BLOCKED = "Discord takes no more private channels from the bot now"
#: The words for players on each trouble.
_SENTENCES = {
    NOT_ALLOWED: N_(
        "I can't post in this match's channel: I need to view it, send messages and attach files there."
        " Your moves count all the same, and posts go out once I may."
    ),
    THREAD_LOCKED: N_(
        "This match's thread is locked, so I can't post there. Your moves count all the same, but computers and clocks"
        " stand still until it is unlocked, or until `/table move` takes the match to another channel."
    ),
    THREADS_FULL: N_(
        "This match's thread is closed and I can't reopen it, because this server has as many open threads as Discord"
        " allows. Your moves count all the same, but computers and clocks stand still until someone here closes another"
        " thread, or until `/table move` takes the match to another channel."
    ),
    CHANNEL_GONE: N_(
        "This match's channel is gone, so nobody is called there any more; you can play on from private messages, but"
        " computers and clocks stand still. `/table move`, typed in another channel, takes it there."
    ),
    BOT_REMOVED: N_(
        "I am no longer in the server of this match, so I can't post there. Your moves count all the same; posts,"
        " computers and clocks wait until I am back."
    ),
}
_REFUSED = N_(
    "Discord refuses the post in this match's channel that says whose turn it is, so nobody was called there;"
    " your moves count all the same, and I keep trying."
)
NO_ATTACHMENTS = N_(
    "I lack the permission to attach files in this match's channel, so posts there come without their pictures;"
    " someone who manages the channel can allow it."
)
_PARKED = N_(
    "I couldn't reach this match's channel, so computers and clocks stand still until I can; your moves count all the"
    " same."
)


class DeliveryFailures:
    """Why each match's posts can't reach its channel now, as far as this process knows."""

    def __init__(self, client: discord.Client, outbox: Outbox, unreachable_channels: UnreachableChannels) -> None:
        self._client = client
        self._outbox = outbox
        self._unreachable_channels = unreachable_channels
        self._failures = FIFOCache[int, tuple[int, str]](MAX_REMEMBERED)
        #: The channels that accepted the last post with a picture only without it.
        self._without_attachments = FIFOCache[int, None](MAX_REMEMBERED)
        #: The servers with stuck posts a moment ago.
        self._stuck = CachedValue(lambda: outbox.stuck_servers(tuple(_SENTENCES)))
        self._asking = asyncio.Lock()
        #: The servers that have removed the bot, as far as this process has heard.
        self._removed = FIFOCache[int, None](MAX_REMEMBERED)
        #: Set while a server needs no further request whether it has removed the bot.
        self._asked = TTLCache[int, bool]()

    async def reason(
        self, info: MatchInfo, error: discord.HTTPException, *, private: bool = False
    ) -> Retry | Undeliverable:
        """Return the error for a failed post. If the bot may have been removed, ask Discord.

        It also asks about the match's channel after one "unknown channel", which has been wrong before. A `private`
        post says nothing about the channel.
        """
        if error.code in codes.MAYBE_REMOVED and await self._has_removed(info.guild_id):
            return Retry(REMOVED_RETRY, BOT_REMOVED)
        if error.code != codes.UNKNOWN_CHANNEL:
            return delivery_error(error)
        if private:
            return Undeliverable(f"{error.status} {error.code} {error.text}")
        try:
            await self._client.http.get_channel(info.channel_id)
        except discord.HTTPException as asked:
            gone = asked.code == codes.UNKNOWN_CHANNEL
            # A match that is not running no longer needs a channel.
            return Undeliverable(CHANNEL_GONE) if gone and info.status != "playing" else delivery_error(asked)
        return Retry()

    async def _has_removed(self, guild_id: int) -> bool:
        """Return whether a server has removed the bot, by a gateway event or by a request.

        Without the gateway no event reports the bot's return, so it asks again.
        """
        if guild_id not in self._removed or guild_id not in self._asked:
            try:
                await self._client.http.get_guild(guild_id, with_counts=False)
            except discord.HTTPException as error:
                if error.code in codes.REMOVED and guild_id not in self._removed:
                    await self.record_removal(guild_id)
            else:
                if guild_id in self._removed:
                    await self.resume_server(guild_id)
            self._asked[guild_id] = True
        return guild_id in self._removed

    async def record_removal(self, guild_id: int) -> None:
        """Record that a server has removed the bot; its matches wait until it comes back."""
        log.warning("removed from a server; its matches wait", extra={"guild": guild_id})
        self._removed[guild_id] = None
        self._asked[guild_id] = True  # the gateway's event is reliable
        await self._unreachable_channels.server_left(guild_id)

    async def heard_from(self, guild_id: int | None) -> None:
        """Note that a person uses the bot in a server that had removed it."""
        if guild_id is not None and guild_id in self._removed:
            await self.resume_server(guild_id)

    async def available(self, guild_id: int) -> None:
        """Resume a server that is available after an outage or a start.

        At a start this is called for each server, so the database is queried once for all of them.
        """
        async with self._asking:
            stuck = await self._stuck.get()
        met = any(guild == guild_id for guild, _ in self._failures.values())
        if met or guild_id in stuck or guild_id in self._removed:
            await self.resume_server(guild_id)

    async def resume_server(self, guild_id: int) -> None:
        """Resume a server: the bot has rejoined it, or it is available after an outage or a start."""
        self._removed.pop(guild_id, None)
        await self._unreachable_channels.server_is_back(guild_id)
        await self.look_again(guild_id)

    async def record(self, info: MatchInfo, reason: str) -> None:
        """Record why a post failed in a match's channel; without a channel, pause the match."""
        if reason in _SENTENCES:
            if info.id not in self._failures and reason != BOT_REMOVED:
                log.warning("a match's channel is out of reach", extra={"match": info.id, "reason": reason})
            self._failures[info.id] = (info.guild_id, reason)
        if reason in (CHANNEL_GONE, THREAD_LOCKED, THREADS_FULL) and info.parked_at is None:
            await self._unreachable_channels.channel_gone(info.channel_id)

    async def clear(self, info: MatchInfo) -> None:
        """Record a successful post in a match's channel."""
        self._failures.pop(info.id, None)
        if info.parked_at is not None:
            await self._unreachable_channels.reached(info.id)

    def pictures_in(self, channel_id: int, *, barred: bool) -> None:
        """Record whether a channel refused a post with pictures because the bot may attach no files."""
        if barred:
            self._without_attachments[channel_id] = None
        else:
            self._without_attachments.pop(channel_id, None)

    async def resume_match(self, info: MatchInfo) -> None:
        """Note that a person acts in the channel of a paused match, so the channel exists.

        Another process may have paused it, and its posts wait for the server; this call reports the bot's return.
        """
        if info.guild_id not in self._removed:
            await self.resume_server(info.guild_id)

    async def notice(self, say: Translator, info: MatchInfo, *, may_post: bool = False) -> str | None:
        """Return the notice for players, or None if posts succeed.

        With `may_post`, Discord has just said that the bot may post in the match's channel, so waiting posts are tried
        again. Without the gateway there is no other sign.
        """
        if info.guild_id in self._removed:
            return say.t(_SENTENCES[BOT_REMOVED])
        if may_post:
            self._without_attachments.pop(info.channel_id, None)
        met = self._failures.get(info.id)
        if met is None and info.parked_at is not None:
            return say.t(_PARKED)
        # Another process may have met it.
        reason = await self._unheard(info) if met is None else met[1]
        if reason == NOT_ALLOWED and may_post:
            await self.look_again(info.guild_id)
            self._failures.pop(info.id, None)
            return None
        if reason is None:
            return say.t(NO_ATTACHMENTS) if info.channel_id in self._without_attachments else None
        return say.t(_SENTENCES.get(reason, _REFUSED))

    async def _unheard(self, info: MatchInfo) -> str | None:
        """Return why a post of a match waits, if this process has not met it."""
        return await self._outbox.trouble(info.id, tuple(_SENTENCES)) if info.held_up else None

    async def look_again(self, guild_id: int) -> None:
        """Retry a server's failed posts at once, because something has changed there."""
        here = {match_id for match_id, (guild, _) in self._failures.items() if guild == guild_id}
        await self._outbox.hurry(guild_id, here, tuple(_SENTENCES))


def is_refusal(error: discord.HTTPException) -> bool:
    """Return whether a post's content was refused, so that a shorter one may be accepted."""
    others = (codes.UNKNOWN_CHANNEL, *codes.DM_CLOSED, *codes.DM_SPAM)
    return isinstance(delivery_error(error), Undeliverable) and error.code not in others


def refusal_summary(error: discord.HTTPException) -> str:
    """Return a refusal for the log: its status, its code and Discord's message."""
    return f"{error.status} {error.code} {error.text}"


def may_pass(error: discord.HTTPException) -> bool:
    """Return whether an error is temporary, without any action in the server."""
    told = delivery_error(error)
    return isinstance(told, Retry) and not is_lasting(told)


def thread_error(error: discord.HTTPException) -> Exception:
    """Return the error to raise for a failure that concerns a thread and not the match's channel."""
    return error if may_pass(error) else Undeliverable(f"{error.status} {error.code}")


def kept_refusal(error: discord.HTTPException) -> Retry:
    """Return the Retry of a refused call; no one has been called yet."""
    return Retry(REFUSED_RETRY, f"{REFUSED_ERROR}: {delivery_error(error)}", lasting=True)


def is_lasting(told: Retry | Undeliverable) -> bool:
    """Return whether a post waits for a person's action, or for ever."""
    return str(told) in _SENTENCES or str(told).startswith(REFUSED_ERROR)


def delivery_error(error: discord.HTTPException) -> Retry | Undeliverable:
    """Return the exception to raise for an error: Retry if it is temporary, else Undeliverable."""
    if error.status == 429:
        after = error.response.headers.get("Retry-After")
        return Retry(float(after) if after else None)
    if error.status >= 500:
        return Retry()
    if error.code in (codes.THREAD_ARCHIVED, codes.THREAD_LOCKED):
        return Retry(REPAIR_RETRY, THREAD_LOCKED, lasting=True)
    if error.code in codes.NO_MORE_THREADS:
        return Retry(REPAIR_RETRY, THREADS_FULL, lasting=True)
    if error.code == codes.UNKNOWN_CHANNEL:
        # Waiting posts go out if the channel answers again, or in the channel that the match moves to.
        return Retry(REPAIR_RETRY, CHANNEL_GONE, lasting=True)
    if error.status == 401:
        return Retry()  # a bot with a new token tries it
    if not error.code:
        # An answer from a proxy in front of Discord.
        return Retry(REPAIR_RETRY, lasting=True)
    if error.status == 403:
        return Retry(REPAIR_RETRY, NOT_ALLOWED, lasting=True)
    return Undeliverable(refusal_summary(error))
