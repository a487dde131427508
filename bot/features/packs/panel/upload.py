"""Uploads of content packs to a server: checks a file, saves the pack, and reports the result.

Both the owners' page (`owner_page`) and the server managers' page (`server_page`) use it.
"""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Sequence

import aiohttp
import discord

from bot.discord.bot import Bot, Interaction
from bot.discord.match_context import reader_for, title_of
from bot.discord.ui import answers, limits
from bot.features.packs.service.validator import InvalidPack, PackValidator
from bot.features.packs.service.zip_extraction import MAX_ZIP_BYTES, too_large
from bot.matches.packs.server_packs import PackRow
from rules.kernel.content.pack_snapshots import label
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_, Translator

#: Maximum number of faults listed in the reply.
MAX_FAULTS = 12
#: Names of the files attached to a reply: the picture of a valid pack, and the list of faults of an invalid pack.
PICTURE_FILE, FAULTS_FILE = "pack.png", "faults.txt"
#: The reply after a pack was removed.
PACK_REMOVED = N_("Done: new matches can't use it; matches under way keep it.")
_ODD = re.compile(r"[^a-z0-9_]+")
#: Maximum length of a pack's name.
MAX_NAME_LENGTH = 30


# -- adding a pack ----------------------------------------------------------------------------------------------------


async def upload(
    interaction: Interaction,
    guild_id: int,
    file: discord.Attachment,
    game: str | None,
    name: str | None,
    *,
    for_owners: bool = False,
) -> None:
    """Check an uploaded pack, and add it to a server; raises Refusal.

    The caller must have checked the person's permission. `for_owners` means that the person adds the pack as an owner
    of the bot.
    """
    bot, reader = interaction.client, await reader_for(interaction)
    if game is not None and game not in bot.games:
        raise Refusal(N_("There's no such game here."))
    pack_name = _name(file.filename) if name is None else name
    with bot.part(PackValidator).reserve_place(guild_id):
        try:
            valid_pack = await bot.part(PackValidator).check(file.filename, await _read(file), game, reader.locale)
        except InvalidPack as faulty:
            await answers.respond(interaction, _faults(reader.text, faulty.faults), _faults_file(faulty.faults))
            return
        previous_packs = await bot.service.packs.of_server(guild_id, valid_pack.game)
        row = await bot.service.packs.add(
            guild_id,
            valid_pack.game,
            pack_name,
            valid_pack.pack,
            valid_pack.told,
            by=interaction.user.id,
            for_owners=for_owners,
        )
    picture = discord.File(io.BytesIO(valid_pack.picture), PICTURE_FILE, description=valid_pack.told)
    replaces = any(one.name == row.name for one in previous_packs)
    server = row.guild_id if row.guild_id != interaction.guild_id else None
    await answers.show(interaction, _confirmation(bot, reader.text, row, server, replaces=replaces), picture)


def _name(file: str) -> str:
    """Return the name of a pack: its file name without accents."""
    plain = unicodedata.normalize("NFKD", file.rpartition(".")[0].casefold()).encode("ascii", "ignore").decode()
    return _ODD.sub("_", plain).strip("_")[:MAX_NAME_LENGTH]


async def _read(file: discord.Attachment) -> bytes:
    if file.size > MAX_ZIP_BYTES:
        raise too_large()
    try:
        return await file.read()
    except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError):
        raise Refusal(N_("I couldn't download the file; please attach it again.")) from None


def _faults(say: Translator, faults: Sequence[str]) -> str:
    """Return the first faults as text. The attached file lists all faults."""
    head = say.n("This pack has {n} fault:", "This pack has {n} faults:", len(faults))
    fault_lines = [f"- {line}" for line in faults[:MAX_FAULTS]]
    return limits.truncate_lines([f"**{head}**", "```", *fault_lines, "```"], limits.CONTENT)


def _faults_file(faults: Sequence[str]) -> discord.File:
    return discord.File(io.BytesIO("\n".join(faults).encode("utf-8", "replace")), FAULTS_FILE)


def _confirmation(bot: Bot, say: Translator, row: PackRow, server: int | None, *, replaces: bool) -> str:
    """Return the message that confirms a new pack: its contents, and what happens to running matches.

    `server` is None if the pack was added to the reader's own server.
    """
    pack_label, game = label(row.name, row.title, say.locale), title_of(bot, say, row.game)
    lines = [
        say.t("This server now has the content pack **{name}** for {game}.", name=pack_label, game=game)
        if server is None
        else say.t(
            "**{server}** now has the content pack **{name}** for {game}.",
            server=say.t("Server {id}", id=server),
            name=pack_label,
            game=game,
        ),
        row.told,
        say.t("Choose it in the lobby, among the options."),
    ]
    if replaces:
        lines.append(say.t("It replaces the one of that name; matches under way keep theirs."))
    return "\n".join([*lines, f"-# {say.t('hash {hash}', hash=row.hash)}"])
