"""The page of content packs in `/owner`: which servers have which, and how one is brought and taken away.

It tells no more of a pack than its name, its hash and what it holds in numbers: packs belong to their servers.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Any

import aiohttp
import discord
from discord import ui

from bot.bringing import Faulty
from bot.discord.panels.owner_frame import LISTED, Items, check, page, part_of, person, show
from bot.discord.support import answers, controls, limits
from bot.discord.support.bot import Bot, Interaction
from bot.discord.support.context import audience_for
from bot.discord.support.controls import Press, on
from bot.matches.packs import PackRow
from bot.pack_files import MOST_BYTES, too_large
from rules.kernel.errors import Refusal
from rules.kernel.words.text import N_, Say

PACKS = "packs"
#: So many packs are told of at a time; characters of a hash that tell one from another; faults told in the answer.
MOST, HASH, FAULTS = 10, 12, 12
#: The names of the files that come with an answer.
PICTURE, FILE = "pack.png", "faults.txt"
_ID = re.compile(r"\d{1,20}")
_ODD = re.compile(r"[^a-z0-9_]+")
#: The longest name of a pack.
LONGEST = 30


@page(PACKS, N_("Packs"))
async def packs(bot: Bot, say: Say, part: int) -> Items:
    """Return which servers have which packs, with a menu that takes one away."""
    rows, turning = part_of(say, PACKS, await bot.service.packs.every(LISTED), part, MOST)
    told = [_line(bot, say, row) for row in rows] or [say.t("No server has a content pack that was brought here.")]
    hint = say.t("`/owner pack:` brings one: a zip with JSON and CSV files, for one server alone.")
    items: list[ui.Item[Any]] = [controls.text("\n".join([*told, f"-# {hint}"]))]
    if rows:
        options = [
            controls.option(f"{row.name} ({_title(bot, Say(), row)})", _key(row), say.t("Server {id}", id=row.guild_id))
            for row in rows
        ]
        items.append(controls.row(controls.select(say.t("Take a pack away"), options, "ownerpackgone")))
    return [*items, *turning]


def _line(bot: Bot, say: Say, row: PackRow) -> str:
    told = say.t(
        "**{name}** for {game}, {server}, hash `{hash}`; by {by}, {time}",
        name=row.name,
        game=_title(bot, say, row),
        server=say.t("Server {id}", id=row.guild_id),
        hash=row.hash[:HASH],
        by=person(say, row.user_id),
        time=f"<t:{row.at}:f>",
    )
    return f"- {told}"


def _title(bot: Bot, say: Say, row: PackRow) -> str:
    return bot.games[row.game].title(say) if row.game in bot.games else row.game


def _key(row: PackRow) -> str:
    return f"{row.guild_id}.{row.game}.{row.name}"


@on("ownerpackgone")
async def take_away(press: Press) -> None:
    """Take away the pack that was chosen."""
    say, interaction = await check(press.interaction), press.interaction
    guild_id, _, rest = press.value.partition(".")
    game, _, name = rest.partition(".")
    if not guild_id.isdecimal() or game not in interaction.client.games:
        raise controls.stale()
    packs = interaction.client.service.packs
    await packs.take_away(int(guild_id), game, name, by=interaction.user.id, for_owners=True)
    await show(interaction, PACKS, say.t("Done: no new match is played with it; those under way keep it."))


# -- bringing one -----------------------------------------------------------------------------------------------------


async def bring(
    interaction: Interaction, file: discord.Attachment, server: str | None, game: str | None, name: str | None
) -> None:
    """Have a file looked at, and let a server have the pack in it; raises Refusal."""
    say, bot = await check(interaction), interaction.client
    if game is not None and game not in bot.games:
        raise Refusal(N_("There is no such game here."))
    guild_id = await _server(bot, server)
    called = _name(file.filename) if name is None else name
    data = await _read(file)
    try:
        sound = await bot.bringing.look_at(file.filename, data, game, (await audience_for(interaction)).locale)
    except Faulty as faulty:
        await answers.answer(interaction, _faults(say, faulty.faults), _listed(faulty.faults))
        return
    there = await bot.service.packs.offered(guild_id, sound.game)
    row = await bot.service.packs.bring(
        guild_id, sound.game, called, sound.pack, sound.told, by=interaction.user.id, for_owners=True
    )
    drawn = discord.File(io.BytesIO(sound.picture), PICTURE, description=sound.told)
    await answers.show(interaction, _told(bot, say, row, sound.told, [one.name for one in there]), drawn)


async def _server(bot: Bot, words: str | None) -> int:
    """Return the server that is meant, in which the bot must be."""
    found = int(words) if words is not None and _ID.fullmatch(words.strip()) else 0
    if not 0 < found < 2**63:
        raise Refusal(N_("Say which server it is for in the option `server`: by its id, or choose one of the list."))
    if bot.get_guild(found) is None:
        try:
            await bot.fetch_guild(found, with_counts=False)
        except (discord.NotFound, discord.Forbidden):
            raise Refusal(N_("I am not in that server.")) from None
    return found


def _name(file: str) -> str:
    """Return what a pack is called by the name of its file."""
    return _ODD.sub("_", file.rpartition(".")[0].casefold()).strip("_")[:LONGEST]


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


def _told(bot: Bot, say: Say, row: PackRow, told: str, before: Sequence[str]) -> str:
    """Return that a server has a pack now, what it holds, and what becomes of matches under way."""
    done = say.t(
        "**{server}** has the content pack **{name}** for {game} now.",
        server=say.t("Server {id}", id=row.guild_id),
        name=row.name,
        game=_title(bot, say, row),
    )
    lines = [done, told, say.t("Lobbies there offer it among the options.")]
    if row.name in before:
        lines.append(say.t("It takes the place of the one of that name; matches under way keep theirs."))
    return "\n".join([*lines, f"-# {say.t('hash {hash}', hash=row.hash)}"])
