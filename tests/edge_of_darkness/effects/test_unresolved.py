"""Section 23 of RULES.md (DISCAGENT, STREETFX): what unresolved cards can be used for."""

from __future__ import annotations

import pytest

from rules.edge_of_darkness.examples.position_builder import favour, set_player
from rules.edge_of_darkness.state.actions import DiscardCards, EndTurn, Recall, UseAbility, UseContact, UseStreet
from rules.kernel.engine.match import arrange
from rules.kernel.words.translation import Translator
from tests.edge_of_darkness.scenes import (
    ability,
    cards_in_hand,
    contact,
    in_street,
    send,
    simple_free_part,
    sleeve,
    starter_effect,
)
from tests.edge_of_darkness.table import gain
from tests.game_helpers import act, of_kinds, offers, refused, rule


def sleeved(hand, seats=2, **options):
    """Return a match with this hand in a turn where the required sleeving has already been done."""
    match = simple_free_part(seats, hand=hand, **options)
    sleeve(match)
    return match


def discards(match):
    return {cards for action in offers(match, DiscardCards) for cards in action.cards}


def street_effect(match, card, slot="top", pair=0):
    """Resolve a Street effect, discarding the pair of cards with this index as payment. Return the events."""
    events = act(match, UseStreet(card, slot))
    return events + act(match, offers(match, DiscardCards)[pair])


# -- a card for an Agent --------------------------------------------------------------------------------------


@rule("EOD-DISCAGENT.1", "EOD-DEC.19", "EOD-RET.5")
def test_one_unresolved_card_brings_one_agent_back_from_any_location():
    match = sleeved(["citizen", "patrician"])
    first, second = send(match, 0, 3, 2), send(match, 0, 5, 1)
    assert {action.location for action in offers(match, Recall)} == {first, second}
    act(match, Recall(first))
    card = cards_in_hand(match)[1]
    act(match, DiscardCards((card,)))
    assert match.state.players[0].agents == {first: 1, second: 1}
    assert match.state.players[0].pool == 2
    assert len(cards_in_hand(match)) == 1


@rule("EOD-DISCAGENT.2", "EOD-STREETFX.1")
def test_a_card_of_which_an_effect_was_resolved_cannot_be_discarded_for_it():
    match = sleeved(["citizen", "patrician", "citizen"])
    resolved, *others = cards_in_hand(match)
    act(match, UseContact(resolved, "top"))
    act(match, Recall(send(match, 0, 3, 1)))
    assert discards(match) == set(others)


@rule("EOD-DISCAGENT.3")
def test_it_may_be_done_again_with_another_card():
    match = sleeved(["citizen", "patrician"])
    home = send(match, 0, 3, 3)
    for _ in range(2):
        act(match, Recall(home))
        if offers(match, DiscardCards):
            act(match, offers(match, DiscardCards)[0])
    assert cards_in_hand(match) == []
    assert match.state.players[0].agents == {home: 1}
    assert offers(match, Recall) == []


@rule("EOD-DISCAGENT.4")
def test_sleeving_onto_a_card_does_not_make_it_resolved():
    match = simple_free_part(2, hand=["citizen"])
    (card,) = cards_in_hand(match)
    sleeve(match, card)
    act(match, Recall(send(match, 0, 3, 1)))
    assert discards(match) == {card}


@rule("EOD-DISCAGENT.5", "EOD-DISCAGENT.7", "EOD-DISCARD.5", "EOD-STREETFX.12")
@pytest.mark.parametrize(("sort", "hall"), [("citizen", None), (0, None), (1, 1)])
def test_the_card_goes_where_cards_of_that_hand_go_and_costs_no_coin(sort, hall):
    match = sleeved([sort])
    (card,) = cards_in_hand(match)
    set_player(match, 0, coins=0)
    act(match, Recall(send(match, 0, 3, 1)))
    act(match, DiscardCards((card,)))
    assert (card in match.state.discard) == (hall is None)
    assert [player.hall for player in match.state.players] == [[], [card] if hall else []]
    assert [player.coins for player in match.state.players] == [0, 5]


@rule("EOD-DISCAGENT.6", "EOD-HC.52")
def test_without_an_agent_on_a_location_it_is_not_allowed():
    assert offers(sleeved(["citizen"]), Recall) == []


@rule("EOD-HC.52")
def test_option_a_card_may_be_discarded_without_an_agent_on_a_location():
    match = sleeved(["citizen"], recall_needs_agent=False)
    (card,) = cards_in_hand(match)
    assert match.game.action_text(Translator(), match.view(0), Recall("")).useless
    act(match, Recall(""))
    act(match, DiscardCards((card,)))
    assert match.state.players[0].pool == 4
    assert card in match.state.discard


@rule("EOD-HC.75", "EOD-DIFF.9")
def test_one_card_brings_back_exactly_one_agent():
    match = sleeved(["citizen"])
    home = send(match, 0, 3, 4)
    act(match, Recall(home))
    act(match, offers(match, DiscardCards)[0])
    assert match.state.players[0].agents == {home: 3}


@rule("EOD-DEC.19")
def test_it_reveals_nothing():
    match = sleeved(["citizen"])
    home = send(match, 0, 3, 1)
    epoch = match.epoch
    act(match, Recall(home))
    act(match, offers(match, DiscardCards)[0])
    assert match.epoch == epoch


# -- two cards for a Street effect ----------------------------------------------------------------------------


@rule("EOD-STREETFX.1", "EOD-STREETFX.4", "EOD-STREETFX.5", "EOD-DEC.20")
def test_two_unresolved_cards_buy_one_effect_of_a_street_card_that_stays_in_place():
    match = sleeved(["citizen", "patrician", "citizen"])
    card = in_street(match, 4, "patrician")
    starter_effect(match, card, gain("goodwill", 2))
    contact(match, card, gain("reputation"))
    street = list(match.state.street)
    act(match, UseStreet(card, "top"))
    pair = offers(match, DiscardCards)[0].cards
    assert len(offers(match, DiscardCards)) == 3
    act(match, DiscardCards(pair))
    player = match.state.players[0]
    assert (player.goodwill, player.reputation) == (2, 0)
    assert match.state.street == street
    assert set(pair) <= set(match.state.discard)
    assert len(cards_in_hand(match)) == 1


@rule("EOD-STREETFX.1")
def test_with_fewer_than_two_unresolved_cards_it_is_not_offered():
    match = sleeved(["citizen", "patrician"])
    assert offers(match, UseStreet)
    act(match, UseContact(cards_in_hand(match)[0], "top"))
    assert offers(match, UseStreet) == []


@rule("EOD-STREETFX.3")
def test_it_may_be_done_several_times():
    match = sleeved(["citizen", "patrician", "citizen", "patrician"])
    for space, sort in ((1, "citizen"), (2, "patrician")):
        card = in_street(match, space, sort)
        starter_effect(match, card, gain("goodwill"))
        street_effect(match, card)
    assert match.state.players[0].goodwill == 2
    assert cards_in_hand(match) == []


@rule("EOD-STREETFX.6", "EOD-STREETFX.7", "EOD-DISCAGENT.8", "EOD-HC.53")
def test_a_street_card_drawn_afterwards_is_resolved_and_offers_only_its_other_effects():
    match = sleeved(["citizen", "patrician", "citizen"])
    card = in_street(match, 1, "citizen")
    contact(match, card, gain("reputation"), at=1)
    draw = ability(match, 0, {"op": "draw"})
    send(match, 0, 5, 1)
    street_effect(match, card)
    act(match, UseAbility(draw))
    assert card in cards_in_hand(match)
    assert refused(match, UseContact(card, "top"))
    assert not refused(match, UseContact(card, "bottom"))
    act(match, offers(match, Recall)[0])
    assert card not in discards(match)


@rule("EOD-STREETFX.8", "EOD-HC.47", "EOD-DEC.20")
def test_the_sixth_card_is_a_street_card_here():
    match = sleeved(["citizen", "patrician"])
    card = in_street(match, 6, "patrician")
    starter_effect(match, card, gain("goodwill"))
    street_effect(match, card)
    assert match.state.players[0].goodwill == 1
    assert match.state.deck[0] == card


@rule("EOD-STREETFX.8")
def test_the_seventh_card_is_not():
    match = sleeved(["citizen", "patrician"])
    reachable = {*match.state.street, match.state.deck[0]}
    assert {action.card for action in offers(match, UseStreet)} <= reachable


@rule("EOD-STREETFX.9", "EOD-HC.53", "EOD-USE.4")
def test_the_same_street_effect_is_not_resolved_twice():
    match = sleeved(["citizen", "patrician", "citizen", "patrician"])
    card = in_street(match, 2, "citizen")
    street_effect(match, card)
    assert refused(match, UseStreet(card, "top"))


@rule("EOD-STREETFX.10", "EOD-HC.54", "EOD-PAY.8")
def test_without_the_coin_or_a_resolvable_effect_the_two_cards_stay():
    match = sleeved(["citizen", "patrician"])
    card = in_street(match, 2, 1)
    with arrange(match):
        match.state.players[0].coins = 0
    assert refused(match, UseStreet(card, "top"))
    with arrange(match):
        match.state.players[0].coins = 1
    assert not refused(match, UseStreet(card, "top"))
    starter_effect(match, card, {"op": "return"})
    assert refused(match, UseStreet(card, "top"))


@rule("EOD-STREETFX.10", "EOD-USE.8")
def test_a_street_effect_whose_price_is_a_card_needs_one_besides_the_two():
    for hand, legal in ((["citizen", "patrician"], False), (["citizen", "patrician", "citizen"], True)):
        match = sleeved(hand)
        card = in_street(match, 2, "citizen")
        starter_effect(match, card, gain("goodwill"), cost=[{"cost": "discard", "count": 1}])
        assert refused(match, UseStreet(card, "top")) != legal


@rule("EOD-STREETFX.11")
def test_influence_on_the_street_card_stays_there():
    match = sleeved(["citizen", "patrician"])
    card = in_street(match, 2, "citizen")
    favour(match, card, 3)
    street_effect(match, card)
    assert match.state.favours[card] == 3
    assert match.state.players[0].goodwill == 0


@rule("EOD-STREETFX.12", "EOD-DISCARD.5", "EOD-DISCARD.4")
def test_the_two_cards_may_have_any_owner():
    match = sleeved([1, "citizen", 0], seats=3)
    rival, neutral, own = cards_in_hand(match)
    card = in_street(match, 2, "citizen")
    act(match, UseStreet(card, "top"))
    assert {frozenset(action.cards) for action in offers(match, DiscardCards)} == {
        frozenset(pair) for pair in ((rival, neutral), (rival, own), (neutral, own))
    }
    act(match, next(a for a in offers(match, DiscardCards) if set(a.cards) == {rival, own}))
    assert match.state.players[1].hall == [rival]
    assert own in match.state.discard


@rule("EOD-HC.67", "EOD-STREETFX.2")
def test_the_owner_of_the_street_card_gets_one_coin_and_nothing_else():
    match = sleeved(["citizen", "patrician"], seats=3)
    card = in_street(match, 2, 2)
    before = match.view(None).players[2]
    events = street_effect(match, card)
    after = match.view(None).players[2]
    assert of_kinds(events, "paid_owner")[0].owner == 2
    assert after == before.model_copy(update={"coins": before.coins + 1})
    assert match.state.street[1] == card


@rule("EOD-ACTION.11", "EOD-DISCAGENT.4", "EOD-STREETFX.1")
def test_a_pair_that_an_owed_sleeving_needs_is_not_offered():
    match = simple_free_part(2, hand=["citizen", "patrician"])
    send(match, 0, 3, 1)
    assert offers(match, UseStreet) == []
    sleeve(match)
    assert offers(match, UseStreet)
    assert not refused(match, EndTurn())
