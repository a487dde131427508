"""Section 6 of RULES.md: the effects printed on cards, and cards with several texts."""

from __future__ import annotations

import pytest

from rules.dark_providence.content.load import base
from rules.dark_providence.examples.position_builder import agent, hold, lay, mark, own, turn
from rules.dark_providence.flow.scoring import result, scores
from rules.dark_providence.state.actions import (
    AcquireTarget,
    Choose,
    ChooseWay,
    DiscardCard,
    Done,
    PlaceInfluence,
    React,
    UseBonus,
    UseCard,
    WorkGate,
)
from tests.dark_providence.made_up_cards import give, power
from tests.dark_providence.table import act, begin_turn, mythos, offers, pay, set_allegiance
from tests.game_helpers import look, rule

CONTENT = base()


DRAW = {"op": "draw"}
VP = {"op": "vp", "amount": 1}
KILL = {"op": "assassinate", "any_agent": True}
GATE = {"op": "gate", "face": "open", "any_agent": True}


# -- printed effects ------------------------------------------------------------------------------------------


@rule("DP-CARD.17", "DP-CARD.18")
@pytest.mark.parametrize("trigger", ["played", "discarded", "destroyed"])
def test_a_reaction_has_its_own_trigger_and_costs_no_action(trigger):
    for done in ("played", "discarded", "destroyed"):
        match = turn()
        begin_turn(match, 0, actions=3)
        reaction = {"timing": "reaction", "trigger": trigger, "ways": [[VP]]}
        give(match, 0, "card", power(DRAW), reaction)
        give(match, 0, "fire", power({"op": "purge"}))
        if done == "played":
            act(match, UseCard("card"))
        elif done == "discarded":
            act(match, DiscardCard("card"))
            act(match, Done())
        else:
            act(match, UseCard("fire"))
        offered = offers(match)
        assert (React() in offered) == (done == trigger)
        if done == trigger:
            act(match, React())
            assert match.state.players[0].vp == 1
        assert match.state.turn.actions == 2


@rule("DP-CARD.17", "DP-TURN.16")
def test_a_reaction_out_of_turn_is_its_owners_and_leaves_the_turn_alone():
    match = turn()
    reaction = {"timing": "reaction", "trigger": "discarded", "ways": [[VP]]}
    give(match, 1, "card", reaction)
    give(match, 0, "howl", power({"op": "rivals_discard"}))
    act(match, UseCard("howl"))
    assert set(match.decisions()) == {1}
    assert set(offers(match)) == {React(), Done()}
    act(match, React())
    assert [player.vp for player in match.state.players] == [0, 1, 0]
    assert (match.state.turn.seat, match.state.turn.actions, set(match.decisions())) == (0, 1, {0})


@rule("DP-CARD.19", "DP-ACQ.17")
def test_what_happens_on_acquiring_happens_once_by_action_or_by_effect():
    for by_effect in (False, True):
        match = turn()
        lay(match, "boston", "starry_wisdom", "seance")
        match.state.bag, match.state.spent = [0, 0], [6, 12]
        if by_effect:
            act(match, UseCard(give(match, 0, "contract", power({"op": "acquire", "what": "asset"}))))
            act(match, Choose("starry_wisdom"))
        else:
            mark(match, 0, "starry_wisdom", 1)
            act(match, AcquireTarget("starry_wisdom"))
        assert match.state.ritual == 1
        hold(match, 0, "starry_wisdom")
        begin_turn(match, 0)
        act(match, PlaceInfluence("boston"))
        assert match.state.ritual == 1


@rule("DP-CARD.20", "DP-HC.86", "DP-TURN.13")
def test_an_ongoing_effect_lasts_as_long_as_the_card_is_owned():
    found = []
    for owned in (False, True):
        match = turn()
        if owned:
            own(match, 0, "nikola_tesla")
        mark(match, 0, "chicago", 1)
        act(match, AcquireTarget("chicago"))
        found.append(match.state.turn.actions)
    assert found == [1, 2]


@rule("DP-CARD.20", "DP-HC.86")
def test_the_extra_action_comes_for_the_first_acquisition_in_the_own_turn_only():
    match = turn()
    own(match, 0, "nikola_tesla")
    mark(match, 0, "chicago", 1)
    act(match, AcquireTarget("chicago"))
    lay(match, "boston", "tommy_guns", "seance")
    act(match, UseCard(give(match, 0, "contract", power({"op": "acquire", "what": "asset"}))))
    act(match, Choose("tommy_guns"))
    assert match.state.turn.actions == 1


@rule("DP-CARD.21", "DP-TURN.3")
def test_bonus_actions_use_up_no_action():
    match = turn()
    for number in range(4):
        give(match, 0, f"trick_{number}", power(VP, timing="bonus"))
    for number in range(4):
        act(match, UseBonus(f"trick_{number}"))
        assert (match.state.players[0].vp, match.state.turn.actions) == (number + 1, 2)


@rule("DP-CARD.22")
def test_end_of_game_effects_give_vp_or_settle_ties():
    match = turn(2)
    set_allegiance(match, 0, "cultist")
    set_allegiance(match, 1, "investigator")
    assert result(match).winners == [1]
    own(match, 0, mythos(match, "prophecy", end=[{"end": "score", "amount": 2}]))
    own(match, 1, mythos(match, "omen", end=[{"end": "score", "amount": {"count": "mythos", "times": 2}}]))
    assert (scores(match, 0)["end"], scores(match, 1)["end"]) == (2, 2)
    assert match.state.players[0].vp == 0


@rule("DP-CARD.22")
def test_a_card_that_wins_ties_beats_the_stronger_side():
    match = turn(3)
    for seat, allegiance in enumerate(["cultist", "investigator", "ex_cultist"]):
        set_allegiance(match, seat, allegiance)
    match.state.players[0].vp = match.state.players[1].vp = 4
    own(match, 1, "silver_key")
    own(match, 0, mythos(match, "charm", vp=1))
    assert result(match).winners == [1]
    own(match, 0, mythos(match, "crown", end=[{"end": "ties"}]))
    assert result(match).winners == [0]


# -- one card, several texts ----------------------------------------------------------------------------------


@rule("DP-HC.34", "DP-CARDACT.4")
def test_of_either_or_one_is_chosen_and_the_other_is_lost():
    for number in (0, 1):
        match = turn()
        give(match, 0, "card", {"timing": "action", "ways": [[VP], [{"op": "track", "track": "ritual", "by": 2}]]})
        act(match, UseCard("card"))
        assert set(offers(match)) == {ChooseWay(0), ChooseWay(1)}
        act(match, ChooseWay(number))
        assert (match.state.players[0].vp, match.state.ritual) == ((1, 0), (0, 2))[number]
        assert match.state.turn.actions == 1


@rule("DP-HC.90", "DP-GATE.18")
def test_cards_agent_and_target_are_fixed_before_the_token_is_drawn():
    match = turn()
    agent(match, 0, "alice_ochs", "chicago")
    match.state.agents["monday"].city = "chicago"
    match.state.bag, match.state.spent = [0, 12], [6, 0]
    give(match, 0, "rite", power(GATE))
    give(match, 0, "book", arcane=2)
    give(match, 0, "notes", arcane=2)
    act(match, UseCard("rite"))
    act(match, WorkGate("chicago", "open", "alice_ochs"))
    assert match.state.players[0].madness == 0
    pay(match, "notes")
    assert match.state.players[0].madness == 1
    assert "alice_ochs" not in match.state.agents
    assert "monday" in match.state.agents
    assert sorted(match.state.players[0].discard) == ["notes", "rite"]


@rule("DP-HC.88", "DP-VIS.14")
def test_discard_piles_are_open_unless_the_switch_leaves_only_the_top_card():
    for switch, seen in ((True, ["first", "second"]), (False, ["second"])):
        match = turn(discard_open=switch)
        for card in ("first", "second"):
            give(match, 1, card, zone="discard")
        assert look(match, 0).players[1].discard == seen
        assert look(match, 1).players[1].discard == ["first", "second"]
