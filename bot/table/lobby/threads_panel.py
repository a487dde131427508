"""The lobby's buttons *Open a thread* and *Private table*, which move the match to a thread."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.discord.bot import Interaction
from bot.discord.match_context import reader_in
from bot.discord.server_directory import in_thread
from bot.discord.ui import controls
from bot.discord.ui.controls import ComponentInteraction, on
from bot.matches.service_results import MatchInfo
from bot.matches.settings.servers import ServerSettings
from bot.table.lobby import threads
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_, Translator


def buttons(say: Translator, match_id: int) -> list[ui.Item[Any]]:
    """Return the buttons that move a lobby to a public or a private thread."""
    return [
        controls.button(say.t("Open a thread"), "thread", match_id, 0),
        controls.button(say.t("Private table"), "thread", match_id, 1),
    ]


def watching_button(say: Translator, info: MatchInfo) -> list[ui.Item[Any]]:
    """Return the button that allows or forbids watching a private table; empty for other tables."""
    if info.invitation_id is None:
        return []
    if info.watching_channel_id is None:
        return [controls.button(say.t("Allow spectators"), "watchers", info.id, 1)]
    return [controls.button(say.t("No spectators"), "watchers", info.id, 0)]


@on("thread", public=True)
async def open_thread(press: ComponentInteraction) -> None:
    """Open a public or private thread for a match, and move the lobby there."""
    match_id, private = press.numbers(2)
    interaction = press.interaction
    bot, lobby = interaction.client, interaction.client.service.lobby
    info = await bot.service.matches.get(match_id)
    lobby.check_host(info, interaction.user.id)
    if info.channel_id != interaction.channel_id:
        raise controls.stale_button_error()
    threads.check(interaction, private=bool(private))
    if match_id in bot.opening_threads:
        raise Refusal(N_("I'm already opening a thread."))
    bot.opening_threads.add(match_id)
    try:
        await (_move_to_private_thread(interaction, info) if private else _move_to_public_thread(interaction, info))
    finally:
        bot.opening_threads.discard(match_id)


@dataclass(frozen=True, slots=True)
class MatchPlace:
    """The channel or thread for a new match, and a note about it for the person who opens the match."""

    channel_id: int
    told: str | None = None


@asynccontextmanager
async def place_for(
    interaction: Interaction, settings: ServerSettings, game: str, say: Translator
) -> AsyncGenerator[MatchPlace]:
    """Yield the place where a new match will be played.

    The place is a thread if the server wants threads and the bot may open one; otherwise, it is the channel. If the
    block raises Refusal, the thread is closed.
    """
    channel_id = interaction.channel_id or 0
    if not settings.threads or in_thread(interaction):
        yield MatchPlace(channel_id)
        return
    try:
        threads.check(interaction)
        news = getattr(interaction.channel, "type", None) is discord.ChannelType.news
        name = threads.title(game, interaction.user.display_name)
        thread = await threads.open_thread(interaction.client, channel_id, name, news=news)
    except Refusal as error:
        yield MatchPlace(channel_id, say.error(error))
        return
    async with threads.closed_if_refused(interaction.client, thread):
        yield MatchPlace(thread, say.t("We're playing in {channel}.", channel=f"<#{thread}>"))


async def _move_to_public_thread(interaction: Interaction, info: MatchInfo) -> None:
    bot = interaction.client
    thread = await threads.open_thread(bot, info.channel_id, _name(interaction, info), message_id=info.lobby_message_id)
    await bot.service.channel_moves.to_thread(info, interaction.user.id, thread)


async def _move_to_private_thread(interaction: Interaction, info: MatchInfo) -> None:
    """Move a lobby to a private thread. Others can join through the message in the channel, but they can't watch."""
    bot, name = interaction.client, _name(interaction, info)
    thread = await threads.open_thread(bot, info.channel_id, name, private=True)
    async with threads.closed_if_refused(bot, thread):
        await bot.service.channel_moves.to_thread(info, interaction.user.id, thread, private=True)


@on("watchers", public=True)
async def toggle_watching(press: ComponentInteraction) -> None:
    """Allow others to watch a private table, or forbid it.

    Watchers get a separate thread. Only the host may change this.
    """
    match_id, should_watch = press.numbers(2)
    interaction = press.interaction
    bot = interaction.client
    info = await bot.service.matches.get(match_id)
    bot.service.lobby.check_host(info, interaction.user.id)
    if bool(should_watch) == (info.watching_channel_id is not None):
        raise controls.stale_button_error()
    if match_id in bot.opening_threads:
        raise Refusal(N_("I'm already opening a thread."))
    bot.opening_threads.add(match_id)
    try:
        thread = await _open_watchers_thread(interaction, info) if should_watch else None
        await bot.service.channel_moves.watch(match_id, interaction.user.id, thread)
    finally:
        bot.opening_threads.discard(match_id)
    if info.watching_channel_id is not None:
        await threads.archive(bot, info.watching_channel_id)


async def _open_watchers_thread(interaction: Interaction, info: MatchInfo) -> int:
    """Open the watchers' thread on the post with the Join button, unless it is already open."""
    bot, channel = interaction.client, info.invitation_channel_id
    if channel is None:
        raise controls.stale_button_error()
    name = threads.truncate_thread_name(Translator(info.locale).t("Watch: {name}", name=_name(interaction, info)))
    try:
        thread = await threads.open_thread(bot, channel, name, message_id=info.invitation_id or None)
    except Refusal as error:
        raise Refusal(threads.NO_THREAD, channel=f"<#{channel}>") from error
    await threads.unarchive(bot, thread)
    return thread


def _name(interaction: Interaction, info: MatchInfo) -> str:
    say, game = reader_in(info.locale, info).label, interaction.client.games[info.game]
    return threads.title(game.title(say), interaction.user.display_name)
