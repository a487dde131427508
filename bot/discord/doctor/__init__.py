"""Checks the bot's setup on Discord: the token, the application, the commands, and each channel."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable
from itertools import groupby

import aiohttp
import discord

from bot.app.doctor_findings import Diagnostic, Door, MatchChannel, clock_finding
from bot.app.settings import DISCORD_UNREACHABLE, Settings, StartError
from bot.discord.commands import registration
from bot.discord.doctor.portal_checks import check_endpoint, check_portal
from bot.discord.doctor.probe import ANSWER_TIMEOUT, ProbeClient
from bot.discord.doctor.server_checks import check_server, owners_server
from bot.discord.login_errors import refusals_in_a_sentence, talk_to


async def examine(
    settings: Settings, places: Iterable[MatchChannel], door: Door | None = None
) -> AsyncGenerator[Diagnostic]:
    """Check the whole setup, one request after another, and yield the findings. The bot may be running.

    `door` is the command that runs the bot, if known.
    """
    client = ProbeClient()
    try:
        try:
            with refusals_in_a_sentence(settings):
                token = talk_to(settings)
                async with asyncio.timeout(ANSWER_TIMEOUT):
                    await client.login(token)
        except StartError as error:
            yield Diagnostic("token", str(error), "wrong")
            return
        yield Diagnostic("token", f"Discord knows the token: it is that of {client.user}.")
        assert client.application is not None  # set once the client has logged in
        for finding in check_portal(client.application, settings, door):
            yield finding
        if client.application.interactions_endpoint_url is not None:
            yield await check_endpoint(client.application.interactions_endpoint_url)
        if client.ahead is not None:
            yield clock_finding("Discord", client.ahead)
        async with asyncio.timeout(ANSWER_TIMEOUT):
            yield await _check_commands(client)
        for finding in await owners_server(client, settings):
            yield finding
        for guild_id, channels in groupby(places, lambda place: place.guild_id):
            for finding in await check_server(client, guild_id, list(channels)):
                yield finding
    except discord.HTTPException as error:
        yield Diagnostic("discord", f"Discord refused to answer: {error}; try again later.", "wrong")
    except (OSError, aiohttp.ClientError):
        yield Diagnostic("discord", DISCORD_UNREACHABLE, "wrong")
    finally:
        await client.close()


async def _check_commands(client: ProbeClient) -> Diagnostic:
    """Return a finding on whether the commands registered with Discord are those of this version."""
    (ours, _), theirs = await client.commands(), await registration.registered_commands(client)
    if registration.are_equal(ours, theirs):
        return Diagnostic("commands", f"Discord has this version's {len(ours)} commands.")
    what = "has commands of another version" if theirs else "has none of the bot's commands yet"
    text = (
        f"Discord {what}; the next start registers them. If a start has not, run `tenebrae commands` and start again."
    )
    return Diagnostic("commands", text, "note")
