"""Handlers for events about servers, channels and roles. They pause or resume matches and retry posts."""

from __future__ import annotations

import discord

from bot.discord.bot import Bot


class ServerEvents(Bot):
    """The bot, with event handlers for changes in servers."""

    async def turns_away(self, guild_id: int | None) -> bool:
        """Return whether the bot is about to leave a server."""
        raise NotImplementedError

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Pause the server's matches until the bot is added to the server again."""
        await self.delivery_failures.record_removal(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Resume the matches of a server that has added the bot, retry failed posts and register the commands.

        If the server is banned, leave it instead.
        """
        if await self.turns_away(guild.id):
            return
        await self.service.command_groups.forget(guild.id)
        await self.delivery_failures.resume_server(guild.id)
        self.dispatch("server_joined")

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Retry a server's posts after the start or an outage. If the server is banned, leave it instead."""
        if await self.turns_away(guild.id):
            return
        await self.delivery_failures.available(guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Pause the match that was played in the deleted channel."""
        await self.service.unreachable_channels.suspend_channel(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Pause the match that was played in the deleted thread."""
        await self.service.unreachable_channels.suspend_channel(payload.thread_id)

    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Retry failed posts: the change may have given the bot a missing permission."""
        await self.delivery_failures.retry_posts(after.guild.id)

    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        """Retry failed posts: the change may have given the bot a missing permission."""
        await self.delivery_failures.retry_posts(after.guild.id)

    async def on_member_update(self, _: discord.Member, after: discord.Member) -> None:
        """Retry failed posts. Without the members intent, Discord reports changes only of the bot's own member."""
        await self.delivery_failures.retry_posts(after.guild.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """If a thread was locked, pause its match. If the thread is open, resume the match and retry failed posts."""
        if payload.data["thread_metadata"].get("locked") and not self.directory.may_post_when_locked(
            payload.guild_id, payload.parent_id
        ):
            await self.service.unreachable_channels.suspend_channel(payload.thread_id)
        else:
            await self.service.unreachable_channels.channel_back(payload.guild_id, payload.thread_id)
        await self.delivery_failures.retry_posts(payload.guild_id)
