"""Cards are data: only a few effects need their own code, and only a few operations serve a single card."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rules

DATA = Path(__file__).parents[2] / "data"
#: The keys whose value names an operation, a cost or a passive effect in the three packs.
NAMES = ("op", "cost", "passive")


def pieces(value: Any) -> Iterator[str]:
    """Yield the name of every operation, cost and passive effect in a record."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in NAMES and isinstance(inner, str):
                yield inner
            yield from pieces(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from pieces(inner)


def records(game: str) -> list[list[str]]:
    """For each record of a game's pack that has effects, return the names of its operations."""
    found: list[list[str]] = []
    for file in sorted((DATA / game).rglob("*.json")):
        data = json.loads(file.read_text("utf-8"))
        for record in data if isinstance(data, list) else [data]:
            names = list(pieces(record))
            if names:
                found.append(names)
    return found


@pytest.mark.parametrize("game", [game for game in rules.GAMES if records(game)])
def test_under_a_tenth_of_effects_is_custom(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Fewer than a tenth of a pack's operations are "custom", which means that code instead of data defines the effect.

    Operations that only a single record uses are almost as special; they may make up at most a fifth.
    """
    cards = records(game)
    used = Counter(name for names in cards for name in set(names))
    every = [name for names in cards for name in names]
    custom = every.count("custom") / len(every)
    single = sum(used[name] == 1 for name in every) / len(every)
    with capsys.disabled():
        print(f"\n{game}: {len(every)} operations, custom {custom:.1%}, used by a single record {single:.1%}")
    assert custom < 0.1
    assert single < 0.2
