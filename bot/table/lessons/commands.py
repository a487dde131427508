"""`/learn`: a game's lessons, which a person plays alone and in any channel."""

from __future__ import annotations

from discord import app_commands

from bot.discord.bot import Interaction
from bot.discord.commands.game_option import complete_game, find_game, required_game
from bot.discord.commands.slash import slash
from bot.discord.ui.locale import described
from bot.table.lessons import panel as lessons
from rules.kernel.words.translation import N_


@slash("learn", N_("Learn a game by playing it on your own, in about ten minutes."), anywhere=True, begins=True)
@app_commands.describe(game=described(N_("Which game; by default the one being played in this channel.")))
@app_commands.autocomplete(game=complete_game)
async def learn(interaction: Interaction, game: str | None = None) -> None:
    """Start or continue the lessons of a game. If no game is named and the channel has none, offer all games."""
    if game is None and await find_game(interaction, None) is None:
        await lessons.offer(interaction)
        return
    await lessons.show(interaction, await required_game(interaction, game))
