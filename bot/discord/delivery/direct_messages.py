"""Delivers private messages: a seat's decision, the seat's hand, and the daily digest."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import discord
from cachetools import LRUCache

from bot.discord.delivery import post_texts
from bot.discord.delivery.dm_channels import DMChannels, in_quiet_hours
from bot.discord.delivery.idempotent_send import OutgoingMessage
from bot.discord.delivery.post_kinds import DeliveryContext, PostKind
from bot.discord.http import delivery_failures, error_codes
from bot.discord.http.outgoing_rate_limiter import RateBudgetExhausted
from bot.discord.match_context import MatchContext, reader_in
from bot.discord.ui import limits
from bot.matches.service_results import MatchInfo, SeatInfo
from bot.matches.transaction_hook import TransactionHook, all_hooks
from bot.notifications.delivery import Retry
from bot.notifications.preferences import NotificationPrefs, PingMode
from bot.notifications.quiet_hours import after_quiet_hours
from bot.store.statements.rows import OutboxRow
from bot.table.lobby import panel as lobby_panel
from bot.table.play import event_words
from bot.table.seats import late_seat_texts as seat_posts

log = logging.getLogger("bot.discord")

#: Maximum number of private messages whose contents are remembered.
MAX_REMEMBERED_MESSAGES = 1024
#: Maximum number of matches listed in a digest.
MAX_DIGEST_MATCHES = 10


def kinds(context: DeliveryContext) -> dict[str, PostKind]:
    """Return the post kinds for private messages, keyed by name."""
    posts = DirectMessages(context)
    return {
        "ring": PostKind(posts.notify, target="person", pings=True),
        "hand": PostKind(posts.refresh, target="person"),
        "seated": PostKind(posts.seated, target="person"),
        "invite": PostKind(posts.invite, target="person"),
    }


class DirectMessages:
    """Delivers the outbox rows of private messages."""

    def __init__(self, context: DeliveryContext) -> None:
        bot = context.bot
        self._bot = bot
        self._sender = context.sender
        self._outbox = bot.service.outbox
        self._private_channels = DMChannels(bot)
        #: Hashes of the text and picture of private messages, by message id. Used to skip edits that change nothing.
        self._shown = LRUCache[int, tuple[str, str]](MAX_REMEMBERED_MESSAGES)

    # -- kinds of messages --------------------------------------------------------------------------------

    async def notify(self, row: OutboxRow, info: MatchInfo) -> TransactionHook | None:
        """Tell a seat's player that they must act: loudly with a new message, or silently by editing the last message.

        If the person accepts no private messages, a post in the match's channel says so once.
        """
        reader = await self._reader(row, info)
        if reader is None or not post_texts.waits_for(reader[0].table, reader[1].seat):
            return None
        ctx, seat = reader
        prefs, digest_time, loud = (
            await self._bot.service.people.prefs(seat.user_id),
            row.payload["daily"],
            bool(row.payload["loud"]),
        )
        if digest_time and prefs.ping_mode is PingMode.DAILY:
            return await self._digest(row, ctx, seat)
        if seat.is_away or (digest_time and not prefs.pings_privately):
            return None  # the person has changed their settings since the row was written
        if loud and info.paused_at is not None and row.created_at < info.paused_at:
            return None  # the person will be pinged when the pause ends
        if loud:
            self._check_quiet_hours(prefs)
        try:
            channel_id, message_id = await self._send_or_edit(row, seat, ctx, loud=loud)
        except discord.HTTPException as error:
            return await self._handle_refusal(error, row, info, seat, loud=loud)
        if message_id == seat.dm_message_id:
            return None
        return self._outbox.private_message_posted(info, seat, channel_id, message_id, seat.dm_message_id)

    def _check_quiet_hours(self, prefs: NotificationPrefs) -> None:
        """Raise Retry with the remaining time if the person has quiet hours now."""
        now = self._bot.clock.now()
        if (quiet_until := after_quiet_hours(prefs.quiet_hours, now)) > now:
            raise Retry(quiet_until - now)

    async def refresh(self, row: OutboxRow, info: MatchInfo) -> TransactionHook | None:
        """Update a seat's private message. Only a player who is new to the seat gets a new message."""
        ctx, seat = await self._reader(row, info) or (None, None)
        if ctx is None or seat is None:
            return None
        if seat.dm_message_id is None:
            return await self._send_first(row, ctx, seat) if row.payload.get("new") else None
        channel = await self._private_channels.channel(seat.user_id)
        try:
            if await self._edit(channel.id, seat.dm_message_id, await self._message_for(ctx, seat)):
                return None
        except discord.HTTPException as error:
            if error.code not in (
                *error_codes.DM_CLOSED,
                *error_codes.DM_OF_PREVIOUS_BOT,
            ) and not delivery_failures.is_refusal(error):
                raise
            log.warning("a private message was not edited: %s", error.code, extra={"match": info.id})
            return None
        return self._outbox.private_message_lost(info, seat)

    async def _send_first(self, row: OutboxRow, ctx: MatchContext, seat: SeatInfo) -> TransactionHook | None:
        """Send the first private message for a seat to its new player, with the picture of the hand."""
        try:
            channel_id, message_id = await self._send_or_edit(row, seat, ctx, loud=False)
        except discord.HTTPException as error:
            return await self._handle_refusal(error, row, ctx.info, seat, loud=False)
        return self._outbox.private_message_posted(ctx.info, seat, channel_id, message_id, None)

    async def seated(self, row: OutboxRow, info: MatchInfo) -> None:
        """Send a seat's new player a summary of the match so far.

        A player who accepts no private messages has already seen the summary in the response to taking the seat.
        """
        ctx, seat = await self._reader(row, info) or (None, None)
        if ctx is None or seat is None:
            return
        channel = await self._private_channels.channel(seat.user_id)
        try:
            await self._sender.send(channel.id, OutgoingMessage(await seat_posts.summary(ctx), silent=True), row)
        except discord.HTTPException as error:
            if error.code not in error_codes.DM_CLOSED and not delivery_failures.is_refusal(error):
                raise

    async def invite(self, row: OutboxRow, info: MatchInfo) -> None:
        """Invite a person to a lobby, in the match's channel if the person accepts no private messages."""
        user_id = int(row.payload["user_id"])
        if info.status != "lobby" or info.seat_of(user_id) is not None:
            return
        game, by = self._bot.games[info.game], row.payload["by"]
        is_quiet = bool(await in_quiet_hours(self._bot, [user_id]))
        locale = await self._bot.service.people.private_locale(user_id, info.locale)
        try:
            channel = await self._private_channels.channel(user_id)
            invitation = lobby_panel.personal_invitation(game, info, locale, by, user_id)
            await self._sender.send(channel.id, OutgoingMessage("", invitation, silent=is_quiet), row)
        except discord.HTTPException as error:
            if error.code in error_codes.DM_SPAM:
                raise await self._private_channels.note_spam_refusal(error) from error
            if error.code not in (
                *error_codes.DM_CLOSED,
                *error_codes.DM_OF_PREVIOUS_BOT,
            ) and not delivery_failures.is_refusal(error):
                raise
            place = info.public_channel_id
            invitation = lobby_panel.personal_invitation(game, info, info.locale, by, user_id, calls=True)
            await self._sender.send(
                place, OutgoingMessage("", invitation, users=[] if is_quiet else [user_id], silent=is_quiet), row
            )

    async def _digest(self, row: OutboxRow, ctx: MatchContext, seat: SeatInfo) -> TransactionHook:
        """Send a person the daily list of matches that wait for them, and schedule the next one."""
        people, due_at, user_id = self._bot.service.people, int(row.payload["daily"]), seat.user_id
        prefs, now = await people.prefs(user_id), self._bot.clock.now()
        if now < due_at:
            # Either the row was delivered early, or the clock was set back. In the second case, the next digest may be
            # due before this row.
            raise Retry(min(due_at, prefs.next_digest(now)) - now)
        next_digest = self._outbox.digest_repeated(ctx.info, seat, row, prefs.next_digest(now))
        if prefs.was_digested(due_at, now) or ctx.info.paused_at is not None or seat.is_away:
            return next_digest  # another match's row has sent this digest, or this match isn't waiting for the person
        night = None if prefs.quiet_hours is None else prefs.quiet_hours.night_at(now)
        if night is not None and due_at < night[0]:
            # A late digest waits until the quiet hours end. A punctual one is sent at the chosen hour even during quiet
            # hours.
            raise Retry(night[1] - now)
        lines = await self._bot.service.matches.waiting_for(user_id)
        post = post_texts.digest(ctx.reader, self._bot.games, lines[:MAX_DIGEST_MATCHES], len(lines))
        # Each match that waits for the person has its own row. All these rows use the same nonce, so Discord posts only
        # one message.
        nonce = hashlib.sha256(f"digest:{user_id}:{due_at}".encode()).hexdigest()[: len(row.nonce)]
        channel = await self._private_channels.channel(user_id)
        try:
            await self._sender.send(channel.id, OutgoingMessage(*post), replace(row, nonce=nonce))
        except discord.HTTPException as error:
            return await self._handle_refusal(error, row, ctx.info, seat, loud=True) or next_digest
        return all_hooks(people.digest_sent(user_id, now), next_digest)

    # -- sending and editing ------------------------------------------------------------------------------

    async def _reader(self, row: OutboxRow, info: MatchInfo) -> tuple[MatchContext, SeatInfo] | None:
        """Return the match as the recipient of a row sees it, and their seat; None if they have left the match."""
        user_id = int(row.payload["user_id"])
        seat = next((seat for seat in info.seats if seat.user_id == user_id), None)
        if seat is None:
            return None
        table = await self._bot.service.matches.table_of(info)
        locale = await self._bot.service.people.private_locale(user_id, info.locale)
        reader = reader_in(locale, info, await self._bot.icons_for(user_id))
        return MatchContext(self._bot, table, user_id, seat.seat, reader), seat

    async def _message_for(
        self,
        ctx: MatchContext,
        seat: SeatInfo,
        nudge_payload: Mapping[str, Any] | None = None,
        *,
        pictured: bool = True,
    ) -> OutgoingMessage:
        """Return a seat's private message for the current position.

        If `nudge_payload` is the payload of a nudge, the message starts with the nudge.
        """
        table, reader = ctx.table, ctx.reader
        buttons = post_texts.private_buttons(table, reader, seat.seat)
        if seat.computer is not None or seat.open_since is not None:
            return OutgoingMessage(post_texts.private(table, reader, seat.seat), buttons)
        entries = await self._bot.service.history.since_own(ctx.info, seat.seat)
        lines = [
            *event_words.orders_stopped_line(reader.text, table, seat.seat),
            *post_texts.private_event_lines(ctx.game, reader.signed, entries, seat.seat),
        ]
        if trouble := await self._bot.delivery_failures.notice(reader.text, ctx.info):
            lines = [trouble, *lines]
        has_secrets = seat.seat in table.position.seats_with_secrets
        file = await ctx.hand() if has_secrets and pictured else None
        if has_secrets and file is None:
            lines.append(ctx.game.hand_text(reader.text, ctx.view))
        words = post_texts.private(table, reader, seat.seat, lines)
        if nudge_payload is not None and "asker" in nudge_payload and nudge_payload["at"] == seat.nudged_at:
            nudge = post_texts.nudge(table, reader, seat, nudge_payload["asker"], self._bot.clock.now())
            words = limits.truncate_lines([nudge, *words.splitlines()], limits.CONTENT)
        return OutgoingMessage(words, buttons, file)

    async def _send_or_edit(self, row: OutboxRow, seat: SeatInfo, ctx: MatchContext, *, loud: bool) -> tuple[int, int]:
        """Send or edit the message to a seat's player and return the ids of the channel and the message.

        If Discord refuses the picture, the message goes out without it.
        """
        try:
            return await self._write(row, seat, ctx, loud=loud, pictured=True)
        except discord.HTTPException as error:
            if not delivery_failures.is_refusal(error):
                raise
            return await self._write(row, seat, ctx, loud=loud, pictured=False)

    async def _write(
        self, row: OutboxRow, seat: SeatInfo, ctx: MatchContext, *, loud: bool, pictured: bool
    ) -> tuple[int, int]:
        async def send(channel: discord.PartialMessageable) -> tuple[int, int]:
            if seat.dm_message_id is not None and not loud:
                post = await self._message_for(ctx, seat, row.payload, pictured=pictured)
                if await self._edit_unless_old(channel.id, seat.dm_message_id, post):
                    return channel.id, seat.dm_message_id
            # The failed edit has consumed the file, so build the message again.
            post = await self._message_for(ctx, seat, row.payload, pictured=pictured)
            post.silent = not loud
            digests = post.content_digests
            message_id = await self._sender.send(channel.id, post, row)
            self._remember(message_id, digests)
            return channel.id, message_id

        return await self._private_channels.reach(seat.user_id, send)

    async def _edit_unless_old(self, channel_id: int, message_id: int, post: OutgoingMessage) -> bool:
        """Edit a private message. Return False if it was deleted, or is so old that Discord allows no more edits."""
        try:
            return await self._edit(channel_id, message_id, post)
        except discord.RateLimited as error:
            if isinstance(error, RateBudgetExhausted) or not self._sender.is_old(message_id):
                raise
        except discord.HTTPException as error:
            if error.code != error_codes.EDITED_TOO_OFTEN:
                raise
        return False

    async def _edit(self, channel_id: int, message_id: int, post: OutgoingMessage) -> bool:
        """Edit a private message without uploading an unchanged picture. Return False if the message is deleted."""
        digests, before = post.content_digests, self._shown.get(message_id, ("", ""))
        if digests == before:
            return True
        if not await self._sender.edit(channel_id, message_id, post, keeps_picture=digests[1] == before[1]):
            return False
        self._remember(message_id, digests)
        return True

    def _remember(self, message_id: int, digests: tuple[str, str]) -> None:
        self._shown[message_id] = digests

    async def _handle_refusal(
        self, error: discord.HTTPException, row: OutboxRow, info: MatchInfo, seat: SeatInfo, *, loud: bool
    ) -> TransactionHook | None:
        """Return the changes to save if a person accepts no private messages. Raises the error if it is temporary."""
        if error.code in error_codes.DM_SPAM:
            raise await self._private_channels.note_spam_refusal(error) from error
        if delivery_failures.is_refusal(error):
            log.warning(
                "a private message was refused: %s", delivery_failures.delivery_error(error), extra={"match": info.id}
            )
        elif error.code not in error_codes.DM_CLOSED:
            raise error
        return await self._private_channels.note_closed(info, seat, loud=loud)
