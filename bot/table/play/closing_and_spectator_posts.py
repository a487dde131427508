"""Delivers the post that closes a match, and posts for the watchers of a private table."""

from __future__ import annotations

import asyncio

import discord

from bot.discord.delivery import post_texts
from bot.discord.delivery.idempotent_send import OutgoingMessage
from bot.discord.delivery.post_kinds import DeliveryContext, PostKind
from bot.discord.http import delivery_failures, error_codes
from bot.discord.match_context import channel_reader, picture
from bot.discord.ui import controls
from bot.discord.ui.locale import ReaderContext
from bot.discord.ui.toolbar import Toolbar
from bot.matches.service_results import MatchInfo, Table
from bot.matches.transaction_hook import TransactionHook
from bot.notifications.delivery import Retry, Undeliverable
from bot.store.statements.rows import OutboxRow
from bot.table.lobby import threads
from bot.table.play import closing_posts
from bot.table.play.post_contents import PostContents, is_over
from rules.kernel.words.translation import Translator

#: Buttons that features add below the posts for watchers.
WATCH_TOOLS = Toolbar[[Translator, MatchInfo]]("posts for watchers")


def kinds(context: DeliveryContext) -> dict[str, PostKind]:
    """Return the kinds of outbox messages that this module delivers, keyed by name."""
    posts = ScorePosts(context)
    return {"score": PostKind(posts.score), "watch": PostKind(posts.watch, target="person")}


class ScorePosts:
    """Delivers outbox rows about the end of a match, and rows for watchers."""

    def __init__(self, context: DeliveryContext) -> None:
        self._bot, self._sender = context.bot, context.sender
        self._outbox = context.bot.service.outbox
        self._reader = PostContents(context.bot)
        self._closing = closing_posts.ClosingPosts(context.bot)

    async def score(self, row: OutboxRow, info: MatchInfo) -> TransactionHook | None:
        """Post the closing post of a match, which shows the scores."""
        post = await self._final(row, await self._bot.service.matches.table_of(info))
        if post is None:
            return None
        await self._sender.send(info.channel_id, post, row)
        return self._outbox.also_watched(info, row)

    async def _final(self, row: OutboxRow, table: Table, *, offer_rematch: bool = True) -> OutgoingMessage | None:
        """Return the closing post of a match; None if the end of the match was undone.

        If `offer_rematch`, the post has a button for a rematch.
        """
        if not is_over(table):
            return None
        reader = await channel_reader(self._bot, table.info)
        earlier_and_new = await self._reader.entries(row, table.info)
        story, scores = await asyncio.gather(self._closing.story(table, reader), self._scores(table, reader))
        files = [file for file in (scores, story.picture) if file is not None]
        view = closing_posts.view(table, reader, earlier_and_new, story, files, again=offer_rematch)
        return OutgoingMessage("", view, files=files)

    async def _scores(self, table: Table, reader: ReaderContext) -> discord.File | None:
        """Return a picture of the final scores; None if the match has no result or the picture can't be drawn."""
        result = table.match.result
        if result is None:
            return None
        drawing = self._bot.pictures.score(table.view(None), result, reader.locale, reader.label.names)
        told = f"{reader.label.t('Final scores')}.\n{table.match.game.result_text(reader.label, result)}"
        return await picture(drawing, closing_posts.SCORE_FILE, told)

    async def watch(self, row: OutboxRow, info: MatchInfo) -> TransactionHook | None:
        """Post the latest events and the board (after the end, the closing post) for a private table's watchers."""
        channel_id = info.watching_channel_id
        if channel_id is None:
            return None
        table = await self._bot.service.matches.table_of(info)
        post = await (
            self._final(row, table, offer_rematch=False) if row.payload["over"] else self._watched(row, table)
        )
        if post is not None:
            try:
                await self._sender.send(channel_id, post, row)
            except discord.HTTPException as error:
                if error.code == error_codes.THREAD_ARCHIVED:
                    await threads.reopen(self._bot, channel_id)
                    raise Retry from error
                raise self._unwatched(info, error) from error
        return None

    def _unwatched(self, info: MatchInfo, error: discord.HTTPException) -> Exception:
        """Return the error to raise after a post for watchers has failed.

        If the watchers' thread is gone or the bot may not post there, the error also triggers a message to the host.
        """
        lost = delivery_failures.thread_error(error)
        if isinstance(lost, Undeliverable) and error.code == error_codes.UNKNOWN_CHANNEL:
            lost.hook = self._outbox.watching_gone(info)
        elif isinstance(lost, Undeliverable) and error.status == 403:
            lost.hook = self._outbox.watching_refused(info)
        return lost

    async def _watched(self, row: OutboxRow, table: Table) -> OutgoingMessage:
        """Return the post of a row for watchers, with the events, the awaited players, and the public board."""
        info, reader = table.info, await channel_reader(self._bot, table.info)
        before, entries = await self._reader.entries(row, info)
        words = post_texts.report(table, reader, before, entries, await self._reader.seed(table, entries))
        words = words or post_texts.board(table, reader)
        events = [event for entry in entries for event in entry.events]
        view = controls.rows(WATCH_TOOLS.buttons(reader.label, info))
        file = await self._reader.picture(table, reader, events)
        return OutgoingMessage(words, view, file, silent=True)
