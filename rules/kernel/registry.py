"""The games there are, by id. A game enters when `rules` is imported, so that a saved match finds its rules by name."""

from __future__ import annotations

from typing import Any

#: The games are of the type `Game`, which stands above everything that looks a game up here.
GAMES: dict[str, Any] = {}
