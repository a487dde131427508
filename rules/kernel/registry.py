"""The games by id. Importing `rules` registers them all, so that a saved match finds its rules by the game's id."""

from __future__ import annotations

from typing import Any

#: The values are `Game` objects. Importing that class here would be circular, because `Match` imports this module.
GAMES: dict[str, Any] = {}
