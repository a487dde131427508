"""`/gm`: orders by channel managers and game masters for matches that need help from outside."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.discord.bot import Interaction
from bot.discord.commands.slash import slash
from bot.discord.http.channel_permissions import is_admin
from bot.discord.match_context import match_here, reader_for
from bot.discord.server_directory import has_role, in_thread
from bot.discord.ui import limits
from bot.discord.ui.answers import respond
from bot.discord.ui.locale import described
from bot.matches.play.match_verification import APPENDED_KINDS
from bot.matches.service_results import MatchInfo, Vote
from bot.table.play import event_words
from bot.table.play.action_options import suggest
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_

GM = app_commands.Group(
    name="gm",
    description=described(N_("For game masters: keep this channel's match going; everyone sees your reason.")),
)

_REASON = described(N_("Your reason, in one sentence; shown in the channel and the log."))
_SEAT = described(N_("Whose seat."))
_ENTRY = described(N_("The number of the log entry to continue from."))


# -- permissions ------------------------------------------------------------------------------------------------------


async def is_game_master(interaction: Interaction, guild_id: int | None) -> bool:
    """Return whether the person manages the interaction's channel or has the server's role for game masters."""
    if guild_id is None or interaction.guild_id != guild_id:
        return False
    if is_admin(interaction, guild_id):
        return True
    if in_thread(interaction) and interaction.permissions.manage_threads:
        return True
    role = (await interaction.client.service.servers.settings(guild_id)).game_masters
    return has_role(interaction, role)


async def _match(interaction: Interaction) -> MatchInfo:
    """Return this channel's running or most recent match; raises Refusal unless the person is a game master."""
    if not await is_game_master(interaction, interaction.guild_id):
        raise Refusal(N_("Only this channel's managers and people with the server's game master role can do that."))
    return await match_here(interaction, live=False)


async def _order(interaction: Interaction, verb: str, reason: str, **about: int | None) -> None:
    """Execute a game master's order and report the result."""
    info, user = await _match(interaction), interaction.user
    service = interaction.client.service
    outcome = await service.game_masters.order(info.id, user.id, user.display_name, verb, reason, **about)
    say = (await reader_for(interaction)).text
    if isinstance(outcome, Vote):
        await respond(
            interaction, say.t("You're playing in this match, so another player must agree. I've asked in the channel.")
        )
    else:
        await respond(interaction, say.t("Done. I've told the channel, with your reason."))


# -- autocomplete ---------------------------------------------------------------------------------------------------


async def complete_seat(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
    """Suggest the seats in this channel's match, labelled with the players' names."""
    info = await _match_of_game_master(interaction)
    if info is None:
        return []
    names = (await reader_for(interaction, info)).label.names
    seat_choices = [(f"{seat.seat + 1}. {names[seat.seat]}", seat.seat + 1) for seat in info.seats if seat.is_human]
    query = str(current).strip().casefold()
    return [
        app_commands.Choice(name=label, value=number) for label, number in seat_choices if query in label.casefold()
    ]


async def complete_entry(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
    """Suggest the latest public journal entries, each labelled with its number and first event."""
    info = await _match_of_game_master(interaction)
    if info is None or info.started_at is None:
        return []
    say = (await reader_for(interaction, info)).label
    page = await interaction.client.service.history.page(info, None, limits.CHOICES * 8, viewer=None)
    game = interaction.client.games[info.game]
    labels: dict[str, str] = {}
    for number, entry in reversed(list(enumerate(page.entries, page.first))):
        lines = [] if entry.kind in APPENDED_KINDS else event_words.all_lines(game, say, [entry])
        if lines:
            labels[str(number)] = limits.truncate(f"{number}. {lines[0]}", limits.CHOICE_NAME)
    return [app_commands.Choice(name=label, value=int(number)) for label, number in suggest(labels, str(current))]


async def _match_of_game_master(interaction: Interaction) -> MatchInfo | None:
    """Return this channel's match if the person who is typing the command is a game master; otherwise None."""
    if interaction.channel_id is None or not await is_game_master(interaction, interaction.guild_id):
        return None
    info = await interaction.client.service.matches.in_channel(interaction.channel_id, live=False)
    return info if info is not None and interaction.client.service.matches.may_touch(info) else None


# -- orders ---------------------------------------------------------------------------------------------------------


@slash("pause", N_("Pause the match: clocks stop, computers don't move, I send no reminders."), group=GM)
@app_commands.describe(days=described(N_("For how many days, at most.")), reason=_REASON)
async def pause(
    interaction: Interaction, days: app_commands.Range[int, 1, 30], reason: app_commands.Range[str, 1, 300]
) -> None:
    """Pause the match."""
    await _order(interaction, "pause", reason, days=days)


@slash("resume", N_("Resume a paused match."), group=GM)
@app_commands.describe(reason=_REASON)
async def resume(interaction: Interaction, reason: app_commands.Range[str, 1, 300]) -> None:
    """Resume the match."""
    await _order(interaction, "resume", reason)


@slash("extend", N_("Give more time to the players whose turn it is."), group=GM)
@app_commands.describe(hours=described(N_("By how many hours.")), reason=_REASON)
async def extend(
    interaction: Interaction, hours: app_commands.Range[int, 1, 336], reason: app_commands.Range[str, 1, 300]
) -> None:
    """Give the awaited players more time on their clocks."""
    await _order(interaction, "extend", reason, hours=hours)


@slash("undo", N_("Take the match back to a log entry, with new random draws."), group=GM)
@app_commands.describe(entry=_ENTRY, reason=_REASON)
@app_commands.autocomplete(entry=complete_entry)
async def undo(interaction: Interaction, entry: int, reason: app_commands.Range[str, 1, 300]) -> None:
    """Reset the match to its position after an earlier journal entry."""
    await _order(interaction, "undo", reason, entry=entry)


@slash("repair", N_("Resume a frozen match from where it was, or from an earlier entry."), group=GM)
@app_commands.describe(reason=_REASON, entry=_ENTRY)
@app_commands.autocomplete(entry=complete_entry)
async def repair(interaction: Interaction, reason: app_commands.Range[str, 1, 300], entry: int | None = None) -> None:
    """Resume a match that was frozen by a fault, if necessary from an earlier journal entry."""
    await _order(interaction, "repair", reason, entry=entry)


@slash("computer", N_("Let a computer play a late player's turn."), group=GM)
@app_commands.describe(seat=_SEAT, reason=_REASON)
@app_commands.autocomplete(seat=complete_seat)
async def computer(interaction: Interaction, seat: int, reason: app_commands.Range[str, 1, 300]) -> None:
    """Let a computer play a player's current turn."""
    await _order(interaction, "computer", reason, seat=seat - 1)


@slash("replace", N_("Open a player's seat to someone new."), group=GM)
@app_commands.describe(
    seat=_SEAT,
    reason=_REASON,
    player=described(N_("Who to reserve the seat for; by default anyone here can take it.")),
)
@app_commands.autocomplete(seat=complete_seat)
async def replace(
    interaction: Interaction, seat: int, reason: app_commands.Range[str, 1, 300], player: discord.Member | None = None
) -> None:
    """Offer a player's seat to a new player."""
    if player is not None and player.bot:
        raise Refusal(N_("This seat is for a person. The host can add computers."))
    await _order(interaction, "replace", reason, seat=seat - 1, invited=None if player is None else player.id)


@slash("end", N_("End the match without a result."), group=GM)
@app_commands.describe(reason=_REASON)
async def end(interaction: Interaction, reason: app_commands.Range[str, 1, 300]) -> None:
    """End the match."""
    await _order(interaction, "end", reason)


@slash("role", N_("Choose this server's game master role; without one, channel managers are game masters."), group=GM)
@app_commands.describe(role=described(N_("Everyone with this role can use these commands.")))
async def role(interaction: Interaction, role: discord.Role | None = None) -> None:
    """Set the server's role for game masters."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise Refusal(N_("Only a server manager can change that."))
    if role is not None and role.is_default():
        raise Refusal(N_("Not everyone can be a game master. Choose another role."))
    await interaction.client.service.servers.choose_game_masters(
        interaction.guild_id, None if role is None else role.id, by=interaction.user.id
    )
    say = (await reader_for(interaction)).text
    if role is None:
        await respond(interaction, say.t("Game masters are the managers of a match's channel."))
        return
    message = say.t("Game masters are the managers of a match's channel, and {role}.", role=f"<@&{role.id}>")
    await respond(interaction, message)
