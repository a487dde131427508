"""The games with rules for players. These are optional: docs/adding-a-game.md."""

from __future__ import annotations

from importlib.resources import files

import rules

WITH_BOOK = [game for game in rules.GAMES.values() if files("data").joinpath(game.id, "rules").is_dir()]
