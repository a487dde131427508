"""`/watch follow`: private messages about other people's matches."""

from __future__ import annotations

from discord import app_commands

from bot.discord.bot import Interaction
from bot.discord.commands.slash import slash
from bot.discord.match_context import context_here
from bot.discord.ui.locale import described
from bot.features.follow import panel as follow_panel
from rules.kernel.words.translation import N_


@slash("follow", N_("Get private messages about this channel's match. Use it again to change or stop them."))
@app_commands.describe(about=described(N_("What I message you about; each round by default.")))
@app_commands.choices(
    about=[
        app_commands.Choice(name=described(name), value=what) for what, (name, _) in follow_panel.FOLLOW_KINDS.items()
    ]
)
async def follow(interaction: Interaction, about: str | None = None) -> None:
    """Follow the channel's match, or show the person's current choice and ways to change it."""
    await follow_panel.show(interaction, await context_here(interaction), follow_panel.kind_named(about))
