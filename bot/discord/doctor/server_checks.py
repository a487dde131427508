"""Checks the bot's commands and permissions in a server, and the bot's permissions in each channel where it posts."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from itertools import groupby
from typing import Any

import discord

from bot.app.doctor_findings import Diagnostic, MatchChannel
from bot.app.settings import Settings
from bot.discord.commands import registration
from bot.discord.doctor.probe import ANSWER_TIMEOUT, UNREACHABLE_STATUSES, ProbeClient
from bot.discord.http.channel_permissions import PERMISSION_NAMES
from bot.table.lobby import threads


async def check_server(client: ProbeClient, guild_id: int, match_channels: list[MatchChannel]) -> list[Diagnostic]:
    """Return findings on a server's commands and permissions, and on each channel where the bot posts."""
    assert client.user is not None
    async with asyncio.timeout(ANSWER_TIMEOUT):
        try:
            guild = await client.fetch_guild(guild_id, with_counts=False)
            me, channels = (
                await guild.fetch_member(client.user.id),
                {one.id: one for one in await guild.fetch_channels()},
            )
        except discord.HTTPException as error:
            if error.status not in UNREACHABLE_STATUSES:
                raise
            text = (
                f"The bot is not in server {guild_id} any more, where {_listed(match_channels)} would go on; somebody"
                f" who manages that server can add it: {client.link}"
            )
            return [Diagnostic("server", text, "wrong")]
    found = [] if all(_may(me.guild_permissions, threads.THREAD_PERMISSIONS)) else [_no_threads(guild, client.link)]
    found += await _check_game_commands(
        client, guild, {place.game for place in match_channels if place.game is not None}
    )
    for channel_id, what in groupby(sorted(match_channels, key=lambda one: one.channel_id), lambda one: one.channel_id):
        async with asyncio.timeout(ANSWER_TIMEOUT):
            found.append(await _check_channel(guild, me, channels, channel_id, _listed(what)))
    return found


async def _check_game_commands(client: ProbeClient, guild: discord.Guild, played: set[str]) -> list[Diagnostic]:
    """Return findings on missing or outdated commands of the games that a server plays."""
    server_commands = await _commands_in(client, guild)
    if isinstance(server_commands, Diagnostic):
        return [server_commands]
    _, groups = await client.commands()
    diagnostics: list[Diagnostic] = []
    for game in sorted(played & groups.keys()):
        fault = _command_fault(groups[game], server_commands)
        if fault is not None:
            text = (
                f"The server {guild.name} ({guild.id}) {fault}; the bot registers it within minutes while it runs."
                " If it has not, run `tenebrae commands` and start again."
            )
            diagnostics.append(Diagnostic("server", text, "note"))
    return diagnostics


async def _commands_in(client: ProbeClient, guild: discord.Guild) -> list[dict[str, Any]] | Diagnostic:
    """Return a server's own commands, or a finding if the bot was added without permission to register commands."""
    try:
        async with asyncio.timeout(ANSWER_TIMEOUT):
            return await registration.commands_in_server(client, guild.id)
    except discord.Forbidden:
        text = (
            f"The server {guild.name} ({guild.id}) was added without the scope applications.commands, so that it lacks"
            f" commands of its own, such as the games'; let somebody who manages it add the bot again: {client.link}"
        )
        return Diagnostic("server", text, "wrong")


def _command_fault(expected: registration.Payload, server_commands: list[dict[str, Any]]) -> str | None:
    """Return what is wrong with a server's copy of one of our commands, or None if it is registered and up to date."""
    registered = [one for one in server_commands if one["name"] == expected["name"]]
    if not registered:
        return f"lacks the command /{expected['name']}"
    return (
        None
        if registration.are_equal([expected], registered)
        else f"has the command /{expected['name']} of another version"
    )


async def owners_server(client: ProbeClient, settings: Settings) -> list[Diagnostic]:
    """Return findings on the owners' server, or an empty list if the settings name no owners' server."""
    number, role = settings.owner_server, settings.owner_role
    if number is None:
        return []
    try:
        async with asyncio.timeout(ANSWER_TIMEOUT):
            guild = await client.fetch_guild(number, with_counts=False)
    except discord.HTTPException as error:
        if error.status not in UNREACHABLE_STATUSES:
            raise
        text = (
            f"The bot is not in the server {number} that TENEBRAE_OWNER_SERVER names, so that nobody can use /owner;"
            f" set it to the id of yours, or add the bot there: {client.link}"
        )
        return [_owners_fault(text)]
    name, found = f"the owners' server, {guild.name} ({number})", list[Diagnostic]()
    if role == number:
        text = f"The role of TENEBRAE_OWNER_ROLE is everybody in {name}, so that all may use /owner; name another."
        found.append(_owners_fault(text))
    elif role is not None and all(one.id != role for one in guild.roles):
        text = f"There is no role {role} in {name}; set TENEBRAE_OWNER_ROLE to one of its roles, or leave it out."
        found.append(_owners_fault(text))
    server_commands = await _commands_in(client, guild)
    if isinstance(server_commands, Diagnostic):
        return [*found, server_commands]
    for ours in await client.owners_commands(number):
        fault = _command_fault(ours, server_commands)
        if fault is not None:
            text = f"In {name}: Discord {fault}; the next start registers it."
            found.append(Diagnostic("owners", text, "note"))
    return found or [Diagnostic("owners", f"The bot is in {name}, which has its commands.")]


def _owners_fault(text: str) -> Diagnostic:
    return Diagnostic("owners", text, "wrong")


def _no_threads(guild: discord.Guild, link: str) -> Diagnostic:
    text = (
        f"In the server {guild.name} ({guild.id}) the bot may not open threads, so that matches are played in the"
        f" channel; to change that, grant Create Public Threads, or add it again: {link}"
    )
    return Diagnostic("server", text, "note")


async def _check_channel(
    guild: discord.Guild, me: discord.Member, channels: dict[int, Any], channel_id: int, usage: str
) -> Diagnostic:
    """Return a finding on whether the bot can post in a channel. `usage` is the channel's use, such as "match 7"."""
    channel = channels.get(channel_id)
    if channel is None:
        try:
            channel = await guild.fetch_channel(channel_id)
        except discord.HTTPException as error:
            if error.status not in UNREACHABLE_STATUSES:
                raise
            return _out_of_reach(guild, channel_id, usage, is_deleted=error.status == 404)
        except discord.InvalidData:
            return _out_of_reach(guild, channel_id, usage, is_deleted=True)
    # Threads have the permissions of their parent channel.
    place = channels.get(channel.parent_id) if isinstance(channel, discord.Thread) else channel
    if place is None:
        return _out_of_reach(guild, channel_id, usage, is_deleted=True)
    return _check_permissions(
        f"#{channel.name} ({channel_id}) of {guild.name}", channel, place, place.permissions_for(me), usage
    )


def _check_permissions(name: str, channel: Any, place: Any, has: discord.Permissions, what: str) -> Diagnostic:
    """Return a finding on the bot's permissions in a channel. `what` is the channel's use, such as "match 7".

    `place` is the channel or, if it is a thread, its parent channel.
    """
    in_thread = isinstance(channel, discord.Thread)
    needed = ("view_channel", "send_messages_in_threads" if in_thread else "send_messages", "attach_files")
    lacks = [PERMISSION_NAMES[one] for one in needed if not getattr(has, one)]
    if lacks:
        where = f"#{place.name}" if in_thread else "the channel"
        text = (
            f"{name}, {what}: the bot lacks {', '.join(lacks)}; grant it in the settings of {where}, under Permissions."
        )
        return Diagnostic("channel", text, "wrong")
    if in_thread and channel.locked and not has.manage_threads:
        text = f"{name}, {what}: the thread is locked; unlock it, or give /table move in another channel."
        return Diagnostic("channel", text, "wrong")
    if not has.read_message_history:
        text = (
            f"{name}, {what}: the bot lacks Read Message History, so that after a crash it may post something twice;"
            " grant it in the settings of the channel, under Permissions."
        )
        return Diagnostic("channel", text, "note")
    return Diagnostic("channel", f"{name}, {what}: the bot can post.")


def _out_of_reach(guild: discord.Guild, channel_id: int, what: str, *, is_deleted: bool) -> Diagnostic:
    if is_deleted:
        text = (
            f"The channel {channel_id} of {guild.name} with {what} is gone; /table move, typed in another one, brings a"
            " match there."
        )
    else:
        text = (
            f"The bot can't see the channel {channel_id} of {guild.name} with {what}; grant it View Channels there, or"
            " add it to the private thread."
        )
    return Diagnostic("channel", text, "wrong")


def _may(has: discord.Permissions, names: Iterable[str]) -> list[bool]:
    return [getattr(has, name) for name in names]


def _listed(places: Iterable[MatchChannel]) -> str:
    return ", ".join(place.what for place in places)
