"""Posts that ask the table: notices with answers, votes, and what is to become of a seat."""

from __future__ import annotations

from dataclasses import replace

from bot.discord.posts import absent, texts
from bot.discord.posts.ringing import Ringing
from bot.discord.posts.sending import OutgoingMessage, Sender
from bot.discord.support import controls, limits, names, telling
from bot.discord.support.bot import Bot
from bot.discord.support.context import audience_in, audience_of
from bot.discord.support.locale import Audience
from bot.matches import Along, MatchInfo, OutboxRow, Retry, Vote, hidden_hold, notice_text
from bot.matches.limits import LONGEST_SENTENCE
from bot.matches.notices import GO_BACK

#: How many journal entries are read for what going back would undo.
ENTRIES = 500


class AskingPosts:
    """Delivers the rows of what people are asked beside their moves."""

    def __init__(self, bot: Bot, sender: Sender, ringing: Ringing) -> None:
        self._bot = bot
        self._outbox = bot.service.outbox
        self._sender = sender
        self._ringing = ringing

    async def notice(self, row: OutboxRow, info: MatchInfo) -> Along | None:
        """Tell the channel something, and ring those who owe an answer still."""
        if row.payload.get("undo") is not None:  # the release before posted requests to go back so
            return await self.vote(replace(row, payload={"vote": row.payload["undo"]}), info)
        audience = audience_in(info.locale, info)
        users, calls = row.payload["users"], row.payload.get("calls")
        named: list[int] = [] if calls else users
        wanted = await self._as_awaited(row, info)
        mentions = {seat.seat: f"<@{seat.user_id}>" for seat in info.seats if seat.user_id in named}
        others = {
            field: names.safe(words, LONGEST_SENTENCE if field == "reason" else names.LONGEST)
            for field, words in row.payload.get("names", {}).items()
        }
        payload = row.payload | {"args": row.payload["args"] | others}
        text = notice_text(audience.text, payload, mentions)
        called = await self._ringing.called(wanted)
        later = await self._ringing.asleep(called, self._bot.clock.now())
        rung = [user for user in called if user not in later and not calls]
        fewer = controls.rows([texts.fewer_button(audience)]) if rung else None
        post = OutgoingMessage(text, fewer, users=rung, silent=not rung)
        posted = self._sender.posted_at(await self._sender.send(info.channel_id, post, row))
        # Whoever is asked for a rematch does not sit there yet: the match waits for nobody whom it could ring later.
        called = [user for user in called if info.seat_of(user) is not None]
        later = await self._ringing.asleep(called, posted)
        if calls:
            later = {user: later.get(user, posted) for user in called}
        return self._outbox.woken(info, later) if later else None

    async def _as_awaited(self, row: OutboxRow, info: MatchInfo) -> list[int]:
        """Return who of a notice's people still owes what they owed when it was written: a later turn has its own call.

        Where others may not know who has answered, that is all of them.
        """
        users: list[int] = row.payload["users"] if info.status == "playing" else []
        if not users or hidden_hold((await self._bot.service.matches.table_of(info)).match) is not None:
            return users
        since = {seat.user_id: seat.waiting_since for seat in info.seats}
        return [user for user in users if (at := since.get(user)) is not None and at <= row.created_at]

    async def vote(self, row: OutboxRow, info: MatchInfo) -> Along | None:
        """Post what the table is asked, once, and show in the same message what comes of it."""
        asked = await self._bot.service.votes.get(row.payload["vote"])
        kind = None if asked is None else self._bot.service.votes.kinds.get(asked.kind)
        if asked is None or kind is None:
            return None
        audience = await audience_of(self._bot, info)
        gone = await self._would_go(info, audience, asked) if asked.kind == GO_BACK else []
        if reason := kind.words(asked):
            gone.append(f"> {names.safe(reason, LONGEST_SENTENCE)}")
        if row.seat is not None:
            return await self._ring_later(row, info, asked)
        game = self._bot.games[info.game]
        post = OutgoingMessage("", texts.vote(game, kind, audience, info, asked, gone))
        if asked.message_id is not None and await self._sender.edit(info.channel_id, asked.message_id, post):
            return None
        if asked.status != "open" and not (row.uncertain and asked.message_id is None):
            return None
        called: list[int] = []
        if asked.status == "open" and asked.message_id is None:
            called = await self._ringing.called([info.seats[seat].user_id for seat in asked.missing])
        later = await self._ringing.asleep(called, self._bot.clock.now())
        rung = [user for user in called if user not in later]
        # It has its buttons in any case: by them the post of an earlier try is found.
        shown = texts.vote(game, kind, audience, info, asked, gone, pressable=True)
        post = OutgoingMessage("", shown, users=rung, silent=not rung)
        message_id = await self._sender.send(info.channel_id, post, row)
        later = await self._ringing.asleep(called, self._sender.posted_at(message_id))
        seats = {seat.seat: later[seat.user_id] for seat in info.seats if seat.user_id in later}
        return self._outbox.vote_made(asked, row, message_id, seats)

    async def _ring_later(self, row: OutboxRow, info: MatchInfo, asked: Vote) -> None:
        """Ring somebody for a vote that was posted in their quiet hours, if they have not answered meanwhile."""
        if asked.status != "open" or asked.message_id is None or row.seat not in asked.missing:
            return
        user = info.seats[row.seat].user_id
        if later := await self._ringing.asleep([user], self._bot.clock.now()):
            raise Retry(later[user] - self._bot.clock.now())  # it comes late
        link = texts.link(info.guild_id, info.channel_id, asked.message_id)
        audience = audience_in(info.locale, info)
        words = audience.text.t("{who}, the table waits for your answer: {link}", who=f"<@{user}>", link=link)
        buttons = controls.rows([texts.fewer_button(audience)])
        post = OutgoingMessage(words, buttons, users=await self._ringing.called([user]))
        await self._sender.send(info.channel_id, post, row)

    async def _would_go(self, info: MatchInfo, audience: Audience, asked: Vote) -> list[str]:
        """Return the log lines that going back would undo, so that the others know what they would agree to."""
        entries = await self._bot.service.history.log(info, asked.seq + 1, ENTRIES)
        game, room = self._bot.games[info.game], limits.CONTENT // 2
        return telling.would_go(game, audience.signed, entries, asked.data["restores"], room)

    async def seat(self, row: OutboxRow, info: MatchInfo) -> Along | None:
        """Ask what is to become of a seat, or show what was asked as it is now; remove what is settled."""
        assert row.seat is not None
        seat = info.seats[row.seat]
        if info.status != "playing" or not seat.is_in_question:
            if seat.open_message_id is None:
                return None
            await self._sender.delete(info.channel_id, seat.open_message_id)
            return self._outbox.seat_asked(info, seat, None)
        audience = audience_in(info.locale, info)
        users = [seat.open_for] if seat.open_for else []
        post = OutgoingMessage("", absent.question(audience, info, seat), users=users)
        if seat.open_message_id is not None and await self._sender.edit(info.channel_id, seat.open_message_id, post):
            return None
        return self._outbox.seat_asked(info, seat, await self._sender.send(info.channel_id, post, row))
