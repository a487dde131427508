"""Golden files: what every card of a game says, word for word, to be read by people and compared by tests."""

from __future__ import annotations

import os
from pathlib import Path

import rules
from rules.kernel.words.text import Say

FOLDER = Path(__file__).parent
#: Set to 1, tests write the golden files instead of comparing.
REWRITE = "REWRITE_GOLDENS"


def told(game: str, locale: str) -> str:
    """Return everything that can be looked up in a game, in the order of its pack."""
    entries = rules.GAMES[game].look_up(Say(locale))
    return "\n".join(f"== {entry.name} ({entry.kind})\n{entry.text}\n" for entry in entries)


def compare(game: str, locale: str) -> None:
    """Compare what the cards of a game say with the golden file, or write it."""
    file = FOLDER / game / "golden" / f"{locale}.txt"
    text = told(game, locale)
    if os.environ.get(REWRITE):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    assert file.read_text("utf-8") == text, (
        f"Cards read otherwise than in {file.relative_to(FOLDER.parent)}. If that is meant, write the files anew with "
        f"`{REWRITE}=1 .venv/bin/pytest tests -q -n 0 -k golden` and read the difference."
    )
