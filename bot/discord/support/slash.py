"""One decorator for slash commands, with translated descriptions and error reports."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Concatenate, ParamSpec

from discord import app_commands

from bot.discord.support.bot import Interaction
from bot.discord.support.errors import guarded
from bot.discord.support.locale import described

P = ParamSpec("P")


def slash(
    name: str, description: str, *, group: app_commands.Group | None = None, guild_only: bool = False
) -> Callable[[Callable[Concatenate[Interaction, P], Awaitable[None]]], app_commands.Command[Any, ..., None]]:
    """Make a function a slash command, alone or in a group."""

    def made(
        callback: Callable[Concatenate[Interaction, P], Awaitable[None]],
    ) -> app_commands.Command[Any, ..., None]:
        command = app_commands.Command[Any, P, None](
            name=name, description=described(description), callback=guarded(callback)
        )
        command.guild_only = guild_only
        if group is not None:
            group.add_command(command)
        return command

    return made
