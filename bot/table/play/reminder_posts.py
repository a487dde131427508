"""Delivers posts that ping players who haven't moved: reminders by the bot, and nudges from other players."""

from __future__ import annotations

from bot.discord.delivery import post_texts
from bot.discord.delivery.idempotent_send import OutgoingMessage
from bot.discord.delivery.post_kinds import DeliveryContext, PostKind
from bot.discord.match_context import reader_in
from bot.matches.clocks.time_control import TimeControl
from bot.matches.service_results import MatchInfo, SeatInfo
from bot.matches.transaction_hook import TransactionHook
from bot.notifications.delivery import Retry
from bot.store.statements.rows import OutboxRow
from bot.table.play.board_posts import controls_for
from bot.table.play.post_contents import was_paused


def kinds(context: DeliveryContext) -> dict[str, PostKind]:
    """Return the kinds of outbox messages that this module delivers, keyed by name."""
    posts = ReminderPosts(context)
    return {"reminder": PostKind(posts.reminder, pings=True), "nudge": PostKind(posts.nudge, pings=True)}


class ReminderPosts:
    """Delivers outbox rows for reminders and nudges."""

    def __init__(self, context: DeliveryContext) -> None:
        self._bot, self._sender, self._pings = context.bot, context.sender, context.pings
        self._outbox = context.bot.service.outbox

    async def reminder(self, row: OutboxRow, info: MatchInfo) -> TransactionHook | None:
        """Ping players who have been awaited for a long time and still haven't moved."""
        table = await self._bot.service.matches.table_of(info)
        is_first_ping, stands_in = "held" in row.payload, row.payload.get("stands_in")
        seats = [seat for seat in _due(row, info) if post_texts.waits_for(table, seat.seat)]
        if not seats or was_paused(row, info):
            return None
        pingable_users = await self._pings.for_pings([seat.user_id for seat in seats])
        quiet_until_by_user = await self._pings.in_quiet_hours(pingable_users, self._bot.clock.now())
        users = [user for user in pingable_users if user not in quiet_until_by_user]
        if not users:
            return self._outbox.later_pings_queued(info, quiet_until_by_user)
        reader = reader_in(info.locale, info)
        since = min(seat.waiting_since or info.created_at for seat in seats)
        pinged = await self._pings.for_reminder(
            info, users, costs=TimeControl.from_json(info.pace).has_clock or stands_in is not None
        )
        post = OutgoingMessage(
            post_texts.reminder(table, reader, users, since, stands_in),
            controls_for(reader, table, calls=True, shows=False),
            users=pinged,
            silent=not pinged,
        )
        message_id = await self._sender.send(info.channel_id, post, row)
        quiet_until_by_user = await self._pings.in_quiet_hours(pingable_users, self._sender.posted_at(message_id))
        return self._outbox.reminder_posted(
            info, message_id, is_first_ping=is_first_ping, stands_in=stands_in, ping_time_by_user=quiet_until_by_user
        )

    async def nudge(self, row: OutboxRow, info: MatchInfo) -> TransactionHook | None:
        """Ask a player, on behalf of another player, whether they can move.

        Nothing is posted if they have moved or answered in the meantime.
        """
        table, payload = await self._bot.service.matches.table_of(info), row.payload
        seat = next((seat for seat in info.seats if seat.user_id == payload["user_id"]), None)
        if seat is None or seat.nudged_at != payload["at"] or not post_texts.waits_for(table, seat.seat):
            return None
        if seat.is_away or was_paused(row, info):
            return None
        if quiet_until_by_user := await self._pings.in_quiet_hours([seat.user_id], self._bot.clock.now()):
            raise Retry(quiet_until_by_user[seat.user_id] - self._bot.clock.now())
        reader = reader_in(info.locale, info)
        words = post_texts.nudge(table, reader, seat, payload["asker"], self._bot.clock.now())
        post = OutgoingMessage(
            f"<@{seat.user_id}> {words}", post_texts.nudge_buttons(reader, info.id), users=[seat.user_id]
        )
        return self._outbox.reminder_posted(info, await self._sender.send(info.channel_id, post, row))


def _due(row: OutboxRow, info: MatchInfo) -> list[SeatInfo]:
    """Return the seats in a row whose players still have to be reminded."""
    is_first_ping, stands_in = "held" in row.payload, row.payload.get("stands_in")
    due = [seat for seat in info.seats if seat.seat in row.payload["seats"] and not seat.is_away]
    if stands_in is not None:
        return [seat for seat in due if seat.stand_in_at == stands_in]
    return [seat for seat in due if seat.reminded or is_first_ping]
