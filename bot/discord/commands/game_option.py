"""The `game` option of slash commands: finds the game that the person means, and suggests games while they type."""

from __future__ import annotations

from collections.abc import Mapping

from discord import app_commands

from bot.discord.bot import Interaction
from bot.discord.ui import limits
from bot.discord.ui.person_lookup import locale_for
from rules.kernel.errors import Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import LOCALES, N_, Translator


async def required_game(interaction: Interaction, typed_name: str | None) -> AnyGame:
    """Return the game that `find_game` finds; raises Refusal if it finds none."""
    game = await find_game(interaction, typed_name)
    if game is None:
        raise Refusal(N_("Which game? Choose one in the option `game`."))
    return game


async def find_game(interaction: Interaction, typed_name: str | None) -> AnyGame | None:
    """Return the game with this name, or None if there is no such game.

    Without a name, return the game of the channel's last match. If there is none, return the only installed game, or
    None if several games are installed.
    """
    bot = interaction.client
    if typed_name:
        game = _game_by_name(bot.games, typed_name)
        if game is not None:
            return game
    elif interaction.channel_id is not None:
        info = await bot.service.matches.in_channel(interaction.channel_id, live=False)
        if info is not None and info.game in bot.games:
            return bot.games[info.game]
    if not typed_name and len(bot.games) == 1:
        return next(iter(bot.games.values()))
    return None


def _game_by_name(games: Mapping[str, AnyGame], typed_name: str) -> AnyGame | None:
    """Return the game with this id, or the game whose title starts with these words in any language, ignoring case."""
    query = typed_name.strip().casefold()
    if not query:
        return None
    if query in games:
        return games[query]
    titles = [(game.title(Translator(locale)).casefold(), game) for game in games.values() for locale in LOCALES]
    return next((game for title, game in titles if title.startswith(query)), None)


async def complete_game(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Suggest the installed games whose title or id contains the typed text."""
    say, query = Translator(await locale_for(interaction)), current.strip().casefold()
    titles = [(game.title(say), game.id) for game in interaction.client.games.values()]
    return [
        app_commands.Choice(name=limits.truncate(title, limits.CHOICE_NAME), value=game_id)
        for title, game_id in titles
        if query in title.casefold() or query in game_id
    ][: limits.CHOICES]
