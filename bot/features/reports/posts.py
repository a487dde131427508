"""Private messages about problem reports: notifications to the bot's owner, and answers to the reports' authors."""

from __future__ import annotations

import logging

import discord

from bot.discord.delivery.dm_channels import DMChannels
from bot.discord.delivery.idempotent_send import OutgoingMessage
from bot.discord.delivery.post_kinds import DeliveryContext, PostKind
from bot.discord.http import error_codes
from bot.discord.ui import limits
from bot.discord.ui.locale import ReaderContext
from bot.features.reports.panel import report as report_panel
from bot.features.reports.service import Reports
from bot.matches.service_results import MatchInfo
from bot.matches.transaction_hook import TransactionHook
from bot.notifications.delivery import Undeliverable
from bot.store.statements.rows import OutboxRow

log = logging.getLogger("bot.discord")


def kinds(context: DeliveryContext) -> dict[str, PostKind]:
    """Return the kinds of outbox messages that this module delivers, keyed by name."""
    posts = ReportMessages(context)
    return {
        "report": PostKind(posts.report, target="person"),
        "answer": PostKind(posts.answer, target="person"),
    }


class ReportMessages:
    """Delivers queued private messages about reports."""

    def __init__(self, context: DeliveryContext) -> None:
        self._bot, self._sender = context.bot, context.sender
        self._reports = context.bot.service.part(Reports)
        self._private_channels = DMChannels(context.bot)

    async def report(self, row: OutboxRow, info: MatchInfo) -> None:
        """Notify the bot's owner of a report. If that fails, the log and the health page still mention the report."""
        report = await self._reports.get(row.payload["report"])
        if report is None or report.answer is not None:
            return
        owner = await self._bot.owners.main_owner()
        words = report_panel.owner_message(await self._audience(owner, info), self._bot.games[info.game], info, report)
        if not await self._send(row, owner, words):
            log.error("the bot's owner takes no private messages", extra={"match": info.id, "report": report.id})
            raise Undeliverable("the bot's owner takes no private messages; `tenebrae report list` shows the report")

    async def answer(self, row: OutboxRow, info: MatchInfo) -> TransactionHook | None:
        """Deliver an answer to the report's author.

        If private messages can't reach the author, they see the answer when they next use a command.
        """
        report = await self._reports.get(row.payload["report"])
        if report is None or report.told_at is not None:
            return None
        reader = await self._audience(report.user_id, info)
        words = report_panel.answer_message(reader.text, info, report)
        return self._reports.mark_delivered(report) if await self._send(row, report.user_id, words) else None

    async def _audience(self, user_id: int, info: MatchInfo) -> ReaderContext:
        return ReaderContext(await self._bot.service.people.private_locale(user_id, info.locale))

    async def _send(self, row: OutboxRow, user_id: int, words: str) -> bool:
        """Send a person a private message; return False if private messages can't reach them."""
        try:
            channel = await self._private_channels.channel(user_id)
            await self._sender.send(channel.id, OutgoingMessage(limits.truncate(words, limits.CONTENT)), row)
        except discord.HTTPException as error:
            if error.code in error_codes.DM_SPAM:
                raise await self._private_channels.note_spam_refusal(error) from error
            if error.code not in (*error_codes.DM_CLOSED, *error_codes.DM_OF_PREVIOUS_BOT):
                raise
            return False
        return True
