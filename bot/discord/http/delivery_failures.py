"""Why Discord refuses posts: the reasons, the texts that explain them to players, and when to try again."""

from __future__ import annotations

import asyncio
import logging

import discord
from cachetools import FIFOCache

from bot.discord.http import error_codes
from bot.matches.match_suspension import UnreachableChannels
from bot.matches.service_results import MatchInfo
from bot.matches.ttl_cache import CachedValue, TTLCache
from bot.notifications.delivery import Retry, Undeliverable
from bot.notifications.outbox import Outbox
from bot.store.statements.rows import REFUSED_ERROR
from rules.kernel.words.translation import N_, Translator

log = logging.getLogger("bot.discord")

#: Seconds until the next attempt at a post that fails until someone in the server changes something. Most such changes
#: are noticed and trigger an attempt at once.
REPAIR_RETRY = 600
#: Seconds until the next attempt at a turn notification whose content was refused. The next move posts a new
#: notification anyway.
REFUSED_RETRY = 3600
#: Seconds until the next attempt in a server that has removed the bot. The bot's return triggers an attempt at once.
REMOVED_RETRY = 86_400

#: Maximum number of matches with delivery failures to remember; also the limit for servers that have removed the bot.
MAX_REMEMBERED = 4096

NOT_ALLOWED = "not allowed to post"
THREAD_LOCKED = "the thread is locked"
THREADS_FULL = "the server has as many open threads as Discord allows"
CHANNEL_GONE = "the channel is gone"
BOT_REMOVED = "the bot is no longer in the server"
DMS_BLOCKED = "Discord takes no more private channels from the bot now"
#: The text that explains each reason to players.
_SENTENCES = {
    NOT_ALLOWED: N_(
        "I can't post in this match's channel: I need to view it, send messages and attach files there. Your "
        "moves still count, and I'll post as soon as I can."
    ),
    THREAD_LOCKED: N_(
        "This match's thread is locked, so I can't post there. Your moves still count, but computers and "
        "clocks are stopped until someone unlocks it or moves the match to another channel with `/table "
        "move`."
    ),
    THREADS_FULL: N_(
        "This match's thread is closed, and I can't reopen it because this server has as many open threads "
        "as Discord allows. Your moves still count, but computers and clocks are stopped until someone "
        "closes another thread or moves the match to another channel with `/table move`."
    ),
    CHANNEL_GONE: N_(
        "This match's channel was deleted, so I can't ping anyone there. You can keep playing from private "
        "messages, but computers and clocks are stopped. Type `/table move` in another channel to move the "
        "match there."
    ),
    BOT_REMOVED: N_(
        "I'm no longer in this match's server, so I can't post there. Your moves still count; posts, "
        "computers and clocks wait until I'm back."
    ),
}
_REFUSED = N_(
    "Discord refuses my post about whose turn it is, so I couldn't ping anyone in this match's channel. Your "
    "moves still count, and I'll keep trying."
)
NO_ATTACHMENTS = N_(
    "I'm not allowed to attach files in this match's channel, so my posts there have no pictures. The "
    "channel's managers can change that."
)
_PARKED = N_(
    "I can't reach this match's channel. Until I can, computers and clocks are stopped; your moves still count."
)


class DeliveryFailures:
    """Records why posts currently can't reach matches' channels, as far as this process knows."""

    def __init__(self, client: discord.Client, outbox: Outbox, unreachable_channels: UnreachableChannels) -> None:
        self._client = client
        self._outbox = outbox
        self._unreachable_channels = unreachable_channels
        self._failures = FIFOCache[int, tuple[int, str]](MAX_REMEMBERED)
        #: The ids of channels where Discord refused the picture of the most recent post that had one.
        self._without_attachments = FIFOCache[int, None](MAX_REMEMBERED)
        #: The ids of servers with undelivered posts, cached briefly.
        self._stuck = CachedValue(lambda: outbox.stuck_servers(tuple(_SENTENCES)))
        self._asking = asyncio.Lock()
        #: The ids of servers known to this process to have removed the bot.
        self._removed = FIFOCache[int, None](MAX_REMEMBERED)
        #: The ids of servers that were recently requested from Discord, so they needn't be requested again.
        self._asked = TTLCache[int, bool]()

    async def reason(
        self, info: MatchInfo, error: discord.HTTPException, *, private: bool = False
    ) -> Retry | Undeliverable:
        """Return the error to raise for a failed post. If the server may have removed the bot, check that first.

        After "unknown channel", also request the match's channel, because Discord has returned this error wrongly
        before. After a failed `private` message, don't request the match's channel, which may still be usable.
        """
        if error.code in error_codes.MAYBE_REMOVED and await self._has_removed(info.guild_id):
            return Retry(REMOVED_RETRY, BOT_REMOVED)
        if error.code != error_codes.UNKNOWN_CHANNEL:
            return delivery_error(error)
        if private:
            return Undeliverable(f"{error.status} {error.code} {error.text}")
        try:
            await self._client.http.get_channel(info.channel_id)
        except discord.HTTPException as channel_error:
            channel_is_deleted = channel_error.code == error_codes.UNKNOWN_CHANNEL
            # Only a running match needs its channel, so there is no point in retrying posts of other matches.
            return (
                Undeliverable(CHANNEL_GONE)
                if channel_is_deleted and info.status != "playing"
                else delivery_error(channel_error)
            )
        return Retry()

    async def _has_removed(self, guild_id: int) -> bool:
        """Return whether a server has removed the bot, according to a gateway event or a request.

        Without the gateway, no event reports the bot's return, so the request is repeated after a while.
        """
        if guild_id not in self._removed or guild_id not in self._asked:
            try:
                await self._client.http.get_guild(guild_id, with_counts=False)
            except discord.HTTPException as error:
                if error.code in error_codes.REMOVED and guild_id not in self._removed:
                    await self.record_removal(guild_id)
            else:
                if guild_id in self._removed:
                    await self.resume_server(guild_id)
            self._asked[guild_id] = True
        return guild_id in self._removed

    async def record_removal(self, guild_id: int) -> None:
        """Record that a server has removed the bot. The server's matches wait until the bot returns."""
        log.warning("removed from a server; its matches wait", extra={"guild": guild_id})
        self._removed[guild_id] = None
        self._asked[guild_id] = True  # the gateway event is proof enough, so don't request the server
        await self._unreachable_channels.server_left(guild_id)

    async def resume_if_removed(self, guild_id: int | None) -> None:
        """Resume the matches of a server that had removed the bot, because someone is using the bot there again."""
        if guild_id is not None and guild_id in self._removed:
            await self.resume_server(guild_id)

    async def available(self, guild_id: int) -> None:
        """Resume the matches of a server that is available again after an outage or after the start.

        At the start this is called for every server, so a single cached query finds the undelivered posts of all of
        them.
        """
        async with self._asking:
            stuck = await self._stuck.get()
        has_failures = any(guild == guild_id for guild, _ in self._failures.values())
        if has_failures or guild_id in stuck or guild_id in self._removed:
            await self.resume_server(guild_id)

    async def resume_server(self, guild_id: int) -> None:
        """Resume a server's matches and deliver the waiting posts, because the bot can reach the server again."""
        self._removed.pop(guild_id, None)
        await self._unreachable_channels.server_is_back(guild_id)
        await self.retry_posts(guild_id)

    async def record(self, info: MatchInfo, reason: str) -> None:
        """Record why a post in a match's channel failed. If the channel can't be used at all, pause the match."""
        if reason in _SENTENCES:
            if info.id not in self._failures and reason != BOT_REMOVED:
                log.warning("a match's channel is out of reach", extra={"match": info.id, "reason": reason})
            self._failures[info.id] = (info.guild_id, reason)
        if reason in (CHANNEL_GONE, THREAD_LOCKED, THREADS_FULL) and info.parked_at is None:
            await self._unreachable_channels.suspend_channel(info.channel_id)

    async def clear(self, info: MatchInfo) -> None:
        """Record that a post in a match's channel succeeded."""
        self._failures.pop(info.id, None)
        if info.parked_at is not None:
            await self._unreachable_channels.resume_match(info.id)

    def record_pictures(self, channel_id: int, *, barred: bool) -> None:
        """Record whether a channel bars pictures, because the bot may not attach files there."""
        if barred:
            self._without_attachments[channel_id] = None
        else:
            self._without_attachments.pop(channel_id, None)

    async def resume_match(self, info: MatchInfo) -> None:
        """Resume a match that was paused because its channel seemed gone: someone has just acted in that channel.

        All of the server's matches are resumed, because another process may have paused this match.
        """
        if info.guild_id not in self._removed:
            await self.resume_server(info.guild_id)

    async def notice(self, say: Translator, info: MatchInfo, *, may_post: bool = False) -> str | None:
        """Return the text that tells players why the match's posts don't arrive, or None if they do arrive.

        Set `may_post` if an interaction has just shown that the bot may post in the match's channel. Waiting posts are
        then retried: without the gateway, the bot doesn't otherwise learn of new permissions.
        """
        if info.guild_id in self._removed:
            return say.t(_SENTENCES[BOT_REMOVED])
        if may_post:
            self._without_attachments.pop(info.channel_id, None)
        failure = self._failures.get(info.id)
        if failure is None and info.parked_at is not None:
            return say.t(_PARKED)
        # Another process may have recorded the failure in the database.
        reason = await self._reason_in_database(info) if failure is None else failure[1]
        if reason == NOT_ALLOWED and may_post:
            await self.retry_posts(info.guild_id)
            self._failures.pop(info.id, None)
            return None
        if reason is None:
            return say.t(NO_ATTACHMENTS) if info.channel_id in self._without_attachments else None
        return say.t(_SENTENCES.get(reason, _REFUSED))

    async def _reason_in_database(self, info: MatchInfo) -> str | None:
        """Return why a post of this match is waiting, according to the database, or None if no post is waiting."""
        return await self._outbox.waiting_reason(info.id, tuple(_SENTENCES)) if info.held_up else None

    async def retry_posts(self, guild_id: int) -> None:
        """Retry a server's failed posts at once because one of the server's permissions or channels has changed."""
        match_ids = {match_id for match_id, (guild, _) in self._failures.items() if guild == guild_id}
        await self._outbox.hurry(guild_id, match_ids, tuple(_SENTENCES))


def is_refusal(error: discord.HTTPException) -> bool:
    """Return whether Discord refused a post because of its content, so a simpler version may be accepted."""
    excluded_codes = (error_codes.UNKNOWN_CHANNEL, *error_codes.DM_CLOSED, *error_codes.DM_SPAM)
    return isinstance(delivery_error(error), Undeliverable) and error.code not in excluded_codes


def refusal_summary(error: discord.HTTPException) -> str:
    """Return a refusal as text for the log: the status, the code and Discord's message."""
    return f"{error.status} {error.code} {error.text}"


def is_temporary(error: discord.HTTPException) -> bool:
    """Return whether an error will pass even if no one in the server does anything."""
    delivery_exception = delivery_error(error)
    return isinstance(delivery_exception, Retry) and not is_lasting(delivery_exception)


def thread_error(error: discord.HTTPException) -> Exception:
    """Return the error to raise for a failure in a thread that isn't the match's channel."""
    return error if is_temporary(error) else Undeliverable(f"{error.status} {error.code}")


def refused_call_retry(error: discord.HTTPException) -> Retry:
    """Return the Retry for a turn notification that Discord has refused. It must be retried, as no one was notified."""
    return Retry(REFUSED_RETRY, f"{REFUSED_ERROR}: {delivery_error(error)}", lasting=True)


def is_lasting(delivery_exception: Retry | Undeliverable) -> bool:
    """Return whether a failed post will keep failing until someone in the server changes something."""
    return str(delivery_exception) in _SENTENCES or str(delivery_exception).startswith(REFUSED_ERROR)


def delivery_error(error: discord.HTTPException) -> Retry | Undeliverable:
    """Return the exception to raise for Discord's error: Retry if another attempt can succeed, else Undeliverable."""
    if error.status == 429:
        after = error.response.headers.get("Retry-After")
        return Retry(float(after) if after else None)
    if error.status >= 500:
        return Retry()
    if error.code in (error_codes.THREAD_ARCHIVED, error_codes.THREAD_LOCKED):
        return Retry(REPAIR_RETRY, THREAD_LOCKED, lasting=True)
    if error.code in error_codes.NO_MORE_THREADS:
        return Retry(REPAIR_RETRY, THREADS_FULL, lasting=True)
    if error.code == error_codes.UNKNOWN_CHANNEL:
        # Another attempt succeeds if the channel becomes available again, or if the match moves to another channel.
        return Retry(REPAIR_RETRY, CHANNEL_GONE, lasting=True)
    if error.status == 401:
        return Retry()  # the bot must be restarted with a new token
    if not error.code:
        # A response without an error code comes from a proxy in front of Discord.
        return Retry(REPAIR_RETRY, lasting=True)
    if error.status == 403:
        return Retry(REPAIR_RETRY, NOT_ALLOWED, lasting=True)
    return Undeliverable(refusal_summary(error))
