"""Which matches a person may look at, and where they may sit down: where they see the channel."""

from __future__ import annotations

from bot.discord.support.bot import Interaction
from bot.discord.support.directory import Sight
from bot.matches import MatchInfo, NewerMatch
from rules.kernel.errors import Refusal
from rules.kernel.words.text import N_


async def may_see(interaction: Interaction, info: MatchInfo) -> bool:
    """Tell whether a person may look at a match from where they are: their own from anywhere, and in its server those
    whose channel, or whose thread for those who watch, they see.
    """
    if info.seat_of(interaction.user.id) is not None:
        return True
    if interaction.guild_id is None or interaction.guild_id != info.guild_id:
        return False
    channels = [channel for channel in (info.channel_id, info.watching_channel_id) if channel is not None]
    # Whoever acts in a channel sees it.
    return interaction.channel_id in channels or bool(await (await Sight.of(interaction)).seen(channels))


def unknown() -> Refusal:
    """Return the refusal for a match that is not there, or that this person may not see: which, nobody is told."""
    return Refusal(N_("There is no such match that you may see here; `/replay` lists those that you may."))


async def seen_match(interaction: Interaction, match_id: int) -> MatchInfo:
    """Return a match that has begun, if this person may see it: their own anywhere, and those whose channel they see
    in this server. Raises Refusal.
    """
    try:
        info = await interaction.client.service.matches.get(match_id)
    except NewerMatch:
        raise
    except Refusal:
        raise unknown() from None
    if not await may_see(interaction, info):
        raise unknown()
    if info.started_at is None:
        raise Refusal(N_("The match has not begun; press Start in the lobby when everyone is there."))
    return info


async def check_sight(interaction: Interaction, guild_id: int, channel_id: int) -> None:
    """Raise Refusal when somebody would sit down where they don't see what is played.

    They may act elsewhere: by an invitation among their private messages, by the list of open tables.
    """
    if channel_id == interaction.channel_id:
        return
    if interaction.guild_id == guild_id:
        sight = await Sight.of(interaction)
    else:
        sight = await Sight.of_member(interaction.client, guild_id, interaction.user.id)
    if sight is None or not await sight.sees(channel_id):
        raise Refusal(
            N_("You don't see the channel where this match is played; whoever manages that server can let you in.")
        )
