"""Section 19 of RULES.md (PAY): a player pays a card's owner for each effect that they resolve on the card."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.edge_of_darkness.examples.position_builder import claimed, set_player
from rules.edge_of_darkness.state.actions import DiscardCards, UseAbility, UseContact, UseStreet
from rules.kernel.engine.match import arrange
from tests.edge_of_darkness.scenes import (
    ability,
    cards_in_hand,
    contact,
    in_street,
    simple_free_part,
    sleeve,
    starter_effect,
    use,
)
from tests.edge_of_darkness.table import gain
from tests.game_helpers import act, of_kinds, offers, refused, rule


def coins(match):
    return [player.coins for player in match.state.players]


@rule("EOD-PAY.1")
def test_location_abilities_cost_no_owner_anything():
    match = simple_free_part(2)
    act(match, UseAbility(ability(match, 0, gain("goodwill"))))
    assert coins(match) == [5, 5]


@rule("EOD-PAY.2", "EOD-PAY.3")
@pytest.mark.parametrize("sort", [0, "citizen", "patrician"])
def test_own_and_neutral_cards_are_free_even_without_a_coin(sort):
    match = simple_free_part(2, hand=[sort])
    set_player(match, 0, coins=0)
    action = starter_effect(match, cards_in_hand(match)[0], gain("goodwill"))
    act(match, action)
    assert coins(match) == [0, 5]


@rule("EOD-PAY.4", "EOD-PAY.7", "EOD-HC.8", "EOD-DEC.13")
@pytest.mark.parametrize(("slots", "price"), [(("middle", "bottom"), 2), (("bottom",), 1), ((), 0)])
def test_each_effect_chosen_on_anothers_card_costs_one_coin_to_its_owner(slots, price):
    match = simple_free_part(3, seat=2, hand=[1])
    (card,) = cards_in_hand(match)
    contact(match, card, gain("goodwill"), at=0, slot="middle")
    contact(match, card, gain("goodwill"), at=1, slot="bottom")
    for slot in slots:
        act(match, UseContact(card, slot))
    assert coins(match) == [5, 5 + price, 5 - price]


@rule("EOD-PAY.4")
def test_an_effect_with_several_parts_costs_one_coin():
    match = simple_free_part(2, hand=[1])
    action = starter_effect(match, cards_in_hand(match)[0], gain("goodwill"), gain("influence"), gain("battle"))
    act(match, action)
    assert coins(match) == [4, 6]


@rule("EOD-PAY.5", "EOD-PAY.6")
def test_without_a_coin_even_an_effect_that_gives_coins_is_refused():
    match = simple_free_part(2, hand=[1])
    set_player(match, 0, coins=0)
    action = starter_effect(match, cards_in_hand(match)[0], gain("coins", 5))
    assert refused(match, action)
    assert coins(match) == [0, 5]


@rule("EOD-PAY.5")
def test_the_coin_is_paid_before_the_effect():
    match = simple_free_part(2, hand=[1])
    set_player(match, 0, coins=1)
    action = starter_effect(match, cards_in_hand(match)[0], gain("coins", 5))
    kinds = [body.kind for body in act(match, action)]
    assert kinds.index("paid_owner") < kinds.index("changed")
    assert coins(match) == [5, 6]


@rule("EOD-PAY.5", "EOD-PAY.6", "EOD-ICON.11")
def test_the_owners_coin_cannot_also_pay_a_printed_cost():
    match = simple_free_part(2, hand=[1])
    action = starter_effect(
        match, cards_in_hand(match)[0], gain("goodwill"), cost=[{"cost": "pay", "what": "coins", "amount": 2}]
    )
    with arrange(match):
        match.state.players[0].coins = 2
    assert refused(match, action)
    with arrange(match):
        match.state.players[0].coins = 3
    act(match, action)
    assert coins(match) == [0, 6]


@rule("EOD-PAY.8", "EOD-STREETFX.2", "EOD-HC.67")
@pytest.mark.parametrize(("sort", "after"), [(1, [4, 6]), (0, [5, 5]), ("citizen", [5, 5])])
def test_a_street_effect_on_another_players_card_costs_the_same_coin(sort, after):
    match = simple_free_part(2, hand=["citizen", "patrician"])
    card = in_street(match, 3, sort)
    starter_effect(match, card, gain("goodwill"))
    sleeve(match)
    act(match, UseStreet(card, "top"))
    act(match, offers(match, DiscardCards)[0])
    assert coins(match) == after
    assert card in match.state.street


@rule("EOD-PAY.9")
def test_the_owner_is_not_asked():
    match = simple_free_part(2, hand=[1])
    act(match, UseContact(cards_in_hand(match)[0], "top"))
    assert list(match.decisions()) == [0]
    assert match.decisions()[0].prompt.key == "free"


@rule("EOD-PAY.10")
def test_only_coins_pay_an_owner():
    match = simple_free_part(2, hand=[1])
    with arrange(match):
        player = match.state.players[0]
        player.coins, player.influence, player.goodwill, player.reputation = 0, 9, 9, 9
    assert offers(match, UseContact) == []


@rule("EOD-PAY.11", "EOD-HC.80", "EOD-CLAIM.6")
def test_ownership_is_judged_when_the_effect_is_about_to_be_resolved():
    match = simple_free_part(2, hand=["citizen", "citizen"])
    card, other = cards_in_hand(match)
    contact(match, card, gain("goodwill"), at=0)
    action = contact(match, other, gain("influence"), at=1)
    act(match, UseContact(card, "bottom"))
    claimed(match, 1, card)
    assert coins(match) == [5, 5], "what was resolved before is not judged again"
    act(match, UseContact(card, "top"))
    assert coins(match) == [4, 6]
    act(match, action)
    assert coins(match) == [4, 6]


@rule("EOD-PAY.11")
def test_a_card_claimed_by_oneself_stays_free():
    match = simple_free_part(2, hand=["citizen", "citizen"])
    card, other = cards_in_hand(match)
    action = contact(match, other, {"op": "claim", "places": ["hand"]})
    act(match, action)
    act(match, next(a for a in offers(match) if a.verb == "card" and a.card == card))
    act(match, UseContact(card, "top"))
    assert coins(match) == [5, 5]


@rule("EOD-PAY.12")
def test_coins_pay_printed_costs():
    match = simple_free_part(2)
    home = ability(match, 0, gain("influence"), cost=[{"cost": "pay", "what": "coins", "amount": 5}])
    act(match, UseAbility(home))
    assert coins(match) == [0, 5]
    assert offers(match, UseAbility) == []


@given(st.lists(st.sampled_from([0, 1, 2, "citizen"]), min_size=1, max_size=5), st.integers(0, 6))
@settings(max_examples=40, deadline=None, derandomize=True)
@rule("EOD-PAY.2", "EOD-PAY.3", "EOD-PAY.4", "EOD-PAY.6")
def test_coins_only_change_hands_one_per_effect_on_anothers_card(hand, purse):
    match = simple_free_part(3, hand=hand)
    set_player(match, 0, coins=purse)
    for card in cards_in_hand(match):
        starter_effect(match, card, gain("goodwill"))
    paid = [0, 0, 0]
    for card in cards_in_hand(match):
        owner = match.state.cards[card].owner
        if refused(match, UseContact(card, "top")):
            assert owner in (1, 2)
            assert match.state.players[0].coins == 0
            continue
        events = use(match, UseContact(card, "top"))
        assert len(of_kinds(events, "paid_owner")) == (owner in (1, 2))
        if owner in (1, 2):
            paid[owner] += 1
    assert coins(match) == [purse - sum(paid), 5 + paid[1], 5 + paid[2]]
