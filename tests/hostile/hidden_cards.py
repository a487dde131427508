"""Finds the cards of a match that are hidden in decks and hands, and their names."""

from __future__ import annotations

import json
import re
from typing import Any

from rules.kernel.words.translation import LOCALES, Translator
from tests.e2e.visibility_checks import strings


def hidden(match: Any, viewer: int | None = None) -> set[str]:
    """Return the ids of all cards in the save that are hidden from this seat, or from the public if it is None."""
    shown = set(strings(match.view(viewer).model_dump()))
    kept = {text for text in strings(json.loads(match.dump())["state"]) if re.search(r"[._]", text)}
    return {text for text in kept - shown if text.split(".")[0] not in shown and len(text) > 5}


def names_of(game: Any, ids: set[str]) -> set[str]:
    """Return the names of these cards in all languages, except one-word names, which may occur as ordinary words."""
    kinds = {one.split(".")[0] for one in ids}
    entries = [entry for locale in LOCALES for entry in game.look_up(Translator(locale)) if entry.id in kinds]
    return {entry.name for entry in entries if " " in entry.name}
