"""`/match computer` and `/match return`: hand a seat over to a computer, and give it back to the player."""

from __future__ import annotations

from discord import app_commands

from bot.computers.policies import LEVELS
from bot.discord.bot import Interaction
from bot.discord.commands.slash import slash
from bot.discord.match_context import match_here, reader_for
from bot.discord.ui import person_lookup, safe_names
from bot.discord.ui.answers import respond
from bot.discord.ui.locale import described
from bot.matches.service_results import MatchInfo
from rules.kernel.words.translation import N_


async def complete_seat(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
    """Suggest the seats in this channel's match, labelled with the players' names."""
    if interaction.channel_id is None:
        return []
    info = await interaction.client.service.matches.in_channel(interaction.channel_id)
    if info is None or info.status != "playing":
        return []
    seat_choices = [
        (f"{seat.seat + 1}. {safe_names.clean_name(seat.name)}", seat.seat + 1) for seat in info.seats if seat.is_human
    ]
    query = str(current).strip().casefold()  # Discord may send typed digits as a number
    return [
        app_commands.Choice(name=label, value=number) for label, number in seat_choices if query in label.casefold()
    ]


@slash("computer", N_("Hand your seat, or someone else's, to a computer."))
@app_commands.describe(
    level=described(N_("The computer's level.")),
    seat=described(N_("Whose seat; yours by default. The host can name a player who has left or is away.")),
)
@app_commands.choices(level=[app_commands.Choice(name=level, value=level) for level in LEVELS])
@app_commands.autocomplete(seat=complete_seat)
async def hand_over(interaction: Interaction, level: str, seat: int | None = None) -> None:
    """Hand a seat over to a computer."""
    info = await match_here(interaction)
    number = None if seat is None else seat - 1
    has_left_server = await _has_left(interaction, info, number)
    service = interaction.client.service
    await service.computers.hand_over(info.id, interaction.user.id, number, level, gone=has_left_server)
    say = (await reader_for(interaction)).text
    await respond(interaction, say.t("A computer plays from now on. To return, use `/match return`."))


@slash("return", N_("Take your seat back from the computer, or give a player's seat back."))
@app_commands.describe(seat=described(N_("Whose seat; yours by default.")))
@app_commands.autocomplete(seat=complete_seat)
async def give_back(interaction: Interaction, seat: int | None = None) -> None:
    """Give a seat back to its player."""
    info = await match_here(interaction)
    number, user = None if seat is None else seat - 1, interaction.user
    say = (await reader_for(interaction)).text
    if info.seat_of(user.id) is None and seat is None:
        await interaction.client.service.votes.ask_back(info.id, user.id, user.display_name)
        await respond(interaction, say.t("I've asked the players in the channel."))
        return
    await interaction.client.service.computers.give_back(info.id, user.id, number)
    await respond(interaction, say.t("The computer no longer plays this seat."))


async def _has_left(interaction: Interaction, info: MatchInfo, seat: int | None) -> bool:
    """Return whether a seat belongs to a player who has left this server. The requester's own seat doesn't count."""
    if interaction.guild_id != info.guild_id or seat is None or not 0 <= seat < len(info.seats):
        return False
    user_id = info.seats[seat].user_id
    if user_id in (interaction.user.id, interaction.client.application_id) or user_id < 0:
        return False
    return await person_lookup.has_left(interaction.client, info.guild_id, user_id)
