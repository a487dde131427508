"""Matches between computer players without Discord, as `tenebrae simulate` plays them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import rules
from bot.cli.lab import simulation
from rules.kernel.engine.match import Match
from tests.conformance.random_play import fewest_seats

GAMES = sorted(rules.GAMES)
#: Minimum number of decisions in the matches between a greedy and a random player.
DECISIONS = 150


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_plays_the_same_match(game: str) -> None:
    ends: list[bytes] = []
    for _ in range(2):
        match = rules.GAMES[game].new(min(3, max(rules.GAMES[game].seats)), 11)
        simulation.play(match, simulation.random_policy, random.Random(4))
        ends.append(match.dump())
    assert ends[0] == ends[1]


@pytest.mark.parametrize("game", GAMES)
def test_greed_beats_chance(game: str) -> None:
    """A greedy computer must win at least as many matches as chance would give it, within two standard deviations."""
    decisions = played = 0
    won = 0.0
    rng = random.Random(3)
    while decisions < DECISIONS:
        match = rules.GAMES[game].new(fewest_seats(game), f"greed {played}")
        while not match.over:
            decisions += 1
            seat, decision = next(iter(match.decisions().items()))
            policy = simulation.greedy_policy if seat == 0 else simulation.random_policy
            match.apply(seat, policy(match, seat, decision, rng))
        assert match.result is not None
        winners = match.result.winners
        played += 1
        won += (0 in winners) * fewest_seats(game) / len(winners) if winners else 0
    luck = 2 * (played - 1) ** 0.5
    assert won > played - luck, "greedy players win too little: does `evaluate` tell good positions from bad?"


@pytest.mark.parametrize("game", GAMES)
def test_a_failing_match_is_kept_and_the_others_go_on(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulation, "FAILURES_FOLDER", tmp_path / "failures")

    decisions = 0

    def stumble(match: Match[Any], seat: int, decision: Any, rng: random.Random) -> Any:
        nonlocal decisions
        decisions += 1
        if decisions == 2:
            raise RuntimeError("stumbled")
        return simulation.random_policy(match, seat, decision, rng)

    monkeypatch.setitem(simulation.POLICIES, "random", stumble)
    report = simulation.simulate(rules.GAMES[game], fewest_seats(game), 3, 0, "random")
    assert report.finished == 2
    (failure,) = report.failures
    assert "RuntimeError: stumbled" in failure
    (kept,) = (tmp_path / "failures").iterdir()
    assert not Match.load(game, kept.read_bytes()).over


@pytest.mark.parametrize("game", GAMES)
def test_a_match_that_never_ends_is_a_failure(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "FAILURES_FOLDER", tmp_path / "failures")
    monkeypatch.setattr(simulation, "MAX_DECISIONS", 1)
    report = simulation.simulate(rules.GAMES[game], fewest_seats(game), 1, 0, "random")
    assert report.finished == 0
    assert "NeverEnds" in report.failures[0]
