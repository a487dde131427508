"""Section 18 of RULES.md: buying influence markers from the common pool."""

from __future__ import annotations

import pytest

from rules.dark_providence.examples.position_builder import leave, turn
from rules.dark_providence.state.actions import BuyInfluence
from tests.dark_providence.made_up_cards import give, icons, payments
from tests.dark_providence.table import act, pay, refused
from tests.game_helpers import rule


def scene(*values, pool=12):
    """Return a turn of seat 0 with this many markers in the common pool, and WEALTH cards of these values."""
    match = turn()
    leave(match, 0, pool=pool)
    return match, icons(match, 0, "wealth", *values)


def bought(match):
    return match.state.players[0].supply - 6


@pytest.mark.parametrize(("values", "count"), [((2,), 1), ((3,), 1), ((4,), 2), ((2, 3), 2), ((1, 1), 1), ((3, 3), 3)])
@rule("DP-BUY.1", "DP-BUY.2", "DP-BUY.3")
def test_every_two_wealth_bring_one_marker_from_the_pool_to_the_supply(values, count):
    match, cards = scene(*values)
    act(match, BuyInfluence())
    pay(match, *cards)
    assert bought(match) == count
    assert match.state.players[0].pool == 12 - count
    assert sorted(match.state.players[0].discard) == sorted(cards)
    assert match.state.turn.actions == 1


@rule("DP-BUY.2")
def test_leftover_wealth_is_lost_now_and_later():
    match, (first, second) = scene(3, 1)
    act(match, BuyInfluence())
    pay(match, first)
    assert bought(match) == 1
    assert match.state.players[0].hand == [second]
    assert refused(match, BuyInfluence())  # the 1 WEALTH that was overpaid in the first purchase is lost


@rule("DP-BUY.4")
def test_with_an_empty_pool_nothing_can_be_bought():
    match, _ = scene(4, pool=0)
    assert refused(match, BuyInfluence())
    leave(match, 0, pool=1)
    assert not refused(match, BuyInfluence())


@rule("DP-BUY.5")
def test_the_pool_bounds_what_is_bought_and_the_cards_played_for_it():
    match, _ = scene(6, pool=1)
    act(match, BuyInfluence())
    assert bought(match) == 1
    assert match.state.players[0].pool == 0
    match, (two, three, _) = scene(2, 3, 1, pool=1)
    act(match, BuyInfluence())
    assert payments(match) == sorted([(two,), (three,)])
    match, (two, three, four) = scene(2, 3, 4, pool=2)
    act(match, BuyInfluence())
    assert payments(match) == sorted([(two,), (three,), (four,)])


@rule("DP-BUY.6")
def test_less_than_two_wealth_buys_nothing():
    match, _ = scene(1)
    assert refused(match, BuyInfluence())
    icons(match, 0, "wealth", 1)
    assert not refused(match, BuyInfluence())


@rule("DP-BUY.1")
def test_only_wealth_in_hand_pays():
    match, _ = scene()
    give(match, 0, "scrap", influence=4, recover=4)
    give(match, 0, "treasure", zone="discard", wealth=4)
    give(match, 1, "foreign", wealth=4)
    assert refused(match, BuyInfluence())


@rule("DP-BUY.2")
def test_a_card_whose_wealth_only_adds_to_the_leftover_may_not_be_played():
    match, (two, three, one) = scene(2, 3, 1)
    act(match, BuyInfluence())
    assert payments(match) == sorted([(two,), (three,), (two, three), (three, one), (two, three, one)])
