"""One decorator for slash commands, with translated descriptions and error reports, and the places for commands."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Concatenate, ParamSpec

from discord import app_commands

from bot.discord.bot import Interaction
from bot.discord.http.errors import reports_errors
from bot.discord.ui.locale import described

P = ParamSpec("P")

#: Marks a command that answers with a form and so must not be acknowledged first, and one that starts something longer
#: than an answer.
OPENS_FORM, BEGINS = "asks", "begins"

#: A command belongs to a server with the bot, because matches need its channels. An installation for a single user has
#: no commands.
INSTALLS = app_commands.AppInstallationType(guild=True, user=False)
#: Most commands need a channel's match. Those that work anywhere can also be used in private messages to the bot.
IN_SERVERS = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
ANYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)


def slash(
    name: str,
    description: str,
    *,
    group: app_commands.Group | None = None,
    anywhere: bool = False,
    asks: bool = False,
    begins: bool = False,
) -> Callable[[Callable[Concatenate[Interaction, P], Awaitable[None]]], app_commands.Command[Any, ..., None]]:
    """Make a function a slash command, alone or in a group. One that works `anywhere` needs no server.

    One that `asks` answers with a form. One that `begins` something longer than an answer is refused in a process that
    is to stop.
    """

    def made(
        callback: Callable[Concatenate[Interaction, P], Awaitable[None]],
    ) -> app_commands.Command[Any, ..., None]:
        command = app_commands.Command[Any, P, None](
            name=name,
            description=described(description),
            callback=reports_errors(callback),
            allowed_contexts=ANYWHERE if anywhere else None,
            extras={mark: True for mark, is_set in ((OPENS_FORM, asks), (BEGINS, begins)) if is_set},
        )
        if group is not None:
            group.add_command(command)
        return command

    return made
