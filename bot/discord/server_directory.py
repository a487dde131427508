"""Looks up servers, channels, roles and members, with or without the gateway's cache.

On the gateway, discord.py fills a cache. Over HTTP the cache stays empty, so the bot requests from Discord whatever an
interaction doesn't contain. No other module may read the cache, because an empty cache looks like a server without
channels or a member without roles.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from typing import Any, TypeAlias

import discord
from cachetools import LRUCache

from bot.matches.ttl_cache import CachedValue, TTLCache

_Interaction: TypeAlias = discord.Interaction[Any]
_Channels = Mapping[int, discord.abc.GuildChannel]
#: The type of any channel or thread in a server.
Channel: TypeAlias = discord.abc.GuildChannel | discord.Thread | discord.abc.PrivateChannel

#: Maximum number of channels whose type is remembered.
MAX_CHANNELS = 10_000


def has_role(interaction: _Interaction, role_id: int | None) -> bool:
    """Return whether an interaction's person has a role, based on the role ids that Discord sent with it."""
    if role_id is None or not isinstance(interaction.user, discord.Member):
        return False
    # `Member.roles` and `Member.get_role` work only for cached servers. Every member has the role whose id is the
    # server's id.
    ids = interaction.user._roles  # pyright: ignore[reportPrivateUsage]
    return role_id == interaction.guild_id or ids.has(role_id)


def in_thread(interaction: _Interaction) -> bool:
    """Return whether an interaction comes from a thread, where no other thread can be opened."""
    return isinstance(interaction.channel, discord.Thread)


class Directory:
    """Looks up servers and their channels, in memory where possible."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        #: The types of channels by id. They never expire, because a channel can't become a thread or the reverse.
        self._kinds = LRUCache[int, discord.ChannelType](MAX_CHANNELS)
        self._locales = TTLCache[int, discord.Locale]()
        self._servers = CachedValue(self._listed)

    def remember(self, interaction: _Interaction) -> None:
        """Remember the channel type and the server's language that Discord sent with an interaction."""
        channel = interaction.channel
        if channel is not None and channel.type is not discord.ChannelType.private:
            self._remember(channel.id, channel.type)
        if interaction.guild_id is not None and interaction.guild_locale is not None:
            self._locales[interaction.guild_id] = interaction.guild_locale

    async def channel(self, channel_id: int) -> Channel:
        """Return a channel. Raises discord.HTTPException, or discord.InvalidData for a channel of an unknown type."""
        found = self._client.get_channel(channel_id) or await self._client.fetch_channel(channel_id)
        if not isinstance(found, discord.abc.PrivateChannel):
            self._remember(channel_id, found.type)
        return found

    async def channel_kind(self, channel_id: int) -> discord.ChannelType | None:
        """Return the type of a channel, or None if the bot can't see it; raises discord.HTTPException."""
        if channel_id in self._kinds:
            return self._kinds[channel_id]
        try:
            await self.channel(channel_id)
        except (discord.NotFound, discord.Forbidden, discord.InvalidData):
            return None
        return self._kinds.get(channel_id)

    async def is_thread(self, channel_id: int) -> bool:
        """Return whether a channel is known to be a thread; raises discord.HTTPException."""
        kinds = discord.ChannelType
        return await self.channel_kind(channel_id) in (kinds.public_thread, kinds.private_thread, kinds.news_thread)

    async def existing_channels(self, guild_id: int, ids: Iterable[int]) -> list[int]:
        """Return which of these channels still exist in a server; all of them if Discord doesn't answer."""
        return await self._existing(guild_id, ids, _channels)

    async def existing_roles(self, guild_id: int, ids: Iterable[int]) -> list[int]:
        """Return which of these roles still exist in a server; all of them if Discord doesn't answer."""
        return await self._existing(guild_id, ids, _roles)

    async def locale(self, guild_id: int) -> discord.Locale | None:
        """Return a server's language, or None if Discord doesn't answer."""
        guild = self._client.get_guild(guild_id)
        if guild is not None:
            return guild.preferred_locale
        if guild_id not in self._locales:
            try:
                self._locales[guild_id] = (await _guild(self._client, guild_id)).preferred_locale
            except discord.HTTPException:
                return None
        return self._locales.get(guild_id)

    async def is_in(self, guild_id: int) -> bool:
        """Return whether the bot is in a server."""
        try:
            await _guild(self._client, guild_id)
        except (discord.NotFound, discord.Forbidden):
            return False
        return True

    async def servers(self) -> list[tuple[int, str]]:
        """Return the ids and names of the servers that the bot is in; raises discord.HTTPException."""
        return [(one.id, one.name) for one in self._client.guilds] or await self._servers.get()

    @property
    def cached_count(self) -> int:
        """The number of servers in the gateway's cache."""
        return len(self._client.guilds)

    def may_post_when_locked(self, guild_id: int, channel_id: int) -> bool:
        """Return whether the bot may post in a channel's locked threads. False if the channel isn't cached."""
        guild = self._client.get_guild(guild_id)
        channel = None if guild is None else guild.get_channel(channel_id)
        return guild is not None and channel is not None and channel.permissions_for(guild.me).manage_threads

    async def _existing(
        self, guild_id: int, ids: Iterable[int], of: Callable[[discord.Guild], Awaitable[Collection[int]]]
    ) -> list[int]:
        ids_to_check = list(ids)
        if not ids_to_check:
            return []
        try:
            existing_ids = await of(await _guild(self._client, guild_id))
        except discord.HTTPException:
            return ids_to_check
        return [checked_id for checked_id in ids_to_check if checked_id in existing_ids]

    async def _listed(self) -> list[tuple[int, str]]:
        return [(guild.id, guild.name) async for guild in self._client.fetch_guilds(limit=None, with_counts=False)]

    def _remember(self, channel_id: int, kind: discord.ChannelType) -> None:
        self._kinds[channel_id] = kind


async def _guild(client: discord.Client, guild_id: int) -> discord.Guild:
    """Return a server with its roles, from the cache or from Discord."""
    guild = client.get_guild(guild_id)
    if guild is None or not guild.roles:
        guild = await client.fetch_guild(guild_id, with_counts=False)
    return guild


async def _channels(guild: discord.Guild) -> _Channels:
    return {channel.id: channel for channel in guild.channels or await guild.fetch_channels()}


async def _roles(guild: discord.Guild) -> Collection[int]:
    return {role.id for role in guild.roles}


class ChannelVisibility:
    """Knows which channels of a server one person can see."""

    def __init__(self, member: discord.Member, guild: discord.Guild, channels: _Channels) -> None:
        self._member = member
        self._guild = guild
        self._channels = channels

    @classmethod
    async def for_interaction(cls, interaction: _Interaction) -> ChannelVisibility:
        """Return which channels an interaction's person can see. Without the gateway, this sends requests."""
        assert interaction.guild_id is not None
        assert isinstance(interaction.user, discord.Member)
        guild = await _guild(interaction.client, interaction.guild_id)
        return cls(interaction.user, guild, await _channels(guild))

    @classmethod
    async def of_member(cls, bot: discord.Client, guild_id: int, user_id: int) -> ChannelVisibility | None:
        """Return which channels a person can see, or None if the person or the bot has left the server."""
        try:
            guild = await _guild(bot, guild_id)
            return cls(await guild.fetch_member(user_id), guild, await _channels(guild))
        except (discord.NotFound, discord.Forbidden):
            return None

    @classmethod
    def from_cache(cls, interaction: _Interaction) -> ChannelVisibility | None:
        """Return the channels that an interaction's person can see, or None if the server isn't cached."""
        guild, user = interaction.guild, interaction.user
        if guild is None or not guild.channels or not isinstance(user, discord.Member):
            return None
        return cls(user, guild, {channel.id: channel for channel in guild.channels})

    def is_surely_visible(self, channel_id: int) -> bool:
        """Return whether the person can see a channel or thread. Return False if only a request could show that."""
        channel = self._channels.get(channel_id)
        if channel is not None:
            return channel.permissions_for(self._member).view_channel
        thread = self._guild.get_thread(channel_id)
        parent = None if thread is None or thread.is_private() else self._channels.get(thread.parent_id)
        return parent is not None and parent.permissions_for(self._member).view_channel

    async def is_visible(self, channel_id: int) -> bool:
        """Return whether the person can see a channel or thread. Return False if it no longer exists."""
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

    async def visible(self, channel_ids: Collection[int]) -> frozenset[int]:
        """Return which of these channels the person can see."""
        return frozenset([channel_id for channel_id in channel_ids if await self.is_visible(channel_id)])
