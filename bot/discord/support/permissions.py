"""The permissions that the bot needs in a match's channel."""

from __future__ import annotations

from typing import Any

import discord

from rules.kernel.errors import Refusal
from rules.kernel.words.text import N_


def missing_permissions(interaction: discord.Interaction[Any]) -> list[str]:
    """Return the permissions that the bot lacks in the interaction's channel, as Discord names them."""
    if interaction.guild_id is None:
        return []
    has = interaction.app_permissions
    if isinstance(interaction.channel, discord.Thread):
        send = ("Send Messages in Threads", has.send_messages_in_threads)
    else:
        send = ("Send Messages", has.send_messages)
    needed = (("View Channel", has.view_channel), send, ("Attach Files", has.attach_files))
    return [name for name, given in needed if not given]


def may_post(interaction: discord.Interaction[Any]) -> None:
    """Raise Refusal when the bot can't run a match in this channel."""
    missing = missing_permissions(interaction)
    if missing:
        raise Refusal(
            N_("I can't run a match in this channel; I lack the permission: {names}."), names=", ".join(missing)
        )
