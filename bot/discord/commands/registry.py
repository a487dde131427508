"""The slash commands of the core and the features, in the order that Discord lists them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.app.registry_class import Registry
from rules.kernel.game import AnyGame

Command: TypeAlias = app_commands.Command[Any, ..., Any] | app_commands.Group
Tree: TypeAlias = app_commands.CommandTree[Any]

#: The commands for all servers, and functions that create commands whose options depend on the installed games.
COMMANDS = Registry[Command]("commands")
GAME_COMMANDS = Registry[Callable[[Mapping[str, AnyGame]], list[app_commands.Group]]]("commands of games")
#: The commands that only the owners' server has.
OWNER_COMMANDS = Registry[Command]("owners' commands")


def add_commands(tree: Tree, played: Mapping[str, AnyGame]) -> None:
    """Add every command to the tree, including the command groups of the games in `played`."""
    for command in COMMANDS:
        tree.add_command(command)
    for groups in GAME_COMMANDS:
        for group in groups(played):
            tree.add_command(group)


def add_owner_commands(tree: Tree, guild_id: int) -> None:
    """Add the owners' commands to the tree, only for the owners' server."""
    for command in OWNER_COMMANDS:
        tree.add_command(command, guild=discord.Object(guild_id))
