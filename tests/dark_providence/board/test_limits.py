"""Section 8 of RULES.md: what happens when pieces run out."""

from __future__ import annotations

import pytest

from rules.dark_providence.examples.position_builder import agent, gate, hold, lay, mark, show, turn
from rules.dark_providence.state.actions import (
    AcquireTarget,
    BuyInfluence,
    Choose,
    EndTurn,
    PlaceInfluence,
    UseCard,
    WorkGate,
)
from tests.dark_providence.made_up_cards import action_card, give, icons, power
from tests.dark_providence.table import act, leave_controls, offers, refused
from tests.game_helpers import look, rule

GATE = {"op": "gate", "face": "either", "any_agent": True}


@rule("DP-LIMIT.1", "DP-LOCK.5")
@pytest.mark.parametrize("timing", ["action", "bonus"])
def test_without_a_free_lock_none_is_placed(timing):
    for free in (0, 1):
        match = turn()
        match.state.locks = [*list(match.state.places)[free:]]
        give(match, 0, "key", power({"op": "lock", "mode": "place"}, timing=timing))
        found = [offer.card for offer in offers(match) if offer.verb in ("use", "bonus")]
        assert found == (["key"] if free else [])


@rule("DP-LIMIT.1")
def test_a_lock_taken_off_can_be_placed_again():
    match = turn()
    match.state.locks = list(match.state.places)
    act(match, action_card(match, {"op": "lock"}))
    act(match, Choose("remove/boston"))
    assert look(match).locks == 1
    act(match, action_card(match, {"op": "lock"}, card="other"))
    act(match, Choose("place/boston"))
    assert look(match).locks == 0


@rule("DP-LIMIT.2", "DP-BUY.4")
def test_an_empty_pool_sells_nothing():
    match = turn()
    player = match.state.players[0]
    icons(match, 0, "wealth", 4)
    player.supply, player.pool = 18, 0
    assert refused(match, BuyInfluence())
    player.supply, player.pool = 17, 1
    act(match, BuyInfluence())
    assert (player.supply, player.pool) == (18, 0)
    assert match.state.players[1].pool == 12


@rule("DP-LIMIT.2")
def test_effects_take_no_more_than_the_pool_holds():
    match = turn()
    player = match.state.players[0]
    player.supply, player.pool = 17, 1
    act(match, action_card(match, {"op": "pool", "count": 3}))
    assert (player.supply, player.pool) == (18, 0)
    assert refused(match, action_card(match, {"op": "pool", "count": 3}, card="again"))


@rule("DP-LIMIT.3", "DP-ASSET.9")
def test_with_an_empty_mythos_deck_a_stack_that_runs_out_only_moves_the_ritual():
    match = turn()
    match.state.destroyed += match.state.mythos_deck
    match.state.mythos_deck = []
    row = list(match.state.row)
    lay(match, "boston", "seance")
    match.state.bag, match.state.spent = [6, 0], [0, 12]
    mark(match, 0, "seance", 1)
    act(match, AcquireTarget("seance"))
    assert (match.state.row, match.state.ritual) == (row, 2)
    assert refused(match, action_card(match, {"op": "row"}))


@rule("DP-LIMIT.4")
def test_with_an_empty_bag_a_sanity_test_does_nothing():
    match = turn()
    match.state.bag, match.state.spent = [0, 0], [6, 12]
    show(match, "necronomicon")
    mark(match, 0, "necronomicon", 1)
    match.state.players[0].madness, match.state.spent = 2, [6, 10]
    act(match, AcquireTarget("necronomicon"))
    player = match.state.players[0]
    assert (player.mythos, player.sane, player.madness, match.state.ending) == (["necronomicon"], 0, 2, [])


@rule("DP-LIMIT.4", "DP-GATE.12")
def test_with_an_empty_bag_a_gate_costs_no_one():
    match = turn()
    match.state.bag, match.state.spent = [0, 0], [6, 12]
    agent(match, 0, "alice_ochs", "detroit")
    icons(match, 0, "arcane", 3)
    act(match, action_card(match, GATE))
    act(match, WorkGate("detroit", "open", "alice_ochs"))
    assert "alice_ochs" in match.state.agents
    assert match.state.places["detroit"].gate


@rule("DP-LIMIT.5")
def test_without_a_control_marker_no_city_and_no_gate():
    for controls in (0, 1):
        match = turn()
        leave_controls(match, 0, controls, "arkham", "chicago")
        mark(match, 0, "chicago", 1)
        lay(match, "boston", "tommy_guns", "seance")
        mark(match, 0, "tommy_guns", 1)
        icons(match, 0, "arcane", 9)
        give(match, 0, "rite", power(GATE))
        give(match, 0, "contract", power({"op": "acquire", "what": "city"}))
        found = set(offers(match))
        assert AcquireTarget("tommy_guns") in found
        for action in (AcquireTarget("chicago"), UseCard("rite"), UseCard("contract")):
            assert (action in found) == bool(controls)


@rule("DP-LIMIT.6", "DP-COMP.17")
def test_eleven_marked_gates_leave_one_that_can_be_worked():
    match = turn()
    for city in match.state.places:
        if city != "detroit":
            gate(match, 1, city, "open")
    match.state.agents["monday"].city = "detroit"
    icons(match, 0, "arcane", 9)
    give(match, 0, "rite", power(GATE))
    assert UseCard("rite") in offers(match)
    match.state.agents["monday"].city = "chicago"
    assert refused(match, UseCard("rite"))


@rule("DP-LIMIT.7", "DP-COMP.15")
@pytest.mark.parametrize("placed", [6, 7, 8])
def test_at_most_eight_deep_ones_are_in_play(placed):
    match = turn()
    hold(match, 0, "deep_ones", zone="deck")
    for number in range(1, placed + 1):
        agent(match, 0, f"deep_one_{number}", "arkham")
    action = action_card(match, {"op": "deep_ones", "count": 3})
    if placed == 8:
        assert refused(match, action)
    else:
        act(match, action)
    assert look(match).deep_ones == 0
    assert sum(name.startswith("deep_one_") for name in match.state.agents) == 8


@rule("DP-LIMIT.7")
def test_a_deep_one_that_died_can_come_again():
    match = turn()
    hold(match, 0, "deep_ones", zone="deck")
    for number in range(1, 9):
        agent(match, 0, f"deep_one_{number}", "arkham")
    del match.state.agents["deep_one_3"]
    act(match, action_card(match, {"op": "deep_ones"}))
    assert "deep_one_3" in match.state.agents


@rule("DP-LIMIT.8", "DP-HC.22", "DP-TURN.10")
@pytest.mark.parametrize("cards", [0, 1, 3])
def test_a_player_with_too_few_cards_draws_the_remaining_ones(cards):
    match = turn()
    player = match.state.players[0]
    kept, gone = player.deck[:cards], player.deck[cards:]
    player.deck, player.discard = kept[:1], kept[1:]
    match.state.destroyed += gone
    for card in gone:
        del match.state.owners[card]
    act(match, EndTurn())
    assert sorted(player.hand) == sorted(kept)
    assert (player.deck, player.discard) == ([], [])
    assert match.state.turn.seat == 1


@rule("DP-LIMIT.2", "DP-PLACE.7")
def test_with_an_empty_supply_nothing_is_placed():
    match = turn()
    player = match.state.players[0]
    icons(match, 0, "influence", 2)
    player.supply, player.limbo = 0, 6
    assert refused(match, PlaceInfluence("boston"))
    assert refused(match, action_card(match, {"op": "influence", "count": 2}))
