"""Lets two computer players with different levels or evaluators play each other, and counts the wins."""

from __future__ import annotations

import json
import math
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import rules
from bot.cli.lab.simulation import MAX_DECISIONS, NeverEnds, in_parallel, play
from bot.computers.evaluators import evaluator_named
from bot.computers.player import choose
from bot.computers.tree_search import Budget
from bot.features.packs.authoring import local_pack
from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Decision
from rules.kernel.engine.match import Match

#: The half-width of a 95% confidence interval, in standard deviations.
Z_95_PERCENT = 1.96


@dataclass(frozen=True, slots=True)
class Duellist:
    """A computer player. If `mind` is empty, it uses the evaluator that the bot uses for its level."""

    level: str
    #: The evaluator: "now", "old" or a file, as accepted by `evaluator_named`.
    mind: str = ""

    def __str__(self) -> str:
        return f"{self.level} ({self.mind})" if self.mind else self.level


@dataclass
class Effort:
    """The CPU time that one side needed for its choices. Decisions with only one legal action don't count."""

    choices: int = 0
    seconds: float = 0.0

    def add(self, other: Effort) -> None:
        """Add the choices of more matches."""
        self.choices += other.choices
        self.seconds += other.seconds

    @property
    def mean(self) -> float:
        """The average CPU time of a choice, in seconds."""
        return self.seconds / max(self.choices, 1)


@dataclass
class Duel:
    """The results of a series of matches. Wins and margins are from the point of view of the first side."""

    game: str
    seats: int
    sides: tuple[Duellist, Duellist]
    matches: int = 0
    #: The first side's wins. A shared victory counts as a fraction.
    wins: float = 0.0
    decisions: int = 0
    margins: list[float] = field(default_factory=list[float])
    efforts: tuple[Effort, Effort] = field(default_factory=lambda: (Effort(), Effort()))

    @property
    def rate(self) -> float:
        """The share of matches that the first side won."""
        return self.wins / self.matches if self.matches else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval of the true win rate (Wilson interval)."""
        return confidence_interval(self.rate, self.matches)

    def add(self, other: Duel) -> None:
        """Add the results of more matches."""
        self.matches += other.matches
        self.wins += other.wins
        self.decisions += other.decisions
        self.margins += other.margins
        for effort, other_effort in zip(self.efforts, other.efforts, strict=True):
            effort.add(other_effort)

    def facts(self) -> dict[str, Any]:
        """Return the results as JSON data."""
        low, high = self.interval
        return {
            "game": self.game,
            "seats": self.seats,
            "sides": [str(side) for side in self.sides],
            "matches": self.matches,
            "wins": round(self.wins, 2),
            "rate": round(self.rate, 4),
            "interval": [round(low, 4), round(high, 4)],
            "margin": round(sum(self.margins) / max(len(self.margins), 1), 2),
            "decisions": self.decisions,
            "seconds_a_choice": [round(effort.mean, 4) for effort in self.efforts],
        }

    def to_json(self) -> str:
        """Return the results as a JSON object."""
        return json.dumps(self.facts())

    def to_text(self) -> str:
        """Return the results as one readable line."""
        (low, high), (one, other) = self.interval, self.sides
        times = " and ".join(f"{effort.mean:.3f}" for effort in self.efforts)
        margin = sum(self.margins) / max(len(self.margins), 1)
        return (
            f"{self.game}, {self.seats} seats: {one} wins {self.rate:.1%} of {self.matches} matches against {other}"
            f" ({low:.1%} to {high:.1%}), {margin:+.1f} points on average,"
            f" {times} s of processor time per choice"
        )


def confidence_interval(rate: float, matches: int) -> tuple[float, float]:
    """Return the 95% confidence interval of a true win rate, given the rate in this many matches (Wilson interval)."""
    n = max(matches, 1)
    middle = (rate + Z_95_PERCENT**2 / (2 * n)) / (1 + Z_95_PERCENT**2 / n)
    half = Z_95_PERCENT / (1 + Z_95_PERCENT**2 / n) * math.sqrt(rate * (1 - rate) / n + Z_95_PERCENT**2 / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def duel(
    game: str,
    sides: tuple[Duellist, Duellist],
    seats: int,
    matches: int,
    seed: int,
    budget: Budget,
    workers: int,
    pack: Path | None = None,
) -> Iterator[Duel]:
    """Play a series of matches and yield the total after each match. Each start position is played twice, with the
    sides swapped.
    """
    total = Duel(game, seats, sides)
    calls = [(game, sides, seats, seed, number, budget, pack) for number in range(matches)]
    for one in in_parallel(_play, calls, workers):
        total.add(one)
        yield total


def _play(
    game: str,
    sides: tuple[Duellist, Duellist],
    seats: int,
    seed: int,
    number: int,
    budget: Budget,
    pack: Path | None,
) -> Duel:
    """Play one match. Every second match repeats the start position of the previous match with the sides swapped."""
    duel_result = Duel(game, seats, sides)
    match = rules.GAMES[game].new(seats, seed + number // 2, local_pack.options(local_pack.load_pack(game, pack)))
    rng = random.Random(seed * 1_000_003 + number)
    side_of = [(seat + number) % 2 for seat in range(seats)]
    minds = [evaluator_named(match.game, side.mind) if side.mind else None for side in sides]

    def by_side(match: Match[Any], seat: int, decision: Decision, rng: random.Random) -> Action:
        side, begun = side_of[seat], time.thread_time()
        action = choose(match, seat, sides[side].level, rng, budget, minds[side])
        if len(decision.actions) > 1:
            duel_result.efforts[side].add(Effort(1, time.thread_time() - begun))
        return action

    duel_result.decisions = play(match, by_side, rng)
    if not match.over:
        raise NeverEnds(f"more than {MAX_DECISIONS} decisions")
    result = match.result
    assert result is not None
    totals = {row.seat: row.total for row in result.rows}
    own_seats = [seat for seat in range(seats) if side_of[seat] == 0]
    other_seats = [seat for seat in range(seats) if seat not in own_seats]
    duel_result.matches = 1
    if result.winners:
        duel_result.wins = sum(seat in own_seats for seat in result.winners) / len(result.winners)
    duel_result.margins.append(
        max(totals[seat] for seat in own_seats) - max((totals[seat] for seat in other_seats), default=0.0)
    )
    return duel_result
