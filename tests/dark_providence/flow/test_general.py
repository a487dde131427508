"""Section 1 of RULES.md: general principles."""

from __future__ import annotations

import pytest

from rules.dark_providence.examples.position_builder import agent, lay, mark, own, show, turn
from rules.dark_providence.flow.scoring import excluded, result, scores
from rules.dark_providence.state.actions import AcquireTarget, Choose, EndTurn, Meddle, Strike, UseCard, WorkGate
from rules.kernel.errors import IllegalAction
from tests.dark_providence.made_up_cards import give, power
from tests.dark_providence.solo_scenes import old_one
from tests.dark_providence.table import GAME, act, begin_turn, new, offers, set_allegiance
from tests.game_helpers import rule


def use(match, card, seat=0, *ops):
    """Use a made-up card whose action has these operations. Return the events."""
    return act(match, UseCard(give(match, seat, card, power(*ops))))


@rule("DP-GEN.1", "DP-SETUP.33")
def test_one_to_five_play_and_only_one_alone_meets_a_great_old_one():
    assert [(new(seats).state.old_one is not None) for seats in range(1, 6)] == [True, *[False] * 4]
    assert list(GAME.seats) == [1, 2, 3, 4, 5]
    for seats in (0, 6):
        with pytest.raises(IllegalAction):
            new(seats)


@rule("DP-GEN.2")
def test_of_two_players_on_one_side_only_the_better_one_wins():
    match = turn(4)
    for seat, allegiance in enumerate(["investigator", "investigator", "cultist", "ex_cultist"]):
        set_allegiance(match, seat, allegiance)
        match.state.players[seat].vp = [12, 11, 3, 1][seat]
    assert result(match).winners == [0]
    match.state.players[1].vp = 13
    assert result(match).winners == [1]


@rule("DP-GEN.2")
def test_a_weak_partner_costs_the_best_player_the_game():
    match = turn(4)
    for seat, allegiance in enumerate(["investigator", "investigator", "cultist", "ex_cultist"]):
        set_allegiance(match, seat, allegiance)
        match.state.players[seat].vp = [20, 0, 3, 1][seat]
    assert excluded(match, [20, 0, 3, 1]) == {0, 1}
    assert result(match).winners == [2]


@rule("DP-GEN.3")
def test_a_card_that_opens_locks_or_breaks_ties_beats_the_rule():
    match = turn()
    mark(match, 0, "chicago", 1)
    mark(match, 1, "chicago", 1)
    assert AcquireTarget("chicago") not in offers(match)
    own(match, 0, "yellow_sign")
    assert AcquireTarget("chicago") in offers(match)
    match.state.locks.append("chicago")
    assert AcquireTarget("chicago") not in offers(match)
    use(match, "coup_of_ours", 0, {"op": "acquire", "what": "city", "locked": True, "most": 5})
    act(match, Choose("chicago"))
    assert match.state.places["chicago"].controller == 0


@rule("DP-GEN.4")
@pytest.mark.parametrize("pool", [0, 2, 3, 9])
def test_an_effect_goes_as_far_as_there_are_markers(pool):
    match = turn()
    player = match.state.players[0]
    player.supply, player.pool = 18 - pool, pool
    use(match, "grant", 0, {"op": "pool", "count": 3}, {"op": "draw"})
    assert (player.pool, player.supply) == (max(0, pool - 3), 18 - max(0, pool - 3))


@rule("DP-GEN.4", "DP-LIMIT.3")
def test_an_effect_adds_as_many_mythos_cards_as_there_are():
    match = turn()
    match.state.stock, row = [*match.state.stock], len(match.state.row)
    match.state.destroyed += match.state.mythos_deck[2:]
    match.state.mythos_deck = match.state.mythos_deck[:2]
    use(match, "excavation", 0, {"op": "row", "count": 3})
    assert (len(match.state.row), match.state.mythos_deck) == (row + 2, [])


@rule("DP-GEN.5")
def test_only_a_city_brings_vp_during_play():
    match = turn()
    state, player = match.state, match.state.players[0]
    lay(match, "boston", "seance", "exorcism")
    lay(match, "detroit", "eliot_ness", "tommy_guns")
    show(match, "silver_key", "black_goat")
    set_allegiance(match, 0, "cultist")
    state.bag, state.spent = [6, 0], [0, 12]
    agent(match, 0, "wyatt_earp", "chicago")
    agent(match, 1, "gerard_lescaux", "chicago")
    for target in ("seance", "eliot_ness", "silver_key", "black_goat"):
        mark(match, 0, target, 1)
        begin_turn(match, 0)
        act(match, AcquireTarget(target))
    begin_turn(match, 0, actions=3)
    give(match, 0, "rite", power({"op": "gate", "face": "open", "any_agent": True}))
    give(match, 0, "book", arcane=9)
    give(match, 0, "knife", power({"op": "assassinate", "any_agent": True}))
    give(match, 0, "thugs", force=9)
    give(match, 0, "chant", ritual_up=4)
    act(match, UseCard("rite"))
    act(match, WorkGate("chicago", "open", "wyatt_earp"))
    act(match, UseCard("knife"))
    act(match, Strike("gerard_lescaux", "wyatt_earp"))
    act(match, Meddle("ritual", "up"))
    assert (player.vp, state.ritual, player.crypt) == (0, 4, ["gerard_lescaux"])
    mark(match, 0, "atlanta", 1)
    begin_turn(match, 0)
    act(match, AcquireTarget("atlanta"))
    assert player.vp == 4
    points = scores(match, 0)
    assert points["gates"] == 3
    assert points["track"] == 4
    assert points["crypt"] == 1


@rule("DP-GEN.6", "DP-TURN.12")
def test_turns_go_on_for_ever_while_nothing_ends_the_game():
    match = turn(2, vp_marker_from_supply=True)
    for _ in range(300):
        act(match, EndTurn())
    assert not match.over
    assert match.state.turns == 301


@rule("DP-GEN.7")
def test_the_same_table_is_worth_something_else_to_each_allegiance():
    match = turn()
    match.state.ritual, match.state.investigation = 7, 3
    place = match.state.places["atlanta"]
    place.gate, place.gate_owner = "open", 0
    match.state.players[0].controls -= 1
    match.state.players[0].crypt = ["gerard_lescaux"]
    totals = {}
    for allegiance in ("investigator", "cultist", "ex_investigator", "ex_cultist"):
        set_allegiance(match, 0, allegiance)
        totals[allegiance] = sum(scores(match, 0).values())
    assert totals == {
        "investigator": 3 + 3,
        "cultist": 3 + 7 + 4 + 1,
        "ex_investigator": 3 + 3 + 4 + 1,
        "ex_cultist": 3 + 7 + 4 + 1,
    }


@rule("DP-GEN.8")
def test_alone_the_great_old_one_is_the_other_player_of_card_texts():
    match = turn(1)
    begin_turn(match, 0, actions=3)
    use(match, "slander", 0, {"op": "rival_vp", "amount": 2})
    assert old_one(match).vp == 4
    mark(match, 2, "boston", 2)
    use(match, "raid", 0, {"op": "drive_off", "count": 2})
    assert (match.state.marks, old_one(match).cultists[1].supply) == ({}, 19)
