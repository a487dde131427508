"""`/privacy`: a person's stored data, as a page and as a private file, and its deletion after two confirmations."""

from __future__ import annotations

import asyncio
import gzip
import io
import json
from typing import Any

import discord

from bot.discord.bot import Interaction
from bot.discord.delivery.dm_channels import DMChannels
from bot.discord.match_context import reader_for
from bot.discord.ui import controls
from bot.discord.ui.answers import respond, respond_with_layout
from bot.discord.ui.controls import ComponentInteraction, on
from bot.features.privacy.service.data_categories import DATA_INVENTORY
from bot.features.privacy.service.erasure import Privacy
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_

#: Name of the file with all data stored about a person, and the version of the file's format.
FILE_NAME, FORMAT_VERSION = "tenebrae-data.json", 1
#: Maximum size of a file in a private message.
MAX_FILE_BYTES = discord.utils.DEFAULT_FILE_SIZE_LIMIT_BYTES
#: Maximum number of lines about matches that the person would leave.
MAX_MATCH_LINES = 10

#: The ids of the people whose data files this process is currently creating.
_making: set[int] = set()


async def show(interaction: Interaction) -> None:
    """Show a person what is stored about them, why and for how long, with the actions that they can take."""
    reader = await reader_for(interaction)
    say, label = reader.text, reader.label
    lines = [
        f"**{say.t(category.what)}**\n-# {say.t(category.why)}\n-# {say.t(category.until)}"
        for category in DATA_INVENTORY
    ]
    closing_lines = [
        say.t("The bot's owner can read all of it, including hidden cards. No one else can."),
        say.t("Discord keeps what I've posted in channels or written to you until it's deleted there."),
        say.t("Backups of the database keep deleted data until they're thrown away."),
    ]
    if await interaction.client.service.part(Privacy).is_being_erased(interaction.user.id):
        closing_lines.append(f"**{say.t('Your data is being deleted; it takes a few minutes.')}**")
    parts = [
        f"## {say.t('What I store about you')}\n" + "\n".join(lines),
        "\n".join(f"-# {line}" for line in closing_lines),
    ]
    buttons = [
        controls.button(label.t("Send me everything"), "privacyfile"),
        controls.button(label.t("Delete everything…"), "privacydelete", style=discord.ButtonStyle.danger),
    ]
    await respond_with_layout(interaction, controls.box(*parts, buttons))


@on("privacy")
async def open_panel(press: ComponentInteraction) -> None:
    """Show a person their stored data, from the settings or after they have cancelled a deletion."""
    await show(press.interaction)


# -- data export ------------------------------------------------------------------------------------------------------


@on("privacyfile", opens=True)
async def send(press: ComponentInteraction) -> None:
    """Send a person all data stored about them in a private message or, if that can't be delivered, as a reply."""
    interaction = press.interaction
    user_id, bot = interaction.user.id, interaction.client
    say = (await reader_for(interaction)).text
    if user_id in _making:
        raise Refusal(N_("I'm already preparing your file."))
    _making.add(user_id)
    try:
        user_data = await bot.service.part(Privacy).export_data(user_id)
        export = {"format": FORMAT_VERSION, "made_at": bot.clock.now(), "user_id": user_id, "tables": user_data}
        name, data = await asyncio.to_thread(_file, export)
    finally:
        _making.discard(user_id)
    if len(data) > MAX_FILE_BYTES:
        raise Refusal(N_("Your file is too large for Discord. Ask the bot's owner for it."))
    words, file = say.t("Everything I store about you, as JSON."), discord.File(io.BytesIO(data), name)
    if await DMChannels(bot).write(user_id, content=words, file=file):
        await respond(interaction, say.t("I've sent you everything I store about you by private message."))
    else:
        await respond(interaction, words, discord.File(io.BytesIO(data), name))


def _file(export: dict[str, Any]) -> tuple[str, bytes]:
    """Return the name and the contents of a person's data file. A large file is compressed."""
    data = json.dumps(export, ensure_ascii=False, indent=1).encode()
    return (FILE_NAME, data) if len(data) <= MAX_FILE_BYTES else (f"{FILE_NAME}.gz", gzip.compress(data))


# -- deletion ---------------------------------------------------------------------------------------------------------


@on("privacydelete")
async def ask(press: ComponentInteraction) -> None:
    """Show what a deletion would erase and what would happen to running matches, and ask for the first confirmation."""
    interaction = press.interaction
    reader = await reader_for(interaction)
    say, label = reader.text, reader.label
    service = interaction.client.service
    runs = await service.part(Privacy).matches_to_leave(interaction.user.id)
    lines = [
        f"## {say.t('Delete everything I store about you?')}",
        say.t(
            "I delete your settings, notes, decks, blocks, reports and ratings. In finished matches, "
            "*Somebody* takes your place, without your name and id."
        ),
        say.t("You leave all tables and cups. Matches with no other person end."),
    ]
    if runs:
        match_lines = [
            f"- <#{info.channel_id}>: {service.matches.games[info.game].title(say)}" for info in runs[:MAX_MATCH_LINES]
        ]
        overflow_line = [say.t("and {n} more", n=len(runs) - MAX_MATCH_LINES)] if len(runs) > MAX_MATCH_LINES else []
        lines += [
            say.n(
                "You leave your seat to others in {n} match:",
                "You leave your seat to others in {n} matches:",
                len(runs),
            ),
            *match_lines,
            *overflow_line,
        ]
    lines.append("\n" + say.t("You can't undo this. To keep anything, get your file first."))
    buttons = [
        controls.button(label.t("Keep it"), "privacy"),
        controls.button(label.t("Delete it"), "privacysure", style=discord.ButtonStyle.danger),
    ]
    await respond_with_layout(interaction, controls.box("\n".join(lines), buttons))


@on("privacysure")
async def ask_again(press: ComponentInteraction) -> None:
    """Ask for the second confirmation of a deletion."""
    reader = await reader_for(press.interaction)
    say, label = reader.text, reader.label
    words = [f"## {say.t('Are you sure?')}", say.t("Your next press deletes everything. It can't be undone.")]
    buttons = [
        controls.button(label.t("Keep it"), "privacy"),
        controls.button(label.t("Yes, delete everything"), "privacygone", style=discord.ButtonStyle.danger),
    ]
    await respond_with_layout(press.interaction, controls.box("\n".join(words), buttons))


@on("privacygone")
async def delete(press: ComponentInteraction) -> None:
    """Delete a person's stored data.

    Their private data is deleted immediately; their data in matches is deleted in the background.
    """
    interaction = press.interaction
    reader = await reader_for(interaction)
    say, bot = reader.text, interaction.client
    await bot.service.part(Privacy).erase(interaction.user.id)
    bot.dispatch("erasure_asked")
    lines = [
        f"## {say.t('Your data is being deleted')}",
        say.t(
            "Your own data is gone. Your name disappears from the matches within a few minutes. Wait for "
            "that before you play again; when you do, I store new data about you."
        ),
        say.t("Backups keep it until they're thrown away."),
    ]
    await respond_with_layout(interaction, controls.box("\n".join(lines)))
