"""Pure rules of every game: no input or output, no clock, no pictures, no Discord."""

from __future__ import annotations

from typing import Any

from rules.aevum_haeresis.game import AevumHaeresis
from rules.dark_providence.game import DarkProvidence
from rules.edge_of_darkness.game import EdgeOfDarkness
from rules.kernel.engine.match import Match
from rules.kernel.game import Game

__all__ = ["GAMES", "Game", "Match"]

_ALL: tuple[Game[Any], ...] = (EdgeOfDarkness(), DarkProvidence(), AevumHaeresis())

#: Every game there is, by id.
GAMES: dict[str, Game[Any]] = {game.id: game for game in _ALL}
