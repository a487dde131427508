"""The page of content packs in `/owner`: lists the servers' packs, and adds and removes packs.

The page shows only each pack's name, hash and counts, because a pack's contents belong to its server.
"""

from __future__ import annotations

import re
from typing import Any

import discord
from discord import ui

from bot.discord.bot import Bot, Interaction
from bot.discord.match_context import title_of
from bot.discord.ui import controls
from bot.discord.ui.controls import ComponentInteraction, on
from bot.discord.ui.person_lookup import person_name
from bot.features.owner.panel.audit_page import ACTION_WORDS
from bot.features.owner.panel.page_frame import FILE_HANDLERS, MAX_ROWS, Items, check, list_part, page, show
from bot.features.packs.panel import upload as pack_upload
from bot.matches.packs.server_packs import PACK_ADDED, PACK_REMOVED, PackRow
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_, Translator

PAGE_NAME = "packs"
#: Number of packs per page, and number of characters of a pack's hash that are shown to identify it.
PAGE_SIZE, HASH_LENGTH = 10, 12
_ID = re.compile(r"\d{1,20}")


@page(PAGE_NAME, N_("Packs"))
async def packs(bot: Bot, say: Translator, part: int) -> Items:
    """Return the servers' packs, with a menu for removing one."""
    rows, turning = list_part(say, PAGE_NAME, await bot.service.packs.list_all(MAX_ROWS), part, PAGE_SIZE)
    lines = [_line(bot, say, row) for row in rows] or [say.t("No server has a content pack that was added here.")]
    hint = say.t("`/owner pack:` adds one: a zip with JSON and CSV files, for one server.")
    items: list[ui.Item[Any]] = [controls.text("\n".join([*lines, f"-# {hint}"]))]
    if rows:
        options = [
            controls.option(
                f"{row.name} ({title_of(bot, Translator(), row.game)})",
                _key(row),
                say.t("Server {id}", id=row.guild_id),
            )
            for row in rows
        ]
        items.append(controls.row(controls.select(say.t("Remove a pack"), options, "ownerpackgone")))
    return [*items, *turning]


def _line(bot: Bot, say: Translator, row: PackRow) -> str:
    text = say.t(
        "**{name}** for {game}, {server}, hash `{hash}`; added by {by}, {time}",
        name=row.name,
        game=title_of(bot, say, row.game),
        server=say.t("Server {id}", id=row.guild_id),
        hash=row.hash[:HASH_LENGTH],
        by=person_name(say, row.user_id),
        time=f"<t:{row.at}:f>",
    )
    return f"- {text}"


def _key(row: PackRow) -> str:
    return f"{row.guild_id}.{row.game}.{row.name}"


@on("ownerpackgone")
async def remove_pack(press: ComponentInteraction) -> None:
    """Remove the pack chosen in the menu."""
    say, interaction = await check(press.interaction), press.interaction
    guild_id, _, game_and_name = press.value.partition(".")
    game, _, name = game_and_name.partition(".")
    if game not in interaction.client.games:
        raise controls.stale_button_error()
    packs = interaction.client.service.packs
    await packs.remove(controls.number(guild_id), game, name, by=interaction.user.id, for_owners=True)
    await show(interaction, PAGE_NAME, say.t(pack_upload.PACK_REMOVED))


# -- adding a pack ----------------------------------------------------------------------------------------------------


async def add_pack(
    interaction: Interaction, file: discord.Attachment, server: str | None, game: str | None, name: str | None
) -> None:
    """Check an uploaded pack, and add it to a server; raises Refusal."""
    await check(interaction)
    await pack_upload.upload(interaction, await _server(interaction.client, server), file, game, name, for_owners=True)


FILE_HANDLERS.append(add_pack)


async def _server(bot: Bot, words: str | None) -> int:
    """Return the id of the named server; raises Refusal if the bot isn't in it."""
    guild_id = int(words) if words is not None and _ID.fullmatch(words.strip()) else 0
    if not 0 < guild_id < 2**63:
        raise Refusal(N_("Choose the server in the option `server`, or type its ID there."))
    if not await bot.directory.is_in(guild_id):
        raise Refusal(N_("I'm not in that server."))
    return guild_id


# -- audit log --------------------------------------------------------------------------------------------------------


def _audit_words(say: Translator, value: Any) -> str:
    """Return the audit log's text about a pack that was added or removed: its name, its hash, and its server."""
    server = say.t("Server {id}", id=value["server"])
    return f"{value['name']} (`{value['hash'][:HASH_LENGTH]}`), {server}"


ACTION_WORDS[PACK_ADDED] = lambda say, value: say.t("content pack added: {what}", what=_audit_words(say, value))
ACTION_WORDS[PACK_REMOVED] = lambda say, value: say.t("content pack removed: {what}", what=_audit_words(say, value))
