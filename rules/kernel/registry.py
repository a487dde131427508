"""The games by id. A game enters when `rules` is imported, so that a saved match finds its rules by name."""

from __future__ import annotations

from typing import Any

#: The values are `Game`s; that type can't be imported here, since `Match` imports this module.
GAMES: dict[str, Any] = {}
