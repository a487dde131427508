"""Which channels of a server a person may see: Discord is asked where the bot does not know."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import discord

from bot.discord.support.bot import Interaction

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
