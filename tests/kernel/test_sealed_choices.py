"""A sealed choice can be withdrawn until the last seat has chosen."""

from __future__ import annotations

import pytest

from rules.kernel.engine.sealed_choices import may_withdraw, withdraw
from rules.kernel.errors import IllegalAction
from tests.kernel import duel
from tests.matches.tiny_game import TINY, Bid, Done


def bidding(seats: int = 3):
    """Return a match where all seats must seal a bid."""
    match = TINY.new(seats, "secret", {"turns": 1})
    match.apply(0, Done())
    return match


def test_one_choice_comes_back_and_the_others_stay_sealed() -> None:
    match = bidding()
    before = match.view(None)
    match.apply(1, Bid(3))
    match.apply(0, Bid(1))
    again = withdraw(match, 1)
    assert sorted(again.decisions()) == [1, 2]
    assert again.state.stack[-1].chosen == {0: {"verb": "bid", "count": 1}}
    assert sorted(match.decisions()) == [2], "the match itself is as it was"
    # After seat 0 has also withdrawn its choice, nothing reveals that either seat ever made one.
    assert withdraw(again, 0).view(None) == before
    again.apply(1, Bid(2))
    again.apply(2, Bid(1))
    assert again.over
    assert again.state.coins == [-1, -2, -1]


def test_the_others_world_is_the_same_before_and_after() -> None:
    match = bidding()
    match.apply(0, Bid(2))
    other = match.copy()
    match.apply(1, Bid(1))
    other.apply(1, Bid(3))
    assert withdraw(match, 1).dump() == withdraw(other, 1).dump()
    assert match.epoch == withdraw(match, 1).epoch


def test_nothing_comes_back_that_is_not_sealed() -> None:
    match = bidding()
    assert [may_withdraw(match, seat) for seat in range(3)] == [False] * 3
    match.apply(0, Bid(1))
    assert [may_withdraw(match, seat) for seat in range(3)] == [True, False, False]
    with pytest.raises(IllegalAction):
        withdraw(match, 1)
    match.apply(1, Bid(1))
    match.apply(2, Bid(1))
    assert match.over
    assert not may_withdraw(match, 0)


def test_a_duels_bid_comes_back_to_the_hand() -> None:
    match = duel.GAME.new(2, "secret")
    for seat in (0, 1):
        match.apply(seat, match.decisions()[seat].actions[-1])
    first = match.decisions()[1].actions
    match.apply(1, first[0])
    again = withdraw(match, 1)
    assert again.decisions()[1].actions == first
    assert again.view(1).mine is None
    assert again.view(0) == withdraw(match, 1).view(0)
    assert duel.GAME.load(again.dump()).dump() == again.dump()
