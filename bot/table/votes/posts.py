"""Delivers posts that ask the players something: notices that need an answer, votes, and questions about a seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from discord import ui

from bot.discord.context import channel_reader, reader_in
from bot.discord.delivery import post_texts
from bot.discord.delivery.idempotent_send import OutgoingMessage
from bot.discord.delivery.kinds import DeliveryContext, PostKind
from bot.discord.ui import controls, limits, names
from bot.discord.ui.locale import ReaderContext
from bot.matches.play.move_batch import find_hidden_hold
from bot.matches.quotas import MAX_REASON_LENGTH
from bot.matches.records import MatchInfo, Vote
from bot.matches.transaction_hook import TransactionHook
from bot.notifications.delivery import Retry
from bot.notifications.posts import UNDO_VOTE, notice_text
from bot.store.statements.rows import OutboxRow
from bot.table.play import event_words as telling
from bot.table.seats import posts as absent

#: Maximum number of journal entries read to find the moves that an undo would take back.
SEARCHED_ENTRIES = 500


def kinds(context: DeliveryContext) -> dict[str, PostKind]:
    """Return the kinds of posts that ask the players something, by name."""
    posts = VotePosts(context)
    return {
        "notice": PostKind(posts.notice, pings=True),
        "vote": PostKind(posts.vote, pings=True),
        "seat": PostKind(posts.seat),
    }


class VotePosts:
    """Delivers the outbox rows of notices, votes and questions about seats."""

    def __init__(self, context: DeliveryContext) -> None:
        self._bot, self._sender, self._ping_recipients = context.bot, context.sender, context.pings
        self._outbox = context.bot.service.outbox

    async def notice(self, row: OutboxRow, info: MatchInfo) -> TransactionHook | None:
        """Post a notice in the channel and ping the players who still have to answer it."""
        if row.payload.get("undo") is not None:  # the previous release posted undo requests this way
            return await self.vote(replace(row, payload={"vote": row.payload["undo"]}), info)
        reader = reader_in(info.locale, info)
        users, calls = row.payload["users"], row.payload.get("calls")
        wanted = await self._still_awaited(row, info)
        text = _text(reader, row, info, [] if calls else users)
        called = await self._ping_recipients.for_question(wanted)
        later = await self._ping_recipients.in_quiet_hours(called, self._bot.clock.now())
        rung = [user for user in called if user not in later and not calls]
        fewer = controls.rows([post_texts.fewer_button(reader)]) if rung else None
        post = OutgoingMessage(text, fewer, users=rung, silent=not rung)
        posted = self._sender.posted_at(await self._sender.send(info.channel_id, post, row))
        # Only players of a running match can be pinged later. In a lobby, the silent mention is all they get.
        called = [user for user in called if info.status == "playing" and info.seat_of(user) is not None]
        later = await self._ping_recipients.in_quiet_hours(called, posted)
        if calls:
            later = {user: later.get(user, posted) for user in called}
        return self._outbox.later_pings_queued(info, later) if later else None

    async def _still_awaited(self, row: OutboxRow, info: MatchInfo) -> list[int]:
        """Return the ids of the people in a notice who still haven't given that same answer.

        People who are awaited again for a later turn are left out. In a lobby, or while it is secret who has answered,
        return everyone in the notice. After the end of a match, return no one.
        """
        users: list[int] = row.payload["users"]
        if info.status != "playing":
            return users if info.status == "lobby" else []
        if not users or find_hidden_hold((await self._bot.service.matches.table_of(info)).match) is not None:
            return users
        since = {seat.user_id: seat.waiting_since for seat in info.seats}
        return [user for user in users if (at := since.get(user)) is not None and at <= row.created_at]

    async def vote(self, row: OutboxRow, info: MatchInfo) -> TransactionHook | None:
        """Post a vote, or update its post with the answers and the result."""
        asked = await self._bot.service.votes.get(row.payload["vote"])
        kind = None if asked is None else self._bot.service.votes.kinds.get(asked.kind)
        if asked is None or kind is None:
            return None
        reader = await channel_reader(self._bot, info)
        gone = await self._undone_lines(info, reader, asked) if asked.kind == UNDO_VOTE else []
        if reason := kind.words(asked):
            gone.append(f"> {names.safe_name(reason, MAX_REASON_LENGTH)}")
        if row.seat is not None:
            return await self._ping_later(row, info, asked)
        game = self._bot.games[info.game]
        post = OutgoingMessage("", post_texts.vote(game, kind, reader, info, asked, gone))
        if asked.message_id is not None and await self._sender.edit(info.channel_id, asked.message_id, post):
            return None
        if asked.status != "open" and not (row.uncertain and asked.message_id is None):
            return None
        # Even a closed vote is posted with its buttons, because they identify a post made by an earlier attempt.
        shown = post_texts.vote(game, kind, reader, info, asked, gone, pressable=True)
        return await self._vote_posted(row, info, asked, shown)

    async def _vote_posted(self, row: OutboxRow, info: MatchInfo, asked: Vote, shown: ui.LayoutView) -> TransactionHook:
        """Post a vote and ping the people who must answer."""
        called: list[int] = []
        if asked.status == "open" and asked.message_id is None:
            called = await self._ping_recipients.for_question([info.seats[seat].user_id for seat in asked.missing])
        later = await self._ping_recipients.in_quiet_hours(called, self._bot.clock.now())
        rung = [user for user in called if user not in later]
        post = OutgoingMessage("", shown, users=rung, silent=not rung)
        message_id = await self._sender.send(info.channel_id, post, row)
        later = await self._ping_recipients.in_quiet_hours(called, self._sender.posted_at(message_id))
        seats = {seat.seat: later[seat.user_id] for seat in info.seats if seat.user_id in later}
        return self._outbox.vote_posted(asked, row, message_id, seats)

    async def _ping_later(self, row: OutboxRow, info: MatchInfo, asked: Vote) -> None:
        """Ping a person about a vote that was posted during their quiet hours, unless they have answered since then."""
        if asked.status != "open" or asked.message_id is None or row.seat not in asked.missing:
            return
        user = info.seats[row.seat].user_id
        if later := await self._ping_recipients.in_quiet_hours([user], self._bot.clock.now()):
            raise Retry(later[user] - self._bot.clock.now())
        link = post_texts.message_link(info.guild_id, info.channel_id, asked.message_id)
        reader = reader_in(info.locale, info)
        words = reader.text.t("{who}, the table waits for your answer: {link}", who=f"<@{user}>", link=link)
        buttons = controls.rows([post_texts.fewer_button(reader)])
        post = OutgoingMessage(words, buttons, users=await self._ping_recipients.for_question([user]))
        await self._sender.send(info.channel_id, post, row)

    async def _undone_lines(self, info: MatchInfo, reader: ReaderContext, asked: Vote) -> list[str]:
        """Return the log lines of the moves that an undo would take back, so voters know what they agree to."""
        entries = await self._bot.service.history.log(info, asked.seq + 1, SEARCHED_ENTRIES)
        game, room = self._bot.games[info.game], limits.CONTENT // 2
        return telling.undone_lines(game, reader.signed, entries, asked.data["restores"], room)

    async def seat(self, row: OutboxRow, info: MatchInfo) -> TransactionHook | None:
        """Ask the players what should happen to a seat.

        If the question is already posted, update the post, or delete it once the question is settled.
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
        post = OutgoingMessage("", absent.question(reader, info, seat), users=users)
        if seat.open_message_id is not None and await self._sender.edit(info.channel_id, seat.open_message_id, post):
            return None
        return self._outbox.seat_question_posted(info, seat, await self._sender.send(info.channel_id, post, row))


def _text(reader: ReaderContext, row: OutboxRow, info: MatchInfo, named: Sequence[int]) -> str:
    """Return the text of a notice. It mentions those of its people who are in `named`."""
    mentions = {seat.seat: f"<@{seat.user_id}>" for seat in info.seats if seat.user_id in named}
    others = {
        field: names.safe_name(words, MAX_REASON_LENGTH if field == "reason" else names.MAX_NAME_LENGTH)
        for field, words in row.payload.get("names", {}).items()
    }
    return notice_text(reader.text, row.payload | {"args": row.payload["args"] | others}, mentions)
