"""Delivers the outbox rows to Discord: posts, private messages, and edits of the live board and the lobby."""

from __future__ import annotations

import aiohttp
import discord

from bot.app import timeouts
from bot.app.image_cache import picture_requester
from bot.discord import optional_part_timeouts
from bot.discord.bot import Bot
from bot.discord.delivery.idempotent_send import Sender
from bot.discord.delivery.ping_recipients import PingRecipients
from bot.discord.delivery.post_kinds import DeliveryContext, PostKind, kinds_of
from bot.discord.http import delivery_failures, error_codes, interaction_metrics
from bot.discord.http.outgoing_rate_limiter import Priority, request_priority
from bot.matches.refusals import NewerMatch
from bot.matches.service_results import MatchInfo
from bot.matches.transaction_hook import TransactionHook
from bot.notifications.delivery import Retry, Undeliverable
from bot.store.statements.rows import OutboxRow
from bot.table.lobby import threads
from rules.kernel.errors import Refusal

#: Seconds until the next attempt to deliver a post that only a newer version of the bot can deliver.
NEWER_RETRY = 10


class DiscordDeliverer:
    """Delivers outbox rows. Each delivery is based on the current state of the row's match."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._outbox = bot.service.outbox
        self._sender = Sender(bot)
        self._kinds = kinds_of(DeliveryContext(bot, self._sender, PingRecipients(bot)))

    async def deliver(self, row: OutboxRow) -> TransactionHook | None:
        """Deliver a row by posting, editing or sending a message; raises Retry if a later attempt may succeed.

        Raises Undeliverable if no attempt can succeed. Returns the changes to save together with the delivery, so that
        a second attempt starts from the same state.
        """
        picture_requester.set(("match", row.match_id))
        kind = self._kinds.get(row.kind)
        request_priority.set(_rank(row, kind))
        try:
            info = await self._bot.service.matches.get(row.match_id)
        except NewerMatch as error:
            raise Retry(NEWER_RETRY, str(error)) from error
        except Refusal as error:
            raise Undeliverable(error.msgid) from error
        if kind is None:
            raise Retry(NEWER_RETRY, "only a newer version of the bot knows this post")
        try:
            with optional_part_timeouts.time_limit(_picture_seconds(row, kind)):
                return await self._deliver(row, info, kind)
        except NewerMatch as error:
            raise Retry(NEWER_RETRY, str(error)) from error
        except Refusal as error:
            raise Undeliverable(error.msgid) from error
        except (Retry, Undeliverable) as failure:
            if row.kind == "turn" and delivery_failures.is_lasting(failure):
                failure.hook = self._outbox.private_messages_queued(info, row)
            raise
        except discord.RateLimited as error:
            raise Retry(error.retry_after) from error
        except (OSError, aiohttp.ClientError, TimeoutError) as error:
            raise Retry(uncertain=True) from error

    async def _deliver(self, row: OutboxRow, info: MatchInfo, kind: PostKind) -> TransactionHook | None:
        try:
            try:
                hook = await kind.deliver(row, info)
            except discord.HTTPException as error:
                if error.code != error_codes.THREAD_ARCHIVED:
                    raise
                await threads.reopen(self._bot, info.channel_id)
                hook = await kind.deliver(row, info)
        except discord.HTTPException as error:
            interaction_metrics.count_refusal(error)
            delivery_error = await self._bot.delivery_failures.reason(info, error, private=kind.target == "person")
            if kind.target != "person":
                await self._bot.delivery_failures.record(info, str(delivery_error))
            raise delivery_error from error
        if kind.target == "match":
            await self._bot.delivery_failures.clear(info)
        return hook


def _picture_seconds(row: OutboxRow, kind: PostKind) -> float:
    """Return the time limit in seconds for a post's pictures and emojis: 0 for a retry, which leaves them out."""
    if row.failed:
        return 0
    is_closing_post = row.kind == "score" or (row.kind == "watch" and row.payload["over"])
    if is_closing_post:
        return timeouts.CLOSING_PARTS
    return timeouts.CALL_PICTURES if _rank(row, kind) is Priority.CALL else timeouts.PICTURES


def _rank(row: OutboxRow, kind: PostKind | None) -> Priority:
    """Return the priority of a row's requests: pings go first, then public posts, then private messages."""
    if kind is not None and kind.pings and row.payload.get("loud", True):
        return Priority.CALL
    return Priority.BOARD if kind is None or kind.target == "match" else Priority.HAND
