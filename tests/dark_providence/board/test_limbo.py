"""Section 26 of RULES.md: Limbo, where markers go after they are spent on acquisitions."""

from __future__ import annotations

import pytest

from rules.dark_providence.board.piece_placement import owner_count, owner_state
from rules.dark_providence.examples.position_builder import lay, leave, mark, turn
from rules.dark_providence.state.actions import (
    AcquireTarget,
    BuyInfluence,
    Choose,
    EndTurn,
    PlaceInfluence,
    RecoverInfluence,
    TakeBack,
)
from tests.conformance.conservation import dark_providence
from tests.dark_providence.made_up_cards import action_card, icons
from tests.dark_providence.scenes import walk
from tests.dark_providence.table import act, begin_turn, destroy_missing_cards, new, offers, pay, refused
from tests.game_helpers import rule


def turn_with_limbo(count=2, seats=3):
    """Return a turn of seat 0 with this many of its markers in Limbo."""
    match = turn(seats)
    leave(match, 0, supply=match.state.players[0].supply - count)
    return match


def limbo(match):
    return [player.limbo for player in match.state.players]


@rule("DP-LIMBO.1")
def test_only_the_markers_of_who_acquires_go_to_limbo():
    match = turn()
    mark(match, 0, "chicago", 3)
    mark(match, 1, "chicago", 1)
    supply = match.state.players[1].supply
    act(match, AcquireTarget("chicago"))
    assert limbo(match) == [3, 0, 0]
    assert match.state.players[1].supply == supply + 1


@rule("DP-LIMBO.1")
def test_placing_recovering_buying_and_being_driven_off_put_nothing_into_limbo():
    match = turn()
    lay(match, "chicago", "dynamite", "ghouls")
    mark(match, 1, "dynamite", 2)
    (card,) = icons(match, 0, "influence", 2)
    act(match, PlaceInfluence("dynamite"))
    pay(match, card)
    (coin,) = icons(match, 0, "wealth", 2)
    act(match, BuyInfluence())
    pay(match, coin)
    begin_turn(match, 0)
    act(match, action_card(match, {"op": "drive_off", "count": 2}))
    assert match.state.marks["dynamite"] == [2, 0, 0]
    begin_turn(match, 0)
    act(match, action_card(match, {"op": "destroy_asset"}, card="bomb"))
    act(match, Choose("dynamite"))
    assert limbo(match) == [0, 0, 0]
    assert "dynamite" not in match.state.marks


@rule("DP-LIMBO.2")
def test_markers_stay_in_limbo_over_the_turns_until_they_are_recovered():
    match = turn_with_limbo()
    for _ in range(6):
        act(match, EndTurn())
    assert limbo(match) == [2, 0, 0]
    match.state.players[0].hand = []
    destroy_missing_cards(match)
    (card,) = icons(match, 0, "recover", 2)
    before = match.state.players[0].supply
    act(match, RecoverInfluence())
    pay(match, card)
    assert limbo(match) == [0, 0, 0]
    assert match.state.players[0].supply == before + 2


@rule("DP-LIMBO.2")
def test_no_one_but_their_owner_recovers_them():
    match = turn_with_limbo()
    begin_turn(match, 1)
    icons(match, 1, "recover", 3)
    assert refused(match, RecoverInfluence())
    mark(match, 1, "chicago", 1)
    mark(match, 1, "boston", 3)
    act(match, RecoverInfluence())
    assert {offer.target for offer in offers(match, TakeBack)} == {"chicago", "boston"}


@rule("DP-LIMBO.3")
def test_markers_in_limbo_can_not_be_placed():
    match = turn_with_limbo(6)
    assert match.state.players[0].supply == 0
    icons(match, 0, "influence", 2)
    assert refused(match, PlaceInfluence("chicago"))


@rule("DP-LIMBO.3")
def test_markers_in_limbo_can_not_be_bought():
    match = turn_with_limbo(6)
    leave(match, 0, pool=0)
    icons(match, 0, "wealth", 4)
    assert refused(match, BuyInfluence())
    leave(match, 0, pool=1)
    act(match, BuyInfluence())
    assert limbo(match)[0] == 17


@rule("DP-LIMBO.4", "DP-INV.1")
@pytest.mark.parametrize("seats", range(1, 6))
def test_every_colour_always_has_its_nineteen_markers(seats):
    match = new(seats, f"limbo {seats}")
    state = match.state
    for number, _ in enumerate(walk(match, seats)):
        if number % 5:
            continue
        dark_providence(match)
        for owner in range(owner_count(state)):
            holder = owner_state(state, owner)
            laid = sum(marks[owner] for marks in state.marks.values())
            # the markers in the common pool, and the marker on the VP track
            beside = state.players[owner].pool + 1 if owner < seats else 0
            assert holder.supply + holder.limbo + laid + beside == 19
