"""Computer players of every level make legal and sensible moves, and use only what their seat knows."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import rules
from bot.computers.player import choose
from bot.computers.policies import LEVELS, easy_policy, random_policy
from bot.computers.tree_search import Budget, Search
from rules.kernel.engine.match import Match
from rules.kernel.engine.sealed_choices import Sealed
from rules.kernel.game import AnyGame
from tests.conformance.random_play import fewest_seats
from tests.kernel import duel
from tests.matches.tiny_game import TINY, Take

GAMES: list[AnyGame] = [*rules.GAMES.values(), duel.GAME]
WALKS = Budget(iterations=5)


def positions(game: AnyGame, seats: int, count: int, seed: int = 3) -> Iterator[tuple[Match[Any], int]]:
    """Yield positions of a random match where a seat has more than one legal action."""
    match, rng = game.new(seats, seed), random.Random(seed)
    share = 1.0 if game is duel.GAME else 0.15
    while not match.over and count:
        seat, decision = next(iter(match.decisions().items()))
        if len(decision.actions) > 1 and rng.random() < share:
            count -= 1
            yield match, seat
        match.apply(seat, random_policy(match, seat, decision, rng))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_level_does_what_is_possible(game: AnyGame, level: str) -> None:
    for match, seat in positions(game, max(game.seats), 3):
        before = match.dump()
        assert choose(match, seat, level, random.Random(1), WALKS) in match.decisions()[seat].actions
        assert match.dump() == before


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("way", ["sealed", "draft"])
def test_every_level_drafts_and_builds_a_deck(level: str, way: str) -> None:
    game = rules.GAMES["aevum_haeresis"]
    match, rng = game.new(2, level, {"format": way}), random.Random(level)
    for _ in range(12):
        seat, decision = rng.choice(sorted(match.decisions().items()))
        action = choose(match, seat, level, rng, WALKS)
        assert action in decision.actions
        match.apply(seat, action)
    # A player may accept the proposed deck as a whole. If only single swaps were possible, a computer that considers
    # few actions would never finish.
    assert match.state.phase == {"sealed": "setup", "draft": "draft"}[way] or match.state.round


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_hard_player_chooses_the_same_whatever_is_hidden_from_it(game: AnyGame) -> None:
    """A hard computer chooses the same action in two matches that differ only in facts hidden from its seat."""
    for match, seat in positions(game, fewest_seats(game), 3, seed=8):
        other = match.worlds(seat, random.Random(99))
        chosen = {Search(one, seat, random.Random(7)).best(WALKS) for one in (match, other, match)}
        assert len(chosen) == 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_a_seat_thinks_possible_follows_from_what_it_knows(game: AnyGame) -> None:
    """The same knowledge leads to the same possible worlds, so no computer level can learn hidden facts from them."""
    for seats in game.seats:
        for match, seat in positions(game, seats, 4):
            other = match.worlds(seat, random.Random(99))
            assert match.worlds(seat, random.Random(5)).dump() == other.worlds(seat, random.Random(5)).dump()


def test_a_single_action_is_taken_without_a_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    match = duel.GAME.new(2, 1)
    rng = random.Random(1)
    while any(len(decision.actions) > 1 for decision in match.decisions().values()):
        seat, decision = next(iter(match.decisions().items()))
        match.apply(seat, random_policy(match, seat, decision, rng))
    monkeypatch.setattr(match.game, "worlds", None)
    for seat, decision in match.decisions().items():
        for level in LEVELS:
            assert choose(match, seat, level, rng, WALKS) == decision.actions[0]


def test_easy_thinks_of_few_things_and_takes_the_better() -> None:
    match = TINY.new(2, 1)
    found = Counter(easy_policy(match, 0, match.decisions()[0], random.Random(seed)) for seed in range(60))
    # An easy computer chooses the best of the actions it considers, which needn't include the best of all.
    assert len(found) > 1
    assert found.most_common(1)[0][0] == Take(2)


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_better_is_taken_before_worse(level: str) -> None:
    match = TINY.new(2, 1)
    assert choose(match, 0, level, random.Random(1), Budget(iterations=12)) == Take(2)


def test_a_choice_sealed_by_another_is_not_known() -> None:
    match = duel.GAME.new(2, 4)
    rng = random.Random(2)
    while not (isinstance(match.state.stack[-1], Sealed) and len(match.decisions()) == 2):
        seat, decision = next(iter(match.decisions().items()))
        match.apply(seat, random_policy(match, seat, decision, rng))
    chosen = set()
    for bid in match.decisions()[1].actions:
        sealed = match.copy()
        sealed.apply(1, bid)
        chosen.add(Search(sealed, 0, random.Random(3)).best(Budget(iterations=10)))
    assert len(chosen) == 1


def test_hard_keeps_to_its_budget() -> None:
    match, seat = next(positions(duel.GAME, 2, 1))
    for iterations in (4, 9):
        search = Search(match, seat, random.Random(1))
        search.best(Budget(iterations=iterations))
        assert search.iterations <= iterations
    search = Search(match, seat, random.Random(1))
    search.best(Budget(seconds=0.0))
    assert search.iterations <= 1
