"""Games are named in the registries and in their own folders, nowhere else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import render.registry
import rules
from rules.kernel.words.text import LOCALES, Say

ROOT = Path(__file__).parents[2]
#: Shared code; the registries, and the theme with its accent a game, are the places for names.
SHARED = [
    *(ROOT / "bot").rglob("*.py"),
    *(ROOT / "rules" / "kernel").rglob("*.py"),
    *(file for file in (ROOT / "render").glob("*.py") if file.name != "registry.py"),
    *(file for room in ("pen", "sheets") for file in (ROOT / "render" / room).glob("*.py") if file.name != "theme.py"),
]
#: The playground's page and scripts speak of whatever is played.
SHARED += [*(ROOT / "bot").rglob("*.js"), *(ROOT / "bot").rglob("*.html")]


@pytest.mark.parametrize("file", SHARED, ids=lambda file: str(file.relative_to(ROOT)))
def test_shared_code_names_no_game(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    for game in rules.GAMES.values():
        words = {game.id, type(game).__name__, f"/{game.command} ", *(game.title(Say(locale)) for locale in LOCALES)}
        assert [word for word in words if word in text] == []
        assert not re.search(rf"(?:rules|render)[./]{game.id}", text)


def test_every_game_has_its_pictures() -> None:
    assert set(render.registry.GAMES) == set(rules.GAMES)
