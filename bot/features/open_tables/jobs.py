"""Updates the servers' lists of open tables and opens full tables, at a limited rate and in only one process."""

from __future__ import annotations

import logging
from contextlib import suppress

import discord

from bot.discord.bot import Bot
from bot.discord.commands.background_reconciler import UP_TO_DATE_INTERVAL, WORK_LEFT_INTERVAL, Reconciler
from bot.discord.delivery.idempotent_send import is_uneditable
from bot.discord.http import delivery_failures, error_codes
from bot.discord.http.outgoing_rate_limiter import RateBudgetExhausted
from bot.discord.ui import fallbacks
from bot.discord.ui.locale import ReaderContext, code_of
from bot.features.open_tables import panel as open_tables_panel
from bot.features.open_tables.model import OpenTableRow
from bot.features.open_tables.service import LIST_CHANNEL_GONE, LIST_TURNED_OFF, ListRow, OpenTableChanged, OpenTables
from bot.matches.lobby.settings_checks import waits_for_people
from bot.matches.service_results import MatchInfo
from bot.table.lobby import threads
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_, Translator

log = logging.getLogger("bot.discord")

#: Maximum number of lists updated before another process may take over, and seconds until the next check, normally and
#: while another process is doing the work.
BATCH_SIZE, IDLE_INTERVAL, BUSY_INTERVAL = 10, 15.0, 2.0
#: Number of recent messages searched for a server's list if its id was not saved because the bot crashed.
SEARCHED_MESSAGES = 30
_RAN_OUT = N_(
    "Not enough people joined the open table for {game} in time, so I've closed it. `/table seek` opens another one."
)
_NOT_OPENED = N_("I couldn't open the table for {game}.")


class OpenTableReconciler(Reconciler):
    """Updates changed lists of open tables, opens full tables, and closes expired tables."""

    name = "tables"
    refusal_message = "the lists of open tables can't be brought up to date; `/table list` shows them"
    wakes_on = ("tables_changed",)
    opens_matches = True

    def __init__(self, bot: Bot) -> None:
        super().__init__()
        self._bot = bot
        self._open_tables = bot.service.part(OpenTables)

    async def work(self) -> float:
        """Update the lists that are due; return the seconds until the next check."""
        if not await self._open_tables.due(1):
            return IDLE_INTERVAL
        async with self._open_tables.try_lock() as leads:
            if not leads:
                return BUSY_INTERVAL
            for row in await self._open_tables.due(BATCH_SIZE):
                with self.isolated(row.guild_id):
                    await self._update_server(row)
        return 0.0

    async def _update_server(self, row: ListRow) -> None:
        """Open a server's full tables, close its expired tables, and update its list."""
        until = await self._open_tables.claim(row)
        if until is None:
            return  # the list has changed since it was read, so it stays due
        message_id, retry_at = row.message_id, None
        try:
            for open_table in await self._open_tables.close_expired(row.guild_id):
                await open_tables_panel.notify_players(self._bot, open_table, _RAN_OUT)
            for open_table in await self._open_tables.ready_tables(row.guild_id):
                await self._open_table(open_table)
            message_id = await self._update_list(row)
        except (RateBudgetExhausted, discord.RateLimited) as error:
            retry_at = self._bot.clock.now() + round(error.retry_after) + 1
        except discord.HTTPException as error:
            if error.status == 401:
                raise
            self._log_failure(row.guild_id, error)
            if error.code == error_codes.UNKNOWN_CHANNEL:
                await self._open_tables.move_lost_list(row)
                return
            retry_at = self._bot.clock.now() + round(
                WORK_LEFT_INTERVAL if error.status == 429 or error.status >= 500 else UP_TO_DATE_INTERVAL
            )
        await self._open_tables.save_list_message(row, until, message_id, again=retry_at)

    @staticmethod
    def _log_failure(guild_id: int, error: discord.HTTPException) -> None:
        reason = f"{error.status} {error.code} {error.text}"
        log.warning("a list of open tables was not kept", extra={"guild": guild_id, "reason": reason})

    async def _open_table(self, open_table: OpenTableRow) -> None:
        """Open a table in its own thread, and start its match unless the players still have choices to make."""
        game, locale = self._bot.games[open_table.game], open_table.wanted["locale"]

        async def opens(thread_id: int, watching: int | None) -> MatchInfo:
            return await self._open_tables.open_with_people(open_table.id, thread_id, watching)

        try:
            if open_table.match_id is None:
                name = threads.title(game.title(Translator(locale)), open_table.seated[0].name)
                channel, news = open_table.wanted["channel"], open_table.wanted["news"]
                info = await threads.open_table(self._bot, channel, name, locale, opens, news=news)
            else:
                info = await self._bot.service.matches.get(open_table.match_id)
        except OpenTableChanged:
            return  # the list is due again because of the change; the table is opened then if it is still full
        except Refusal as error:
            await self._give_up(open_table, error)
            return
        except discord.HTTPException as error:
            if delivery_failures.is_temporary(error):
                raise
            self._log_failure(open_table.guild_id, error)
            await self._give_up(open_table, None)
            return
        if not waits_for_people(game, info.options):
            await threads.start_match(self._bot, info)
        await self._open_tables.mark_settled(open_table.id, begun=True)

    async def _give_up(self, open_table: OpenTableRow, why: Refusal | None) -> None:
        await self._open_tables.mark_settled(open_table.id, begun=False)
        await open_tables_panel.notify_players(self._bot, open_table, _NOT_OPENED, reason=why)

    async def _update_list(self, row: ListRow) -> int | None:
        """Edit a server's list of open tables, or post it if there is none; return the id of its message."""
        if row.channel_id in (LIST_TURNED_OFF, LIST_CHANNEL_GONE):
            return None
        view = open_tables_panel.live_list(
            await self._reader(row.guild_id), self._bot.games, await self._open_tables.open_in(row.guild_id)
        )
        channel, none = self._bot.get_partial_messageable(row.channel_id), discord.AllowedMentions.none()
        message_id = row.message_id or await self._find_unsaved_list(channel)
        if message_id is not None:
            try:
                message = channel.get_partial_message(message_id)
                await fallbacks.send(self._bot, message.edit, view=view, allowed_mentions=none)
            except (discord.HTTPException, discord.RateLimited) as error:
                if not is_uneditable(error):
                    raise
                with suppress(discord.HTTPException):
                    await channel.get_partial_message(message_id).delete()
            else:
                return message_id
        return (await fallbacks.send(self._bot, channel.send, view=view, allowed_mentions=none, silent=True)).id

    async def _find_unsaved_list(self, channel: discord.PartialMessageable) -> int | None:
        """Return the id of a list's message if the bot crashed before saving it; None if there is no such message."""
        assert self._bot.user is not None
        try:
            async for message in channel.history(limit=SEARCHED_MESSAGES):
                if message.author.id == self._bot.user.id and open_tables_panel.is_list(message):
                    return message.id
        except discord.Forbidden:
            return None  # the bot is not allowed to read the channel's history
        return None

    async def _reader(self, guild_id: int) -> ReaderContext:
        language = (await self._bot.service.servers.settings(guild_id)).language
        return ReaderContext(language or code_of(await self._bot.directory.locale(guild_id), self._bot.settings.locale))
