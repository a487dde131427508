"""The panel with a server's settings and a record of changes to them, for people who manage the server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.app.registry_class import Registry
from bot.discord.bot import Bot, Interaction
from bot.discord.custom_ids import custom_id, number_of
from bot.discord.match_context import reader_for
from bot.discord.ui import controls
from bot.discord.ui.answers import respond_with_layout
from bot.discord.ui.controls import ComponentInteraction, on
from bot.discord.ui.locale import LANGUAGE_NAMES, languages
from bot.discord.ui.person_lookup import person_name
from bot.discord.ui.toolbar import Toolbar
from bot.matches.clocks.time_control import PRESET_TIME_CONTROLS, TimeControl
from bot.matches.packs.server_packs import PACK_ADDED, PACK_REMOVED
from bot.matches.settings import servers
from bot.matches.settings.servers import MAX_CHANNELS, ServerChange, ServerSettings
from bot.table.clocks import words as clock_words
from bot.table.settings import choices
from rules.kernel.words.translation import Translator, capital

#: Maximum number of changes shown in the record, and of channels named for one change.
MAX_SHOWN_CHANGES, MAX_NAMED_CHANNELS = 10, 5
#: The types of channels where matches can be played, in the channel itself or in threads of it.
MATCH_CHANNEL_TYPES = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.forum,
    discord.ChannelType.voice,
]
#: The types of channels where the list of open tables can be posted.
LIST_CHANNEL_TYPES = [discord.ChannelType.text, discord.ChannelType.news]


#: Buttons that features add, which lead to further settings of the server.
TOOLS = Toolbar[[Translator]]("a server's settings")


@dataclass(frozen=True)
class ListSetting:
    """The functions of a feature that read and change the channel where a server's open tables are listed."""

    channel: Callable[[Bot, int], Awaitable[int | None]]
    #: Receives the server id, the channel id (None to turn off the list), and the id of the person who makes the
    #: change.
    change: Callable[[Bot, int, int | None, int], Awaitable[None]]


LISTS = Registry[ListSetting]("lists of open tables")


async def show(interaction: Interaction) -> None:
    """Show this server's settings with menus and the record of changes; raises Refusal unless the person manages it."""
    guild_id, say = choices.managed_server(interaction), (await reader_for(interaction)).text
    service = interaction.client.service
    settings = await service.servers.settings(guild_id)
    existing_choices = await _existing_choices(interaction, guild_id, settings)
    setting_lines = [*await lines(interaction, say, guild_id), say.t(choices.LADDER_WORDS[settings.ladder])]
    items = [
        controls.text("\n".join([f"**{say.t('This server')}**", *setting_lines])),
        *_menus(say, settings, existing_choices),
        *_news(say, settings, existing_choices.news),
        ui.Separator[Any](),
        controls.text("\n".join(_record_lines(say, await service.servers.changes(guild_id, MAX_SHOWN_CHANGES)))),
        controls.row(*TOOLS.buttons(say), controls.button(say.t("My settings"), "settings", "none")),
    ]
    await respond_with_layout(interaction, controls.layout(ui.Container(*items)))


@dataclass(frozen=True)
class _Chosen:
    """The ids of a server's configured channels and roles that still exist, which are preselected in the menus."""

    channels: Sequence[int]
    #: The channel for the list of open tables, and the channel for the owners' announcements. Each list is empty if no
    #: channel is configured.
    lists: Sequence[int]
    news: Sequence[int]
    masters: Sequence[int]


async def _existing_choices(interaction: Interaction, guild_id: int, settings: ServerSettings) -> _Chosen:
    """Return the configured channels and roles that still exist.

    Deleted channels and roles aren't preselected, so they disappear from the settings when someone uses the menu.
    """
    directory, lists = interaction.client.directory, await _listed_in(interaction.client, guild_id)
    channels, news = settings.channels, _as_list(settings.announcements)
    existing_ids = await directory.existing_channels(guild_id, {*channels, *lists, *news})
    valid_ids = [[channel_id for channel_id in ids if channel_id in existing_ids] for ids in (channels, lists, news)]
    return _Chosen(
        valid_ids[0],
        valid_ids[1],
        valid_ids[2],
        await directory.existing_roles(guild_id, _as_list(settings.game_masters)),
    )


async def _listed_in(bot: Bot, guild_id: int) -> list[int]:
    """Return the ids of the channels that show a server's list of open tables."""
    return [channel for listing in LISTS if (channel := await listing.channel(bot, guild_id)) is not None]


def _as_list(number: int | None) -> list[int]:
    return [] if number is None else [number]


async def lines(interaction: Interaction, say: Translator, guild_id: int) -> list[str]:
    """Return lines about a server's settings for matches, one line for each setting."""
    settings = await interaction.client.service.servers.settings(guild_id)
    setting_lines = [_language(say, settings), _pace(say, settings), _threads(say, settings)]
    if settings.channels:
        setting_lines.append(_channels(say, settings.channels))
    if settings.game_masters is not None:
        setting_lines.append(_game_masters(say, settings.game_masters))
    if settings.in_words:
        setting_lines.append(say.t(choices.ICON_WORDS[True]))
    setting_lines += [_listed(say, channel) for channel in await _listed_in(interaction.client, guild_id)]
    if settings.unannounced:
        setting_lines.append(say.t(choices.ANNOUNCEMENT_WORDS[False]))
    elif settings.announcements is not None:
        setting_lines.append(_announced(say, settings.announcements))
    return setting_lines


def _language(say: Translator, settings: ServerSettings) -> str:
    return say.t("Language: {name}", name=LANGUAGE_NAMES.get(settings.language or "", say.t("the server's")))


def _pace(say: Translator, settings: ServerSettings) -> str:
    return f"{say.t('Pace')}: {clock_words.pace_words(say, TimeControl.from_json(settings.pace))}"


def _threads(say: Translator, settings: ServerSettings) -> str:
    return say.t("In their own threads") if settings.threads else say.t("In the channel where they're opened")


def _channels(say: Translator, channels: Sequence[int], *, more: bool = False) -> str:
    channel_mentions = ", ".join(f"<#{channel}>" for channel in channels) + (" …" if more else "")
    return say.t("Only in {channels}", channels=channel_mentions)


def _game_masters(say: Translator, role_id: int) -> str:
    return say.t("Game masters: channel managers and {role}", role=f"<@&{role_id}>")


def _announced(say: Translator, channel_id: int) -> str:
    return say.t("News from the bot's owner is posted in {channel}", channel=f"<#{channel_id}>")


def _listed(say: Translator, channel_id: int) -> str:
    return say.t("Open tables are listed in {channel}", channel=f"<#{channel_id}>")


# -- record of changes ------------------------------------------------------------------------------------------------


def _record_lines(say: Translator, changes: Sequence[ServerChange]) -> list[str]:
    """Return the record of changes: a title, and a line for each change."""
    change_lines = [
        f"<t:{change_row.at}:f> {person_name(say, change_row.user_id)}: {_change_words(say, change_row)}"
        for change_row in changes
    ]
    return [f"**{say.t('Who changed what')}**", *(change_lines or [say.t("No one has changed anything yet.")])]


def _change_words(say: Translator, change: ServerChange) -> str:
    """Return a text about a changed setting, which uses the same words as the panel."""
    settings = ServerSettings.from_json({change.what: change.value})
    sentence_by_change: dict[str, Callable[[], str]] = {
        servers.LANGUAGE: lambda: _language(say, settings),
        servers.PACE: lambda: _pace(say, settings),
        servers.THREADS: lambda: _threads(say, settings),
        servers.CHANNELS: lambda: _changed_channels(say, settings.channels),
        servers.GAME_MASTERS: lambda: (
            say.t("Only channel managers are game masters")
            if settings.game_masters is None
            else _game_masters(say, settings.game_masters)
        ),
        servers.IN_WORDS: lambda: say.t(choices.ICON_WORDS[settings.in_words]),
        servers.LADDER: lambda: say.t(choices.LADDER_WORDS[settings.ladder]),
        servers.ANNOUNCEMENTS: lambda: (
            _announced(say, settings.announcements)
            if settings.announcements is not None
            else say.t("News from the bot's owner is posted where matches are played")
        ),
        servers.NO_ANNOUNCEMENTS: lambda: say.t(choices.ANNOUNCEMENT_WORDS[not settings.unannounced]),
        PACK_ADDED: lambda: say.t("Content pack added: {name}", name=change.value["name"]),
        PACK_REMOVED: lambda: say.t("Content pack removed: {name}", name=change.value["name"]),
        servers.TABLES: lambda: _listed(say, change.value) if change.value else say.t("Open tables aren't listed"),
    }
    # If this version of the bot doesn't know the setting, show its internal name.
    return sentence_by_change[change.what]() if change.what in sentence_by_change else f"`{change.what}`"


def _changed_channels(say: Translator, channels: Sequence[int]) -> str:
    if not channels:
        return say.t("In all channels")
    return _channels(say, channels[:MAX_NAMED_CHANNELS], more=len(channels) > MAX_NAMED_CHANNELS)


# -- changes to the settings ------------------------------------------------------------------------------------------


def _menus(say: Translator, settings: ServerSettings, chosen: _Chosen) -> list[ui.Item[Any]]:
    """Return the menus for the settings about matches."""
    where = [
        controls.option(
            say.t("In the same channel"),
            "channel",
            say.t("In the channel where they're opened"),
            default=not settings.threads,
        ),
        controls.option(say.t("In their own threads"), "thread", default=settings.threads),
    ]
    masters = ui.RoleSelect[Any](
        custom_id=custom_id("serverset", "masters"),
        placeholder=say.t("More game masters"),
        min_values=0,
        default_values=[
            discord.SelectDefaultValue(id=one, type=discord.SelectDefaultValueType.role) for one in chosen.masters
        ],
    )
    names = [(choices.FOLLOW_DISCORD, say.t("the server's")), *languages()]
    spoken = [
        controls.option(
            say.t("Language: {name}", name=name), code, default=code == (settings.language or choices.FOLLOW_DISCORD)
        )
        for code, name in names
    ]
    title, current = say.t("Pace"), TimeControl.from_json(settings.pace)
    paces = [
        controls.option(
            f"{title} · {clock_words.short_pace(say, pace)}",
            name,
            capital(clock_words.pace_words(say, pace)),
            default=pace == current,
        )
        for name, pace in PRESET_TIME_CONTROLS.items()
    ]
    return [
        controls.row(controls.select(say.t("Their language"), spoken, "serverset", "language")),
        controls.row(controls.select(say.t("Their pace"), paces, "serverset", "pace")),
        controls.row(controls.select(say.t("Where they are played"), where, "serverset", "threads")),
        _channel_menu(say.t("Only in these channels"), "channels", chosen.channels, MATCH_CHANNEL_TYPES, MAX_CHANNELS),
        _channel_menu(say.t("List of open tables"), "tables", chosen.lists, LIST_CHANNEL_TYPES),
        controls.row(masters),
        controls.row(
            controls.select(
                say.t("Coins, souls and the like"), choices.style_options(say, settings.in_words), "serverset", "posts"
            )
        ),
        controls.row(
            controls.select(
                say.t("Ladders"),
                choices.yes_or_no(say, choices.LADDER_WORDS, settings.ladder, choices.SHORT_LADDER_WORDS),
                "serverset",
                "ladders",
            )
        ),
    ]


def _news(say: Translator, settings: ServerSettings, channels: Sequence[int]) -> list[ui.Item[Any]]:
    """Return the menus about the owners' announcements; `channels` contains the configured channel, if there is one."""
    menu_options = choices.yes_or_no(
        say, choices.ANNOUNCEMENT_WORDS, not settings.unannounced, choices.SHORT_ANNOUNCEMENT_WORDS
    )
    return [
        _channel_menu(say.t("Channel for news"), "news", channels, LIST_CHANNEL_TYPES),
        controls.row(controls.select(say.t("News"), menu_options, "serverset", "wanted")),
    ]


def _channel_menu(
    placeholder: str, name: str, chosen: Sequence[int], types: list[discord.ChannelType], limit: int = 1
) -> ui.ActionRow[Any]:
    """Return a menu of the server's channels that also allows selecting no channel."""
    kind = discord.SelectDefaultValueType.channel
    menu = ui.ChannelSelect[Any](
        custom_id=custom_id("serverset", name),
        placeholder=placeholder,
        channel_types=types,
        min_values=0,
        max_values=limit,
        default_values=[discord.SelectDefaultValue(id=channel, type=kind) for channel in chosen],
    )
    return controls.row(menu)


def _chosen_channel(press: ComponentInteraction) -> int | None:
    """Return the id of the selected channel; None if no channel was selected or the id is invalid."""
    return next((number for value in press.values if (number := number_of(value) or 0) > 0), None)


async def _change_news(press: ComponentInteraction) -> None:
    guild_id, by = choices.managed_server(press.interaction), press.interaction.user.id
    await press.interaction.client.service.servers.choose_announcements(guild_id, _chosen_channel(press), by=by)


async def _change_wanted(press: ComponentInteraction) -> None:
    guild_id, by = choices.managed_server(press.interaction), press.interaction.user.id
    servers = press.interaction.client.service.servers
    await servers.choose_unannounced(guild_id, unannounced=not choices.is_yes(press), by=by)


async def _change_language(press: ComponentInteraction) -> None:
    chosen_by, guild_id = press.interaction.client.service.servers, choices.managed_server(press.interaction)
    await chosen_by.choose_language(guild_id, choices.language_of(press.value), by=press.interaction.user.id)


async def _change_pace(press: ComponentInteraction) -> None:
    guild_id = choices.managed_server(press.interaction)
    await press.interaction.client.service.servers.choose_pace(guild_id, press.value, by=press.interaction.user.id)


async def _change_threads(press: ComponentInteraction) -> None:
    chosen_by, guild_id = press.interaction.client.service.servers, choices.managed_server(press.interaction)
    await chosen_by.choose_threads(guild_id, threads=press.value == "thread", by=press.interaction.user.id)


async def _change_posts(press: ComponentInteraction) -> None:
    guild_id = choices.managed_server(press.interaction)
    await press.interaction.client.service.servers.choose_words(
        guild_id, choices.in_words_of(press.value), by=press.interaction.user.id
    )


async def _change_ladders(press: ComponentInteraction) -> None:
    guild_id = choices.managed_server(press.interaction)
    await press.interaction.client.service.servers.choose_ladder(
        guild_id, ladder=choices.is_yes(press), by=press.interaction.user.id
    )


async def _change_channels(press: ComponentInteraction) -> None:
    chosen_by, guild_id = press.interaction.client.service.servers, choices.managed_server(press.interaction)
    channel_ids = [number for value in press.values if (number := number_of(value)) is not None]
    await chosen_by.choose_channels(guild_id, channel_ids, by=press.interaction.user.id)


async def _change_tables(press: ComponentInteraction) -> None:
    guild_id, bot = choices.managed_server(press.interaction), press.interaction.client
    for listing in LISTS:
        await listing.change(bot, guild_id, _chosen_channel(press), press.interaction.user.id)


async def _change_masters(press: ComponentInteraction) -> None:
    guild_id = choices.managed_server(press.interaction)
    role_ids = [number for value in press.values if (number := number_of(value)) not in (None, guild_id)]
    await press.interaction.client.service.servers.choose_game_masters(
        guild_id, next(iter(role_ids), None), by=press.interaction.user.id
    )


_CHANGES: dict[str, Callable[[ComponentInteraction], Awaitable[None]]] = {
    "language": _change_language,
    "pace": _change_pace,
    "threads": _change_threads,
    "channels": _change_channels,
    "tables": _change_tables,
    "masters": _change_masters,
    "posts": _change_posts,
    "ladders": _change_ladders,
    "news": _change_news,
    "wanted": _change_wanted,
}


@on("server")
async def turn(press: ComponentInteraction) -> None:
    """Show the settings of a server."""
    await show(press.interaction)


@on("serverset")
async def change(press: ComponentInteraction) -> None:
    """Save the choice made in a menu, and show the server's settings again."""
    if press.arg(0) not in _CHANGES:
        raise controls.stale_button_error()
    await _CHANGES[press.arg(0)](press)
    await show(press.interaction)
