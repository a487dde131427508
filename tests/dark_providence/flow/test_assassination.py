"""Section 21.1 of RULES.md: the agents that can assassinate, their targets, and the FORCE needed."""

from __future__ import annotations

import pytest

from rules.dark_providence.board.agents import frames_used, has_frame
from rules.dark_providence.content.records import Side
from rules.dark_providence.examples.position_builder import agent, fetch, hold, own, turn
from rules.dark_providence.state.actions import Strike, UseCard
from rules.dark_providence.state.state import Piece
from tests.dark_providence.made_up_cards import city, give, icons, marker, payments, places_of_card, power
from tests.dark_providence.table import act, asset, destroy_missing_cards, mythos, offers, pay, refused
from tests.game_helpers import of_kinds, rule

KILL = {"op": "assassinate", "any_agent": True}
OWN_KILL = {"op": "assassinate"}


def scene(*values, need=1, own_force=1, at="chicago", card=KILL, **options):
    """Return Monday's turn in a city with Tuesday's agent Gerard Lescaux, and the FORCE cards in Monday's hand.

    The card "knife" in Monday's hand can assassinate. `need` is the city's control point, `own_force` is the FORCE of
    Monday's marker, and `values` has the FORCE of each FORCE card.
    """
    match = turn(**options)
    city(match, at, control=need)
    marker(match, "monday", force=own_force)
    match.state.agents["monday"].city = at
    agent(match, 1, "gerard_lescaux", at, zone="discard")
    give(match, 0, "knife", power(card))
    return match, icons(match, 0, "force", *values)


def victims(match, card="knife"):
    """Return the possible victims of this card."""
    if UseCard(card) not in offers(match):
        return []
    act(match, UseCard(card))
    return sorted({offer.victim for offer in offers(match, Strike)})


def strike(match, victim="gerard_lescaux", actor="monday", card="knife"):
    """Use the card on this victim. Return the events."""
    return [*act(match, UseCard(card)), *act(match, Strike(victim, actor))]


# -- who can assassinate, where, and the cards needed ---------------------------------------------------------------


@rule("DP-ASSASSINATE.1")
def test_an_own_agent_must_be_in_the_city_of_the_victim():
    match, _ = scene()
    assert victims(match) == ["gerard_lescaux"]
    match, _ = scene(9)
    match.state.agents["monday"].city = "detroit"
    assert refused(match, UseCard("knife"))


@rule("DP-ASSASSINATE.1", "DP-ASSASSINATE.30")
def test_own_agents_are_no_targets():
    match, _ = scene()
    agent(match, 0, "moses_fleet", "chicago")
    hold(match, 0, "deep_ones", zone="discard")
    match.state.agents["deep_one_1"] = Piece(-1, "chicago")
    assert victims(match) == ["gerard_lescaux"]
    match, _ = scene()
    agent(match, 0, "gerard_lescaux", "chicago")
    assert refused(match, UseCard("knife"))


@rule("DP-ASSASSINATE.2")
def test_returned_agents_are_safe_unless_an_effect_says_otherwise():
    match, _ = scene()
    match.state.agents["gerard_lescaux"].returned = True
    assert refused(match, UseCard("knife"))
    match, _ = scene(card=KILL | {"returned": True})
    match.state.agents["gerard_lescaux"].returned = True
    assert victims(match) == ["gerard_lescaux"]


@rule("DP-ASSASSINATE.3")
def test_without_a_card_that_enables_it_no_one_is_assassinated():
    match, _ = scene(5, need=1)
    hold(match, 0, "knife", zone="discard")
    assert not offers(match, UseCard)
    hold(match, 0, "knife")
    act(match, UseCard("knife"))
    assert match.decisions()[0].prompt.key == "strike"


@rule("DP-ASSASSINATE.3", "DP-HC.26")
def test_with_a_free_card_any_own_agent_there_acts_of_whatever_kind():
    match, _ = scene()
    hold(match, 0, "deep_ones", zone="discard")
    match.state.agents["deep_one_3"] = Piece(-1, "chicago")
    agent(match, 0, "mi_go", "chicago")
    agent(match, 0, "moses_fleet", "chicago", returned=True)
    agent(match, 0, "carl_jung", "detroit")
    act(match, UseCard("knife"))
    actors = {offer.actor for offer in offers(match, Strike)}
    assert actors == {"monday", "deep_one_3", "mi_go", "moses_fleet"}


@rule("DP-ASSASSINATE.3", "DP-ASSASSINATE.4", "DP-HC.26")
def test_with_an_agents_own_card_that_agent_acts_and_must_be_there():
    match, _ = scene()
    asset(match, "adsila_chavos", [power(OWN_KILL)])
    agent(match, 0, "adsila_chavos", "chicago", zone="hand")
    act(match, UseCard("adsila_chavos"))
    assert offers(match) == [Strike("gerard_lescaux", "adsila_chavos")]
    match, _ = scene(9)
    asset(match, "adsila_chavos", [power(OWN_KILL)])
    agent(match, 0, "adsila_chavos", "detroit", zone="hand")
    assert refused(match, UseCard("adsila_chavos"))


@rule("DP-ASSASSINATE.3")
def test_a_mythos_card_may_enable_it_too():
    match, _ = scene()
    own(match, 0, mythos(match, "idol", [power(KILL)]))
    strike(match, card="idol")
    assert match.state.players[0].crypt == ["gerard_lescaux"]
    assert match.state.players[0].mythos == ["idol"]


# -- FORCE ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("force", "enough"), [(2, False), (3, True), (4, True)])
@rule("DP-ASSASSINATE.5", "DP-ASSASSINATE.11")
def test_force_must_reach_the_control_point_of_the_city(force, enough):
    match, _ = scene(need=3, own_force=force)
    assert (UseCard("knife") in offers(match)) == enough


@rule("DP-ASSASSINATE.6")
def test_all_own_agents_there_add_their_force_and_those_elsewhere_and_of_others_do_not():
    match, _ = scene(need=4)
    hold(match, 0, "deep_ones", zone="discard")
    match.state.agents["deep_one_1"] = Piece(-1, "chicago")
    marker(match, "moses_fleet", force=2)
    agent(match, 0, "moses_fleet", "chicago")
    strike(match)
    assert "gerard_lescaux" in match.state.players[0].crypt
    for owner, where in ((0, "detroit"), (2, "chicago")):
        match, _ = scene(need=3)
        marker(match, "moses_fleet", force=2)
        agent(match, owner, "moses_fleet", where)
        assert refused(match, UseCard("knife"))


@rule("DP-ASSASSINATE.6")
def test_a_returned_agent_adds_the_force_of_its_visible_side():
    for returned in (True, False):
        match, _ = scene(need=3)
        marker(match, "moses_fleet", force=0, returned=Side(force=2))
        agent(match, 0, "moses_fleet", "chicago", returned=returned)
        assert (UseCard("knife") in offers(match)) == returned


@rule("DP-ASSASSINATE.7", "DP-ASSASSINATE.9", "DP-ASSASSINATE.10")
def test_missing_force_comes_from_further_cards_as_few_as_needed_and_surplus_is_lost():
    match, (one, other, two, three) = scene(1, 1, 2, 3, need=3)
    strike(match)
    assert payments(match) == sorted([(two,), (three,)])
    pay(match, three)
    assert match.state.players[0].crypt == ["gerard_lescaux"]
    assert sorted(match.state.players[0].hand) == sorted([one, other, two])
    assert sorted(match.state.players[0].discard) == sorted(["knife", three])
    assert match.state.turn.actions == 1


@rule("DP-ASSASSINATE.7", "DP-ASSASSINATE.11")
def test_other_icons_and_force_that_is_not_in_hand_do_not_help():
    match, _ = scene(1, need=3)
    give(match, 0, "scrap", arcane=5, influence=5)
    give(match, 0, "lying", zone="discard", force=5)
    give(match, 1, "foreign", force=5)
    assert refused(match, UseCard("knife"))
    icons(match, 0, "force", 1)
    assert UseCard("knife") in offers(match)


@rule("DP-ASSASSINATE.8")
def test_force_on_the_enabling_card_does_not_count():
    match, _ = scene(need=2)
    give(match, 0, "sabre", power(KILL), force=5)
    assert refused(match, UseCard("sabre"))
    assert UseCard("knife") in offers(match)  # the knife can be used, because the sabre can add its FORCE
    strike(match)
    assert sorted(match.state.players[0].discard) == ["knife", "sabre"]


@rule("DP-ASSASSINATE.9")
def test_no_further_card_is_played_when_the_agents_suffice():
    match, (three,) = scene(3, need=2, own_force=2)
    events = strike(match)
    assert not of_kinds(events, "paid_with")
    assert match.state.players[0].hand == [three]
    assert of_kinds(events, "assassinated")[0].cards == ()


# -- the victim's pieces --------------------------------------------------------------------------------------------


@rule("DP-ASSASSINATE.12", "DP-ASSASSINATE.13")
def test_the_marker_goes_to_the_crypt_of_who_did_it_and_the_card_out_of_the_game():
    match, _ = scene()
    strike(match)
    assert match.state.players[0].crypt == ["gerard_lescaux"]
    assert "gerard_lescaux" not in match.state.agents
    assert "gerard_lescaux" not in match.state.owners
    assert sorted(places_of_card(match, "gerard_lescaux")) == ["crypt 0", "destroyed"]


@rule("DP-ASSASSINATE.14", "DP-HC.31")
def test_out_of_a_hand_the_card_is_replaced():
    match, _ = scene()
    hold(match, 1, "gerard_lescaux")
    player, top = match.state.players[1], match.state.players[1].deck[0]
    shuffles = dict(match.chance.state.uses)
    strike(match)
    assert player.hand == [top]
    assert match.chance.state.uses == shuffles


@rule("DP-ASSASSINATE.15", "DP-HC.31")
def test_out_of_a_deck_the_card_is_removed_and_the_deck_shuffled():
    match, _ = scene()
    rest = list(match.state.players[1].deck)
    hold(match, 1, "gerard_lescaux", zone="deck")
    strike(match)
    player = match.state.players[1]
    assert sorted(player.deck) == sorted(rest)
    assert player.deck != rest
    assert player.hand == []


@rule("DP-ASSASSINATE.16", "DP-HC.31")
def test_out_of_a_discard_pile_the_card_is_just_removed():
    match, _ = scene()
    player, deck = match.state.players[1], list(match.state.players[1].deck)
    strike(match)
    assert (player.hand, player.deck, player.discard) == ([], deck, [])


@rule("DP-ASSASSINATE.17")
def test_the_frame_is_free_again():
    match, _ = scene()
    for name in ("carl_jung", "eliot_ness", "moses_fleet", "alice_ochs"):
        agent(match, 1, name, "detroit")
    assert not has_frame(match.state, 1)
    strike(match)
    assert frames_used(match.state, 1) == 5
    assert has_frame(match.state, 1)


@rule("DP-ASSASSINATE.31", "DP-HC.31")
def test_a_card_on_the_table_or_gone_already_causes_neither_draw_nor_shuffle():
    for place in ("table", "gone"):
        match, _ = scene()
        player = match.state.players[1]
        act(match, UseCard("knife"))
        if place == "gone":
            fetch(match, "gerard_lescaux")
            destroy_missing_cards(match)
        else:
            player.discard.remove("gerard_lescaux")
            match.state.table["gerard_lescaux"] = "action"
        deck = list(player.deck)
        act(match, Strike("gerard_lescaux", "monday"))
        assert (player.hand, player.deck, player.discard) == ([], deck, [])
        assert "gerard_lescaux" not in match.state.table
        assert match.state.players[0].crypt == match.state.destroyed == ["gerard_lescaux"]


@rule("DP-ASSASSINATE.32", "DP-HC.31")
def test_a_card_held_by_someone_else_is_destroyed_there():
    match, _ = scene()
    hold(match, 2, "gerard_lescaux")
    strike(match)
    assert [len(player.hand) for player in match.state.players] == [0, 0, 1]
    assert places_of_card(match, "gerard_lescaux") == ["destroyed", "crypt 0"]
    match, _ = scene()
    rest = list(match.state.players[2].deck)
    hold(match, 2, "gerard_lescaux", zone="deck")
    strike(match)
    assert sorted(match.state.players[2].deck) == sorted(rest)
    assert match.state.players[2].deck != rest


@rule("DP-ASSASSINATE.27", "DP-HC.30")
def test_a_deep_one_goes_back_to_the_supply_and_not_to_a_crypt():
    match, _ = scene()
    hold(match, 1, "deep_ones", zone="deck")
    deck = list(match.state.players[1].deck)
    match.state.agents["deep_one_4"] = Piece(-1, "chicago")
    strike(match, "deep_one_4")
    assert match.state.players[0].crypt == []
    assert "deep_one_4" not in match.state.agents
    assert match.state.players[1].deck == deck


@rule("DP-ASSASSINATE.1")
def test_deep_ones_that_belong_to_no_one_are_no_victims():
    match, _ = scene()
    match.state.owners.pop("deep_ones", None)
    match.state.agents["deep_one_4"] = Piece(-1, "chicago")
    match.state.agents["deep_one_5"] = Piece(-1, "chicago")
    # a victim must belong to another player, but the Deep Ones have no owner
    assert victims(match) == ["gerard_lescaux"]


@rule("DP-ASSASSINATE.28")
def test_harry_houdini_is_never_a_target():
    match, _ = scene(card=KILL | {"returned": True})
    agent(match, 1, "harry_houdini", "chicago")
    assert victims(match) == ["gerard_lescaux"]
    match, _ = scene()
    del match.state.agents["gerard_lescaux"]
    agent(match, 1, "harry_houdini", "chicago")
    assert refused(match, UseCard("knife"))


@rule("DP-ASSASSINATE.29", "DP-HC.30")
def test_a_killed_mi_go_goes_to_the_crypt_and_its_mythos_card_out_of_the_game():
    match, _ = scene()
    own(match, 1, "hastur")
    agent(match, 1, "mi_go", "chicago")
    strike(match, "mi_go")
    assert match.state.players[0].crypt == ["mi_go"]
    assert match.state.players[1].mythos == ["hastur"]
    assert "mi_go" in match.state.destroyed
