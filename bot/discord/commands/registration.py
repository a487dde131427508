"""Registers changed slash commands with Discord.

The games' own command groups are registered per server: see `bot.discord.commands.group_reconciler`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

import discord
from discord import app_commands
from discord.http import Route

from bot.discord.ui.locale import CommandTranslator

#: Fields that Discord adds to a command, such as its name in the requester's language.
_FIELDS_ADDED_BY_DISCORD = {
    "id", "application_id", "guild_id", "version", "dm_permission", "name_localized", "description_localized",
}  # fmt: skip
#: The fields that Discord accepts in a command.
_ACCEPTED_FIELDS = {
    "id", "type", "name", "name_localizations", "description", "description_localizations", "options", "contexts",
    "integration_types", "default_member_permissions", "handler",
}  # fmt: skip
_CHAT_INPUT = discord.AppCommandType.chat_input.value
#: The fields that Discord accepts only in global commands, not in a server's own commands.
_GLOBAL_FIELDS = {"nsfw", "dm_permission", "contexts", "integration_types"}


async def register(tree: app_commands.CommandTree[Any]) -> bool:
    """Register the commands if they differ from those that Discord has. Return whether they were registered.

    Raises discord.HTTPException or discord.RateLimited.
    """
    http, application = tree.client.http, tree.client.application_id
    assert application is not None  # set once the bot has logged in
    bot_commands, _ = await payloads(tree)
    discord_commands = await registered_commands(tree.client)
    if are_equal(bot_commands, discord_commands):
        return False
    # `tree.sync` would also do this, but it would translate all commands a second time.
    foreign_commands = [_resendable(command) for command in discord_commands if not _is_ours(command)]
    await http.bulk_upsert_global_commands(application, [*bot_commands, *foreign_commands])
    return True


async def register_in(tree: app_commands.CommandTree[Any], guild_id: int) -> None:
    """Add a server's own commands, such as the owners' commands, without removing the games' commands from it.

    Raises the same errors as `register`.
    """
    http, application = tree.client.http, tree.client.application_id
    assert application is not None  # set once the bot has logged in
    for payload in await payloads_in(tree, guild_id):
        await http.upsert_guild_command(application, guild_id, payload)


async def registered_commands(client: discord.Client) -> list[dict[str, Any]]:
    """Return the registered global commands with their translations. Raises the same errors as `register`."""
    route = Route("GET", "/applications/{application_id}/commands", application_id=client.application_id)
    return await client.http.request(route, params={"with_localizations": "true"})


async def commands_in_server(client: discord.Client, guild_id: int) -> list[dict[str, Any]]:
    """Return one server's registered commands with their translations. Raises the same errors as `register`."""
    path = "/applications/{application_id}/guilds/{guild_id}/commands"
    route = Route("GET", path, application_id=client.application_id, guild_id=guild_id)
    commands = await client.http.request(route, params={"with_localizations": "true"})
    return [_without_global_fields(command) for command in commands]


#: A command in Discord's format.
Payload = dict[str, Any]


async def payloads(tree: app_commands.CommandTree[Any]) -> tuple[list[Payload], dict[str, Payload]]:
    """Return the global commands, and each game's command group by game id, all with their translations."""
    translator = CommandTranslator()
    payload_by_name = {one.name: await one.get_translated_payload(tree, translator) for one in tree.get_commands()}
    groups = {game.id: payload_by_name.pop(game.command) for game in tree.client.games.values()}
    return list(payload_by_name.values()), {game: _without_global_fields(group) for game, group in groups.items()}


async def payloads_in(tree: app_commands.CommandTree[Any], guild_id: int) -> list[Payload]:
    """Return the commands in a command tree that are only for this server, in Discord's format."""
    translator, commands = CommandTranslator(), tree.get_commands(guild=discord.Object(guild_id))
    return [_without_global_fields(await command.get_translated_payload(tree, translator)) for command in commands]


def _without_global_fields(command: Mapping[str, Any]) -> Payload:
    return {key: command[key] for key in command.keys() - _GLOBAL_FIELDS}


def are_equal(ours: Sequence[Mapping[str, Any]], theirs: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether our commands and Discord's are the same, in any order.

    Discord's commands of types that the bot never registers are ignored.
    """
    registered_by_name = {command["name"]: command for command in theirs if _is_ours(command)}
    return len(registered_by_name) == len(ours) and all(
        _is_same_part(command, registered_by_name.get(command["name"])) for command in ours
    )


def _is_ours(command: Mapping[str, Any]) -> bool:
    """Return whether a command is a chat command, the only type that the bot registers.

    Discord adds an entry point command when Activities are enabled, and rejects a list without it (error 50240).
    """
    return command.get("type", _CHAT_INPUT) == _CHAT_INPUT


def _resendable(command: Mapping[str, Any]) -> Payload:
    """Return a command that Discord itself created, without the fields that Discord would reject in a request."""
    sent = {key: value for key, value in command.items() if key in _ACCEPTED_FIELDS and value is not None}
    if "default_member_permissions" in sent:
        # Discord sends this field as text but expects a number.
        sent["default_member_permissions"] = int(sent["default_member_permissions"])
    return sent


def _is_same_part(ours: Any, theirs: Any) -> bool:
    """Return whether part of our command equals Discord's version of it, which omits empty and default values."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        our_fields, registered_fields = cast("dict[str, Any]", ours), cast("dict[str, Any]", theirs)
        return all(
            _is_same_part(our_fields.get(key), registered_fields.get(key))
            for key in (our_fields.keys() | registered_fields.keys()) - _FIELDS_ADDED_BY_DISCORD
        )
    if isinstance(ours, list) and isinstance(theirs, list):
        listed, registered_items = cast("list[Any]", ours), cast("list[Any]", theirs)
        return len(listed) == len(registered_items) and all(map(_is_same_part, listed, registered_items))
    return ours == theirs or (_is_empty(ours) and _is_empty(theirs))


def _is_empty(value: Any) -> bool:
    return value is None or value is False or value in ({}, [])
