"""Welcomes a new player with a private message or, if that can't be delivered, in the reply to their command."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, NamedTuple

import aiohttp
import discord
from discord import ui

from bot.discord.bot import Interaction
from bot.discord.delivery.dm_channels import DMChannels
from bot.discord.http import delivery_failures, error_codes
from bot.discord.match_context import reader_for
from bot.discord.ui import answers, controls, fallbacks, limits
from bot.discord.ui.toolbar import Toolbar
from bot.matches.service_results import MatchInfo
from bot.notifications.delivery import Retry
from bot.notifications.preferences import PingMode
from bot.table.absence import time_zone_panel
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import Translator

log = logging.getLogger("bot.discord")

#: Buttons that features add below the welcome message.
GUIDES = Toolbar[[Translator, AnyGame, int]]("the welcome")


class UndeliveredWelcome(NamedTuple):
    """The text and question of a welcome message that could not be delivered, so it must be part of the reply."""

    text: str
    view: ui.View


async def greet(interaction: Interaction, info: MatchInfo, paragraphs: Sequence[str | None]) -> None:
    """Reply to a new player and send the welcome message. If it can't be delivered, the reply includes it."""
    unreached = await welcome(interaction, info)
    words = "\n".join(filter(None, paragraphs))
    if unreached is None:
        await answers.respond(interaction, words)
    else:
        await answers.show(interaction, f"{words}\n{unreached.text}", unreached.view.children)


def guide_seats(game: AnyGame, info: MatchInfo) -> int:
    """Return the player count that texts about the rules assume; 0 for any, because an open lobby can still fill up."""
    most = game.seats[-1]
    return most if len(info.seats) == most else 0


async def welcome(interaction: Interaction, info: MatchInfo) -> UndeliveredWelcome | None:
    """Send a new player the welcome message. It is silent because the player has just pressed a button.

    If the message can't be delivered, return the welcome for the reply instead, but only the first time.
    """
    bot, user_id = interaction.client, interaction.user.id
    game, reader = bot.games[info.game], await reader_for(interaction, info)
    say, seats = reader.text, guide_seats(game, info)
    lines = [
        say.t("You've joined {game} in {channel}.", game=game.title(say), channel=f"<#{info.channel_id}>"),
        *game.in_short(say, seats, info.options),
        _calls_line(say, (await bot.service.people.prefs(user_id)).ping_mode),
    ]
    question_items = (
        [time_zone_panel.hour_menu(reader.label, "myhour")] if await bot.service.people.lacks_zone(user_id) else []
    )
    why = say.t("Tell me, and I won't ping you at night. You can skip this.")
    question = f"**{say.t('What time is it for you now?')}** {why}"
    if question_items:
        lines.append(question)
    view = controls.rows(GUIDES.buttons(reader.label, game, seats), question_items)
    private = DMChannels(bot)
    try:
        channel = await private.channel(user_id)
        words = limits.truncate_lines(lines, limits.CONTENT)
        await fallbacks.send(bot, channel.send, content=words, view=view, silent=True)
        if question_items:
            await bot.service.people.mark_zone_asked(user_id)
    except discord.HTTPException as error:
        if error.code in error_codes.DM_CLOSED:
            return await _undelivered(interaction, say, question, question_items)
        log.warning("a welcome was not sent: %s", delivery_failures.delivery_error(error), extra={"match": info.id})
    except (OSError, aiohttp.ClientError, TimeoutError, discord.RateLimited, Retry):
        log.warning("a welcome was not sent", extra={"match": info.id})
    return None


def _calls_line(say: Translator, mode: PingMode) -> str:
    """Return the line about calls and help."""
    if mode is PingMode.CHANNEL:
        return say.t(
            "When it's your turn, I ping you in the channel; `/settings` lets you choose where. `/help` in "
            "the channel shows what you can do."
        )
    return say.t(
        "When it's your turn, I ping you as you have chosen in `/settings`. `/help` in the channel shows "
        "what you can do."
    )


async def _undelivered(
    interaction: Interaction, say: Translator, question: str, question_items: Sequence[ui.Item[Any]]
) -> UndeliveredWelcome | None:
    """Return the welcome for the reply to a player who can't get private messages; None if nothing in it is new."""
    people, user_id = interaction.client.service.people, interaction.user.id
    dms_closed = await people.takes_no_messages(user_id)
    await people.mark_message_refused(user_id)
    if dms_closed and not question_items:
        return None
    closed = say.t(
        "I can't message you privately. You can still play: /hand and /act show everything. To change this: "
        "server name > Privacy Settings > Direct Messages."
    )
    if question_items:
        await people.mark_zone_asked(user_id)
    lines = [*([] if dms_closed else [closed]), *([question] if question_items else [])]
    return UndeliveredWelcome("\n".join(lines), controls.rows(question_items))
