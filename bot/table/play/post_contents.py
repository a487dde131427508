"""Reads the contents of posts about a match: the events that an outbox row is about, and the picture of the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.discord.bot import Bot
from bot.discord.delivery import post_texts
from bot.discord.match_context import MatchContext
from bot.discord.ui.locale import ReaderContext
from bot.matches.service_results import LogEntry, MatchInfo, Table
from bot.store.statements.rows import OutboxRow
from bot.table.play import event_words


class PostContents:
    """Reads the contents of posts about a match."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def entries(self, row: OutboxRow, info: MatchInfo) -> tuple[list[LogEntry], list[LogEntry]]:
        """Return the journal entries before those that a row is about, and the entries that it is about.

        Moves that have been undone are left out.
        """
        after, seq = int(row.payload.get("after", row.payload["seq"])), int(row.payload["seq"])
        before, since = event_words.split_events(await self._bot.service.history.since(info, after), after)
        return before, [entry for entry in since if entry.seq <= seq]

    async def report(self, row: OutboxRow, table: Table, reader: ReaderContext) -> str:
        """Return the text of an outbox row that is an event report or a turn notification."""
        before, entries = await self.entries(row, table.info)
        return post_texts.report(table, reader, before, entries, await self.seed(table, entries))

    async def seed(self, table: Table, entries: Sequence[LogEntry]) -> str:
        """Return the match's first random seed for its first post, which shows the seed's hash; otherwise ""."""
        return (await self._bot.service.history.seeds(table))[0] if post_texts.is_first_post(entries) else ""

    async def picture(self, table: Table, reader: ReaderContext, events: Sequence[Any]) -> discord.File | None:
        """Return a picture of the public board for the channel; None if it can't be drawn."""
        return await MatchContext(self._bot, table, 0, None, reader).chat_board(events)


def was_paused(row: OutboxRow, info: MatchInfo) -> bool:
    """Return whether the match was paused after the row was written. The players are pinged after the pause instead."""
    return info.paused_at is not None and row.created_at < info.paused_at


def is_over(table: Table) -> bool:
    """Return whether a match is over, because it was played to the end or someone ended it early."""
    return table.match.over or table.info.status == "ended"
