"""Delivering the outbox to Discord: posts, edits of the live board and lobby, private messages."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
from discord import ui

from bot.discord import controls, limits, lobby, posts
from bot.discord.desk import Desk, picture
from bot.discord.locale import Voice
from bot.matches import LogEntry, MatchInfo, OutboxRow, Refusal, Retry, Table, Undeliverable, notice_text, notices
from bot.store import journal, outbox, people
from rules.kernel.text import N_

if TYPE_CHECKING:
    from bot.discord.client import TenebraeBot

log = logging.getLogger("bot.discord.deliver")

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008
MISSING_ACCESS, MISSING_PERMISSIONS, CANNOT_DM = 50001, 50013, 50007
#: Journal entries read for the log under a call.
ENTRIES = 500


class Post:
    """One message: its words, its picture and buttons, and whom it may ping."""

    def __init__(
        self,
        content: str,
        view: ui.View | None = None,
        file: discord.File | None = None,
        users: Sequence[int] = (),
    ) -> None:
        self.content = content
        self.view = view
        self.file = file
        self.users = users

    def mentions(self) -> discord.AllowedMentions:
        """Allow exactly the named people to be pinged."""
        return discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user) for user in self.users])


class DiscordDeliverer:
    """Deliver one row at a time, always from the match as it stands now."""

    def __init__(self, bot: TenebraeBot) -> None:
        self._bot = bot
        self._kinds = {
            "board": self._board,
            "turn": self._turn,
            "story": self._story,
            "hand": self._hand,
            "lobby": self._lobby,
            "notice": self._notice,
            "score": self._score,
        }

    async def deliver(self, row: OutboxRow) -> None:
        """Post, edit or send; a fault that may pass is a Retry, one that can't is Undeliverable."""
        try:
            info = await self._bot.service.get(row.match_id)
            await self._kinds[row.kind](row, info)
        except Refusal as error:
            raise Undeliverable(str(error)) from error
        except discord.HTTPException as error:
            raise _verdict(error) from error
        except (OSError, aiohttp.ClientError, TimeoutError) as error:
            raise Retry from error

    # -- kinds --------------------------------------------------------------------------------------------

    async def _lobby(self, row: OutboxRow, info: MatchInfo) -> None:
        game = self._bot.games[info.game]
        chosen = await self._bot.service.decks.chosen(info.id)
        post = Post(lobby.content(game, info, chosen), lobby.buttons(game, info))
        if info.lobby_message_id is not None and await self._edit(info.channel_id, info.lobby_message_id, post):
            return
        if info.status == "lobby":
            message = await self._send(info.channel_id, post, row.nonce)
            await self._bot.service.set_lobby_message(info.id, message.id)

    async def _board(self, row: OutboxRow, info: MatchInfo) -> None:
        """Put the new picture into the live board message, which is the last call."""
        if await self._board_comes(info.id):
            return  # what comes brings a new message with this very board
        await self._show_board(row, info)

    async def _show_board(self, row: OutboxRow, info: MatchInfo) -> None:
        table = await self._bot.service.table(info.id)
        voice = Voice(info.locale, table.names)
        news = await self._bot.service.last_told(info.id, None)
        file = await self._picture(table, voice, news)
        post = Post(posts.board(table, voice), file=file)
        if info.board_message_id is not None:
            message = self._channel(info.channel_id).get_partial_message(info.board_message_id)
            try:
                await message.edit(attachments=[file] if file else [], **await self._called_soon(table, voice))
                return
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE:
                    raise
            post.file = await self._picture(table, voice, news)
        if not table.match.over:
            post.view = controls_for(voice, table)
            sent = await self._send(info.channel_id, post, row.nonce)
            await self._bot.service.set_board_message(info.id, sent.id)

    async def _called_soon(self, table: Table, voice: Voice) -> dict[str, Any]:
        """Return the words of a call that is not made yet: an edit rings for nobody."""
        row = await outbox.held_call(self._bot.store.read, table.info.id, self._bot.clock.now())
        if row is None:
            return {}
        entries = await self._entries(row, table.info)
        words = posts.call(table, voice, entries, row.payload["users"])[-1]
        return {"content": words, "allowed_mentions": discord.AllowedMentions.none()}

    async def _turn(self, row: OutboxRow, info: MatchInfo) -> None:
        """Tell what happened since the last call, and call those who must act."""
        table = await self._bot.service.table(info.id)
        voice = Voice(info.locale, table.names)
        entries = await self._entries(row, info)
        users = row.payload["users"]
        told = info.board_message_id if "shown" in row.payload else None
        await self._tell(row, table, voice, posts.call(table, voice, entries, users), entries, users)
        if told is not None:
            await self._delete(info.channel_id, told)

    async def _story(self, row: OutboxRow, info: MatchInfo) -> None:
        """Tell a long move that leads to no call, with the board as it is now."""
        table = await self._bot.service.table(info.id)
        voice = Voice(info.locale, table.names)
        entries = await self._entries(row, info)
        pages = posts.report(table, voice, entries)
        if pages:
            await self._tell(row, table, voice, pages, entries)
        else:
            await self._show_board(row, info)  # it was taken back, or is not worth a line

    async def _entries(self, row: OutboxRow, info: MatchInfo) -> list[LogEntry]:
        """Return what happened after the entry that the row names, up to its own, and was not taken back since."""
        after, seq = int(row.payload["after"]), int(row.payload["seq"])
        entries = await self._bot.service.log(info.id, None, ENTRIES)
        current = posts.current([entry for entry in entries if entry.seq > after])
        return [entry for entry in current if entry.seq <= seq]

    async def _tell(
        self,
        row: OutboxRow,
        table: Table,
        voice: Voice,
        pages: Sequence[str],
        entries: Sequence[LogEntry],
        users: Sequence[int] = (),
    ) -> None:
        """Post a story in as many messages as it takes; the last is the new live board."""
        info = table.info
        *first, last = pages
        for number, page in enumerate(first):
            await self._send(info.channel_id, Post(page), f"{row.nonce}{number}")
        events = [event for entry in entries for event in entry.events]
        view = None if table.match.over else controls_for(voice, table)
        post = Post(last, view, await self._picture(table, voice, events), users)
        message = await self._send(info.channel_id, post, row.nonce)
        await self._bot.service.set_board_message(info.id, message.id)

    async def _score(self, row: OutboxRow, info: MatchInfo) -> None:
        table = await self._bot.service.table(info.id)
        if table.match.result is None:
            return  # the table went back from the end
        voice = Voice(info.locale, table.names)
        names = voice.label.names
        drawing = self._bot.pictures.score(table.match.view(None), table.match.result, info.locale, names)
        alt = table.match.game.result_text(voice.label, table.match.result)
        file = await picture(drawing, "score.png", alt)
        text = posts.score(table, voice, pictured=file is not None)
        await self._send(info.channel_id, Post(text, file=file), row.nonce)

    async def _notice(self, row: OutboxRow, info: MatchInfo) -> None:
        voice = Voice(info.locale, info.names)
        users = row.payload["users"]
        text = notice_text(voice.text, row.payload)
        if users:
            text = f"{' '.join(f'<@{user}>' for user in users)} {text}"
        request = row.payload.get("undo")
        view = None
        if request is not None:
            view = posts.undo_buttons(voice, info.id, request)
            text = limits.clip_lines([text, *await self._would_go(info, voice, request)], limits.CONTENT)
        await self._send(info.channel_id, Post(text, view, users=users), row.nonce)

    async def _would_go(self, info: MatchInfo, voice: Voice, request_id: int) -> list[str]:
        """Return the log lines that going back would strike out, so that the others know what they agree to."""
        request = await journal.request(self._bot.store.read, request_id)
        if request is None:
            return []
        entries = await self._bot.service.log(info.id, request.seq + 1, ENTRIES)
        gone = [entry for entry in entries if entry.seq > request.restores]
        return posts.short_log(self._bot.games[info.game], voice.text, gone)

    async def _hand(self, row: OutboxRow, info: MatchInfo) -> None:
        """Keep a seat's one private message up to date; a person who takes none is told once, in the channel."""
        user_id = int(row.payload["user_id"])
        seat = next((seat for seat in info.seats if seat.user_id == user_id), None)
        if seat is None:
            return
        table = await self._bot.service.table(info.id)
        locale = await self._bot.people.private_locale(user_id, info.locale)
        voice = Voice(locale, table.names)
        desk = Desk(self._bot, table, user_id, seat.seat, voice)
        entries = await self._bot.service.log(info.id, None, ENTRIES, viewer=seat.seat)
        told = posts.news(desk.game, voice.text, entries, seat.seat)
        file = await desk.hand()
        if file is None:
            told = [*told, desk.game.hand_text(voice.text, desk.view)]
        post = Post(
            posts.private(table, voice, seat.seat, told),
            posts.private_buttons(table, voice, seat.seat),
            file,
        )
        try:
            channel = await self._private_channel(user_id)
            if seat.dm_message_id is not None:
                # An edit makes no sound: where nobody may be called in the channel, the message comes anew.
                if row.payload.get("asked"):
                    await self._delete(channel.id, seat.dm_message_id)
                elif await self._edit(channel.id, seat.dm_message_id, post):
                    return
                post.file = await desk.hand()
            message = await self._send(channel.id, post, row.nonce)
        except discord.Forbidden as error:
            if error.code != CANNOT_DM:
                raise
            await self._closed(info, seat.seat, user_id)
            return
        await self._bot.service.set_dm_message(info.id, seat.seat, message.id)
        await self._opened(user_id)

    # -- private channels ---------------------------------------------------------------------------------

    async def _private_channel(self, user_id: int) -> discord.PartialMessageable:
        known = await people.user(self._bot.store.read, user_id)
        if known.dm_channel_id is not None:
            return self._channel(known.dm_channel_id)
        channel = await self._bot.create_dm(discord.Object(user_id))
        async with self._bot.store.write() as tx:
            await people.set_dm_channel(tx, user_id, channel.id)
        return self._channel(channel.id)

    async def _closed(self, info: MatchInfo, seat: int, user_id: int) -> None:
        """Tell the channel, once, that this person must look for themselves; nothing is lost by it."""
        async with self._bot.store.write() as tx:
            if (await people.user(tx, user_id)).dm_closed:
                return
            await people.set_dm_closed(tx, user_id, True)
            await notices.notice(
                tx,
                info.id,
                N_("{who}: I can't write to you privately. `/hand` shows you everything here, for you alone."),
                now=self._bot.clock.now(),
                seats={"who": seat},
            )

    async def _opened(self, user_id: int) -> None:
        if not (await people.user(self._bot.store.read, user_id)).dm_closed:
            return
        async with self._bot.store.write() as tx:
            await people.set_dm_closed(tx, user_id, False)

    # -- sending ------------------------------------------------------------------------------------------

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(channel_id)

    async def _send(self, channel_id: int, post: Post, nonce: str) -> discord.Message:
        """Post a new message; the nonce keeps a second try after a crash from posting twice."""
        extra: dict[str, Any] = {}
        if post.file is not None:
            extra["file"] = post.file
        if post.view is not None:
            extra["view"] = post.view
        return await self._channel(channel_id).send(
            post.content, nonce=nonce, allowed_mentions=post.mentions(), **extra
        )

    async def _edit(self, channel_id: int, message_id: int, post: Post) -> bool:
        """Replace a message's content; False when somebody has deleted it."""
        message = self._channel(channel_id).get_partial_message(message_id)
        try:
            await message.edit(
                content=post.content,
                view=post.view,
                attachments=[post.file] if post.file else [],
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except discord.NotFound as error:
            if error.code == UNKNOWN_MESSAGE:
                return False
            raise
        return True

    async def _delete(self, channel_id: int, message_id: int) -> None:
        """Remove a message, if it is still there."""
        with contextlib.suppress(discord.NotFound):
            await self._channel(channel_id).get_partial_message(message_id).delete()

    async def _picture(self, table: Table, voice: Voice, events: Sequence[Any]) -> discord.File | None:
        return await Desk(self._bot, table, 0, None, voice).board(events)

    async def _board_comes(self, match_id: int) -> bool:
        row = await self._bot.store.read.one(
            """SELECT 1 FROM outbox
               WHERE match_id = ? AND kind IN ('turn', 'story') AND status = 'due' AND not_before <= ?""",
            (match_id, self._bot.clock.now()),
        )
        return row is not None


def controls_for(voice: Voice, table: Table) -> ui.View:
    """Return the button under a post about a running match."""
    return controls.rows([posts.move_button(voice, table.info.id)])


def _verdict(error: discord.HTTPException) -> Retry | Undeliverable:
    """Tell a fault that may pass from one that won't."""
    if isinstance(error, discord.RateLimited):
        return Retry(error.retry_after)
    if error.status == 429:
        after = error.response.headers.get("Retry-After") if error.response is not None else None
        return Retry(float(after) if after else None)
    if error.status >= 500:
        return Retry()
    if error.code in (MISSING_ACCESS, MISSING_PERMISSIONS):
        # Permissions are given back once somebody sees what is missing; by then it is still worth posting.
        log.warning("no permission to post", extra={"reason": str(error)})
        return Retry(600)
    return Undeliverable(f"{error.status} {error.code} {error.text}")
