"""Matches between two computer levels, which play each starting position from both sides to find a win rate."""

from __future__ import annotations

import json

import pytest

import rules
from bot.cli.lab.duel import Duel, Duellist, Effort, duel
from bot.computers.tree_search import Budget
from tests.kernel import duel as small

WALKS = Budget(iterations=3)


@pytest.fixture(autouse=True)
def _small_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rules.GAMES, small.GAME.id, small.GAME)


def last(levels: tuple[str, str], matches: int, seed: int = 0) -> Duel:
    one, other = levels
    return list(duel(small.GAME.id, (Duellist(one), Duellist(other)), 2, matches, seed, WALKS, 1))[-1]


def test_a_series_is_the_same_every_time_and_tells_everything() -> None:
    one, again = last(("hard", "easy"), 6), last(("hard", "easy"), 6)
    assert (one.wins, one.margins, one.decisions) == (again.wins, again.margins, again.decisions)
    facts = json.loads(one.to_json())
    assert (facts["matches"], facts["sides"], facts["seats"]) == (6, ["hard", "easy"], 2)
    low, high = facts["interval"]
    assert 0 <= low <= facts["rate"] <= high <= 1
    assert "hard wins" in one.to_text()


def test_each_side_tells_how_long_it_thought_about_its_choices() -> None:
    found = last(("hard", "normal"), 2)
    assert 0 < sum(effort.choices for effort in found.efforts) <= found.decisions
    assert json.loads(found.to_json())["seconds_a_choice"] == [round(one.mean, 4) for one in found.efforts]
    together = Effort(3, 1.5)
    together.add(Effort(1, 0.5))
    assert together.mean == 0.5


def test_sides_are_exchanged() -> None:
    """If every starting position is played from both sides, two equal players win equally often."""
    assert last(("normal", "normal"), 40).rate == pytest.approx(0.5, abs=0.26)


@pytest.mark.parametrize(("wins", "matches", "bounds"), [(130, 200, (0.582, 0.713)), (0, 10, (0.0, 0.278))])
def test_the_interval_is_wilsons(wins: float, matches: int, bounds: tuple[float, float]) -> None:
    found = Duel("any", 2, (Duellist("hard"), Duellist("normal")), matches=matches, wins=wins)
    assert found.interval == pytest.approx(bounds, abs=0.001)
