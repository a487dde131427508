"""`/ladder`: the strongest players of a game in this server, or among everyone who has joined the global ladder."""

from __future__ import annotations

from discord import app_commands

from bot.discord.bot import Interaction
from bot.discord.commands.game_option import complete_game, find_game
from bot.discord.commands.slash import slash
from bot.discord.ui.locale import described
from bot.features.ratings.panel import ladder as panel
from rules.kernel.words.translation import N_


@slash("ladder", N_("Show a game's ladder with your own place on it: this server's, or all servers'."), anywhere=True)
@app_commands.describe(
    game=described(N_("Which game; by default the one being played in this channel.")),
    everywhere=described(N_("The ladder over all servers, with everyone who chose to be on it.")),
)
@app_commands.autocomplete(game=complete_game)
async def ladder(interaction: Interaction, game: str | None = None, everywhere: bool = False) -> None:
    """Show the first page of a ladder, or a menu of games if it is unclear which one is meant."""
    selected_game, everywhere = await find_game(interaction, game), everywhere or interaction.guild_id is None
    if selected_game is None:
        await panel.show_games(interaction, everywhere=everywhere)
    else:
        await panel.show(interaction, selected_game, everywhere=everywhere)
