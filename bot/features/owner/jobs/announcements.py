"""Posts the owners' announcements in all servers.

The posts are sent slowly and by only one process, so players' notifications and board updates aren't delayed.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

import aiohttp
import discord

from bot.discord.bot import Bot
from bot.discord.commands.background_reconciler import Reconciler
from bot.discord.delivery.idempotent_send import OutgoingMessage, Sender
from bot.discord.http import delivery_failures
from bot.discord.http.outgoing_rate_limiter import RateBudgetExhausted
from bot.discord.ui.locale import code_of
from bot.features.owner.panel import announcement_page as owner_news
from bot.features.owner.service.announcements import (
    NEVER_PLAYED,
    TURNED_OFF,
    Announcements,
    DueAnnouncement,
    UnreadableValue,
    text_in,
)
from bot.notifications.delivery import Retry
from bot.store.statements.rows import OutboxRow
from rules.kernel.words.translation import Translator

log = logging.getLogger("bot.discord")

#: Maximum number of posts sent before another process may take over, and seconds until the next check: normally, while
#: another process is posting, and after Discord's response to a post was lost.
BATCH_SIZE, IDLE_INTERVAL, BUSY_INTERVAL, LOST_ANSWER_RETRY = 10, 60.0, 5.0, 60.0
#: Maximum number of attempts to send a post if its channel can't be reached or the bot itself fails.
MAX_TRIES = 8


class Announcer(Reconciler):
    """Posts announcements in the channel that each server has chosen."""

    name = "announcements"
    refusal_message = "an announcement can't be posted yet"
    wakes_on = ("announced",)

    def __init__(self, bot: Bot) -> None:
        super().__init__()
        self._bot = bot
        self._of = bot.service.part(Announcements)
        self._sender = Sender(bot)

    async def work(self) -> float:
        """Send the posts that are due; return the seconds until the next check."""
        wait = await self._of.seconds_until_due()
        if wait is None or wait:
            return IDLE_INTERVAL if wait is None else min(IDLE_INTERVAL, wait)
        async with self._of.try_lock() as leads:
            if not leads:
                return BUSY_INTERVAL
            for post in await self._of.due(BATCH_SIZE):
                await self._post_apart(post)
        return 0.0

    async def _post_apart(self, post: DueAnnouncement) -> None:
        """Send one post. If the bot itself fails, log the error and retry later, up to `MAX_TRIES` times."""
        with self.isolated((post.announcement_id, post.guild_id)):
            await self._post(post)
            return
        await self._retry_later(post, LOST_ANSWER_RETRY, "a fault of the bot", certain=False)

    async def _post(self, post: DueAnnouncement) -> None:
        """Send one post of an announcement, or save why it can't be sent."""
        settings = await self._of.settings(post.guild_id)
        if settings.unannounced:
            await self._of.skip(post, TURNED_OFF)
            return
        place = await self._of.channel_for(post.guild_id)
        configured_channel = settings.announcements
        if configured_channel is None and place is None:
            await self._of.skip(post, NEVER_PLAYED)
            return
        locale = settings.language or (await self._server_locale(post.guild_id) if place is None else place.locale)
        if not await self._of.mark_begun(post):
            return  # an owner has stopped the announcement in the meantime
        try:
            texts = (await self._of.get(post.announcement_id)).texts
        except UnreadableValue as error:
            await self._of.skip(post, str(error))
            return
        channels = (
            [configured_channel]
            if configured_channel is not None
            else await self._candidate_channels(place.channel_id if place is not None else 0)
        )
        await self._post_in_first(post, channels, owner_news.post(Translator(locale), text_in(texts, locale)))

    async def _server_locale(self, guild_id: int) -> str:
        return code_of(await self._bot.directory.locale(guild_id), self._bot.settings.locale)

    async def _candidate_channels(self, channel_id: int) -> Sequence[int]:
        """Return the channels to try, in order: if the given channel is a thread, its parent channel comes first."""
        try:
            channel = await self._bot.directory.channel(channel_id)
        except discord.HTTPException as error:
            if delivery_failures.is_temporary(error):
                raise
            return [channel_id]
        return [channel.parent_id, channel.id] if isinstance(channel, discord.Thread) else [channel_id]

    async def _post_in_first(self, post: DueAnnouncement, channels: Sequence[int], text: str) -> None:
        """Send the post to the first of these channels that accepts it.

        If Discord's response is lost, the next attempt looks for the post in the channel.
        """
        row, refusal = _row(post, self._bot.clock.now()), ""
        try:
            for channel_id in channels:
                try:
                    message_id = await self._sender.send(channel_id, OutgoingMessage(text, silent=True), row)
                except discord.HTTPException as error:
                    if delivery_failures.is_temporary(error) or error.status == 401:
                        raise
                    refusal = str(delivery_failures.delivery_error(error))
                else:
                    await self._of.mark_done(post, channel_id, message_id)
                    return
        except (RateBudgetExhausted, discord.RateLimited) as error:
            await self._of.postpone(post, error.retry_after + 1, str(error), certain=post.begun_at is None)
        except discord.HTTPException as error:
            delivery_error = delivery_failures.delivery_error(error)
            after = (delivery_error.after_seconds if isinstance(delivery_error, Retry) else None) or LOST_ANSWER_RETRY
            await self._retry_later(
                post, after, str(delivery_error), certain=error.status < 500 and post.begun_at is None
            )
        except (OSError, aiohttp.ClientError, TimeoutError):
            await self._retry_later(post, LOST_ANSWER_RETRY, "no answer", certain=False)
        else:
            log.warning("an announcement was not posted", extra={"guild": post.guild_id, "reason": refusal})
            await self._of.skip(post, refusal)

    async def _retry_later(self, post: DueAnnouncement, seconds: float, reason: str, *, certain: bool) -> None:
        if post.attempts + 1 >= MAX_TRIES:
            await self._of.skip(post, reason)
        else:
            await self._of.postpone(post, seconds, reason, certain=certain)


def _row(post: DueAnnouncement, now: int) -> OutboxRow:
    """Return an outbox row for the post, so the sender can recognise a post sent by an earlier attempt."""
    began = now if post.begun_at is None else post.begun_at
    return OutboxRow(
        0, 0, "announcement", None, {}, None, post.nonce, "due", post.attempts, 0, began, None,
        uncertain=post.begun_at is not None,
    )  # fmt: skip
