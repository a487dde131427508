"""Texts about content packs, for readers who may know which packs are used."""

from __future__ import annotations

from bot.discord.bot import Interaction
from bot.matches.service_results import MatchInfo
from rules.kernel.content.packs import BASE, without_hash
from rules.kernel.engine.game_parts import AnyParts
from rules.kernel.errors import Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import N_, Translator


def title(say: Translator, game: AnyParts, name: str) -> str:
    """Return the title of a content pack; if it has none, return its name without the hash."""
    return without_hash(name) if game.packs is None else game.packs.title(name, say.locale)


def line(say: Translator, game: AnyParts, name: str) -> str:
    """Return a line that names a content pack."""
    return say.t("Content pack: {name}", name=title(say, game, name))


def lines(say: Translator, game: AnyParts, name: str) -> list[str]:
    """Return a line that names a match's content pack; empty for the built-in pack."""
    return [] if name in (BASE, "") else [f"-# {line(say, game, name)}"]


async def pack_in_channel(interaction: Interaction, game: AnyGame) -> str:
    """Return the content pack of this channel's running or most recent match if that is a match of this game."""
    if interaction.channel_id is None:
        return BASE
    info = await interaction.client.service.matches.in_channel(interaction.channel_id, live=False)
    return info.pack if info is not None and info.game == game.id else BASE


def check_own(info: MatchInfo, user_id: int) -> None:
    """Raise Refusal if a file would contain a server's own pack and the person doesn't play in the match."""
    if info.pack != BASE and info.seat_of(user_id) is None:
        raise Refusal(N_("This match uses its server's own content pack, so only its players can get a file."))
