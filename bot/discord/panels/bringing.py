"""Content packs that somebody brings for a server: looking at a file that is sent, and what is answered.

Owners (`owner_packs`) and those who manage a server (`server_packs`) bring them alike.
"""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Sequence

import aiohttp
import discord

from bot.bringing import Faulty
from bot.discord.support import answers, limits
from bot.discord.support.bot import Bot, Interaction
from bot.discord.support.context import audience_for, title_of
from bot.matches.packs import PackRow
from bot.pack_files import MOST_BYTES, too_large
from rules.kernel.content.frozen import label
from rules.kernel.errors import Refusal
from rules.kernel.words.text import N_, Say

#: Faults told in the answer.
FAULTS = 12
#: The names of the files that come with an answer.
PICTURE, FILE = "pack.png", "faults.txt"
#: What is said once one is taken away.
GONE = N_("Done: no new match is played with it; those under way keep it.")
_ODD = re.compile(r"[^a-z0-9_]+")
#: The longest name of a pack.
LONGEST = 30


# -- bringing one -----------------------------------------------------------------------------------------------------


async def bring(
    interaction: Interaction,
    guild_id: int,
    file: discord.Attachment,
    game: str | None,
    name: str | None,
    *,
    for_owners: bool = False,
) -> None:
    """Have a file looked at, and let a server have the pack in it; raises Refusal.

    Whoever calls this has made sure that the person may do it, `for_owners` as one of those who run the bot.
    """
    bot, audience = interaction.client, await audience_for(interaction)
    if game is not None and game not in bot.games:
        raise Refusal(N_("There is no such game here."))
    called = _name(file.filename) if name is None else name
    with bot.bringing.alone(guild_id):
        try:
            sound = await bot.bringing.look_at(file.filename, await _read(file), game, audience.locale)
        except Faulty as faulty:
            await answers.answer(interaction, _faults(audience.text, faulty.faults), _listed(faulty.faults))
            return
        there = await bot.service.packs.of_server(guild_id, sound.game)
        row = await bot.service.packs.bring(
            guild_id, sound.game, called, sound.pack, sound.told, by=interaction.user.id, for_owners=for_owners
        )
    drawn = discord.File(io.BytesIO(sound.picture), PICTURE, description=sound.told)
    replaces = any(one.name == row.name for one in there)
    server = row.guild_id if row.guild_id != interaction.guild_id else None
    await answers.show(interaction, _told(bot, audience.text, row, server, replaces=replaces), drawn)


def _name(file: str) -> str:
    """Return what a pack is called by the name of its file, without its accents."""
    plain = unicodedata.normalize("NFKD", file.rpartition(".")[0].casefold()).encode("ascii", "ignore").decode()
    return _ODD.sub("_", plain).strip("_")[:LONGEST]


async def _read(file: discord.Attachment) -> bytes:
    if file.size > MOST_BYTES:
        raise too_large()
    try:
        return await file.read()
    except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError):
        raise Refusal(N_("I could not fetch the file; please attach it again.")) from None


def _faults(say: Say, faults: Sequence[str]) -> str:
    """Return the first faults; the file has all."""
    head = say.n("This pack has {n} fault:", "This pack has {n} faults:", len(faults))
    shown = [f"- {line}" for line in faults[:FAULTS]]
    return limits.clip_lines([f"**{head}**", "```", *shown, "```"], limits.CONTENT)


def _listed(faults: Sequence[str]) -> discord.File:
    return discord.File(io.BytesIO("\n".join(faults).encode("utf-8", "replace")), FILE)


def _told(bot: Bot, say: Say, row: PackRow, server: int | None, *, replaces: bool) -> str:
    """Return that a server has a pack now, what it holds, and what becomes of matches under way.

    `server` is None for the one in which it is told.
    """
    called, game = label(row.name, row.title, say.locale), title_of(bot, say, row.game)
    lines = [
        say.t("This server has the content pack **{name}** for {game} now.", name=called, game=game)
        if server is None
        else say.t(
            "**{server}** has the content pack **{name}** for {game} now.",
            server=say.t("Server {id}", id=server),
            name=called,
            game=game,
        ),
        row.told,
        say.t("Lobbies offer it among the options."),
    ]
    if replaces:
        lines.append(say.t("It takes the place of the one of that name; matches under way keep theirs."))
    return "\n".join([*lines, f"-# {say.t('hash {hash}', hash=row.hash)}"])
