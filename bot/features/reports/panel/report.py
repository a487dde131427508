"""The button *Something is wrong*, its form for reporting a problem to the bot's operator, and the operator's reply."""

from __future__ import annotations

import logging
from typing import Any

import aiohttp
import discord
from discord import ui

from bot.discord.bot import Interaction
from bot.discord.match_context import MatchContext, reader_for
from bot.discord.ui import controls, fallbacks, limits, safe_names
from bot.discord.ui.answers import respond
from bot.discord.ui.controls import ComponentInteraction, on
from bot.discord.ui.locale import ReaderContext
from bot.discord.ui.person_lookup import say_at_once
from bot.features.reports.model import ReportRow
from bot.features.reports.service import Reports
from bot.matches.quotas import MAX_REASON_LENGTH
from bot.matches.service_results import MatchInfo
from bot.store.errors import StoreError
from rules.kernel.errors import Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import N_, Translator

log = logging.getLogger("bot.discord")


def buttons(ctx: MatchContext) -> list[ui.Item[Any]]:
    """Return the button that opens the report form."""
    return [controls.button(ctx.reader.label.t("Something's wrong"), "wrong", ctx.info.id)]


async def ask(interaction: Interaction, match_id: int) -> None:
    """Open the report form. This must be the first response to the interaction."""
    say = say_at_once(interaction)
    hint = say.t("What should have happened, and what happened instead?")
    fields = [(say.t("What's wrong, in a sentence?"), controls.paragraph("words", MAX_REASON_LENGTH, hint=hint))]
    await interaction.response.send_modal(
        controls.fields_form(say.t("Something's wrong"), fields, "wrongsaid", match_id)
    )


@on("wrong", asks=True)
async def open_form(press: ComponentInteraction) -> None:
    """Open the report form from a panel or the log."""
    await ask(press.interaction, press.numbers(1)[0])


@on("wrongsaid", opens=True)
async def keep(press: ComponentInteraction) -> None:
    """Save a person's report, and show them its number."""
    interaction = press.interaction
    service = interaction.client.service
    info = await service.matches.get(press.numbers(1)[0])
    _check_near(interaction, info)
    number = await service.part(Reports).make(info.id, interaction.user.id, press.value)
    say = (await reader_for(interaction)).text
    lines = [
        say.t("I've saved report {n} with the match as it is now; you'll hear from me.", n=number),
        say.t("Meanwhile, the table can pause with `/table ask` or go back with `/undo`."),
    ]
    await respond(interaction, "\n".join(lines))


def _check_near(interaction: Interaction, info: MatchInfo) -> None:
    """Raise Refusal for a match in another server, unless the person plays in that match.

    The check is necessary because a custom_id can be forged.
    """
    if interaction.guild_id != info.guild_id and info.seat_of(interaction.user.id) is None:
        raise Refusal(N_("You're not playing in this match."))


# -- messages ----------------------------------------------------------------------------------------------------


def owner_message(reader: ReaderContext, game: AnyGame, info: MatchInfo, report: ReportRow) -> str:
    """Return the message that notifies the bot's owner of a report. It contains nothing that is hidden from players."""
    say = reader.text
    head = say.t(
        "**Report {n}** by {who}, match {match} ({game}) in {channel}:",
        n=report.id,
        who=f"<@{report.user_id}>",
        match=report.match_id,
        game=game.title(say),
        channel=f"<#{info.channel_id}>",
    )
    how = say.t("`tenebrae report show {n}` shows more, `tenebrae report answer {n}` answers.", n=report.id)
    return "\n".join([head, f"> {safe_names.safe_name(report.words, MAX_REASON_LENGTH)}", f"-# {how}"])


def answer_message(say: Translator, info: MatchInfo, report: ReportRow) -> str:
    """Return the message that delivers the operator's answer to a report."""
    head = say.t("**Answer to your report {n}** ({channel}):", n=report.id, channel=f"<#{info.channel_id}>")
    return "\n".join([head, f"> {safe_names.safe_name(report.words, MAX_REASON_LENGTH)}", report.answer or ""])


async def tell_answers(interaction: Interaction) -> None:
    """Show a person the answers to their reports that could not be delivered by private message.

    Call this after the person's command has been answered.
    """
    try:
        service = interaction.client.service
        for report in await service.part(Reports).undelivered_answers(interaction.user.id):
            say = (await reader_for(interaction)).text
            info = await service.matches.get(report.match_id)
            await fallbacks.follow_up(
                interaction, content=limits.truncate(answer_message(say, info, report), limits.CONTENT)
            )
            await service.part(Reports).save_delivered(report)
    except (StoreError, Refusal, discord.HTTPException, aiohttp.ClientError) as error:
        log.warning("an answer to a report was not shown", extra={"user": interaction.user.id, "reason": str(error)})
