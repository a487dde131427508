"""Leaving a running match, taking an open seat, and the options of other players if a player is late."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands, ui

from bot.discord.bot import Interaction
from bot.discord.commands.slash import slash
from bot.discord.delivery import post_texts
from bot.discord.match_context import MatchContext, context_at, match_here, reader_for, required_seat
from bot.discord.match_visibility import check_sight
from bot.discord.server_directory import ChannelVisibility
from bot.discord.ui import answers, controls
from bot.discord.ui.answers import respond, respond_with_layout
from bot.discord.ui.controls import ComponentInteraction, Style, on
from bot.discord.ui.locale import described
from bot.matches.service_results import Vote
from bot.table.seats import late_seat_texts as seat_posts
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_

#: The kinds of votes on ending the match early, and on replacing a player.
END_MATCH, REPLACE_PLAYER = "end", "replace"
#: The level of the computer that takes over for a player who leaves.
SUBSTITUTE_LEVEL = "normal"


async def ask(interaction: Interaction, ctx: MatchContext) -> None:
    """Ask a player who wants to leave the match what should happen to their seat."""
    required_seat(ctx)
    await respond_with_layout(interaction, _panel(ctx))


def _panel(ctx: MatchContext) -> ui.LayoutView:
    """Return the layout that offers the ways to leave, each as a sentence with a button."""
    say, label, number = ctx.reader.text, ctx.reader.label, ctx.info.id
    other_players = [seat for seat in ctx.info.seats if seat.is_human and seat.seat != ctx.seat]

    def way(sentence: str, words: str, how: str, style: Style = Style.secondary) -> ui.Item[Any]:
        return controls.section(sentence, controls.button(words, "leaveto", number, how, style=style))

    sections: list[ui.Item[Any]] = []
    if len(ctx.info.seats) > 1:
        sentence = (
            say.t("A computer takes over for you. You can return at any time with `/match return`.")
            if other_players
            else say.t(
                "A computer takes over for you, and you can watch the match to the end. You can return at "
                "any time with `/match return`."
            )
        )
        sections.append(way(sentence, label.t("Hand over"), "computer"))
    if other_players:
        sections.append(
            way(
                say.t(
                    "Anyone in this server can take over your seat and everything in it. Until then, you can "
                    "get it back by making a move. `/table invite` reserves it for one person."
                ),
                label.t("Open my seat"),
                "open",
            )
        )
    if ctx.game.concede is not None:
        sections.append(way(say.t("You concede, and the result counts."), label.t("Concede"), "concede", Style.danger))
    if other_players and END_MATCH in ctx.bot.service.votes.kinds:
        sentence = say.t("I'll ask the others whether to end the match early, without a result.")
        sections.append(way(sentence, label.t("Ask them"), "vote"))
    if not other_players:
        sections.append(
            way(say.t("The match ends here, without a result."), label.t("End the match"), "end", Style.danger)
        )
    return controls.layout(controls.text(f"### {say.t('What should happen to your seat?')}"), *sections)


@on("leaveto")
async def leave(press: ComponentInteraction) -> None:
    """Leave the match in the way that the pressed button stands for."""
    ctx = await context_at(press.interaction, press.numbers(1)[0])
    required_seat(ctx)
    service, say, info = ctx.bot.service, ctx.reader.text, ctx.info
    match press.last:
        case "computer":
            await service.computers.hand_over(info.id, ctx.user_id, None, SUBSTITUTE_LEVEL, gone=False)
            message = say.t("A computer plays from now on. To return, use `/match return`.")
        case "open":
            await service.seat_transfer.offer_seat(info.id, ctx.user_id)
            message = say.t("Your seat is open. Until someone takes it, you can get it back by making a move.")
        case "concede":
            await service.play.concede(info.id, ctx.user_id)
            message = say.t("You've conceded.")
        case "vote":
            await service.votes.ask(info.id, ctx.user_id, END_MATCH)
            message = say.t("I've asked the others in the channel.")
        case "end":
            await service.play.end(info.id, ctx.user_id, is_admin=False)
            message = say.t("The match has ended.")
        case _:
            raise controls.stale_button_error()
    await respond_with_layout(press.interaction, controls.layout(controls.text(message)))


@on("takeseat", opens=True)
async def take(press: ComponentInteraction) -> None:
    """Give an open seat to the person who pressed the button, and show them a summary and their new hand."""
    match_id, seat = press.numbers(2)
    interaction = press.interaction
    service, user = interaction.client.service, interaction.user
    info = await service.matches.get(match_id)
    if interaction.guild_id != info.guild_id:
        raise Refusal(N_("You can take a seat only in the match's own server."))
    await check_sight(interaction, info.guild_id, info.public_channel_id)
    await service.seat_transfer.take_seat(match_id, user.id, user.display_name, seat)
    ctx = await context_at(interaction, match_id)
    buttons = [post_texts.move_button(ctx.reader, match_id)] if ctx.decision is not None else []
    await answers.show(interaction, await seat_posts.summary(ctx), await ctx.hand(), buttons, accent=ctx.accent)


@slash("invite", N_("Invite someone to this channel's match: to the lobby, an open seat or your own seat."))
@app_commands.describe(person=described(N_("The person to invite.")))
async def invite(interaction: Interaction, person: discord.Member) -> None:
    """Invite a person to a lobby, or offer them a seat in a running match."""
    info = await match_here(interaction)
    if person.bot:
        raise Refusal(N_("A Discord bot can't play. For a computer player, use `/match computer`."))
    service, say = interaction.client.service, (await reader_for(interaction)).text
    if info.status == "lobby":
        visibility = await ChannelVisibility.of_member(interaction.client, info.guild_id, person.id)
        if visibility is None or not await visibility.is_visible(info.public_channel_id):
            raise Refusal(
                N_("They can't see this channel, so they can't play here. A manager of this server can let them in.")
            )
        await service.lobby.invite(info.id, interaction.user.id, person.id)
        message = say.t("I'll ask them by private message, or here if they don't accept any.")
    else:
        await service.seat_transfer.invite(info.id, interaction.user.id, person.id)
        message = say.t("I've asked them in the channel. Nothing changes until they take the seat.")
    await respond(interaction, message)


@on("latewait", opens=True)
async def wait(press: ComponentInteraction) -> None:
    """Keep waiting for a late player. If a computer was scheduled to take their turn, cancel that."""
    match_id, seat = press.numbers(2)
    service, say = press.interaction.client.service, (await reader_for(press.interaction)).text
    ask_again_at = await service.lateness.wait(match_id, press.interaction.user.id, seat)
    if ask_again_at is None:
        text = say.t("OK, no computer will take this turn; the match waits.")
    else:
        text = say.t("OK, the match waits. I'll ask the table again on {time}.", time=f"<t:{ask_again_at}:f>")
    await respond(press.interaction, text)


@on("latecomputer", opens=True)
async def let_computer(press: ComponentInteraction) -> None:
    """Schedule a computer to take a late player's turn in a few hours, unless the player moves first."""
    match_id, seat = press.numbers(2)
    service, say = press.interaction.client.service, (await reader_for(press.interaction)).text
    at = await service.lateness.schedule_substitute(match_id, press.interaction.user.id, seat)
    await respond(
        press.interaction,
        say.t("A computer will take this turn {time}, unless they move first. I've told them.", time=f"<t:{at}:R>"),
    )


@on("latenew", opens=True)
async def look_for_somebody(press: ComponentInteraction) -> None:
    """Start a vote on whether a new player may replace a late player."""
    match_id, seat = press.numbers(2)
    service, say = press.interaction.client.service, (await reader_for(press.interaction)).text
    result = await service.votes.ask(match_id, press.interaction.user.id, REPLACE_PLAYER, seat=seat)
    if isinstance(result, Vote) and result.status == "open":
        text = say.t("I've asked the others in the channel.")
    else:
        text = say.t("The seat is open: anyone in this server can take it.")
    await respond(press.interaction, text)
