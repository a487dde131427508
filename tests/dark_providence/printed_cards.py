"""The table of printed cards as a pack. Scenes in `printed_assets` and `printed_mythos` play each entry."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rules.dark_providence.content.load import base
from rules.dark_providence.examples.position_builder import hold, lay, mark, show, turn
from rules.dark_providence.game import GAME
from rules.dark_providence.state.actions import AcquireTarget, UseCard
from rules.dark_providence.state.state import Providence
from rules.dark_providence.words.card_language import known
from tests.dark_providence.table import act

#: The name of the pack.
NAME = "printed"
ENTRIES = {entry.id: entry for entry in known()}
#: For each file of a pack, the field of a table entry that contains the card.
_KINDS = {"starting": "asset", "assets": "asset", "city_cards": "asset", "mythos": "mythos", "old_ones": "old_one"}
#: The scene that plays each entry, by the entry's id.
SCENES: dict[str, Callable[[], None]] = {}


def write(folder: Path) -> Path:
    """Write a pack where the table's cards replace the base pack's cards with the same ids. Return its folder."""
    about = {"name": {"en": "Printed", "hu": "Nyomtatott", "es": "Impresas"}, "game": GAME.id, "base": "base"}
    (folder / "pack.json").write_text(json.dumps(about), encoding="utf-8")
    for file, kind in _KINDS.items():
        cards = [card for entry in ENTRIES.values() if (card := getattr(entry, kind))]
        own = [card.model_dump(mode="json", exclude_unset=True) for card in cards if card.id in getattr(base(), file)]
        (folder / f"{file}.json").write_text(json.dumps(own), encoding="utf-8")
    return folder


def shows(name: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Return a decorator that registers a scene for the entry with this name."""

    def register(scene: Callable[[], None]) -> Callable[[], None]:
        assert name not in SCENES
        SCENES[name] = scene
        return scene

    return register


def table(seats: int = 3, **options: Any) -> Providence:
    """Return seat 0's turn with the pack of printed cards.

    Hands are empty, and the lead agents are in Arkham, Boston and New York.
    """
    return turn(seats, pack=NAME, **options)


def use(match: Providence, card: str) -> list[Any]:
    """Let seat 0 use a card's action. Return the events."""
    hold(match, 0, card)
    return act(match, UseCard(card))


def acquire(match: Providence, card: str) -> list[Any]:
    """Let seat 0 acquire a mythos card, or a primary asset in Chicago, with one marker. Return the events."""
    if card in match.content.mythos:
        show(match, card)
    else:
        lay(match, "chicago", card)
    mark(match, 0, card, 1)
    return act(match, AcquireTarget(card))
