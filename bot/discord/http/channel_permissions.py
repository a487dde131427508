"""Lists the permissions that the bot uses, and checks those that it needs in a match's channel."""

from __future__ import annotations

from typing import Any

import discord

from bot.discord.server_directory import in_thread
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_

#: All permissions that the bot uses, with Discord's display name for each.
PERMISSION_NAMES = {
    "view_channel": "View Channels",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "create_public_threads": "Create Public Threads",
    "create_private_threads": "Create Private Threads",
    "attach_files": "Attach Files",
    # The bot needs this permission to find its own posts after a crash.
    "read_message_history": "Read Message History",
}
USED_PERMISSIONS = discord.Permissions(**dict.fromkeys(PERMISSION_NAMES, True))


def _sending(interaction: discord.Interaction[Any]) -> str:
    """Return Discord's name for the permission that a person needs to write in the interaction's channel."""
    return "send_messages_in_threads" if in_thread(interaction) else "send_messages"


def may_write(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the person may write in the interaction's channel."""
    return getattr(interaction.permissions, _sending(interaction))


def missing_permissions(interaction: discord.Interaction[Any]) -> list[str]:
    """Return the names of permissions that the bot lacks to run a match in the interaction's channel."""
    if interaction.guild_id is None:
        return []
    has = interaction.app_permissions
    needed = ("view_channel", _sending(interaction), "attach_files")
    return [PERMISSION_NAMES[name] for name in needed if not getattr(has, name)]


def may_post(interaction: discord.Interaction[Any]) -> None:
    """Raise Refusal if the bot can't run a match in the interaction's channel."""
    if interaction.is_user_integration() and not interaction.is_guild_integration():
        raise Refusal(N_("I'm not in this server, so you can't play here. The server's managers can add me."))
    missing = missing_permissions(interaction)
    if missing:
        raise Refusal(
            N_("I can't run a match in this channel because I lack this permission: {names}."), names=", ".join(missing)
        )


def is_admin(interaction: discord.Interaction[Any], guild_id: int | None) -> bool:
    """Return whether this person manages a server or the interaction's channel.

    For a server other than the interaction's server, return False, because Discord sends no permissions for it.
    """
    has = interaction.permissions
    return interaction.guild_id == guild_id and (has.manage_guild or has.manage_channels)


def channel_ids(interaction: discord.Interaction[Any]) -> tuple[int | None, ...]:
    """Return the id of the interaction's channel and, if that is a thread, the id of its parent channel."""
    return interaction.channel_id, getattr(interaction.channel, "parent_id", None)
