"""All games by id. Importing `rules` registers them, so a saved match can find its rules by the game's id."""

from __future__ import annotations

from typing import Any

#: The values are `Game` objects. Importing that class would be circular, because `Match` imports this module.
GAMES: dict[str, Any] = {}
