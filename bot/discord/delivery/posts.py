"""Delivers the outbox to Discord: posts, edits of the live board and lobby, private messages."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

import aiohttp
import discord
from discord import ui

from bot.app import timeouts
from bot.app.image_cache import drawn_for
from bot.discord.bot import Bot
from bot.discord.context import MatchContext, audience_in, audience_of, picture
from bot.discord.delivery import failures as troubles
from bot.discord.delivery import texts
from bot.discord.delivery.direct_messages import DirectMessages
from bot.discord.delivery.idempotent_send import OutgoingMessage, Sender, takes_no_edits
from bot.discord.delivery.pings import PingRecipients
from bot.discord.http import error_codes as codes
from bot.discord.http import interaction_metrics as measuring
from bot.discord.http.rate_budget import Priority, asks_for
from bot.discord.ui import controls, fallbacks, optional
from bot.discord.ui.locale import ReaderContext
from bot.features.follow import panel as follows
from bot.features.follow.posts import FollowMessages
from bot.features.open_tables.posts import OpenTablePosts
from bot.features.reports.posts import ReportMessages
from bot.features.reviews.posts import ReviewPosts
from bot.features.rulebook.panel import guide
from bot.matches.along import TransactionHook
from bot.matches.clocks.time_control import TimeControl
from bot.matches.play.batch import find_hidden_hold
from bot.matches.records import LogEntry, MatchInfo, Table
from bot.matches.refusals import NewerMatch
from bot.notifications.delivery import Retry, Undeliverable
from bot.store.statements.rows import OutboxRow
from bot.table.history import log_panel
from bot.table.lobby import threads
from bot.table.play import closing_posts as closing
from bot.table.play import event_words as telling
from bot.table.play import shelf_menus as shelves
from bot.table.votes.posts import VotePosts
from rules.kernel.errors import Refusal

log = logging.getLogger("bot.discord")

#: Seconds until a post for a newer process is tried again.
NEWER_RETRY = 10
#: Posts with a board to remember.
BOARDS = 2048
#: The buttons, as arguments of `controls_for`, of a board without a call or a story.
BARE: Mapping[str, bool] = {}
#: Kinds of rows that reveal nothing about a match's channel.
PRIVATE = ("ring", "hand", "seated", "report", "answer", "watch", "member", "invite", "follow")


class DiscordDeliverer:
    """Delivers one row at a time, from the present state of the match."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._outbox = bot.service.outbox
        self._sender = Sender(bot)
        #: The buttons of the last posts with a board. A newer post replaces one with `BARE` buttons, which has neither
        #: a call nor a story.
        self._boards: OrderedDict[int, Mapping[str, bool]] = OrderedDict()
        self._closing = closing.ClosingPosts(bot)
        self._ringing = PingRecipients(bot)
        letters, reports = DirectMessages(bot, self._sender), ReportMessages(bot, self._sender)
        asking, tables = VotePosts(bot, self._sender, self._ringing), OpenTablePosts(bot, self._sender)
        self._kinds = {
            "board": self._board,
            "turn": self._turn,
            "reminder": self._reminder,
            "nudge": self._nudge,
            "story": self._story,
            "ring": letters.ring,
            "hand": letters.refresh,
            "seated": letters.seated,
            "seat": asking.seat,
            "lobby": tables.lobby,
            "notice": asking.notice,
            "vote": asking.vote,
            "score": self._score,
            "removal": self._removal,
            "closed": tables.closed,
            "watch": self._watch,
            "member": tables.member,
            "invite": letters.invite,
            "follow": FollowMessages(bot, self._sender).follow,
            "review": ReviewPosts(bot, self._sender).shared,
            "report": reports.report,
            "answer": reports.answer,
        }

    async def deliver(self, row: OutboxRow) -> TransactionHook | None:
        """Post, edit or send. Raises Retry for a temporary error, else Undeliverable.

        Changes to save are returned, not saved here, so that a second try starts where the first did.
        """
        drawn_for.set(("match", row.match_id))
        asks_for.set(_rank(row))
        try:
            info = await self._bot.service.matches.get(row.match_id)
        except NewerMatch as error:
            raise Retry(NEWER_RETRY, str(error)) from error
        except Refusal as error:
            raise Undeliverable(error.msgid) from error
        if row.kind not in self._kinds:
            raise Retry(NEWER_RETRY, "only a newer version of the bot knows this post")
        try:
            with optional.within(_patience(row)):
                return await self._deliver(row, info)
        except NewerMatch as error:
            raise Retry(NEWER_RETRY, str(error)) from error
        except Refusal as error:
            raise Undeliverable(error.msgid) from error
        except (Retry, Undeliverable) as told:
            if row.kind == "turn" and troubles.lasts(told):
                told.along = self._outbox.called_in_private(info, row)
            raise
        except discord.RateLimited as error:
            raise Retry(error.retry_after) from error
        except (OSError, aiohttp.ClientError, TimeoutError) as error:
            raise Retry(uncertain=True) from error

    async def _deliver(self, row: OutboxRow, info: MatchInfo) -> TransactionHook | None:
        try:
            try:
                along = await self._kinds[row.kind](row, info)
            except discord.HTTPException as error:
                if error.code != codes.THREAD_ARCHIVED:
                    raise
                await threads.reopen(self._bot, info.channel_id)
                along = await self._kinds[row.kind](row, info)
        except discord.HTTPException as error:
            measuring.refused(error)
            told = await self._bot.troubles.reason(info, error, private=row.kind in PRIVATE)
            if row.kind not in PRIVATE:
                await self._bot.troubles.met(info, str(told))
            raise told from error
        if row.kind not in (*PRIVATE, "removal", "closed"):
            await self._bot.troubles.over(info)
        return along

    # -- kinds --------------------------------------------------------------------------------------------

    async def _board(self, row: OutboxRow, info: MatchInfo) -> TransactionHook | None:
        """Update the live board: the picture in the last call."""
        comes, call = await self._outbox.telling(info.id)
        if comes:
            return None  # the next post shows the same board
        return await self._show_board(row, info, call)

    async def _show_board(self, row: OutboxRow, info: MatchInfo, call: OutboxRow | None) -> TransactionHook | None:
        """Show the position in the live board or a new one; `call` is the next call, if it is not due yet.

        A call comes within a minute or so and is a new post itself, so no other is made until then.
        """
        table = await self._bot.service.matches.table_of(info)
        audience = await audience_of(self._bot, info)
        if await self._edit_board(table, audience, call) or _is_over(table):
            return None
        if call is not None and call.error is None and info.board_message_id is not None:
            return None
        file = await self._picture(table, audience, await self._bot.service.history.last_told(table, None))
        words = (await self._words_now(table, audience, call)).get("content") or texts.board(table, audience)
        post = OutgoingMessage(words, controls_for(audience, table, **BARE), file, silent=True)
        message_id = await self._sender.send(info.channel_id, post, row)
        # A call or a story stays, for its text.
        replaced = info.board_message_id if self._is_bare(info.board_message_id) else None
        self._remember(message_id, BARE)
        return self._outbox.board_made(info, row, message_id, replaced)

    def _remember(self, message_id: int, buttons: Mapping[str, bool]) -> None:
        self._boards[message_id] = buttons
        while len(self._boards) > BOARDS:
            self._boards.popitem(last=False)

    def _is_bare(self, message_id: int | None) -> bool:
        return message_id is not None and self._boards.get(message_id) == BARE

    async def _edit_board(self, table: Table, audience: ReaderContext, call: OutboxRow | None) -> bool:
        """Show the position in the live board's message; False if there is none, or only one that is too old."""
        info = table.info
        if info.board_message_id is None:
            return False
        if self._sender.is_old(info.board_message_id) and not table.match.over:
            return False
        with optional.within(timeouts.LAST_BOARD if _is_over(table) else timeouts.PICTURES):
            file = await self._picture(table, audience, await self._bot.service.history.last_told(table, None))
        message = self._sender.channel(info.channel_id).get_partial_message(info.board_message_id)
        changes = await self._words_now(table, audience, call)
        if _is_over(table):
            changes["view"] = None
        elif (buttons := self._boards.get(info.board_message_id)) is not None:
            changes["view"] = controls_for(audience, table, **buttons)
        try:
            await fallbacks.send(
                self._bot, message.edit, posted_in=info.channel_id, attachments=[file] if file else [], **changes
            )
        except (discord.HTTPException, discord.RateLimited) as error:
            # After the last move, no new board replaces this one.
            waits = isinstance(error, discord.RateLimited) and _is_over(table)
            if waits or not takes_no_edits(error):
                raise
            return False
        return True

    async def _words_now(self, table: Table, audience: ReaderContext, call: OutboxRow | None) -> dict[str, Any]:
        """Return the new text of an edited live board, if it changes. An edit notifies no one.

        It changes before a call that is not due yet, and while several called players answer one by one: the last one
        is told so. While no one may be pinged, it shows the open decision and the original text of the post. After the
        end it says that no one is called any more.
        """
        info = table.info
        call = call or await self._called_together(table)
        if call is not None:
            before, entries = await self._entries(call, info)
            words = texts.call(table, audience, before, entries, _named(call, table), await self._seed(table, entries))
        elif find_hidden_hold(table.match) is not None or _is_over(table):
            last = None if self._is_bare(info.board_message_id) else await self._outbox.last_told(info.id)
            words = "" if last is None else await self._report(last, table, audience)
            words = words or texts.board(table, audience)
        else:
            return {}
        return {"content": words, "allowed_mentions": discord.AllowedMentions.none()}

    async def _called_together(self, table: Table) -> OutboxRow | None:
        """Return the call to several players who have not all answered yet, as far as that is public."""
        called = [seat.pinged_seq for seat in table.info.seats]
        together = any(called.count(seat.pinged_seq) > 1 for seat in table.info.seats if seat.waiting_since is not None)
        if not together or find_hidden_hold(table.match) is not None:
            return None
        told = await self._outbox.last_told(table.info.id)
        return told if told is not None and told.kind == "turn" and len(told.payload["seats"]) > 1 else None

    async def _turn(self, row: OutboxRow, info: MatchInfo) -> TransactionHook:
        """Post the events since the last call, and call the players to move."""
        table = await self._bot.service.matches.table_of(info)
        audience = await audience_of(self._bot, info)
        before, entries = await self._entries(row, info)
        called = await self._ringing.callable(row, info)
        held = await self._ringing.asleep(called, self._bot.clock.now())
        rung = [user for user in called if user not in held]
        replaced = info.board_message_id if "shown" in row.payload and self._shows(info) else None
        try:
            seed = await self._seed(table, entries)
            words = texts.call(table, audience, before, entries, _named(row, table), seed)
            message_id, pictured = await self._tell(row, table, audience, words, entries, rung)
        except discord.HTTPException as error:
            if not troubles.is_refusal(error):
                raise
            message_id, pictured = await self._call_briefly(row, table, audience, entries, rung), False
        held = await self._ringing.asleep(called, self._sender.posted_at(message_id))
        return self._outbox.board_made(info, row, message_id, replaced, pictured=pictured, held=held)

    def _shows(self, info: MatchInfo) -> bool:
        """Return whether the live board can show a call's position. A board that is too old isn't edited."""
        board = info.board_message_id
        return board is not None and (self._is_bare(board) or not self._sender.is_old(board))

    async def _call_briefly(
        self, row: OutboxRow, table: Table, audience: ReaderContext, entries: Sequence[LogEntry], rung: Sequence[int]
    ) -> int:
        """Repeat a refused call without picture and story; raises Retry if it is refused again."""
        seed = await self._seed(table, entries)
        words = texts.call(table, audience, (), entries, _named(row, table), seed, brief=True)
        post = OutgoingMessage(
            words, controls_for(audience, table, calls=True, shows=False), users=rung, silent=not rung
        )
        try:
            return await self._sender.send(table.info.channel_id, post, row)
        except discord.HTTPException as error:
            if not troubles.is_refusal(error):
                raise
            kept = troubles.kept_refusal(error)
            log.warning("a call was refused: %s", kept, extra={"match": table.info.id})
            with contextlib.suppress(discord.HTTPException):
                _, later = await self._outbox.telling(table.info.id)
                await self._edit_board(table, audience, later)  # the call would have replaced it
            raise kept from error

    async def _reminder(self, row: OutboxRow, info: MatchInfo) -> TransactionHook | None:
        """Ping players again after days of waiting, if they still haven't moved."""
        table = await self._bot.service.matches.table_of(info)
        held, stands_in = "held" in row.payload, row.payload.get("stands_in")
        due = [s for s in info.seats if s.seat in row.payload["seats"] and not s.is_away]
        if stands_in is not None:
            awaited = [seat for seat in due if seat.stand_in_at == stands_in]
        else:
            awaited = [seat for seat in due if seat.reminded or held]
        seats = [seat for seat in awaited if texts.waits_for(table, seat.seat)]
        if not seats or _was_paused(row, info):
            return None
        wanted = await self._ringing.wanted([seat.user_id for seat in seats])
        later = await self._ringing.asleep(wanted, self._bot.clock.now())
        users = [user for user in wanted if user not in later]
        if not users:
            return self._outbox.woken(info, later)
        audience = audience_in(info.locale, info)
        since = min(seat.waiting_since or info.created_at for seat in seats)
        rung = await self._ringing.reminded(
            info, users, costs=TimeControl.of(info.pace).has_clock or stands_in is not None
        )
        post = OutgoingMessage(
            texts.reminder(table, audience, users, since, stands_in),
            controls_for(audience, table, calls=True, shows=False),
            users=rung,
            silent=not rung,
        )
        message_id = await self._sender.send(info.channel_id, post, row)
        later = await self._ringing.asleep(wanted, self._sender.posted_at(message_id))
        return self._outbox.reminder_made(info, message_id, held=held, stands_in=stands_in, later=later)

    async def _nudge(self, row: OutboxRow, info: MatchInfo) -> TransactionHook | None:
        """Ask a player on behalf of another whether they can move, unless they have moved or answered since."""
        table, asked = await self._bot.service.matches.table_of(info), row.payload
        seat = next((seat for seat in info.seats if seat.user_id == asked["user_id"]), None)
        if seat is None or seat.nudged_at != asked["at"] or not texts.waits_for(table, seat.seat):
            return None
        if seat.is_away or _was_paused(row, info):
            return None
        if later := await self._ringing.asleep([seat.user_id], self._bot.clock.now()):
            raise Retry(later[seat.user_id] - self._bot.clock.now())  # it comes late
        audience = audience_in(info.locale, info)
        words = texts.nudge(table, audience, seat, asked["asker"], self._bot.clock.now())
        post = OutgoingMessage(
            f"<@{seat.user_id}> {words}", texts.nudge_buttons(audience, info.id), users=[seat.user_id]
        )
        return self._outbox.reminder_made(info, await self._sender.send(info.channel_id, post, row))

    async def _story(self, row: OutboxRow, info: MatchInfo) -> TransactionHook | None:
        """Post events that lead to no call, with the present board."""
        table = await self._bot.service.matches.table_of(info)
        audience = await audience_of(self._bot, info)
        before, entries = await self._entries(row, info)
        words = texts.report(table, audience, before, entries, await self._seed(table, entries))
        if not words:
            _, call = await self._outbox.telling(info.id)
            return await self._show_board(row, info, call)  # the move was taken back, or has no lines
        message_id, pictured = await self._tell(row, table, audience, words, entries)
        return self._outbox.board_made(info, row, message_id, pictured=pictured)

    async def _report(self, row: OutboxRow, table: Table, audience: ReaderContext) -> str:
        """Return the events in the row of a story or a call."""
        before, entries = await self._entries(row, table.info)
        return texts.report(table, audience, before, entries, await self._seed(table, entries))

    async def _seed(self, table: Table, entries: Sequence[LogEntry]) -> str:
        """Return the seed whose hash is in a match's first post. An undo may have passed a draw since."""
        return (await self._bot.service.history.seeds(table))[0] if texts.opens(entries) else ""

    async def _entries(self, row: OutboxRow, info: MatchInfo) -> tuple[list[LogEntry], list[LogEntry]]:
        """Return the entries told before this row, and those that it tells, without entries taken back."""
        after, seq = int(row.payload.get("after", row.payload["seq"])), int(row.payload["seq"])
        before, since = telling.split(await self._bot.service.history.since(info, after), after)
        return before, [entry for entry in since if entry.seq <= seq]

    async def _tell(
        self,
        row: OutboxRow,
        table: Table,
        audience: ReaderContext,
        words: str,
        entries: Sequence[LogEntry],
        rung: Sequence[int] = (),
    ) -> tuple[int, bool]:
        """Post the events with the board, silently if it pings no one. The message is the new live board.

        Return its id, and False if its picture took too long or was refused by Discord.
        """
        events = [event for entry in entries for event in entry.events]
        buttons = {"calls": row.kind == "turn", "opens": texts.opens(entries)}
        view = None if table.match.over else controls_for(audience, table, **buttons)
        file = await self._picture(table, audience, events)
        pictured = file is not None or optional.are_wanted()
        post = OutgoingMessage(words, view, file, rung, silent=not rung)
        message_id = await self._sender.send(table.info.channel_id, post, row)
        self._remember(message_id, buttons)
        return message_id, pictured and not self._sender.lacks_picture(message_id)

    async def _score(self, row: OutboxRow, info: MatchInfo) -> TransactionHook | None:
        post = await self._final(row, await self._bot.service.matches.table_of(info))
        if post is None:
            return None
        await self._sender.send(info.channel_id, post, row)
        return self._outbox.also_watched(info, row)

    async def _final(self, row: OutboxRow, table: Table, *, again: bool = True) -> OutgoingMessage | None:
        """Return the post that closes a match; None if its end was undone. `again` adds a button for a rematch."""
        if not _is_over(table):
            return None
        audience = await audience_of(self._bot, table.info)
        told = await self._entries(row, table.info)
        story, scores, board = await asyncio.gather(
            self._closing.story(table, audience), self._scores(table, audience), self._picture(table, audience, ())
        )
        files = [file for file in (scores, story.picture, board) if file is not None]
        view = closing.view(table, audience, told, story, files, again=again)
        return OutgoingMessage("", view, files=files)

    async def _scores(self, table: Table, audience: ReaderContext) -> discord.File | None:
        """Return the picture of the final scores; None for a match that was not completed."""
        result = table.match.result
        if result is None:
            return None
        drawing = self._bot.pictures.score(table.view(None), result, audience.locale, audience.label.names)
        return await picture(drawing, closing.SCORE, table.match.game.result_text(audience.label, result))

    async def _watch(self, row: OutboxRow, info: MatchInfo) -> TransactionHook | None:
        """Tell the watchers of a private table what happened, with the public board; at its end the scores."""
        channel_id = info.watching_channel_id
        if channel_id is None:
            return None
        table = await self._bot.service.matches.table_of(info)
        post = await (self._final(row, table, again=False) if row.payload["over"] else self._watched(row, table))
        if post is not None:
            try:
                await self._sender.send(channel_id, post, row)
            except discord.HTTPException as error:
                if error.code == codes.THREAD_ARCHIVED:
                    await threads.reopen(self._bot, channel_id)
                    raise Retry from error
                raise self._unwatched(info, error) from error
        return None

    def _unwatched(self, info: MatchInfo, error: discord.HTTPException) -> Exception:
        """Return the error of a failed post for watchers. If their thread is gone or refuses posts, tell the host."""
        lost = troubles.lost(error)
        if isinstance(lost, Undeliverable) and error.code == codes.UNKNOWN_CHANNEL:
            lost.along = self._outbox.watching_gone(info)
        elif isinstance(lost, Undeliverable) and error.status == 403:
            lost.along = self._outbox.watching_refused(info)
        return lost

    async def _watched(self, row: OutboxRow, table: Table) -> OutgoingMessage:
        """Return a row's message for watchers: the events, the awaited players, and the public board."""
        info, audience = table.info, await audience_of(self._bot, table.info)
        before, entries = await self._entries(row, info)
        words = texts.report(table, audience, before, entries, await self._seed(table, entries))
        words = words or texts.board(table, audience)
        events = [event for entry in entries for event in entry.events]
        view = controls.rows([log_panel.button(audience.label, info.id), follows.button(audience.label, info.id)])
        file = await self._picture(table, audience, events)
        return OutgoingMessage(words, view, file, silent=True)

    async def _removal(self, row: OutboxRow, _: MatchInfo) -> None:
        await self._sender.delete(row.payload["channel_id"], row.payload["message_id"])

    async def _picture(self, table: Table, audience: ReaderContext, events: Sequence[Any]) -> discord.File | None:
        return await MatchContext(self._bot, table, 0, None, audience).board(events)


def _was_paused(row: OutboxRow, info: MatchInfo) -> bool:
    """Return whether the match has paused since the row was written. The end of the pause pings the awaited players."""
    return info.paused_at is not None and row.created_at < info.paused_at


def _named(call: OutboxRow, table: Table) -> list[int]:
    """Return the players that a call names.

    If it replaces an earlier call, they include the players still awaited since then.
    """
    users: list[int] = call.payload["users"]
    if "shown" not in call.payload or find_hidden_hold(table.match) is not None:
        return users
    awaited = [seat for seat in table.info.seats if seat.waiting_since is not None and not seat.is_away]
    still = {seat.user_id for seat in awaited if seat.is_human and seat.pinged_epoch is not None}
    return [seat.user_id for seat in table.info.seats if seat.user_id in {*users, *still}]


def _is_over(table: Table) -> bool:
    """Return whether a match is over, completed or not. Then no one is awaited."""
    return table.match.over or table.info.status == "ended"


def _patience(row: OutboxRow) -> float:
    """Return the seconds for a post's pictures and emojis. A post that has failed is tried again without them."""
    if row.failed:
        return 0
    ends = row.kind == "score" or (row.kind == "watch" and row.payload["over"])
    return timeouts.CLOSING_PARTS if ends else timeouts.PICTURES


def _rank(row: OutboxRow) -> Priority:
    """Return the priority of a row's requests: first pings, then public posts."""
    if row.kind in ("turn", "reminder", "nudge", "notice", "vote") or (row.kind == "ring" and row.payload["loud"]):
        return Priority.CALL
    return Priority.HAND if row.kind in (*PRIVATE, "removal", "closed") else Priority.BOARD


def controls_for(
    audience: ReaderContext, table: Table, *, calls: bool = False, opens: bool = False, shows: bool = True
) -> ui.View:
    """Return the buttons under a post about a running match.

    A post that `calls` lets people choose fewer pings, the one that opens the match explains the game, and one that
    `shows` the board has a menu of its things.
    """
    game, seats = table.match.game, len(table.info.seats)
    fewer = [texts.fewer_button(audience)] if calls else []
    explained = guide.buttons(audience.label, game, seats) if opens else []
    looked_up = shelves.menu(audience, game, table.info.id, table.view(None)) if shows else []
    return controls.rows([texts.move_button(audience, table.info.id), *explained, *fewer], looked_up)
