"""Which channels of a server a person may see: Discord is asked where the bot does not know."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import discord

from bot.discord.support.bot import Interaction
from bot.matches import MatchInfo, NewerMatch
from rules.kernel.errors import Refusal
from rules.kernel.words.text import N_

_Channels = Mapping[int, discord.abc.GuildChannel]


class Sight:
    """What one person sees of the server they act in."""

    def __init__(self, member: discord.Member, guild: discord.Guild, channels: _Channels) -> None:
        self._member = member
        self._guild = guild
        self._channels = channels

    @classmethod
    async def of(cls, interaction: Interaction) -> Sight:
        """Return what the person of an interaction sees. Without the gateway the server itself must be asked for."""
        assert interaction.guild is not None
        assert isinstance(interaction.user, discord.Member)
        guild = interaction.guild
        if guild.channels:
            return cls(interaction.user, guild, {channel.id: channel for channel in guild.channels})
        guild = await interaction.client.fetch_guild(guild.id, with_counts=False)
        return cls(interaction.user, guild, {channel.id: channel for channel in await guild.fetch_channels()})

    @classmethod
    async def of_member(cls, bot: discord.Client, guild_id: int, user_id: int) -> Sight | None:
        """Return what a person sees of a server; None if they have left it, or the bot has."""
        try:
            guild = bot.get_guild(guild_id)
            if guild is None or not guild.channels:
                guild = await bot.fetch_guild(guild_id, with_counts=False)
            member = await guild.fetch_member(user_id)
            channels = guild.channels or await guild.fetch_channels()
        except (discord.NotFound, discord.Forbidden):
            return None
        return cls(member, guild, {channel.id: channel for channel in channels})

    @classmethod
    def at_hand(cls, interaction: Interaction) -> Sight | None:
        """Return what the person sees as far as it is known without asking Discord; None without the gateway."""
        guild, user = interaction.guild, interaction.user
        if guild is None or not guild.channels or not isinstance(user, discord.Member):
            return None
        return cls(user, guild, {channel.id: channel for channel in guild.channels})

    def surely_sees(self, channel_id: int) -> bool:
        """Tell whether it is known, without asking Discord, that the person may see a channel or a thread."""
        channel = self._channels.get(channel_id)
        if channel is not None:
            return channel.permissions_for(self._member).view_channel
        thread = self._guild.get_thread(channel_id)
        parent = None if thread is None or thread.is_private() else self._channels.get(thread.parent_id)
        return parent is not None and parent.permissions_for(self._member).view_channel

    async def sees(self, channel_id: int) -> bool:
        """Tell whether the person may see a channel or a thread; nobody sees one that is gone."""
        channel = self._channels.get(channel_id)
        if channel is not None:
            return channel.permissions_for(self._member).view_channel
        try:
            thread = self._guild.get_thread(channel_id) or await self._guild.fetch_channel(channel_id)
            return isinstance(thread, discord.Thread) and await self._sees_thread(thread)
        except (discord.NotFound, discord.Forbidden, discord.InvalidData):
            return False

    async def _sees_thread(self, thread: discord.Thread) -> bool:
        parent = self._channels.get(thread.parent_id)
        has = discord.Permissions.none() if parent is None else parent.permissions_for(self._member)
        if not thread.is_private() or not has.view_channel or has.manage_threads:
            return has.view_channel
        try:
            await thread.fetch_member(self._member.id)
        except discord.NotFound:
            return False
        return True

    async def seen(self, channel_ids: Collection[int]) -> frozenset[int]:
        """Return those of these channels that the person may see."""
        return frozenset([channel_id for channel_id in channel_ids if await self.sees(channel_id)])


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
