"""What is wrong between the bot and Discord: its token, its application, its commands, and channel by channel."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable
from email.utils import parsedate_to_datetime
from itertools import groupby
from typing import Any

import aiohttp
import discord
from discord import app_commands

import rules
from bot.clock import SystemClock
from bot.config import UNREACHED, Settings, StartError
from bot.discord.client import TenebraeBot
from bot.discord.invitation import link_of
from bot.discord.login import refusals_in_a_sentence, talk_to
from bot.discord.support import registering, threads
from bot.discord.support.permissions import NAMES
from bot.discord.support.slash import IN_SERVERS, INSTALLS
from bot.findings import Finding, Place, clock

#: Seconds that Discord gets for one answer.
PATIENCE = 30.0
_SERVER_LACKS = (403, 404)


class Asking(discord.Client):
    """A client that never connects, and hears what time it is at Discord."""

    def __init__(self) -> None:
        heard = aiohttp.TraceConfig()
        heard.on_request_end.append(self._hear)
        # Without this intent discord.py would warn that it is missing.
        super().__init__(intents=discord.Intents(guilds=True), http_trace=heard)
        self.games = rules.GAMES
        #: Seconds by which this machine's clock was ahead at the last answer.
        self.ahead: float | None = None

    async def _hear(self, _: Any, __: Any, params: aiohttp.TraceRequestEndParams) -> None:
        told = params.response.headers.get("Date")
        if told:
            self.ahead = SystemClock().now() - parsedate_to_datetime(told).timestamp()


async def examined(settings: Settings, places: Iterable[Place]) -> AsyncGenerator[Finding]:
    """Ask Discord about everything, one request after the other beside a bot that may be running."""
    client = Asking()
    try:
        try:
            with refusals_in_a_sentence(settings):
                token = talk_to(settings)
                async with asyncio.timeout(PATIENCE):
                    await client.login(token)
        except StartError as error:
            yield Finding("token", str(error), "wrong")
            return
        yield Finding("token", f"Discord knows the token: it is that of {client.user}.")
        for finding in _application(client, settings):
            yield finding
        if client.ahead is not None:
            yield clock("Discord", client.ahead)
        async with asyncio.timeout(PATIENCE):
            yield await _commands(client)
        for guild_id, there in groupby(places, lambda place: place.guild_id):
            for finding in await _server(client, guild_id, list(there)):
                yield finding
    except discord.HTTPException as error:
        yield Finding("discord", f"Discord refused to answer: {error}; try again later.", "wrong")
    except (OSError, aiohttp.ClientError):
        yield Finding("discord", UNREACHED, "wrong")
    finally:
        await client.close()


# -- the application --------------------------------------------------------------------------------------------------


def _application(client: Asking, settings: Settings) -> list[Finding]:
    """Tell what in the developer portal keeps the bot from working, or is more than it needs."""
    application = client.application
    assert application is not None  # it has logged in
    found: list[Finding] = []
    if application.bot_require_code_grant:
        text = "Nobody can add the bot to a server: in the portal, under Bot, switch Requires OAuth2 Code Grant off."
        found.append(Finding("application", text, "wrong"))
    if settings.public_key is not None and settings.public_key.lower() != application.verify_key.lower():
        text = (
            "TENEBRAE_PUBLIC_KEY is not the key of this application, so that `tenebrae serve` would refuse what Discord"
            " sends; copy it anew from the portal, or leave it out."
        )
        found.append(Finding("application", text, "wrong"))
    if application.user_integration_config is not None:
        text = (
            "People can install the bot for themselves, but matches need a server: in the portal, under Installation,"
            " switch User Install off."
        )
        found.append(Finding("application", text, "note"))
    flags = application.flags
    if any((
        flags.gateway_presence_limited, flags.gateway_guild_members_limited, flags.gateway_message_content_limited,
        flags.gateway_presence, flags.gateway_guild_members, flags.gateway_message_content,
    )):  # fmt: skip
        text = "The bot needs no privileged intent: in the portal, under Bot, switch all three off."
        found.append(Finding("application", text, "note"))
    if application.interactions_endpoint_url is not None:
        text = (
            "Discord sends presses to the address in the portal, so start the bot with `tenebrae serve`;"
            " for `tenebrae run` empty Interactions Endpoint URL."
        )
        found.append(Finding("application", text, "note"))
    return found or [Finding("application", "The application is set up as the bot needs it.")]


async def commands_of(client: Asking) -> list[registering.Payload]:
    """Return the commands that every server gets, as Discord is told of them."""
    tree = app_commands.CommandTree(client, allowed_installs=INSTALLS, allowed_contexts=IN_SERVERS)
    TenebraeBot.add_commands(tree, client.games)
    return (await registering.payloads(tree))[0]


async def _commands(client: Asking) -> Finding:
    """Tell whether Discord has this version's commands."""
    ours, theirs = await commands_of(client), await registering.known(client)
    if registering.same(ours, theirs):
        return Finding("commands", f"Discord has this version's {len(ours)} commands.")
    what = "has commands of another version" if theirs else "has none of the bot's commands yet"
    text = (
        f"Discord {what}; the next start registers them. If a start has not, run `tenebrae commands` and start again."
    )
    return Finding("commands", text, "note")


# -- servers and channels ---------------------------------------------------------------------------------------------


async def _server(client: Asking, guild_id: int, there: list[Place]) -> list[Finding]:
    """Tell what the bot lacks in a server, in each channel where it has to post."""
    assert client.user is not None
    assert client.application_id is not None
    async with asyncio.timeout(PATIENCE):
        try:
            guild = await client.fetch_guild(guild_id, with_counts=False)
            me, channels = (
                await guild.fetch_member(client.user.id),
                {one.id: one for one in await guild.fetch_channels()},
            )
        except discord.HTTPException as error:
            if error.status not in _SERVER_LACKS:
                raise
            text = (
                f"The bot is not in server {guild_id} any more, where {_listed(there)} would go on; somebody who"
                f" manages that server can add it: {link_of(client.application_id)}"
            )
            return [Finding("server", text, "wrong")]
    found = [] if all(_may(me.guild_permissions, threads.NEEDED)) else [_no_threads(guild, client.application_id)]
    scope = await _scope(client, guild)
    if scope is not None:
        found.append(scope)
    for channel_id, what in groupby(sorted(there, key=lambda one: one.channel_id), lambda one: one.channel_id):
        async with asyncio.timeout(PATIENCE):
            found.append(await _channel(guild, me, channels, channel_id, _listed(what)))
    return found


async def _scope(client: Asking, guild: discord.Guild) -> Finding | None:
    """Tell when a server was added without the right to have commands."""
    assert client.application_id is not None
    try:
        await client.http.get_guild_commands(client.application_id, guild.id)
    except discord.Forbidden:
        text = (
            f"The server {guild.name} ({guild.id}) was added without the scope applications.commands, so that it lacks"
            f" the games' own commands; let somebody who manages it add the bot again: {link_of(client.application_id)}"
        )
        return Finding("server", text, "wrong")
    return None


def _no_threads(guild: discord.Guild, application_id: int) -> Finding:
    text = (
        f"In the server {guild.name} ({guild.id}) the bot may not open threads, so that matches are played in the"
        f" channel; to change that, grant Create Public Threads, or add it again: {link_of(application_id)}"
    )
    return Finding("server", text, "note")


async def _channel(
    guild: discord.Guild, me: discord.Member, channels: dict[int, Any], channel_id: int, what: str
) -> Finding:
    """Tell whether the bot can post in one channel what is played there."""
    channel = channels.get(channel_id)
    if channel is None:
        try:
            channel = await guild.fetch_channel(channel_id)
        except discord.HTTPException as error:
            if error.status not in _SERVER_LACKS:
                raise
            return _out_of_reach(guild, channel_id, what, gone=error.status == 404)
        except discord.InvalidData:
            return _out_of_reach(guild, channel_id, what, gone=True)
    name = f"#{channel.name} ({channel_id}) of {guild.name}"
    in_thread = isinstance(channel, discord.Thread)
    # A thread has the permissions of the channel that it belongs to.
    place = channels.get(channel.parent_id) if in_thread else channel
    if place is None:
        return _out_of_reach(guild, channel_id, what, gone=True)
    has = place.permissions_for(me)
    needed = ("view_channel", "send_messages_in_threads" if in_thread else "send_messages", "attach_files")
    lacks = [NAMES[one] for one in needed if not getattr(has, one)]
    if lacks:
        where = f"#{place.name}" if in_thread else "the channel"
        text = (
            f"{name}, {what}: the bot lacks {', '.join(lacks)}; grant it in the settings of {where}, under Permissions."
        )
        return Finding("channel", text, "wrong")
    if in_thread and channel.locked and not has.manage_threads:
        text = f"{name}, {what}: the thread is locked; unlock it, or give /match move in another channel."
        return Finding("channel", text, "wrong")
    if not has.read_message_history:
        text = (
            f"{name}, {what}: the bot lacks Read Message History, so that after a crash it may post something twice;"
            " grant it in the settings of the channel, under Permissions."
        )
        return Finding("channel", text, "note")
    return Finding("channel", f"{name}, {what}: the bot can post.")


def _out_of_reach(guild: discord.Guild, channel_id: int, what: str, *, gone: bool) -> Finding:
    if gone:
        text = (
            f"The channel {channel_id} of {guild.name} with {what} is gone; /match move, typed in another one, brings a"
            " match there."
        )
    else:
        text = (
            f"The bot can't see the channel {channel_id} of {guild.name} with {what}; grant it View Channels there, or"
            " add it to the private thread."
        )
    return Finding("channel", text, "wrong")


def _may(has: discord.Permissions, names: Iterable[str]) -> list[bool]:
    return [getattr(has, name) for name in names]


def _listed(places: Iterable[Place]) -> str:
    return ", ".join(place.what for place in places)
