"""Section 6 of RULES.md: the kinds of cards, and the uses of a card."""

from __future__ import annotations

import pytest

from rules.dark_providence.content.load import base
from rules.dark_providence.content.records import starting_cards
from rules.dark_providence.examples.position_builder import agent, hold, lay, mark, own, show, turn
from rules.dark_providence.state.actions import (
    AcquireTarget,
    BuyInfluence,
    DiscardCard,
    EndTurn,
    GoTo,
    Meddle,
    Pay,
    PlaceInfluence,
    RecoverInfluence,
    RevealAllegiance,
    Strike,
    Travel,
    UseBonus,
    UseCard,
    WorkGate,
)
from tests.dark_providence.made_up_cards import give, icons, power
from tests.dark_providence.table import act, begin_turn, mythos, new, offers, pay, set_allegiance
from tests.game_helpers import rule

CONTENT = base()


DRAW = {"op": "draw"}
VP = {"op": "vp", "amount": 1}
KILL = {"op": "assassinate", "any_agent": True}
GATE = {"op": "gate", "face": "open", "any_agent": True}


def sets(match):
    """Return the sets of cards that can pay for the current action."""
    return {tuple(sorted(offer.cards)) for offer in offers(match, Pay)}


# -- kinds ----------------------------------------------------------------------------------------------------


@rule("DP-CARD.1", "DP-CARD.3", "DP-CARD.4")
def test_starting_primary_and_city_cards_come_into_one_deck():
    match = turn()
    player = match.state.players[0]
    lay(match, "boston", "tommy_guns", "seance")
    for target in ("tommy_guns", "chicago"):
        mark(match, 0, target, 1)
        begin_turn(match, 0)
        act(match, AcquireTarget(target))
    assert sorted(player.discard) == ["chicago", "tommy_guns"]
    assert len(player.deck) == 10
    player.discard += player.deck[:8]
    del player.deck[:8]
    act(match, EndTurn())
    assert sorted([*player.hand, *player.deck]) == sorted(
        ["chicago", "tommy_guns", *[card for card, _ in starting_cards(CONTENT.leads["monday"])]]
    )


@rule("DP-CARD.2", "DP-SETUP.15")
@pytest.mark.parametrize("seats", [1, 3, 5])
def test_the_first_deck_is_the_ten_cards_of_the_lead_agent(seats):
    match = turn(seats)
    new_match = new(seats, leads="random")
    for player in [*match.state.players, *new_match.state.players]:
        held = [*player.hand, *player.deck, *player.discard]
        assert sorted(held) == sorted(card for card, _ in starting_cards(CONTENT.leads[player.lead]))


@rule("DP-CARD.5", "DP-MYTHOS.1")
def test_mythos_cards_never_come_into_a_deck():
    match = turn()
    show(match, "silver_key", "black_goat")
    mark(match, 0, "silver_key", 1)
    act(match, AcquireTarget("silver_key"))
    player = match.state.players[0]
    assert player.mythos == ["silver_key"]
    assert "silver_key" not in [*player.hand, *player.deck, *player.discard, *match.state.owners]
    assert DiscardCard("silver_key") not in offers(match)


@rule("DP-CARD.6")
def test_asset_cards_show_a_name_and_resources_or_an_effect_or_both():
    cards = list(CONTENT.cards.values())
    assert all(card.name.en and card.name.hu for card in cards)
    assert all(card.icons or card.powers or card.agent for card in cards)
    assert any(card.icons and not card.powers for card in cards)
    assert any(card.icons and card.powers for card in cards)
    match = turn()
    give(match, 0, "blank")
    assert set(offers(match)) == {DiscardCard("blank"), EndTurn()}


@rule("DP-CARD.7")
def test_mythos_cards_may_show_vp_and_a_sanity_mark_beside_their_effect():
    cards = list(CONTENT.mythos.values())
    assert {bool(card.vp or card.green) for card in cards} == {card.sanity for card in cards} == {True, False}
    assert all(card.powers or card.ongoing or card.end for card in cards)


# -- one use of a card ----------------------------------------------------------------------------------------


@rule("DP-CARD.8", "DP-HC.9")
def test_a_card_is_one_kind_of_resource_or_its_action_or_its_bonus_action():
    card_powers = power(VP), power(DRAW, timing="bonus")
    uses = {
        "influence": PlaceInfluence("boston"),
        "wealth": BuyInfluence(),
        "action": UseCard("card"),
        "bonus": UseBonus("card"),
    }
    for use, action in uses.items():
        match = turn()
        give(match, 0, "card", *card_powers, influence=2, wealth=2)
        player = match.state.players[0]
        act(match, action)
        assert "card" in player.discard
        assert (match.state.marks.get("boston", [0])[0], player.pool, player.vp, len(player.hand)) == (
            2 * (use == "influence"),
            12 - (use == "wealth"),
            int(use == "action"),
            int(use == "bonus"),
        )


@rule("DP-CARD.8", "DP-CARD.10")
def test_a_card_used_for_its_action_pays_nothing_towards_it():
    match = turn()
    match.state.agents["monday"].city = "chicago"
    give(match, 0, "rite", power(GATE), arcane=3)
    assert UseCard("rite") not in offers(match)
    give(match, 0, "other_rite", power(GATE), arcane=3)
    act(match, UseCard("rite"))
    act(match, WorkGate("chicago", "open", "monday"))
    assert sorted(match.state.players[0].discard) == ["other_rite", "rite"]


@rule("DP-CARD.9")
def test_a_card_played_as_a_resource_gives_all_icons_of_that_kind_and_nothing_else():
    match = turn()
    mark(match, 0, "boston", 3)
    give(match, 0, "card", recover=2, influence=3, ritual_up=4, wealth=2)
    act(match, RecoverInfluence())
    player = match.state.players[0]
    assert (match.state.marks, player.supply, player.pool, match.state.ritual) == ({"boston": [1, 0, 0]}, 5, 12, 0)


@rule("DP-CARD.10", "DP-ASSASSINATE.8")
def test_the_enabling_card_of_an_assassination_gives_no_force():
    match = turn()
    agent(match, 0, "wyatt_earp", "charleston")  # the agent has FORCE 2, but FORCE 3 is needed
    agent(match, 1, "gerard_lescaux", "charleston")
    hold(match, 0, "wyatt_earp")
    assert UseCard("wyatt_earp") not in offers(match)
    give(match, 0, "thug", force=1)
    assert UseCard("wyatt_earp") in offers(match)


@rule("DP-CARD.11", "DP-CARD.12", "DP-HC.6")
def test_no_idle_card_may_be_played_where_that_is_all_that_is_asked():
    match = turn(minimality="irredundant")
    match.state.players[0].supply, match.state.players[0].pool = 3, 15
    for card, count in (("one", 1), ("uno", 1), ("two", 2), ("three", 3)):
        give(match, 0, card, influence=count)
    act(match, PlaceInfluence("boston"))
    assert sets(match) == {("one",), ("uno",), ("two",), ("three",), ("one", "uno"), ("one", "two"), ("two", "uno")}


@rule("DP-CARD.12", "DP-HC.6")
def test_two_small_cards_may_not_pay_what_one_big_one_could():
    match = turn()
    for card, count in (("one", 1), ("uno", 1), ("two", 2)):
        give(match, 0, card, wealth=count)
    act(match, BuyInfluence())
    assert sets(match) == {("two",), ("one", "two", "uno")}


@rule("DP-CARD.12", "DP-HC.6")
def test_the_switch_fewest_asks_for_the_fewest_cards_for_the_same_result():
    found = {}
    for switch in ("irredundant", "fewest"):
        match = turn(minimality=switch)
        for card, count in (("one", 1), ("uno", 1), ("two", 2)):
            give(match, 0, card, influence=count)
        act(match, PlaceInfluence("boston"))
        found[switch] = sets(match)
    assert ("one", "uno") in found["irredundant"]
    assert found["fewest"] == found["irredundant"] - {("one", "uno")}


@rule("DP-CARD.11")
@pytest.mark.parametrize("action", ["travel", "gate", "strike", "track", "recover"])
def test_every_way_of_paying_refuses_a_card_too_many(action):
    match = turn()
    icon = {"travel": "wealth", "gate": "arcane", "strike": "force", "track": "ritual_up", "recover": "recover"}[action]
    big, large = icons(match, 0, icon, 5, 5)
    match.state.ritual = 8
    match.state.agents["monday"].city = "chicago"
    if action == "travel":
        act(match, Travel("monday"))
        act(match, GoTo("saint_louis"))
    elif action == "gate":
        act(match, UseCard(give(match, 0, "rite", power(GATE))))
        act(match, WorkGate("chicago", "open", "monday"))
    elif action == "strike":
        agent(match, 1, "gerard_lescaux", "chicago")
        act(match, UseCard(give(match, 0, "knife", power(KILL))))
        act(match, Strike("gerard_lescaux", "monday"))
    elif action == "track":
        act(match, Meddle("ritual", "up"))
    else:
        mark(match, 0, "boston", 4)
        act(match, RecoverInfluence())
    assert sets(match) == {(big,), (large,)}


@rule("DP-CARD.13")
def test_surplus_icons_are_lost_and_help_no_later_action():
    match = turn()
    give(match, 0, "purse", wealth=3)
    give(match, 0, "penny", wealth=1)
    act(match, BuyInfluence())
    pay(match, "purse")
    assert match.state.players[0].supply == 7
    assert BuyInfluence() not in offers(match)
    act(match, Travel("monday"))
    assert {offer.city for offer in offers(match, GoTo)} == {"boston"}


@rule("DP-CARD.14", "DP-TURN.5", "DP-HC.21")
def test_cards_used_come_to_the_discard_pile_only_when_the_action_is_over():
    match = turn()
    player = match.state.players[0]
    match.state.agents["monday"].city = "chicago"
    give(match, 0, "rite", power(GATE))
    give(match, 0, "book", arcane=2)
    give(match, 0, "notes", arcane=2)
    act(match, UseCard("rite"))
    assert (match.state.table, player.discard) == ({"rite": "action"}, [])
    act(match, WorkGate("chicago", "open", "monday"))
    assert player.discard == ["rite", "book", "notes"]
    assert match.state.table == {}


@rule("DP-CARD.14", "DP-HC.21", "DP-TURN.9")
def test_a_reshuffle_in_the_middle_of_an_action_leaves_out_the_cards_on_the_table():
    match = turn()
    player = match.state.players[0]
    player.discard, player.deck = player.deck, []
    give(match, 0, "study", power({"op": "draw", "count": 12}))
    act(match, UseCard("study"))
    assert len(player.hand) == 10
    assert (player.deck, player.discard) == ([], ["study"])


@rule("DP-CARD.15")
def test_only_cards_in_hand_are_played_and_mythos_cards_from_beside_the_board():
    match = turn()
    for zone in ("deck", "discard"):
        give(match, 0, zone, power(VP), power(VP, timing="bonus"), zone=zone, influence=3, wealth=3)
    give(match, 1, "others", power(VP), influence=3, wealth=3)
    show(match, "offering")
    assert offers(match) == [EndTurn()]
    own(match, 0, mythos(match, "idol", [power(VP), power(VP, timing="bonus")]))
    assert set(offers(match)) == {UseCard("idol"), UseBonus("idol"), EndTurn()}


@rule("DP-CARD.16")
def test_acquire_discard_reveal_and_pass_cost_no_card():
    match = turn(2)
    mark(match, 0, "chicago", 1)
    set_allegiance(match, 0, "investigator")
    match.state.players[0].vp, match.state.investigation = 27, 6
    assert set(offers(match)) == {AcquireTarget("chicago"), RevealAllegiance(), EndTurn()}
    give(match, 0, "blank")
    assert DiscardCard("blank") in offers(match)
    act(match, DiscardCard("blank"))
    assert (match.state.table, match.state.players[0].discard) == ({}, ["blank"])
