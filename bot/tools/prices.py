"""Fit a game's prices: greedy players who think by other prices play against those who think by the ones found by hand.

A price counts in what is held, bought and paid at once, so its worth shows in play and not in positions alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import rules
from bot.computers.minds import OLD
from bot.computers.search import Budget
from bot.tools.duel import Duel, Duellist, duel
from rules.kernel.content.weights import Prices
from rules.kernel.engine.pricing import Pricing

#: The level that plays: it looks no farther than one action, so many matches are soon played.
LEVEL = "normal"


@dataclass(frozen=True, slots=True)
class Trial:
    """One price that was tried, and how it did against the prices found by hand."""

    name: str
    price: float
    found: Duel


def pricing_of(game: str) -> Pricing:
    """Return what the things of a game cost; the game must have prices."""
    found = rules.GAMES[game].pricing
    assert found is not None
    return found


def trials(game: str, tried: Sequence[float], matches: int, seed: int, workers: int) -> Iterator[Trial]:
    """Try each of these for each price of a game, and yield how it did."""
    with TemporaryDirectory() as folder:
        for name in pricing_of(game).by_hand:
            for price in tried:
                file = Path(folder) / f"{name} {price:g}.json"
                file.write_text(json.dumps({"prices": {name: price}}), "utf-8")
                sides = Duellist(LEVEL, str(file)), Duellist(LEVEL, OLD)
                *_, last = duel(game, sides, 2, matches, seed, Budget(), workers)
                yield Trial(name, price, last)


def fit(by_hand: Prices, tried: Sequence[Trial]) -> Prices:
    """Return the prices that have won most often; those found by hand where none has won more than half."""
    found = dict(by_hand)
    for name in by_hand:
        better = [one for one in tried if one.name == name and one.found.rate > 0.5]
        if better:
            found[name] = max(better, key=lambda one: one.found.rate).price
    return found


def as_json(made: str, prices: Prices) -> str:
    """Return the text of a file of prices."""
    return json.dumps({"made": made, "prices": prices}, indent=2) + "\n"
