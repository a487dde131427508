"""The table of what printed cards do, written in a pack; `printed_assets` and `printed_mythos` show each entry."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rules.dark_providence.examples.table import hold, lay, mark, show, turn
from rules.dark_providence.state.actions import AcquireTarget, UseCard
from rules.dark_providence.state.state import Providence
from rules.dark_providence.words.language import known
from tests.dark_providence.table import act
from tests.meddling import copy_pack

#: The name of the pack.
NAME = "printed"
ENTRIES = {entry.id: entry for entry in known()}
#: What of an entry stands in which file of a pack.
_KINDS = {"starting": "asset", "assets": "asset", "city_cards": "asset", "mythos": "mythos", "old_ones": "old_one"}
#: What shows that an entry of the table is played as it says, by its id.
SCENES: dict[str, Callable[[], None]] = {}


def write(folder: Path) -> Path:
    """Write our own pack with the cards of the table instead of those of the same ids."""
    written = copy_pack("dark_providence", folder)
    for name, kind in _KINDS.items():
        file = written / f"{name}.json"
        records = json.loads(file.read_text(encoding="utf-8"))
        file.write_text(json.dumps([_instead(kind, record) for record in records]), encoding="utf-8")
    return written


def _instead(kind: str, record: dict[str, Any]) -> dict[str, Any]:
    found = (card for entry in ENTRIES.values() if (card := getattr(entry, kind)) and card.id == record["id"])
    card = next(found, None)
    return record if card is None else card.model_dump(mode="json", exclude_unset=True)


def shows(name: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Register what shows an entry of the table."""

    def register(scene: Callable[[], None]) -> Callable[[], None]:
        assert name not in SCENES
        SCENES[name] = scene
        return scene

    return register


def table(seats: int = 3, **options: Any) -> Providence:
    """Return seat 0's turn with that pack: all hands empty, the leads in Arkham, Boston and New York."""
    return turn(seats, pack=NAME, **options)


def use(match: Providence, card: str) -> list[Any]:
    """Let seat 0 use the action of a card."""
    hold(match, 0, card)
    return act(match, UseCard(card))


def acquire(match: Providence, card: str) -> list[Any]:
    """Let seat 0 acquire a mythos card, or a primary asset in Chicago, with one marker."""
    if card in match.content.mythos:
        show(match, card)
    else:
        lay(match, "chicago", card)
    mark(match, 0, card, 1)
    return act(match, AcquireTarget(card))
