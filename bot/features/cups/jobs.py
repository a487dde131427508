"""Runs the cups: opens a thread and a match for each tie, updates the cups' posts, and sends announcements."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Sequence
from contextlib import suppress

import discord

from bot.discord.bot import Bot
from bot.discord.commands.background_reconciler import UP_TO_DATE_INTERVAL, WORK_LEFT_INTERVAL, Reconciler
from bot.discord.delivery.dm_channels import DMChannels
from bot.discord.delivery.idempotent_send import is_uneditable
from bot.discord.http import delivery_failures
from bot.discord.http.outgoing_rate_limiter import RateBudgetExhausted
from bot.discord.ui import fallbacks, limits, safe_names
from bot.discord.ui.locale import ReaderContext
from bot.features.cups import words
from bot.features.cups.model import CupTable, CupView, Fixture
from bot.features.cups.panel import pages
from bot.features.cups.service.actions import Cups
from bot.features.cups.service.cup_automation import CupRow, TournamentEngine
from bot.matches.service_results import MatchInfo
from bot.table.lobby import threads
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import Translator

log = logging.getLogger("bot.discord")

#: Maximum number of cups handled before another process may take over, maximum number of tables opened in one pass for
#: one cup, and seconds until the next check, normally and while another process is running the cups.
BATCH_SIZE, MAX_NEW_TABLES, IDLE_INTERVAL, BUSY_INTERVAL = 10, 4, 15.0, 2.0
#: Number of recent messages searched for a cup's post if its id was not saved because the bot crashed.
SEARCHED_MESSAGES = 30
#: Length of a nonce in characters; Discord allows no more.
NONCE_LENGTH = 25


class CupReconciler(Reconciler):
    """Advances cups, opens their tables, and updates their posts."""

    name = "cups"
    refusal_message = "the cups can't be brought up to date; `/cup show` shows them"
    wakes_on = ("cups_changed",)
    opens_matches = True

    def __init__(self, bot: Bot) -> None:
        super().__init__()
        self._bot = bot
        self._tournaments = bot.service.part(TournamentEngine)

    async def work(self) -> float:
        """Advance the cups that are due; return the seconds until the next check."""
        if not await self._tournaments.due(1):
            return IDLE_INTERVAL
        async with self._tournaments.try_lock() as leads:
            if not leads:
                return BUSY_INTERVAL
            for row in await self._tournaments.due(BATCH_SIZE):
                with self.isolated(row.id):
                    await self._update_cup(row)
        return 0.0

    async def _update_cup(self, row: CupRow) -> None:
        """Advance a cup, open some of its tables, update its post, and send its announcements."""
        until = await self._tournaments.claim(row)
        if until is None:
            return  # the cup has changed since it was read, so it stays due
        now, due_at = self._bot.clock.now(), None
        try:
            tables_to_open = await self._tournaments.advance(row.id)
            for table in tables_to_open[:MAX_NEW_TABLES]:
                await self._open_table(table)
            due_at = now if len(tables_to_open) > MAX_NEW_TABLES else None
            cup = await self._bot.service.part(Cups).view(row.id)
            await self._update_post(cup)
            await self._announce(cup)
        except (RateBudgetExhausted, discord.RateLimited) as error:
            due_at = now + round(error.retry_after) + 1
        except discord.HTTPException as error:
            if error.status == 401:
                raise
            self._log_failure(row, error)
            due_at = now + round(
                WORK_LEFT_INTERVAL if error.status == 429 or error.status >= 500 else UP_TO_DATE_INTERVAL
            )
        await self._tournaments.mark_current(row, until, again=due_at)

    @staticmethod
    def _log_failure(row: CupRow, error: discord.HTTPException) -> None:
        reason = f"{error.status} {error.code} {error.text}"
        log.warning("a cup was not kept", extra={"cup": row.id, "guild": row.guild_id, "reason": reason})

    # -- tables -----------------------------------------------------------------------------------------------

    async def _open_table(self, table: CupTable) -> None:
        """Open a cup's table in a new thread and start the match, or save why that failed."""
        bot, cup = self._bot, await self._bot.service.part(Cups).view(table.cup_id)
        locale = cup.rules.locale

        async def opens(thread_id: int, watching: int | None) -> MatchInfo:
            return await self._tournaments.gather(table, thread_id, watching)

        try:
            if table.match_id is None:
                name = _thread_name(Translator(locale), cup, table)
                info = await threads.open_table(bot, cup.channel_id, name, locale, opens, news=cup.rules.news)
            else:
                info = await bot.service.matches.get(table.match_id)
            await self._tournaments.begin(info.id)
        except Refusal as error:
            await self._tournaments.save_trouble(table, Translator(locale).error(error))
        except discord.HTTPException as error:
            if delivery_failures.is_temporary(error):
                raise
            await self._tournaments.save_trouble(
                table, Translator(locale).error(Refusal(threads.NO_THREAD, channel=f"<#{cup.channel_id}>"))
            )

    # -- the post ---------------------------------------------------------------------------------------------

    async def _update_post(self, cup: CupView) -> None:
        """Update a cup's post: edit it, or post it again if it was deleted."""
        view, files = await pages.post(self._bot, ReaderContext(cup.rules.locale), cup)
        channel, none = self._bot.get_partial_messageable(cup.channel_id), discord.AllowedMentions.none()
        message_id = cup.message_id or await self._find_unsaved_post(channel, cup.id)
        if message_id is not None:
            try:
                message = channel.get_partial_message(message_id)
                await fallbacks.send(self._bot, message.edit, view=view, attachments=files, allowed_mentions=none)
            except (discord.HTTPException, discord.RateLimited) as error:
                if not is_uneditable(error):
                    raise
                with suppress(discord.HTTPException):
                    await channel.get_partial_message(message_id).delete()
                message_id = None
                view, files = await pages.post(self._bot, ReaderContext(cup.rules.locale), cup)
        if message_id is None:
            new_message = await fallbacks.send(
                self._bot, channel.send, view=view, files=files, allowed_mentions=none, silent=True
            )
            message_id = new_message.id
        if message_id != cup.message_id:
            await self._tournaments.save_message(cup.id, message_id)

    async def _find_unsaved_post(self, channel: discord.PartialMessageable, cup_id: int) -> int | None:
        """Return the id of a cup's post if the bot crashed before saving the id; None if there is no such post."""
        assert self._bot.user is not None
        try:
            async for message in channel.history(limit=SEARCHED_MESSAGES):
                if message.author.id == self._bot.user.id and pages.is_post(message, cup_id):
                    return message.id
        except discord.Forbidden:
            return None  # the bot is not allowed to read the channel's history
        return None

    # -- announcements -------------------------------------------------------------------------------------------

    async def _announce(self, cup: CupView) -> None:
        """Announce the cup's news in its channel, and ask its host about undecided ties.

        Each message is sent only once.
        """
        sent_keys, say = await self._tournaments.sent_notices(cup.id), Translator(cup.rules.locale)
        for key, text in announcements(say, cup):
            if key not in sent_keys:
                channel = self._bot.get_partial_messageable(cup.channel_id)
                none = discord.AllowedMentions.none()
                nonce = _nonce(cup, key)
                await fallbacks.send(
                    self._bot, channel.send, content=text, allowed_mentions=none, silent=True, nonce=nonce
                )
                await self._tournaments.mark_notice_sent(cup.id, key)
        for key, fixture in _ties_for_host(cup, self._bot.clock.now()):
            if key not in sent_keys:
                await self._ask_host(cup, fixture, key)
                await self._tournaments.mark_notice_sent(cup.id, key)

    async def _ask_host(self, cup: CupView, fixture: Fixture, key: str) -> None:
        """Ask a cup's host to decide a tie, in a private message or, if that can't be sent, in the channel."""
        locale = await self._bot.service.people.private_locale(cup.host_id, cup.rules.locale)
        if await DMChannels(self._bot).write(cup.host_id, content=_host_question(Translator(locale), cup, fixture)):
            return
        text = f"<@{cup.host_id}> {_host_question(Translator(cup.rules.locale), cup, fixture)}"
        mentions = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(cup.host_id)])
        channel = self._bot.get_partial_messageable(cup.channel_id)
        nonce = _nonce(cup, key)
        await fallbacks.send(self._bot, channel.send, content=text, allowed_mentions=mentions, nonce=nonce)


def _thread_name(say: Translator, cup: CupView, table: CupTable) -> str:
    """Return the name of the thread for a cup's table."""
    people = " – ".join(safe_names.clean_name(one.name) for one in table.people)
    number = f"{table.round}.{table.place}" if cup.rules.series > 1 else f"{table.round}"
    return threads.truncate_thread_name(
        f"{safe_names.clean_name(cup.name, limits.THREAD_NAME // 2)}, {number}: {people}"
    )


def _nonce(cup: CupView, key: str) -> str:
    """Return the nonce of a cup's message; it lets Discord recognise the message if it is sent twice."""
    return hashlib.sha256(f"cup {cup.id} {key}".encode()).hexdigest()[:NONCE_LENGTH]


def announcements(say: Translator, cup: CupView) -> list[tuple[str, str]]:
    """Return the announcements for a cup's channel, each with a key. Keys of sent announcements are saved."""
    name = pages.title(cup)
    if cup.status == "playing" and cup.round:
        title = words.round_title(say, cup, cup.round)
        lines = [say.t("**{cup}** – {round}. Its tables are now opening in threads.", cup=name, round=title)]
        lines += [f"- {_pairing(say, cup, fixture)}" for fixture in cup.fixtures_of(cup.round)]
        return [(f"round {cup.round}", limits.truncate_lines(lines, limits.CONTENT))]
    if cup.status == "over" and (champion := cup.champion) is not None:
        return [("end", say.t("**{name}** has won **{cup}**.", name=safe_names.safe_name(champion.name), cup=name))]
    if cup.status in ("over", "ended"):
        return [("end", say.t("**{cup}** has ended without a winner.", cup=name))]
    return []


def _pairing(say: Translator, cup: CupView, fixture: Fixture) -> str:
    player_names: Sequence[str] = [safe_names.safe_name(name) for name in cup.names(fixture.people)]
    return " – ".join(player_names) if len(player_names) > 1 else say.t("{name} has a bye", name=player_names[0])


def _ties_for_host(cup: CupView, now: int) -> list[tuple[str, Fixture]]:
    """Return the ties that the host must decide, each with a key.

    These are ties that ended without a result, and ties that are overdue.
    """
    if cup.status != "playing":
        return []
    late = cup.round_ends_at is not None and cup.round_ends_at <= now
    return [
        (
            f"tie {fixture.round}.{fixture.number} {'late' if fixture.awaited != 'award' else len(fixture.match_ids)}",
            fixture,
        )
        for fixture in cup.fixtures_of(cup.round)
        if not fixture.is_settled and (fixture.awaited == "award" or late)
    ]


def _host_question(say: Translator, cup: CupView, fixture: Fixture) -> str:
    """Return the message that asks the host to decide a tie."""
    player_names = " – ".join(safe_names.safe_name(name) for name in cup.names(fixture.people))
    if fixture.awaited == "award":
        return say.t(
            "**{cup}**: the tie {names} ended without a result. You host the cup: settle it with `/cup "
            "award`, and the cup continues.",
            cup=pages.title(cup), names=player_names,
        )  # fmt: skip
    return say.t(
        "**{cup}**: time is up for this round, but the tie {names} isn't finished. You host the cup: give "
        "them more time, or settle it with `/cup award`.",
        cup=pages.title(cup), names=player_names,
    )  # fmt: skip
