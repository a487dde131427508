"""Delivers posts that ask players something: notices that need an answer, votes, and questions about a seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from discord import ui

from bot.discord.delivery import post_texts
from bot.discord.delivery.idempotent_send import OutgoingMessage
from bot.discord.delivery.post_kinds import DeliveryContext, PostKind
from bot.discord.match_context import channel_reader, reader_in
from bot.discord.ui import controls, limits, safe_names
from bot.discord.ui.locale import ReaderContext
from bot.matches.play.move_batch import find_hidden_hold
from bot.matches.quotas import MAX_REASON_LENGTH
from bot.matches.service_results import MatchInfo, Vote
from bot.matches.transaction_hook import TransactionHook
from bot.notifications.delivery import Retry
from bot.notifications.match_posts import UNDO_VOTE, notice_text
from bot.store.statements.rows import OutboxRow
from bot.table.play import event_words
from bot.table.seats import late_seat_texts as seat_posts

#: Maximum number of journal entries searched for the moves that an undo would reverse.
SEARCHED_ENTRIES = 500


def kinds(context: DeliveryContext) -> dict[str, PostKind]:
    """Return the kinds of outbox messages that this module delivers, keyed by name."""
    posts = VotePosts(context)
    return {
        "notice": PostKind(posts.notice, pings=True),
        "vote": PostKind(posts.vote, pings=True),
        "seat": PostKind(posts.seat),
    }


class VotePosts:
    """Delivers outbox rows for notices, votes and questions about seats."""

    def __init__(self, context: DeliveryContext) -> None:
        self._bot, self._sender, self._ping_recipients = context.bot, context.sender, context.pings
        self._outbox = context.bot.service.outbox

    async def notice(self, row: OutboxRow, info: MatchInfo) -> TransactionHook | None:
        """Post a notice in the channel, and ping the players who still have to answer it."""
        if row.payload.get("undo") is not None:  # the previous release queued undo requests as notices
            return await self.vote(replace(row, payload={"vote": row.payload["undo"]}), info)
        reader = reader_in(info.locale, info)
        users, calls = row.payload["users"], row.payload.get("calls")
        awaited_users = await self._still_awaited(row, info)
        text = _text(reader, row, info, [] if calls else users)
        reachable_users = await self._ping_recipients.for_question(awaited_users)
        quiet_until_by_user = await self._ping_recipients.in_quiet_hours(reachable_users, self._bot.clock.now())
        pinged = [user for user in reachable_users if user not in quiet_until_by_user and not calls]
        fewer = controls.rows([post_texts.fewer_button(reader)]) if pinged else None
        post = OutgoingMessage(text, fewer, users=pinged, silent=not pinged)
        posted = self._sender.posted_at(await self._sender.send(info.channel_id, post, row))
        # Only players of a running match can be pinged later. In a lobby, people get only the silent mention.
        reachable_users = [
            user for user in reachable_users if info.status == "playing" and info.seat_of(user) is not None
        ]
        quiet_until_by_user = await self._ping_recipients.in_quiet_hours(reachable_users, posted)
        if calls:
            quiet_until_by_user = {user: quiet_until_by_user.get(user, posted) for user in reachable_users}
        return self._outbox.later_pings_queued(info, quiet_until_by_user) if quiet_until_by_user else None

    async def _still_awaited(self, row: OutboxRow, info: MatchInfo) -> list[int]:
        """Return the ids of the people in a notice who still have to give the answer that it asks for.

        People who are now awaited for a later turn are left out. In a lobby, or while it is secret who has answered,
        all people in the notice are returned; after the end of a match, none are.
        """
        users: list[int] = row.payload["users"]
        if info.status != "playing":
            return users if info.status == "lobby" else []
        if not users or find_hidden_hold((await self._bot.service.matches.table_of(info)).match) is not None:
            return users
        since = {seat.user_id: seat.waiting_since for seat in info.seats}
        return [user for user in users if (at := since.get(user)) is not None and at <= row.created_at]

    async def vote(self, row: OutboxRow, info: MatchInfo) -> TransactionHook | None:
        """Post a vote, or update the post of the vote with the answers and the result."""
        current_vote = await self._bot.service.votes.get(row.payload["vote"])
        kind = None if current_vote is None else self._bot.service.votes.kinds.get(current_vote.kind)
        if current_vote is None or kind is None:
            return None
        reader = await channel_reader(self._bot, info)
        detail_lines = await self._undone_lines(info, reader, current_vote) if current_vote.kind == UNDO_VOTE else []
        if reason := kind.words(current_vote):
            detail_lines.append(f"> {safe_names.safe_name(reason, MAX_REASON_LENGTH)}")
        if row.seat is not None:
            return await self._ping_later(row, info, current_vote)
        game = self._bot.games[info.game]
        post = OutgoingMessage("", post_texts.vote(game, kind, reader, info, current_vote, detail_lines))
        if current_vote.message_id is not None and await self._sender.edit(
            info.channel_id, current_vote.message_id, post
        ):
            return None
        if current_vote.status != "open" and not (row.uncertain and current_vote.message_id is None):
            return None
        # Post even a closed vote with its buttons: if an earlier attempt has already posted the vote, that post is
        # recognised by the buttons.
        layout = post_texts.vote(game, kind, reader, info, current_vote, detail_lines, pressable=True)
        return await self._vote_posted(row, info, current_vote, layout)

    async def _vote_posted(
        self, row: OutboxRow, info: MatchInfo, posted_vote: Vote, layout: ui.LayoutView
    ) -> TransactionHook:
        """Post a vote, and ping the people who have to answer."""
        reachable_users: list[int] = []
        if posted_vote.status == "open" and posted_vote.message_id is None:
            reachable_users = await self._ping_recipients.for_question(
                [info.seats[seat].user_id for seat in posted_vote.missing]
            )
        quiet_until_by_user = await self._ping_recipients.in_quiet_hours(reachable_users, self._bot.clock.now())
        pinged = [user for user in reachable_users if user not in quiet_until_by_user]
        post = OutgoingMessage("", layout, users=pinged, silent=not pinged)
        message_id = await self._sender.send(info.channel_id, post, row)
        quiet_until_by_user = await self._ping_recipients.in_quiet_hours(
            reachable_users, self._sender.posted_at(message_id)
        )
        seats = {
            seat.seat: quiet_until_by_user[seat.user_id] for seat in info.seats if seat.user_id in quiet_until_by_user
        }
        return self._outbox.vote_posted(posted_vote, row, message_id, seats)

    async def _ping_later(self, row: OutboxRow, info: MatchInfo, pending_vote: Vote) -> None:
        """Ping a person about a vote that was posted during their quiet hours, unless they have answered by now."""
        if pending_vote.status != "open" or pending_vote.message_id is None or row.seat not in pending_vote.missing:
            return
        user = info.seats[row.seat].user_id
        if quiet_until_by_user := await self._ping_recipients.in_quiet_hours([user], self._bot.clock.now()):
            raise Retry(quiet_until_by_user[user] - self._bot.clock.now())
        link = post_texts.message_link(info.guild_id, info.channel_id, pending_vote.message_id)
        reader = reader_in(info.locale, info)
        words = reader.text.t("{who}, the table is waiting for your answer: {link}", who=f"<@{user}>", link=link)
        buttons = controls.rows([post_texts.fewer_button(reader)])
        post = OutgoingMessage(words, buttons, users=await self._ping_recipients.for_question([user]))
        await self._sender.send(info.channel_id, post, row)

    async def _undone_lines(self, info: MatchInfo, reader: ReaderContext, undo_vote: Vote) -> list[str]:
        """Return log lines of the moves that an undo would reverse, so voters know what they are deciding."""
        entries = await self._bot.service.history.log(info, undo_vote.seq + 1, SEARCHED_ENTRIES)
        game, room = self._bot.games[info.game], limits.CONTENT // 2
        return event_words.undone_lines(game, reader.signed, entries, undo_vote.data["restores"], room)

    async def seat(self, row: OutboxRow, info: MatchInfo) -> TransactionHook | None:
        """Ask the players what should happen to a seat.

        If the question is already posted, update the post; once the question is settled, delete it.
        """
        assert row.seat is not None
        seat = info.seats[row.seat]
        if info.status != "playing" or not seat.is_in_question:
            if seat.open_message_id is None:
                return None
            await self._sender.delete(info.channel_id, seat.open_message_id)
            return self._outbox.seat_question_posted(info, seat, None)
        reader = reader_in(info.locale, info)
        users = [seat.open_for] if seat.open_for else []
        post = OutgoingMessage("", seat_posts.question(reader, info, seat), users=users)
        if seat.open_message_id is not None and await self._sender.edit(info.channel_id, seat.open_message_id, post):
            return None
        return self._outbox.seat_question_posted(info, seat, await self._sender.send(info.channel_id, post, row))


def _text(reader: ReaderContext, row: OutboxRow, info: MatchInfo, mentioned_users: Sequence[int]) -> str:
    """Return the text of a notice. The players in `mentioned_users` are named by a mention."""
    mentions = {seat.seat: f"<@{seat.user_id}>" for seat in info.seats if seat.user_id in mentioned_users}
    mention_args = {
        field: safe_names.safe_name(words, MAX_REASON_LENGTH if field == "reason" else safe_names.MAX_NAME_LENGTH)
        for field, words in row.payload.get("names", {}).items()
    }
    return notice_text(reader.text, row.payload | {"args": row.payload["args"] | mention_args}, mentions)
