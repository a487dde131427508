"""The page of content packs in a server's settings: lists the server's packs, and adds and removes packs.

The server's managers may add and remove packs if the bot's owner allows it.
"""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.discord.bot import Bot, Interaction
from bot.discord.match_context import reader_for, title_of
from bot.discord.ui import controls, paging
from bot.discord.ui.answers import respond_with_layout
from bot.discord.ui.controls import ComponentInteraction, on
from bot.discord.ui.person_lookup import person_name
from bot.features.packs.panel import upload as pack_upload
from bot.matches.packs.server_packs import PackChoice
from bot.table.settings import choices
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_, Translator

#: Number of packs per page.
PAGE_SIZE = 10
#: Shown if a server's managers aren't allowed to add packs.
OWNERS_ONLY = N_("Only the bot's owner adds content packs here; send them the file.")


def check(interaction: Interaction) -> int:
    """Return the id of the server; raises Refusal if this person may not add and remove its packs."""
    guild_id = choices.managed_server(interaction)
    if not interaction.client.settings.managers_bring_packs:
        raise Refusal(OWNERS_ONLY)
    return guild_id


def buttons(say: Translator) -> list[ui.Item[Any]]:
    """Return the button in a server's settings that opens this page."""
    return [controls.button(say.t("Content packs"), "serverpacks")]


async def show(interaction: Interaction, told: str = "", part: int = 0) -> None:
    """Show this server's packs, with a menu for removing one; raises Refusal unless the person manages the server."""
    guild_id, say, bot = choices.managed_server(interaction), (await reader_for(interaction)).text, interaction.client
    may = bot.settings.managers_bring_packs
    pack_choices = [
        (game, choice) for game in bot.games for choice in await bot.service.packs.available(guild_id, game)
    ]
    choices_on_page, part, last = paging.page_of(pack_choices, part, PAGE_SIZE)
    lines = [_line(bot, say, game, choice) for game, choice in choices_on_page] or [
        say.t("This server has no content packs.")
    ]
    how = say.t("`/settings pack:` adds one: a zip with JSON and CSV files.") if may else say.t(OWNERS_ONLY)
    items: list[ui.Item[Any]] = [controls.text(line) for line in (f"**{say.t('Content packs')}**", told) if line]
    items.append(controls.text("\n".join([*lines, f"-# {how}"])))
    options = [
        controls.option(choice.label(say.locale), f"{game}.{choice.name}", title_of(bot, say, game))
        for game, choice in choices_on_page
        if may and choice.row is not None
    ]
    if options:
        items.append(controls.row(controls.select(say.t("Remove a pack"), options, "serverpackgone")))
    turning = paging.page_buttons(say, part, last, "serverpacks")
    items.append(controls.row(*turning, controls.button(say.t("This server"), "server")))
    await respond_with_layout(interaction, controls.layout(ui.Container(*items)))


def _line(bot: Bot, say: Translator, game: str, choice: PackChoice) -> str:
    label, title = choice.label(say.locale), title_of(bot, say, game)
    if choice.row is None:
        return "- " + say.t("**{name}** for {game}; added by the bot's owner", name=label, game=title)
    return "- " + say.t(
        "**{name}** for {game}; added by {by}, {time}",
        name=label,
        game=title,
        by=person_name(say, choice.row.user_id),
        time=f"<t:{choice.row.at}:f>",
    )


async def add_pack(interaction: Interaction, file: discord.Attachment, game: str | None, name: str | None) -> None:
    """Check an uploaded pack, and add it to this server; raises Refusal."""
    await pack_upload.upload(interaction, check(interaction), file, game, name)


@on("serverpacks")
async def turn(press: ComponentInteraction) -> None:
    """Show a server's packs, or another part of the list."""
    await show(press.interaction, part=press.number(0) if press.args else 0)


@on("serverpackgone")
async def remove_pack(press: ComponentInteraction) -> None:
    """Remove the pack chosen in the menu."""
    guild_id, interaction = check(press.interaction), press.interaction
    game, _, name = press.value.partition(".")
    if game not in interaction.client.games:
        raise controls.stale_button_error()
    await interaction.client.service.packs.remove(guild_id, game, name, by=interaction.user.id)
    say = (await reader_for(interaction)).text
    await show(interaction, say.t(pack_upload.PACK_REMOVED))
