"""`/watch follow`: get private messages about a match that others play."""

from __future__ import annotations

from discord import app_commands

from bot.discord.panels import follows
from bot.discord.support.bot import Interaction
from bot.discord.support.context import context_here
from bot.discord.support.locale import described
from bot.discord.support.slash import slash
from rules.kernel.words.text import N_


@slash("follow", N_("Hear privately how this channel's match goes; once more, to change or stop that."))
@app_commands.describe(about=described(N_("What you hear of; each round by default.")))
@app_commands.choices(
    about=[app_commands.Choice(name=described(name), value=what) for what, (name, _) in follows.WHATS.items()]
)
async def follow(interaction: Interaction, about: str | None = None) -> None:
    """Follow the match, or show the person's current choice."""
    await follows.show(interaction, await context_here(interaction), follows.meant(about))
