"""Delivering the outbox to Discord: posts, edits of the live board and lobby, private messages."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Sequence
from typing import Any

import aiohttp
import discord
from discord import ui

from bot.discord.panels import guide, lobby
from bot.discord.posts import texts
from bot.discord.posts.sending import OutgoingMessage, Sender
from bot.discord.support import codes, controls, limits, telling, troubles
from bot.discord.support.bot import Bot
from bot.discord.support.context import MatchContext, audience_in, picture
from bot.discord.support.locale import Audience
from bot.discord.support.private_channels import PrivateChannels
from bot.matches import (
    Along,
    LogEntry,
    MatchInfo,
    OutboxRow,
    Refusal,
    Retry,
    SeatInfo,
    Table,
    Undeliverable,
    hidden_hold,
    notice_text,
)
from bot.pictures import drawn_for

log = logging.getLogger("bot.discord")

#: How many journal entries are read for the log under a call.
ENTRIES = 500


class DiscordDeliverer:
    """Delivers one row at a time, from the match as it is now."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._outbox = bot.service.outbox
        self._private_channels = PrivateChannels(bot)
        self._sender = Sender(bot)
        self._kinds = {
            "board": self._board,
            "turn": self._turn,
            "story": self._story,
            "hand": self._hand,
            "lobby": self._lobby,
            "notice": self._notice,
            "score": self._score,
            "removal": self._removal,
            "closed": self._closed,
        }

    async def deliver(self, row: OutboxRow) -> Along | None:
        """Post, edit or send. Raises Retry for an error that may pass, else Undeliverable.

        What must be saved is returned, not saved here, so that a second try starts where the first did.
        """
        drawn_for.set(("match", row.match_id))
        try:
            return await self._deliver(row, await self._bot.service.matches.get(row.match_id))
        except Refusal as error:
            raise Undeliverable(str(error)) from error
        except discord.RateLimited as error:
            raise Retry(error.retry_after) from error
        except (OSError, aiohttp.ClientError, TimeoutError) as error:
            raise Retry(uncertain=True) from error

    async def _deliver(self, row: OutboxRow, info: MatchInfo) -> Along | None:
        try:
            try:
                along = await self._kinds[row.kind](row, info)
            except discord.HTTPException as error:
                if error.code != codes.THREAD_ARCHIVED:
                    raise
                await self._reopen(info.channel_id)
                along = await self._kinds[row.kind](row, info)
        except discord.HTTPException as error:
            told = await self._bot.troubles.reason(info, error)
            if row.kind != "hand":
                await self._bot.troubles.met(info, str(told))
            raise told from error
        if row.kind not in ("hand", "removal", "closed"):
            await self._bot.troubles.over(info)
        return along

    async def _reopen(self, channel_id: int) -> None:
        """Reopen a thread that Discord has archived after days without messages; a locked one stays closed."""
        channel = await self._bot.fetch_channel(channel_id)
        if isinstance(channel, discord.Thread) and not channel.locked:
            await channel.edit(archived=False)

    # -- kinds --------------------------------------------------------------------------------------------

    async def _lobby(self, row: OutboxRow, info: MatchInfo) -> Along | None:
        game = self._bot.games[info.game]
        chosen = await self._bot.service.decks.chosen(info.id)
        agreed = await self._bot.service.lobby.agreed(info)
        post = OutgoingMessage(lobby.content(game, info, chosen, agreed), lobby.buttons(game, info))
        if info.lobby_message_id is not None and await self._sender.edit(info.channel_id, info.lobby_message_id, post):
            return None
        if info.status != "lobby":
            return None
        return self._outbox.lobby_made(info, await self._sender.send(info.channel_id, post, row))

    async def _board(self, row: OutboxRow, info: MatchInfo) -> Along | None:
        """Update the live board: the picture in the last call."""
        if await self._outbox.board_comes(info.id):
            return None  # the next post shows the same board
        return await self._show_board(row, info)

    async def _show_board(self, row: OutboxRow, info: MatchInfo) -> Along | None:
        table = await self._bot.service.matches.table_of(info)
        audience = audience_in(info.locale, info)
        if await self._edit_board(table, audience) or table.match.over:
            return None
        file = await self._picture(table, audience, await self._bot.service.history.last_told(info, None))
        post = OutgoingMessage(texts.board(table, audience), controls_for(audience, table), file)
        return self._outbox.board_made(info, row, await self._sender.send(info.channel_id, post, row))

    async def _edit_board(self, table: Table, audience: Audience) -> bool:
        """Show the position in the live board message; False when there is none."""
        info = table.info
        if info.board_message_id is None:
            return False
        file = await self._picture(table, audience, await self._bot.service.history.last_told(info, None))
        message = self._sender.channel(info.channel_id).get_partial_message(info.board_message_id)
        try:
            await message.edit(attachments=[file] if file else [], **await self._words_now(table, audience))
        except discord.HTTPException as error:
            if error.code in codes.MESSAGE_LOST:
                return False
            raise
        return True

    async def _words_now(self, table: Table, audience: Audience) -> dict[str, Any]:
        """Return the words of a live board that is edited, if they change. An edit notifies nobody.

        They do before a call that is not due yet, and while nobody may be called: then they tell of the open decision
        and, as before, what the board's own post told.
        """
        info = table.info
        row = await self._outbox.held_call(info.id)
        if row is not None:
            words = texts.call(table, audience, *await self._entries(row, info), row.payload["users"])
        elif hidden_hold(table.match) is not None:
            last = await self._outbox.last_told(info.id)
            told = "" if last is None else texts.report(table, audience, *await self._entries(last, info))
            words = told or texts.board(table, audience)
        else:
            return {}
        return {"content": words, "allowed_mentions": discord.AllowedMentions.none()}

    async def _turn(self, row: OutboxRow, info: MatchInfo) -> Along:
        """Tell what happened since the last call, and call those who must act."""
        table = await self._bot.service.matches.table_of(info)
        audience = audience_in(info.locale, info)
        before, entries = await self._entries(row, info)
        users = row.payload["users"]
        replaced, pictured = info.board_message_id if "shown" in row.payload else None, True
        try:
            words = texts.call(table, audience, before, entries, users)
            message_id = await self._tell(row, table, audience, words, entries, users)
        except discord.HTTPException as error:
            if not troubles.is_refusal(error):
                raise
            message_id, pictured = await self._call_briefly(row, table, audience, entries), False
        return self._outbox.board_made(info, row, message_id, replaced, pictured=pictured)

    async def _call_briefly(self, row: OutboxRow, table: Table, audience: Audience, entries: Sequence[LogEntry]) -> int:
        """Make a refused call again without picture and story; raises Retry if it is refused again."""
        users = row.payload["users"]
        words = texts.call(table, audience, (), entries, users, brief=True)
        try:
            return await self._sender.send(
                table.info.channel_id, OutgoingMessage(words, controls_for(audience, table), users=users), row
            )
        except discord.HTTPException as error:
            if not troubles.is_refusal(error):
                raise
            kept = troubles.kept_refusal(error)
            log.warning("a call was refused: %s", kept, extra={"match": table.info.id})
            with contextlib.suppress(discord.HTTPException):
                await self._edit_board(table, audience)  # the call would have replaced it
            raise kept from error

    async def _story(self, row: OutboxRow, info: MatchInfo) -> Along | None:
        """Post what leads to no call, with the board as it is now."""
        table = await self._bot.service.matches.table_of(info)
        audience = audience_in(info.locale, info)
        before, entries = await self._entries(row, info)
        words = texts.report(table, audience, before, entries)
        if not words:
            return await self._show_board(row, info)  # the move was taken back, or has no lines
        return self._outbox.board_made(info, row, await self._tell(row, table, audience, words, entries))

    async def _entries(self, row: OutboxRow, info: MatchInfo) -> tuple[list[LogEntry], list[LogEntry]]:
        """Return the entries that had been told before this row, and those that it tells, without those taken back."""
        after, seq = int(row.payload.get("after", row.payload["seq"])), int(row.payload["seq"])
        before, since = telling.split(await self._bot.service.history.log(info, None, ENTRIES), after)
        return before, [entry for entry in since if entry.seq <= seq]

    async def _tell(
        self,
        row: OutboxRow,
        table: Table,
        audience: Audience,
        words: str,
        entries: Sequence[LogEntry],
        users: Sequence[int] = (),
    ) -> int:
        """Post what happened with the board; the message is the new live board."""
        events = [event for entry in entries for event in entry.events]
        opens = any(entry.kind == "start" for entry in entries)
        view = None if table.match.over else controls_for(audience, table, opens=opens)
        post = OutgoingMessage(words, view, await self._picture(table, audience, events), users)
        return await self._sender.send(table.info.channel_id, post, row)

    async def _score(self, row: OutboxRow, info: MatchInfo) -> None:
        table = await self._bot.service.matches.table_of(info)
        if table.match.result is None:
            return  # the table has undone the end of the match
        audience = audience_in(info.locale, info)
        names = audience.label.names
        drawing = self._bot.pictures.score(table.view(None), table.match.result, info.locale, names)
        alt = table.match.game.result_text(audience.label, table.match.result)
        file = await picture(drawing, "score.png", alt)
        told = await self._entries(row, info)
        seeds = await self._bot.service.history.seeds(table)
        text = texts.score(table, audience, *told, seeds=seeds, pictured=file is not None)
        await self._sender.send(info.channel_id, OutgoingMessage(text, file=file), row)

    async def _notice(self, row: OutboxRow, info: MatchInfo) -> Along | None:
        audience = audience_in(info.locale, info)
        users = row.payload["users"]
        text = notice_text(audience.text, row.payload)
        if users:
            text = f"{' '.join(f'<@{user}>' for user in users)} {text}"
        request = row.payload.get("undo")
        view = None
        if request is not None:
            view = texts.undo_buttons(audience, info.id, request)
            text = limits.clip_lines([text, *await self._would_go(info, audience, request)], limits.CONTENT)
        message_id = await self._sender.send(info.channel_id, OutgoingMessage(text, view, users=users), row)
        return None if request is None else self._outbox.request_made(info, request, message_id)

    async def _would_go(self, info: MatchInfo, audience: Audience, request_id: int) -> list[str]:
        """Return the log lines that going back would undo, so that the others know what they would agree to."""
        request = await self._bot.service.undo.request(request_id)
        if request is None:
            return []
        entries = await self._bot.service.history.log(info, request.seq + 1, ENTRIES)
        gone = [entry for entry in entries if entry.seq > request.restores]
        game, room = self._bot.games[info.game], limits.CONTENT // 2
        return telling.recapped(game, audience.text, (), telling.current(gone), room)

    async def _hand(self, row: OutboxRow, info: MatchInfo) -> Along | None:
        """Update a seat's private message; if the person takes none, the channel says so once."""
        user_id = int(row.payload["user_id"])
        seat = next((seat for seat in info.seats if seat.user_id == user_id), None)
        if seat is None:
            return None
        table = await self._bot.service.matches.table_of(info)
        locale = await self._bot.service.people.private_locale(user_id, info.locale)
        audience = audience_in(locale, info)
        if seat.computer is not None:
            await self._close_letter(table, audience, seat)
            return None
        ctx = MatchContext(self._bot, table, user_id, seat.seat, audience)
        entries = await self._bot.service.history.log(info, None, ENTRIES, viewer=seat.seat)
        told = texts.news(ctx.game, audience.text, entries, seat.seat)
        if trouble := await self._bot.troubles.sentence(audience.text, info):
            told = [trouble, *told]

        def letter(file: discord.File | None) -> OutgoingMessage:
            words = told if file is not None else [*told, ctx.game.hand_text(audience.text, ctx.view)]
            buttons = texts.private_buttons(table, audience, seat.seat)
            return OutgoingMessage(texts.private(table, audience, seat.seat, words), buttons, file)

        try:
            try:
                channel_id, message_id = await self._write(row, seat, letter(await ctx.hand()), ctx)
            except discord.HTTPException as error:
                if not troubles.is_refusal(error):
                    raise
                channel_id, message_id = await self._write(row, seat, letter(None), ctx)
        except discord.HTTPException as error:
            if troubles.is_refusal(error):
                log.warning("a private message was refused: %s", troubles.verdict(error), extra={"match": info.id})
            elif error.code not in codes.DM_CLOSED:
                raise
            return await self._private_channels.closed(row, info, seat)
        if message_id == seat.dm_message_id:
            return None
        replaced = seat.dm_message_id if row.payload.get("asked") else None
        return self._outbox.letter_made(info, seat, channel_id, message_id, replaced)

    async def _close_letter(self, table: Table, audience: Audience, seat: SeatInfo) -> None:
        """Leave nothing to press in the private message of a seat that a computer plays; send no new one."""
        if seat.dm_message_id is None:
            return
        buttons = texts.private_buttons(table, audience, seat.seat)
        post = OutgoingMessage(texts.private(table, audience, seat.seat), buttons)
        channel = await self._private_channels.channel(seat.user_id)
        with contextlib.suppress(discord.Forbidden):
            await self._sender.edit(channel.id, seat.dm_message_id, post)

    async def _write(self, row: OutboxRow, seat: SeatInfo, post: OutgoingMessage, ctx: MatchContext) -> tuple[int, int]:
        """Edit a seat's private message, or send a new one; return its channel and its id."""
        channel = await self._private_channels.channel(seat.user_id)
        try:
            return channel.id, await self._write_to(channel, row, seat, post, ctx)
        except discord.HTTPException as error:
            if error.code not in codes.DM_OF_ANOTHER:
                raise
        await _draw_again(post, ctx)
        channel = await self._private_channels.channel(seat.user_id, anew=True)
        return channel.id, await self._write_to(channel, row, seat, post, ctx)

    async def _write_to(
        self,
        channel: discord.PartialMessageable,
        row: OutboxRow,
        seat: SeatInfo,
        post: OutgoingMessage,
        ctx: MatchContext,
    ) -> int:
        # An edit notifies nobody, so a seat that can't be called in the channel gets a new message.
        if seat.dm_message_id is not None and not row.payload.get("asked"):
            if await self._sender.edit(channel.id, seat.dm_message_id, post):
                return seat.dm_message_id
            await _draw_again(post, ctx)
        return await self._sender.send(channel.id, post, row)

    async def _removal(self, row: OutboxRow, _: MatchInfo) -> None:
        """Remove a message if possible: a leftover message does less harm than a second call."""
        message = self._sender.channel(row.payload["channel_id"]).get_partial_message(row.payload["message_id"])
        with contextlib.suppress(discord.HTTPException):
            await message.delete()

    async def _closed(self, row: OutboxRow, _: MatchInfo) -> None:
        """Take the buttons from a message that still exists."""
        message = self._sender.channel(row.payload["channel_id"]).get_partial_message(row.payload["message_id"])
        try:
            await message.edit(view=None)
        except discord.HTTPException as error:
            if error.code not in codes.MESSAGE_LOST:
                raise

    async def _picture(self, table: Table, audience: Audience, events: Sequence[Any]) -> discord.File | None:
        return await MatchContext(self._bot, table, 0, None, audience).board(events)


async def _draw_again(post: OutgoingMessage, ctx: MatchContext) -> None:
    """Draw a private message's picture again, if it has one: a file object can be sent only once."""
    if post.file is not None:
        post.file = await ctx.hand()


def controls_for(audience: Audience, table: Table, *, opens: bool = False) -> ui.View:
    """Return the buttons under a post about a running match; the one that opens it explains the game."""
    game, seats = table.match.game, len(table.info.seats)
    explained = guide.buttons(audience.label, game, seats) if opens else []
    return controls.rows([texts.move_button(audience, table.info.id), *explained])
