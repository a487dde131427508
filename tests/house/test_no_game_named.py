"""Shared code doesn't name any game. Only the registries and each game's own folders do."""

from __future__ import annotations

import re
from pathlib import Path

import render.registry
import rules
from rules.kernel.words.translation import LOCALES, Translator

ROOT = Path(__file__).parents[2]
#: The files of the shared code. Excluded are the registries and the theme, which has a colour for each game.
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
#: The playground's page and scripts must not name a game either.
SHARED += [*(ROOT / "bot").rglob("*.js"), *(ROOT / "bot").rglob("*.html")]


def names() -> re.Pattern[str]:
    """Return a pattern that finds any name of a game: its id, class, command and titles.

    A name counts only as a separate word. For example, "minimum" doesn't contain the game of Nim.
    """
    found: set[str] = set()
    for game in rules.GAMES.values():
        words = {game.id, f"/{game.command}", *(game.title(Translator(locale)) for locale in LOCALES)}
        found |= {rf"(?<![^\W\d_]){re.escape(word)}(?![^\W\d_])" for word in words}
        found.add(rf"{game.id.title().replace('_', '')}(?![a-z])")
    return re.compile("|".join(sorted(found)))


def test_shared_code_names_no_game() -> None:
    assert SHARED
    every = names()
    named = [
        f"{file.relative_to(ROOT)}: {found[0]}"
        for file in SHARED
        for found in every.finditer(file.read_text(encoding="utf-8"))
    ]
    assert named == []


def test_a_name_is_found_wherever_it_stands_apart() -> None:
    game = next(iter(rules.GAMES.values()))
    made = game.id.title().replace("_", "")
    for text in (f"_{game.id}_x", f"`/{game.command} do`", f"class {made}Rules", game.title(Translator())):
        assert names().search(text), text
    for text in (f"a{game.id}", f"/{game.command}s", f"{made}s", "every game"):
        assert not names().search(text), text


def test_every_game_has_its_pictures() -> None:
    assert set(render.registry.GAMES) == set(rules.GAMES)
