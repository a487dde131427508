"""The rules of all games, as pure functions of a match's state: no input, output, clock, pictures or Discord."""

from __future__ import annotations

from rules.aevum_haeresis.game import GAME as AEVUM_HAERESIS
from rules.dark_providence.game import GAME as DARK_PROVIDENCE
from rules.edge_of_darkness.game import GAME as EDGE_OF_DARKNESS
from rules.kernel import registry
from rules.kernel.engine.match import Match
from rules.kernel.game import AnyGame, Game

__all__ = ["GAMES", "Game", "Match"]

for _game in (
    EDGE_OF_DARKNESS,
    DARK_PROVIDENCE,
    AEVUM_HAERESIS,
):
    registry.GAMES[_game.id] = _game

#: All games, by id.
GAMES: dict[str, AnyGame] = registry.GAMES
