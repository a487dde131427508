"""Let computer players of two levels play each other, and count the wins."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import rules
from bot.computers.player import choose
from bot.computers.search import Budget
from bot.tools.simulation import CAP, NeverEnds, in_parallel, play
from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Decision
from rules.kernel.engine.match import Match

#: The width of the interval that contains the true rate 19 times in 20, in standard deviations.
SURE = 1.96


@dataclass
class Duel:
    """The results of a series, counted for the first level."""

    game: str
    seats: int
    levels: tuple[str, str]
    matches: int = 0
    #: A shared victory counts as a fraction for each winner.
    wins: float = 0.0
    decisions: int = 0
    margins: list[float] = field(default_factory=list[float])

    @property
    def rate(self) -> float:
        """The share of the matches that the first level has won."""
        return self.wins / self.matches if self.matches else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The bounds of the true rate (Wilson interval)."""
        n = max(self.matches, 1)
        middle = (self.rate + SURE**2 / (2 * n)) / (1 + SURE**2 / n)
        half = SURE / (1 + SURE**2 / n) * math.sqrt(self.rate * (1 - self.rate) / n + SURE**2 / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    def add(self, other: Duel) -> None:
        """Add another part of the series."""
        self.matches += other.matches
        self.wins += other.wins
        self.decisions += other.decisions
        self.margins += other.margins

    def facts(self) -> dict[str, Any]:
        """Return everything as plain values."""
        low, high = self.interval
        return {
            "game": self.game,
            "seats": self.seats,
            "levels": list(self.levels),
            "matches": self.matches,
            "wins": round(self.wins, 2),
            "rate": round(self.rate, 4),
            "interval": [round(low, 4), round(high, 4)],
            "margin": round(sum(self.margins) / max(len(self.margins), 1), 2),
            "decisions": self.decisions,
        }

    def to_json(self) -> str:
        """Return one JSON object."""
        return json.dumps(self.facts())

    def to_text(self) -> str:
        """Return a line a person reads."""
        (low, high), (one, other) = self.interval, self.levels
        margin = sum(self.margins) / max(len(self.margins), 1)
        return (
            f"{self.game}, {self.seats} seats: {one} wins {self.rate:.1%} of {self.matches} matches against {other}"
            f" ({low:.1%} to {high:.1%}), {margin:+.1f} points on average"
        )


def duel(
    game: str, levels: tuple[str, str], seats: int, matches: int, seed: int, budget: Budget, workers: int
) -> Iterator[Duel]:
    """Play a series and yield the results after each match; every start position is played from both sides."""
    total = Duel(game, seats, levels)
    calls = [(game, levels, seats, seed, number, budget) for number in range(matches)]
    for one in in_parallel(_play, calls, workers):
        total.add(one)
        yield total


def _play(game: str, levels: tuple[str, str], seats: int, seed: int, number: int, budget: Budget) -> Duel:
    """Play one match; every second one repeats the start position of the one before, with sides swapped."""
    found = Duel(game, seats, levels)
    match = rules.GAMES[game].new(seats, seed + number // 2)
    rng = random.Random(seed * 1_000_003 + number)
    first = number % 2
    by_seat = [levels[(seat + first) % 2] for seat in range(seats)]

    def by_level(match: Match[Any], seat: int, _decision: Decision, rng: random.Random) -> Action:
        return choose(match, seat, by_seat[seat], rng, budget)

    found.decisions = play(match, by_level, rng)
    if not match.over:
        raise NeverEnds(f"more than {CAP} decisions")
    result = match.result
    assert result is not None
    totals = {row.seat: row.total for row in result.rows}
    mine = [seat for seat in range(seats) if (seat + first) % 2 == 0]
    others = [seat for seat in range(seats) if seat not in mine]
    found.matches = 1
    if result.winners:
        found.wins = sum(seat in mine for seat in result.winners) / len(result.winners)
    found.margins.append(max(totals[seat] for seat in mine) - max((totals[seat] for seat in others), default=0.0))
    return found
