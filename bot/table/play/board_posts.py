"""Delivers posts with the board: turn notifications, event reports ("stories") and updates of the live board."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Mapping, Sequence
from typing import Any

import discord
from cachetools import LRUCache
from discord import ui

from bot.app import timeouts
from bot.discord import optional_part_timeouts
from bot.discord.delivery import post_texts
from bot.discord.delivery.idempotent_send import OutgoingMessage, is_uneditable
from bot.discord.delivery.ping_recipients import quiet_hours_ends
from bot.discord.delivery.post_kinds import DeliveryContext, PostKind
from bot.discord.http import delivery_failures
from bot.discord.match_context import channel_reader
from bot.discord.ui import controls, fallbacks
from bot.discord.ui.locale import ReaderContext
from bot.discord.ui.toolbar import Toolbar
from bot.matches.play.move_batch import find_hidden_hold
from bot.matches.service_results import LogEntry, MatchInfo, Table
from bot.matches.transaction_hook import TransactionHook
from bot.store.statements.rows import OutboxRow
from bot.table.play import board_viewer, lookup_menus
from bot.table.play.post_contents import PostContents, is_over
from rules.kernel.engine.game_parts import AnyParts
from rules.kernel.words.translation import Translator

log = logging.getLogger("bot.discord")

#: Maximum number of posts whose button arguments are remembered.
BOARDS = 2048
#: The arguments of `controls_for` for a post that contains nothing but the board.
BARE: Mapping[str, bool] = {}
#: Buttons that features add below the first post of a match, after the button *Your move*.
OPENING_GUIDES = Toolbar[[Translator, AnyParts, int]]("the post that opens a match")


def kinds(context: DeliveryContext) -> dict[str, PostKind]:
    """Return the kinds of outbox messages that this module delivers, keyed by name."""
    posts = BoardPosts(context)
    return {
        "board": PostKind(posts.board),
        "turn": PostKind(posts.turn, pings=True),
        "story": PostKind(posts.story),
        "removal": PostKind(posts.removal, target="leftover"),
    }


class BoardPosts:
    """Delivers outbox rows for turn notifications, event reports and the live board."""

    def __init__(self, context: DeliveryContext) -> None:
        self._bot, self._sender, self._pings = context.bot, context.sender, context.pings
        self._outbox = context.bot.service.outbox
        self._reader = PostContents(context.bot)
        #: The arguments of `controls_for` for recent posts with a board, keyed by message id. A post with the arguments
        #: `BARE` is deleted once a newer post shows the board.
        self._boards = LRUCache[int, Mapping[str, bool]](BOARDS)

    async def board(self, row: OutboxRow, info: MatchInfo) -> TransactionHook | None:
        """Update the live board, which is the picture in the latest post with a board."""
        comes, call = await self._outbox.board_post_status(info.id)
        if comes:
            return None  # another post, which is about to be sent, will show this board
        return await self._show_board(row, info, call)

    async def _show_board(self, row: OutboxRow, info: MatchInfo, call: OutboxRow | None) -> TransactionHook | None:
        """Show the current position in the live board or, if that can't be edited, in a new post.

        If a turn notification is queued, it will be posted within about a minute and show the board. In this case,
        create no other new post.
        """
        table = await self._bot.service.matches.table_of(info)
        reader = await channel_reader(self._bot, info)
        if await self._edit_board(table, reader, call) or is_over(table):
            return None
        if call is not None and call.error is None and info.board_message_id is not None:
            return None
        file = await self._reader.picture(
            table, reader, await self._bot.service.history.last_visible_events(table, None)
        )
        words = (await self._text_changes(table, reader, call)).get("content") or post_texts.board(table, reader)
        post = OutgoingMessage(words, controls_for(reader, table, **BARE), file, silent=True)
        message_id = await self._sender.send(info.channel_id, post, row)
        # Replace only a post that contains nothing but the board, because the text of a turn notification or event
        # report is still needed.
        replaced = info.board_message_id if self._is_bare(info.board_message_id) else None
        self._remember(message_id, BARE)
        return self._outbox.board_posted(info, row, message_id, replaced)

    def _remember(self, message_id: int, buttons: Mapping[str, bool]) -> None:
        self._boards[message_id] = buttons

    def _is_bare(self, message_id: int | None) -> bool:
        return message_id is not None and self._boards.get(message_id) == BARE

    async def _edit_board(self, table: Table, reader: ReaderContext, call: OutboxRow | None) -> bool:
        """Edit the live board to show the current position. Return False if it doesn't exist or is too old to edit."""
        info = table.info
        if info.board_message_id is None:
            return False
        if self._sender.is_old(info.board_message_id) and not table.match.over:
            return False
        with optional_part_timeouts.time_limit(timeouts.LAST_BOARD if is_over(table) else timeouts.PICTURES):
            file = await self._reader.picture(
                table, reader, await self._bot.service.history.last_visible_events(table, None)
            )
        message = self._sender.channel(info.channel_id).get_partial_message(info.board_message_id)
        changes = await self._text_changes(table, reader, call)
        if is_over(table):
            changes["view"] = None
        elif (buttons := self._boards.get(info.board_message_id)) is not None:
            changes["view"] = controls_for(reader, table, **buttons)
        try:
            await fallbacks.send(
                self._bot, message.edit, posted_in=info.channel_id, attachments=[file] if file else [], **changes
            )
        except (discord.HTTPException, discord.RateLimited) as error:
            # No new board is posted after the end of a match, so this edit must be retried if it was refused because of
            # the rate limit.
            is_rate_limited = isinstance(error, discord.RateLimited) and is_over(table)
            if is_rate_limited or not is_uneditable(error):
                raise
            return False
        return True

    async def _text_changes(self, table: Table, reader: ReaderContext, call: OutboxRow | None) -> dict[str, Any]:
        """Return the arguments that change the text in the live board's message, if it changes. The edit pings no one.

        If a turn notification is queued, its text is shown in advance. While players who were notified together are
        answering one after another, the text names the remaining players. While a secret decision is open, and after
        the end of the match, the original text is shown with the current state.
        """
        info = table.info
        call = call or await self._open_group_notification(table)
        if call is not None:
            before, entries = await self._reader.entries(call, info)
            words = post_texts.turn_notification(
                table, reader, before, entries, _named_players(call, table), await self._reader.seed(table, entries)
            )
        elif find_hidden_hold(table.match) is not None or is_over(table):
            last = None if self._is_bare(info.board_message_id) else await self._outbox.last_told(info.id)
            words = "" if last is None else await self._reader.report(last, table, reader)
            words = words or post_texts.board(table, reader)
        else:
            return {}
        return {"content": words, "allowed_mentions": discord.AllowedMentions.none()}

    async def _open_group_notification(self, table: Table) -> OutboxRow | None:
        """Return the last turn notification if it was sent to several players and some still have to answer.

        Otherwise, or if it is secret who has answered, return None.
        """
        called = [seat.pinged_seq for seat in table.info.seats]
        together = any(called.count(seat.pinged_seq) > 1 for seat in table.info.seats if seat.waiting_since is not None)
        if not together or find_hidden_hold(table.match) is not None:
            return None
        last_notification = await self._outbox.last_told(table.info.id)
        return (
            last_notification
            if last_notification is not None
            and last_notification.kind == "turn"
            and len(last_notification.payload["seats"]) > 1
            else None
        )

    async def turn(self, row: OutboxRow, info: MatchInfo) -> TransactionHook:
        """Post a turn notification: the events since the last one, the board, and the players who must act."""
        table = await self._bot.service.matches.table_of(info)
        reader = await channel_reader(self._bot, info)
        before, entries = await self._reader.entries(row, info)
        called_users = await self._pings.for_turn(row, info)
        quiet_users = quiet_hours_ends(called_users, self._bot.clock.now())
        pinged = [user for user in called_users if user not in quiet_users]
        replaced = info.board_message_id if "shown" in row.payload and self._shows(info) else None
        try:
            seed = await self._reader.seed(table, entries)
            words = post_texts.turn_notification(table, reader, before, entries, _named_players(row, table), seed)
            message_id, pictured = await self._post_with_board(row, table, reader, words, entries, pinged)
        except discord.HTTPException as error:
            if not delivery_failures.is_refusal(error):
                raise
            message_id, pictured = await self._notify_briefly(row, table, reader, entries, pinged), False
        quiet_users = quiet_hours_ends(called_users, self._sender.posted_at(message_id))
        return self._outbox.board_posted(
            info, row, message_id, replaced, pictured=pictured, ping_time_by_user=quiet_users
        )

    def _shows(self, info: MatchInfo) -> bool:
        """Return whether a turn notification may replace the live board, which must be a bare or a recent post."""
        board = info.board_message_id
        return board is not None and (self._is_bare(board) or not self._sender.is_old(board))

    async def _notify_briefly(
        self, row: OutboxRow, table: Table, reader: ReaderContext, entries: Sequence[LogEntry], pinged: Sequence[int]
    ) -> int:
        """Post a turn notification that Discord refused, now without the picture and the events. Return the message id.

        Raises Retry if it is refused again.
        """
        seed = await self._reader.seed(table, entries)
        words = post_texts.turn_notification(table, reader, (), entries, _named_players(row, table), seed, brief=True)
        post = OutgoingMessage(
            words, controls_for(reader, table, calls=True, shows=False), users=pinged, silent=not pinged
        )
        try:
            return await self._sender.send(table.info.channel_id, post, row)
        except discord.HTTPException as error:
            if not delivery_failures.is_refusal(error):
                raise
            retry = delivery_failures.refused_call_retry(error)
            log.warning("a call was refused: %s", retry, extra={"match": table.info.id})
            with contextlib.suppress(discord.HTTPException):
                _, next_edit_at = await self._outbox.board_post_status(table.info.id)
                await self._edit_board(table, reader, next_edit_at)  # otherwise, the board would stay out of date
            raise retry from error

    async def story(self, row: OutboxRow, info: MatchInfo) -> TransactionHook | None:
        """Post a report of events that require no notification, with the current board."""
        table = await self._bot.service.matches.table_of(info)
        reader = await channel_reader(self._bot, info)
        before, entries = await self._reader.entries(row, info)
        words = post_texts.report(table, reader, before, entries, await self._reader.seed(table, entries))
        if not words:
            _, call = await self._outbox.board_post_status(info.id)
            # There is nothing to report, for example because the move was undone.
            return await self._show_board(row, info, call)
        message_id, has_picture = await self._post_with_board(row, table, reader, words, entries)
        return self._outbox.board_posted(info, row, message_id, pictured=has_picture)

    async def removal(self, row: OutboxRow, _: MatchInfo) -> None:
        """Delete a post, because a newer post has replaced it."""
        await self._sender.delete(row.payload["channel_id"], row.payload["message_id"])

    async def _post_with_board(
        self,
        row: OutboxRow,
        table: Table,
        reader: ReaderContext,
        words: str,
        entries: Sequence[LogEntry],
        pinged: Sequence[int] = (),
    ) -> tuple[int, bool]:
        """Post a text with the board, silently if it pings no one. The message becomes the live board.

        Return the message id, and whether the message contains the picture, which is missing if drawing it took too
        long or Discord refused it.
        """
        events = [event for entry in entries for event in entry.events]
        buttons = {"calls": row.kind == "turn", "opens": post_texts.is_first_post(entries)}
        view = None if table.match.over else controls_for(reader, table, **buttons)
        file = await self._reader.picture(table, reader, events)
        has_picture = file is not None or optional_part_timeouts.are_wanted()
        post = OutgoingMessage(words, view, file, pinged, silent=not pinged)
        message_id = await self._sender.send(table.info.channel_id, post, row)
        self._remember(message_id, buttons)
        return message_id, has_picture and not self._sender.lacks_picture(message_id)


def _named_players(call: OutboxRow, table: Table) -> list[int]:
    """Return the ids of the players named in a turn notification.

    If the notification replaces an earlier one, the ids include players named there who are still awaited.
    """
    users: list[int] = call.payload["users"]
    if "shown" not in call.payload or find_hidden_hold(table.match) is not None:
        return users
    awaited_seats = [seat for seat in table.info.seats if seat.waiting_since is not None and not seat.is_away]
    still = {seat.user_id for seat in awaited_seats if seat.is_human and seat.pinged_epoch is not None}
    return [seat.user_id for seat in table.info.seats if seat.user_id in {*users, *still}]


def controls_for(
    reader: ReaderContext, table: Table, *, calls: bool = False, opens: bool = False, shows: bool = True
) -> ui.View:
    """Return the buttons below a post about a running match.

    If `calls`, the post pings players, so it has buttons for simple answers and for fewer pings. If `opens`, it is the
    first post of the match, so it has buttons that explain the game. If `shows`, it shows what matters on the board, so
    it has a button for the whole board and a menu of its cards and pieces. *Your move* isn't blue while the match waits
    for computers only.
    """
    game, seats = table.match.game, len(table.info.seats)
    fewer = [post_texts.fewer_button(reader)] if calls else []
    explained = OPENING_GUIDES.buttons(reader.label, game, seats) if opens else []
    looked_up = lookup_menus.menu(reader, game, table.info.id, table.view(None)) if shows else []
    whole = [board_viewer.button(reader, table.info.id)] if shows else []
    move = post_texts.move_button(reader, table.info.id, pressing=post_texts.waits_for_people(table))
    called = [seat.seat for seat in table.info.seats if seat.is_awaited]
    answers = post_texts.CALL_ANSWERS.buttons(reader, table, called) if calls else []
    return controls.rows([move, *answers, *whole, *explained, *fewer], looked_up)
