"""The decorator for slash commands.

It adds translated descriptions, error reporting, and the contexts where a command works.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Concatenate, ParamSpec

from discord import app_commands

from bot.discord.bot import Interaction
from bot.discord.ui.errors import reports_errors
from bot.discord.ui.locale import described

P = ParamSpec("P")

#: Keys in a command's `extras`. The first marks a command that opens a form, so it must not be acknowledged first. The
#: second marks a command that starts something that outlasts its answer, such as a match.
OPENS_FORM, BEGINS_WORK = "asks", "begins"

#: Commands exist only in servers that have installed the bot, because matches need channels. Users can't install the
#: bot just for themselves.
INSTALLS = app_commands.AppInstallationType(guild=True, user=False)
#: Where commands can be used. Most commands need a match in the channel; the others also work in private messages to
#: the bot.
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
    """Turn a function into a slash command, optionally in a group. If `anywhere`, it also works in private messages.

    Pass `asks` if the command opens a form. Pass `begins` if it starts something that outlasts its answer, such as a
    match: a process that is about to stop refuses such commands.
    """

    def build_command(
        callback: Callable[Concatenate[Interaction, P], Awaitable[None]],
    ) -> app_commands.Command[Any, ..., None]:
        command = app_commands.Command[Any, P, None](
            name=name,
            description=described(description),
            callback=reports_errors(callback),
            allowed_contexts=ANYWHERE if anywhere else None,
            extras={mark: True for mark, is_set in ((OPENS_FORM, asks), (BEGINS_WORK, begins)) if is_set},
        )
        if group is not None:
            group.add_command(command)
        return command

    return build_command
