"""The games by id. Importing `rules` registers them, so that a saved match finds its rules by name."""

from __future__ import annotations

from typing import Any

#: The values are `Game`s, a type that can't be imported here, since `Match` imports this module.
GAMES: dict[str, Any] = {}
