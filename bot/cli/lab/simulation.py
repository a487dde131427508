"""Plays whole matches between computer players, to measure balance and speed and to find bugs."""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import starmap
from pathlib import Path
from typing import Any, TypeVar

from bot.computers.player import choose
from bot.computers.policies import Policy, greedy_policy, random_policy
from bot.computers.tree_search import Budget
from rules.kernel.data.actions import Action
from rules.kernel.data.events import Event
from rules.kernel.engine.decisions import Decision
from rules.kernel.engine.match import Match
from rules.kernel.game import AnyGame

T = TypeVar("T")

#: A match with more decisions than this is considered endless.
MAX_DECISIONS = 20_000
FAILURES_FOLDER = Path(".failures")


class NeverEnds(Exception):
    """A match has reached the maximum number of decisions."""


@dataclass
class SimulationReport:
    """The results of a series of matches."""

    game: str
    seats: int
    policy: str
    matches: int
    finished: int = 0
    decisions: int = 0
    seconds: float = 0.0
    wins: list[float] = field(default_factory=list[float])
    scores: list[float] = field(default_factory=list[float])
    failures: list[str] = field(default_factory=list[str])

    def facts(self) -> dict[str, Any]:
        """Return the report as JSON data."""
        return {
            "game": self.game,
            "seats": self.seats,
            "policy": self.policy,
            "matches": self.matches,
            "finished": self.finished,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 3),
            "decisions_per_second": round(self.decisions / self.seconds) if self.seconds else 0,
            "win_rate_by_seat": [round(wins / max(self.finished, 1), 4) for wins in self.wins],
            "score_mean": round(sum(self.scores) / len(self.scores), 3) if self.scores else None,
            "score_max": max(self.scores, default=None),
            "errors": self.failures,
        }

    def to_json(self) -> str:
        """Return the report as a JSON object."""
        return json.dumps(self.facts())

    def to_text(self) -> str:
        """Return the report as one readable line."""
        facts = self.facts()
        rates = " ".join(f"{rate:.0%}" for rate in facts["win_rate_by_seat"])
        mean, best = facts["score_mean"], facts["score_max"]
        scores = "no scores" if mean is None else f"scores {mean:.1f} on average, {best:g} at most"
        return (
            f"{self.game}, {self.seats} seats, {self.policy}: {self.finished} of {self.matches} finished,"
            f" {facts['decisions_per_second']} decisions/s, wins by seat {rates}, {scores}"
        )


POLICIES: dict[str, Policy] = {"random": random_policy, "greedy": greedy_policy}


def players(iterations: int = 0) -> Policy:
    """Return the policy of hard computer players with this many search iterations, or of greedy ones if it is 0."""
    if not iterations:
        return greedy_policy
    budget = Budget(iterations=iterations)

    def hard(match: Match[Any], seat: int, _decision: Decision, rng: random.Random) -> Action:
        return choose(match, seat, "hard", rng, budget)

    return hard


def play(
    match: Match[Any],
    policy: Policy,
    rng: random.Random,
    moves: int = MAX_DECISIONS,
    watch: Callable[[Event], None] | None = None,
) -> int:
    """Play until the match is over or `moves` decisions have been made. Return the number of decisions.

    `watch` is called with every event.
    """
    decisions = 0
    while decisions < moves:
        offers = match.decisions()
        if not offers:  # the match is over
            break
        # The lowest seat decides first. The order doesn't matter, because simultaneous choices are secret.
        seat, decision = next(iter(offers.items()))
        happened = match.apply(seat, policy(match, seat, decision, rng))
        decisions += 1
        if watch is not None:
            for event in happened:
                watch(event)
    return decisions


def in_parallel(work: Callable[..., T], calls: Sequence[tuple[Any, ...]], workers: int | None) -> Iterator[T]:
    """Yield the results of calling `work` with each tuple of arguments, in order.

    The calls run in this many processes, by default one per processor. A single worker runs in the current process.
    """
    if workers == 1:
        yield from starmap(work, calls)
        return
    with ProcessPoolExecutor(workers or os.cpu_count()) as pool:
        yield from pool.map(work, *zip(*calls, strict=True))


def simulate(
    game: AnyGame,
    seats: int,
    matches: int,
    seed: int,
    policy: str,
    *,
    progress: bool = False,
    options: Mapping[str, Any] | None = None,
) -> SimulationReport:
    """Play a series of matches and return the report. A match that fails is saved to a file."""
    report = SimulationReport(game.id, seats, policy, matches, wins=[0.0] * seats)
    for index in range(matches):
        match_seed = seed + index
        match = game.new(seats, match_seed, options)
        started = time.perf_counter()
        try:
            moves_made = play(match, POLICIES[policy], random.Random(match_seed), MAX_DECISIONS)
            if not match.over:
                raise NeverEnds(f"more than {MAX_DECISIONS} decisions")
        except Exception as error:
            report.failures.append(_dump(game, seats, match_seed, match, error))
            moves_made = 0
        else:
            _count(report, match)
        report.seconds += time.perf_counter() - started
        report.decisions += moves_made
        if progress:
            _show(index + 1, matches)
    return report


def _count(report: SimulationReport, match: Match[Any]) -> None:
    result = match.result
    if result is None:
        return
    report.finished += 1
    report.scores += [row.total for row in result.rows]
    for winner in result.winners:
        report.wins[winner] += 1 / len(result.winners)


def _dump(game: AnyGame, seats: int, seed: int, match: Match[Any], error: Exception) -> str:
    file = FAILURES_FOLDER / f"{game.id}-{seats}-{seed}.match"
    try:
        FAILURES_FOLDER.mkdir(exist_ok=True)
        file.write_bytes(match.dump())
        save_note = f"kept in {file}"
    except Exception as worse:
        save_note = f"and can't be kept ({type(worse).__name__})"
    return f"{game.id} with {seats} seats and seed {seed} failed, {save_note}: {type(error).__name__}: {error}"


def _show(done: int, of: int) -> None:
    if not sys.stderr.isatty():
        return
    width = 30
    filled = done * width // of
    end = "\n" if done == of else ""
    print(f"\r[{'#' * filled}{'.' * (width - filled)}] {done}/{of}", end=end, file=sys.stderr, flush=True)
