"""Games are named in the registries and in their own folders, nowhere else."""

from __future__ import annotations

from pathlib import Path

import render.registry
import rules
from rules.kernel.words.text import LOCALES, Say

ROOT = Path(__file__).parents[2]
#: Shared code; the registries, and the theme with its accent a game, are the places for names.
SHARED = [
    *(ROOT / "bot").rglob("*.py"),
    *(ROOT / "rules" / "kernel").rglob("*.py"),
    *(file for file in (ROOT / "render").glob("*.py") if file.name != "registry.py"),
    *(
        file
        for room in ("pen", "text", "sheets")
        for file in (ROOT / "render" / room).glob("*.py")
        if file.name != "theme.py"
    ),
]
#: The playground's page and scripts speak of whatever is played.
SHARED += [*(ROOT / "bot").rglob("*.js"), *(ROOT / "bot").rglob("*.html")]


def names() -> set[str]:
    """Return whatever gives a game away: its id, its class, its command and its titles."""
    found: set[str] = set()
    for game in rules.GAMES.values():
        found |= {
            game.id,
            game.id.title().replace("_", ""),
            f"/{game.command} ",
            *(game.title(Say(locale)) for locale in LOCALES),
        }
    return found


def test_shared_code_names_no_game() -> None:
    assert SHARED
    named = [
        f"{file.relative_to(ROOT)}: {name}"
        for file in SHARED
        for name in sorted(names())
        if name in file.read_text(encoding="utf-8")
    ]
    assert named == []


def test_every_game_has_its_pictures() -> None:
    assert set(render.registry.GAMES) == set(rules.GAMES)
