"""Section 33 of RULES.md: who decides, when and between which options, and which decisions are optional."""

from __future__ import annotations

import pytest

from rules.dark_providence.content.records import RLYEH
from rules.dark_providence.examples.position_builder import agent, fill_bag, hold, lay, mark, own, show, stand, turn
from rules.dark_providence.state import actions as a
from tests.dark_providence import solo_scenes as solo
from tests.dark_providence.made_up_cards import SANE, action_card, bonus_card, city, give, icons, marker, power
from tests.dark_providence.scenes import finish, vp
from tests.dark_providence.table import act, begin_turn, done, mythos, new, offers
from tests.game_helpers import look, of_kinds, rule


def answer(match, kind):
    """Choose the first offer while offers of this kind exist. Return the seats that chose, in order."""
    seats = []
    while offers(match, kind):
        (seat,) = match.decisions()
        seats.append(seat)
        act(match, offers(match, kind)[0])
    return seats


def only_asked(match, seat):
    """Check that only this seat decides, and that the other viewers don't see its question."""
    assert list(match.decisions()) == [seat]
    for viewer in [None, *range(match.state.seats)]:
        view = look(match, viewer)
        assert view.to_act == [seat]
        assert (view.pending is not None) == (viewer == seat)
    return True


def act_publicly(match, action):
    """Take an action and return its events. Check that all events except draws of cards are public."""
    (seat,) = match.decisions()
    events = match.apply(seat, action)
    assert all(event.to is None for event in events if event.body.kind != "drew_cards")
    return [event.body for event in events]


# -- setup ----------------------------------------------------------------------------------------------------


@rule("DP-DEC.1", "DP-HC.92", "DP-SETUP.13")
def test_each_seat_chooses_a_free_colour_from_the_starting_player_on():
    match = new(3, colours="chosen", starting_player=2)
    assert only_asked(match, 1)
    assert sorted(offer.colour for offer in offers(match)) == [0, 1, 2, 3, 4]
    events = act_publicly(match, a.ChooseColour(4))
    assert of_kinds(events, "chose_colour")[0].colour == 4
    assert only_asked(match, 2)
    assert sorted(offer.colour for offer in offers(match)) == [0, 1, 2, 3]
    assert answer(match, a.ChooseColour) == [2, 0]
    assert len({player.colour for player in match.state.players}) == 3


@rule("DP-DEC.2", "DP-HC.92", "DP-SETUP.15")
def test_each_seat_chooses_a_free_lead_agent_from_the_starting_player_on():
    match = new(3, starting_player=3)
    assert only_asked(match, 2)
    assert len(offers(match, a.ChooseLead)) == len(offers(match)) == 5
    events = act_publicly(match, a.ChooseLead("friday"))
    assert of_kinds(events, "chose_lead")[0].lead == "friday"
    assert "friday" not in [offer.lead for offer in offers(match)]
    assert answer(match, a.ChooseLead) == [0, 1]


@rule("DP-DEC.3", "DP-HC.1", "DP-SETUP.28")
def test_the_starting_player_is_named_or_drawn():
    assert [new(4, starting_player=seat + 1).state.first for seat in range(4)] == [0, 1, 2, 3]
    drawn = {new(4, f"first {number}").state.first for number in range(30)}
    assert drawn == {0, 1, 2, 3}


@rule("DP-DEC.4", "DP-HC.2", "DP-SETUP.29")
def test_each_seat_places_its_lead_agent_knowing_its_own_allegiance():
    match = new(4, starting_player=2)
    while not offers(match, a.StartIn):
        act(match, offers(match)[0])
    seats = []
    for _ in range(4):
        (seat,) = match.decisions()
        assert only_asked(match, seat)
        assert look(match, seat).players[seat].allegiance is not None
        cities = [offer.city for offer in offers(match)]
        assert len(cities) == len(offers(match)) == 12 - len(seats)
        assert RLYEH not in cities
        seats.append(seat)
        assert of_kinds(act_publicly(match, offers(match)[0]), "agent_joined")
    assert seats == [1, 0, 3, 2]


# -- decisions in a turn --------------------------------------------------------------------------------------


@rule("DP-DEC.5", "DP-DEC.18")
def test_only_the_active_player_takes_actions_and_may_pass():
    match = turn(3, seat=1)
    assert only_asked(match, 1)
    assert a.EndTurn() in offers(match)
    assert of_kinds(act_publicly(match, a.EndTurn()), "passed")
    assert only_asked(match, 2)


@rule("DP-DEC.5", "DP-ACT.1")
def test_every_action_slot_offers_all_that_can_be_done():
    match = turn()
    for icon in ("influence", "recover", "wealth", "ritual_up"):
        icons(match, 0, icon, 2)
    action_card(match, {"op": "vp"})
    mark(match, 0, "chicago", 1)
    vp(match, 30)
    kinds = {type(offer) for offer in offers(match)}
    assert kinds == {
        a.PlaceInfluence, a.AcquireTarget, a.RecoverInfluence, a.BuyInfluence, a.Travel, a.Meddle, a.UseCard,
        a.DiscardCard, a.RevealAllegiance, a.EndTurn,
    }  # fmt: skip
    begin_turn(match, 0, 1)
    match.state.turn.taken = 1
    assert {type(offer) for offer in offers(match)} == kinds - {a.AcquireTarget}


@rule("DP-DEC.6")
@pytest.mark.parametrize("left", [2, 1, 0])
def test_bonus_actions_and_the_free_move_may_come_before_between_and_after_and_be_left(left):
    match = turn()
    free = bonus_card(match, {"op": "vp", "amount": 1})
    own(match, 0, mythos(match, "idol", [power({"op": "vp", "amount": 1}, timing="bonus")]))
    agent(match, 0, "lillian_la_france", "boston")
    begin_turn(match, 0, left)
    assert free in offers(match)
    assert a.UseBonus("idol") in offers(match)
    assert offers(match, a.FreeMove)
    assert a.EndTurn() in offers(match)
    assert of_kinds(act_publicly(match, free), "used")


@rule("DP-DEC.7", "DP-VIS.13")
def test_placing_influence_names_one_target_and_a_minimal_set_of_cards():
    match = turn()
    one, two = icons(match, 0, "influence", 1, 2)
    act(match, a.PlaceInfluence("chicago"))
    assert only_asked(match, 0)
    assert sorted(sorted(offer.cards) for offer in offers(match, a.Pay)) == sorted([[one], [two], sorted([one, two])])
    events = act_publicly(match, a.Pay((two,)))
    assert of_kinds(events, "paid_with")[0].cards == (two,)
    assert of_kinds(events, "placed")[0].count == 2


@rule("DP-DEC.8")
def test_acquiring_offers_every_eligible_target_as_the_first_action():
    match = turn()
    for name in ("chicago", "detroit"):
        mark(match, 0, name, 2)
    mark(match, 0, "atlanta", 1)
    mark(match, 1, "atlanta", 1)
    assert [offer.target for offer in offers(match, a.AcquireTarget)] == ["chicago", "detroit"]
    assert of_kinds(act_publicly(match, a.AcquireTarget("detroit")), "acquired")


@rule("DP-DEC.9")
def test_recovering_asks_which_markers_from_where():
    match = turn()
    icons(match, 0, "recover", 2)
    mark(match, 0, "chicago", 2)
    mark(match, 0, "detroit", 1)
    act(match, a.RecoverInfluence())
    assert only_asked(match, 0)
    found = [(offer.target, offer.count) for offer in offers(match, a.TakeBack)]
    assert found == [("chicago", 1), ("chicago", 2), ("detroit", 1)]
    assert of_kinds(act_publicly(match, a.TakeBack("chicago", 2)), "recovered")


@rule("DP-DEC.10")
def test_buying_asks_for_a_minimal_set_of_cards():
    match = turn()
    two, four = icons(match, 0, "wealth", 2, 4)
    act(match, a.BuyInfluence())
    assert sorted(sorted(offer.cards) for offer in offers(match, a.Pay)) == sorted([[two], [four], sorted([two, four])])
    assert of_kinds(act_publicly(match, a.Pay((four,))), "bought")[0].count == 2


@rule("DP-DEC.11")
def test_travelling_asks_for_agents_and_destinations():
    match = turn()
    icons(match, 0, "wealth", 1, 1)
    agent(match, 0, "moses_fleet", "boston")
    assert {offer.agent for offer in offers(match, a.Travel)} == {"monday", "moses_fleet"}
    act(match, a.Travel("monday"))
    assert only_asked(match, 0)
    assert offers(match, a.GoTo)
    act(match, offers(match, a.GoTo)[0])
    assert match.state.agents["monday"].city in match.state.places


@rule("DP-DEC.12")
def test_meddling_names_track_and_direction():
    match = turn()
    match.state.investigation = 3
    icons(match, 0, "ritual_up", 1)
    icons(match, 0, "investigation_down", 1)
    assert offers(match, a.Meddle) == [a.Meddle("investigation", "down"), a.Meddle("ritual", "up")]
    assert of_kinds(act_publicly(match, a.Meddle("ritual", "up")), "moved_track")


@rule("DP-DEC.13", "DP-HC.90")
def test_an_assassination_names_card_acting_agent_target_and_force():
    match = turn()
    city(match, "chicago", control=3)
    marker(match, "monday", force=1)
    match.state.agents["monday"].city = "chicago"
    agent(match, 0, "carl_jung", "chicago")
    for name in ("moses_fleet", "wyatt_earp"):
        agent(match, 1, name, "chicago", zone="discard")
    icons(match, 0, "force", 2, 3)
    act(match, action_card(match, {"op": "assassinate", "any_agent": True}))
    assert only_asked(match, 0)
    named = {(offer.victim, offer.actor) for offer in offers(match, a.Strike)}
    assert named == {(v, by) for v in ("moses_fleet", "wyatt_earp") for by in ("monday", "carl_jung")}
    act(match, a.Strike("wyatt_earp", "carl_jung"))
    assert "wyatt_earp" in match.state.agents
    assert len(offers(match, a.Pay)) == 2
    assert of_kinds(act_publicly(match, offers(match, a.Pay)[0]), "assassinated")


@rule("DP-DEC.14", "DP-HC.90")
def test_a_gate_names_card_acting_agent_and_face():
    match = turn()
    fill_bag(match, *SANE)
    city(match, "chicago", gate=2)
    marker(match, "monday", arcane=1)
    match.state.agents["monday"].city = "chicago"
    icons(match, 0, "arcane", 1, 2)
    act(match, action_card(match, {"op": "gate", "face": "either", "any_agent": True}))
    assert only_asked(match, 0)
    assert offers(match) == [a.WorkGate("chicago", "close", "monday"), a.WorkGate("chicago", "open", "monday")]
    act(match, a.WorkGate("chicago", "close", "monday"))
    assert len(offers(match, a.Pay)) == 2
    assert of_kinds(act_publicly(match, offers(match, a.Pay)[0]), "gate_worked")[0].face == "close"


@rule("DP-DEC.15")
def test_a_lock_names_what_is_done_and_to_what():
    match = turn()
    match.state.locks.append("chicago")
    act(match, action_card(match, {"op": "lock", "mode": "either"}))
    options = {offer.option for offer in offers(match, a.Choose)}
    assert {"remove/chicago", "place/detroit"} <= options
    assert "place/chicago" not in options
    assert of_kinds(act_publicly(match, a.Choose("place/detroit")), "locked")[0].target == "detroit"


@rule("DP-DEC.16", "DP-VIS.14")
def test_discarding_takes_any_one_or_more_cards_and_says_which():
    match = turn()
    cards = icons(match, 0, "wealth", 1, 2, 3)
    act(match, a.DiscardCard(cards[0]))
    assert only_asked(match, 0)
    act(match, a.DiscardCard(cards[2]))
    events = act_publicly(match, a.Done())
    assert of_kinds(events, "discarded")[0].cards == (cards[0], cards[2])
    assert match.state.players[0].hand == [cards[1]]


@rule("DP-DEC.17", "DP-VIS.19")
def test_the_reveal_is_offered_to_that_seat_only_and_told_to_all():
    match = turn()
    vp(match, 30, 30, 30)
    assert a.RevealAllegiance() in match.decisions()[0].actions
    assert only_asked(match, 0)
    assert "reveal" not in look(match, 1).model_dump_json().replace("revealed", "")
    assert of_kinds(act_publicly(match, a.RevealAllegiance()), "revealed")


@rule("DP-DEC.19", "DP-CARD.8", "DP-HC.34")
def test_a_cards_ways_are_chosen_among_and_cannot_be_taken_back_once_played():
    match = turn()
    ways = [[{"op": "vp", "amount": 1}], [{"op": "vp", "amount": 2}]]
    give(match, 0, "crossroads", {"timing": "action", "ways": ways}, influence=1)
    assert {a.UseCard("crossroads"), a.PlaceInfluence("chicago")} <= {*offers(match)}
    act(match, a.UseCard("crossroads"))
    assert offers(match) == [a.ChooseWay(0), a.ChooseWay(1)]
    act(match, a.ChooseWay(1))
    assert match.state.players[0].vp == 2


@rule("DP-DEC.20", "DP-CARD.17")
@pytest.mark.parametrize("used", [True, False])
def test_a_reaction_off_turn_is_its_owners_choice_and_asked_in_private(used):
    match = turn()
    reaction = {"timing": "reaction", "trigger": "discarded", "ways": [[{"op": "vp", "amount": 1}]]}
    give(match, 1, "policy", reaction)
    act(match, action_card(match, {"op": "rivals_discard"}))
    assert only_asked(match, 1)
    assert offers(match, seat=1) == [a.Done(), a.React()]
    events = act_publicly(match, a.React() if used else a.Done())
    assert bool(of_kinds(events, "used")) == used
    assert match.state.players[1].vp == int(used)
    assert list(match.decisions()) == [0]


@rule("DP-DEC.21")
def test_card_texts_that_say_may_can_be_declined_and_others_cannot():
    match = turn()
    lay(match, "chicago", "dynamite", "ghouls")
    act(match, action_card(match, {"op": "destroy_asset"}, {"op": "draw"}))
    assert a.Done() in offers(match)
    done(match)
    match = turn()
    act(match, action_card(match, {"op": "rival_vp", "amount": 1}, {"op": "draw"}))
    assert offers(match) == [a.Choose("1"), a.Choose("2")]


@rule("DP-DEC.21", "DP-CARD.19")
def test_an_on_acquire_choice_is_made_by_who_acquires_and_told_to_all():
    match = turn()
    show(match, "hastur")
    mark(match, 0, "hastur", 1)
    fill_bag(match, 0, 0)
    act(match, a.AcquireTarget("hastur"))
    assert only_asked(match, 0)
    assert of_kinds(act_publicly(match, a.Choose("2")), "vp")[0].seat == 2


@rule("DP-DEC.22")
def test_effects_of_the_end_are_applied_without_asking():
    match = turn()
    for number, card in enumerate(name for name, record in match.content.mythos.items() if record.end):
        own(match, number % 3, card)
    finish(match)
    assert match.over
    assert match.decisions() == {}


# -- solo -----------------------------------------------------------------------------------------------------


@rule("DP-DEC.23", "DP-SETUP.33")
def test_the_solo_player_chooses_the_cultists_colours_a_lead_agent_and_a_city():
    match = new(1, colours="chosen")
    assert answer(match, a.ChooseColour) == [0, 0, 0]
    assert match.state.old_one is not None
    colours = [match.state.players[0].colour, *(own.colour for own in match.state.old_one.cultists)]
    assert len(set(colours)) == 3
    assert answer(match, a.ChooseLead) == [0]
    assert len(offers(match, a.StartIn)) == 10
    assert answer(match, a.StartIn) == [0]


@rule("DP-DEC.24")
def test_the_solo_player_chooses_among_several_victims_and_can_not_decline():
    match = solo.scene()
    vp(match, 5)
    stand(match, 1, "boston")
    for name in ("moses_fleet", "wyatt_earp"):
        agent(match, 0, name, "boston")
    solo.kill(match, 1, 9)
    assert only_asked(match, 0)
    assert offers(match) == [a.Choose("moses_fleet"), a.Choose("wyatt_earp")]
    act(match, a.Choose("wyatt_earp"))
    assert "wyatt_earp" not in match.state.agents
    assert "moses_fleet" in match.state.agents


# -- automatic outcomes ---------------------------------------------------------------------------------------


@rule("DP-DEC.20", "DP-HC.17")
def test_returning_markers_replacing_and_reshuffling_cards_ask_no_one():
    match = turn()
    mark(match, 0, "chicago", 2)
    mark(match, 1, "chicago", 1)
    hold(match, 1, "chicago")
    match.state.places["chicago"].controller = 1
    match.state.players[1].controls -= 1
    act(match, a.AcquireTarget("chicago"))
    assert list(match.decisions()) == [0]
    assert match.state.turn.taken == 1
    assert len(match.state.players[1].hand) == 1  # the hand has only the card that replaced the city card
