"""Matches without anyone."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import rules
from bot.tools import simulation
from rules.kernel.engine.match import Match

GAMES = sorted(rules.GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_plays_the_same_match(game: str) -> None:
    ends: list[bytes] = []
    for _ in range(2):
        match = rules.GAMES[game].new(min(3, max(rules.GAMES[game].seats)), 11)
        simulation.play(match, simulation.at_random, random.Random(4))
        ends.append(match.dump())
    assert ends[0] == ends[1]


@pytest.mark.parametrize("game", GAMES)
def test_greed_beats_chance(game: str) -> None:
    match = rules.GAMES[game].new(2, 3)
    rng = random.Random(3)
    while not match.over:
        seat, decision = next(iter(match.decisions().items()))
        policy = simulation.greedily if seat == 0 else simulation.at_random
        match.apply(seat, policy(match, seat, decision, rng))
    assert match.result is not None
    assert match.result.winners == [0]


@pytest.mark.parametrize("game", GAMES)
def test_a_failing_match_is_kept_and_the_others_go_on(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulation, "FAILURES", tmp_path / "failures")

    def stumble(match: Match[Any], seat: int, decision: Any, rng: random.Random) -> Any:
        if rng.random() < 0.01:
            raise RuntimeError("stumbled")
        return simulation.at_random(match, seat, decision, rng)

    monkeypatch.setitem(simulation.POLICIES, "random", stumble)
    report = simulation.simulate(rules.GAMES[game], 2, 3, 0, "random")
    assert report.finished + len(report.failures) == 3
    assert report.failures
    assert "RuntimeError: stumbled" in report.failures[0]
    kept = sorted((tmp_path / "failures").iterdir())
    assert len(kept) == len(report.failures)
    assert not Match.load(game, kept[0].read_bytes()).over


@pytest.mark.parametrize("game", GAMES)
def test_a_match_that_never_ends_is_a_failure(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "FAILURES", tmp_path / "failures")
    monkeypatch.setattr(simulation, "CAP", 5)
    report = simulation.simulate(rules.GAMES[game], 2, 1, 0, "random")
    assert report.finished == 0
    assert "NeverEnds" in report.failures[0]
