"""The lines in `/settings` about languages and icons, for the person, this channel's match, and the server."""

from __future__ import annotations

import discord

from bot.discord.bot import Interaction
from bot.discord.http.channel_permissions import is_admin
from bot.discord.match_context import match_here
from bot.discord.ui import controls
from bot.discord.ui.controls import ComponentInteraction
from bot.discord.ui.locale import LANGUAGE_NAMES, languages
from bot.table.settings import choices
from bot.table.settings import server_panel as server_settings
from bot.table.settings.lines import LineContext, SettingsLine, ShownLine
from rules.kernel.words.translation import Translator


async def show_mine(ctx: LineContext) -> ShownLine:
    """Return the line about a person's language, and about icons or text in the messages that only they see."""
    interaction, reader, say = ctx.interaction, ctx.audience, ctx.say
    title = say.t("Language of my answers to you")
    people = interaction.client.service.people
    in_words = await people.in_words(interaction.user.id)
    # The language is cached, because it was read before to choose the language of this message.
    current_language = people.cached_language(interaction.user.id) or choices.FOLLOW_DISCORD
    menus = [
        controls.select(title, _languages(say, current_language), "setting", "mine"),
        controls.select(say.t("Coins, souls and the like"), choices.style_options(say, in_words), "setting", "signs"),
    ]
    value = f"{LANGUAGE_NAMES[reader.locale]}\n{say.t(choices.ICON_WORDS[in_words])}"
    return ShownLine("mine", title, value, [controls.row(menu) for menu in menus])


async def show_match(ctx: LineContext) -> ShownLine | None:
    """Return the line about the language of this channel's match; None if there is no match."""
    interaction, say = ctx.interaction, ctx.say
    matches = interaction.client.service.matches
    info = None if interaction.channel_id is None else await matches.in_channel(interaction.channel_id)
    if info is None:
        return None
    may = interaction.user.id == info.host_id or is_admin(interaction, info.guild_id)
    title = say.t("Language of this channel's match")
    menu = controls.select(title, _languages(say, info.locale)[1:], "setting", "match")
    return ShownLine("match", title, LANGUAGE_NAMES[info.locale], [controls.row(menu)] if may else [])


async def show_server(ctx: LineContext) -> ShownLine | None:
    """Return the line about this server's settings; None in a private channel."""
    interaction, say = ctx.interaction, ctx.say
    if interaction.guild_id is None:
        return None
    lines = await server_settings.lines(interaction, say, interaction.guild_id)
    may = is_admin(interaction, interaction.guild_id)
    return ShownLine("server", say.t("New matches in this server"), "\n".join(lines), is_panel=may)


def _languages(say: Translator, current_language: str) -> list[discord.SelectOption]:
    """Return the options for all languages, starting with the one that follows the person's Discord client."""
    auto = controls.option(
        say.t("As in Discord"), choices.FOLLOW_DISCORD, default=current_language == choices.FOLLOW_DISCORD
    )
    return [auto, *(controls.option(name, code, default=code == current_language) for code, name in languages())]


async def set_words(interaction: Interaction, in_words: bool | None) -> None:
    """Save whether a person wants text instead of icons; None leaves the setting unchanged."""
    if in_words is not None:
        await interaction.client.service.people.choose_words(interaction.user.id, in_words)


async def set_match(interaction: Interaction, locale: str) -> None:
    """Save the language of this channel's match. Raises Refusal unless the person is its host or an administrator."""
    choices.check_language(locale)
    info = await match_here(interaction)
    may = is_admin(interaction, info.guild_id)
    await interaction.client.service.lobby.set_locale(info.id, interaction.user.id, locale, is_admin=may)


async def _change_mine(press: ComponentInteraction) -> None:
    await press.interaction.client.service.people.set_language(
        press.interaction.user.id, choices.language_of(press.value)
    )


async def _change_match(press: ComponentInteraction) -> None:
    await set_match(press.interaction, press.value)


async def _change_signs(press: ComponentInteraction) -> None:
    await set_words(press.interaction, choices.in_words_of(press.value))


MINE_LINE = SettingsLine("mine", show_mine, {"mine": _change_mine, "signs": _change_signs})
MATCH_LINE = SettingsLine("match", show_match, {"match": _change_match})
SERVER_LINE = SettingsLine("server", show_server)
