"""*Follow*: private messages about other people's matches."""

from __future__ import annotations

import logging
from typing import Any

import aiohttp
import discord
from discord import ui

from bot.discord.bot import Interaction
from bot.discord.match_context import MatchContext, accent_colour, context_at, reader_for, reader_in
from bot.discord.ui import answers, controls, fallbacks
from bot.discord.ui.controls import ComponentInteraction, Style, on
from bot.features.follow.model import FollowRow, What
from bot.features.follow.service.follows import Follows
from bot.matches.service_results import MatchInfo
from bot.store.errors import StoreError
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_, Translator

log = logging.getLogger("bot.discord")

#: The kinds of news that a follower can choose, each with its button label and its confirmation.
FOLLOW_KINDS: dict[What, tuple[str, str]] = {
    "rounds": (
        N_("Each round"),
        N_("You're following this match. I'll write to you after each round and at the end."),
    ),
    "turns": (
        N_("Turning points"),
        N_("You're following this match. I'll write to you when the lead changes or jumps, and at the end."),
    ),
}


def kind_named(name: str | None) -> What | None:
    """Return the kind of news with this name; None if the name is unknown."""
    return next((kind for kind in FOLLOW_KINDS if kind == name), None)


def buttons(label: Translator, info: MatchInfo) -> list[ui.Item[Any]]:
    """Return the button for following a match; its label also shows the current choice."""
    return [controls.button(label.t("Follow"), "follow", info.id)]


def stop_button(say: Translator, match_id: int) -> ui.Button[Any]:
    """Return the button that stops following a match."""
    return controls.button(say.t("Stop following"), "unfollow", match_id)


def follow_buttons(ctx: MatchContext) -> list[ui.Item[Any]]:
    """Return the follow button if the person watches a running match; otherwise an empty list."""
    follows = ctx.seat is None and ctx.info.status == "playing"
    return buttons(ctx.reader.label, ctx.info) if follows else []


async def show(interaction: Interaction, ctx: MatchContext, what: What | None) -> None:
    """Start following a match, or show the current choice if `what` is None, with buttons to change it."""
    follows = ctx.bot.service.part(Follows)
    follow_row = await follows.get(ctx.info.id, ctx.user_id)
    if follow_row is None or follow_row.lost_at is not None or what is not None:
        follow_row = await follows.follow(ctx.info.id, ctx.user_id, what or "rounds")
    say, label = ctx.reader.text, ctx.reader.label
    texts = [
        say.t(FOLLOW_KINDS[follow_row.what][1]),
        say.t(
            "I won't write in your quiet hours. Afterwards, one message sums everything up. You can change "
            "these hours in `/settings`."
        ),
    ]
    choices = [
        controls.button(
            label.t(name),
            "follow",
            ctx.info.id,
            one,
            style=Style.primary if one == follow_row.what else Style.secondary,
        )
        for one, (name, _) in FOLLOW_KINDS.items()
    ]
    buttons = [*choices, stop_button(label, ctx.info.id)]
    await answers.show(interaction, "\n".join(texts), buttons, accent=accent_colour(ctx.game))


@on("follow", opens=True)
async def follow(press: ComponentInteraction) -> None:
    """Follow a match, or change the kind of news, as the pressed button says."""
    what = kind_named(press.arg(1)) if len(press.args) > 1 else None
    ctx = await context_at(press.interaction, press.number(0))
    if press.interaction.guild_id != ctx.info.guild_id:
        raise controls.stale_button_error()  # the custom_id may be forged
    await show(press.interaction, ctx, what)


@on("unfollow", opens=True)
async def unfollow(press: ComponentInteraction) -> None:
    """Stop following a match."""
    interaction = press.interaction
    say = (await reader_for(interaction)).text
    if await interaction.client.service.part(Follows).stop(press.numbers(1)[0], interaction.user.id):
        message = say.t("You no longer follow this match.")
    else:
        message = say.t("You don't follow this match.")
    await answers.respond(interaction, message)


async def tell_lost(interaction: Interaction) -> None:
    """Tell a person which matches they no longer follow because the bot's private messages failed to reach them."""
    try:
        service = interaction.client.service
        lost = await service.part(Follows).lost_matches(interaction.user.id)
        if not lost:
            return
        locale = (await reader_for(interaction)).locale
        lines = [await _lost(interaction, locale, lost_follow) for lost_follow in lost]
        await fallbacks.follow_up(interaction, content="\n".join(lines))
        await service.part(Follows).mark_lost_told(interaction.user.id)
    except (StoreError, Refusal, discord.HTTPException, aiohttp.ClientError) as error:
        log.warning("an end of following was not told", extra={"user": interaction.user.id, "reason": str(error)})


async def _lost(interaction: Interaction, locale: str, lost_follow: FollowRow) -> str:
    info = await interaction.client.service.matches.get(lost_follow.match_id)
    say, game = reader_in(locale, info).text, interaction.client.games[info.game]
    return say.t(
        "I couldn't write to you, so you no longer follow {game} in {channel}. `/match log` there shows what "
        "happened. To follow the match again, allow private messages from this server first.",
        game=game.title(say),
        channel=f"<#{info.public_channel_id}>",
    )
