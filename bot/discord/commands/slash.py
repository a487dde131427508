"""The decorator for slash commands: it adds translated descriptions, error reports, and where they may be used."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Concatenate, ParamSpec

from discord import app_commands

from bot.discord.bot import Interaction
from bot.discord.ui.errors import reports_errors
from bot.discord.ui.locale import described

P = ParamSpec("P")

#: The keys in a command's `extras` for a command that opens a form, and so must not be acknowledged first, and for a
#: command that starts something longer than its answer, such as a match.
OPENS_FORM, BEGINS = "asks", "begins"

#: Commands exist only in servers that have installed the bot, as matches need their channels. A user who installs the
#: bot for themselves gets no commands.
INSTALLS = app_commands.AppInstallationType(guild=True, user=False)
#: Where commands can be used: most need a channel's match, the others also work in private messages to the bot.
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
    """Make a function a slash command, alone or in a group. A command that works `anywhere` needs no server.

    A command that `asks` opens a form. A command that `begins` something longer than its answer, such as a match, is
    refused in a process that is about to stop.
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
