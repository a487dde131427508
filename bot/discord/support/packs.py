"""Content packs in words: which one a match is played with, for those who may know."""

from __future__ import annotations

import discord

from bot.matches import MatchInfo
from rules.kernel.content.packs import BASE, called
from rules.kernel.errors import Refusal
from rules.kernel.words.text import N_, Say


def lines(say: Say, name: str) -> list[str]:
    """Return with which pack a match is played, in one line; nothing for the game's own."""
    return [] if name in (BASE, "") else [f"-# {say.t('Content pack: {name}', name=called(name))}"]


def check_own(info: MatchInfo, user_id: int) -> None:
    """Raise Refusal for somebody who has not played a match with a pack of its server: a file would take it along."""
    if info.pack != BASE and info.seat_of(user_id) is None:
        raise Refusal(N_("This match is played with a content pack of its server: only those who play it get a file."))


def check_here(interaction: discord.Interaction[discord.Client], info: MatchInfo) -> None:
    """Raise Refusal for a match with a pack of a server that is looked at anywhere else."""
    if info.pack != BASE and interaction.guild_id != info.guild_id:
        raise Refusal(N_("This match is played with a content pack of its server; look at it there."))
