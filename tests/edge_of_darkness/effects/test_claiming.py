"""Section 21 of RULES.md (CLAIM): Allegiance slips and Neutral cards."""

from __future__ import annotations

import pytest

from rules.edge_of_darkness.examples.position_builder import claimed, favour, new
from rules.edge_of_darkness.state.actions import ChooseCard, EndTurn, UseContact
from rules.kernel.engine.match import arrange
from tests.edge_of_darkness.scenes import (
    bare_card,
    cards_in_hand,
    contact,
    in_street,
    in_tower,
    simple_free_part,
    sleeve,
    starter_effect,
    take,
    use,
)
from tests.edge_of_darkness.table import gain
from tests.game_helpers import act, of_kinds, offers, refused, rule

PLACES = ["hand", "street", "tower", "discard"]


def empty_pile(match):
    """Move the cards in the Discard pile to the bottom of the stack."""
    with arrange(match) as state:
        state.deck += state.discard
        state.discard.clear()


def claiming(*places, hand=("citizen", "citizen"), seats=2):
    """Return a match where the first hand card can claim a Neutral card from these places, and the action for it."""
    match = simple_free_part(seats, hand=hand)
    empty_pile(match)
    return match, starter_effect(match, cards_in_hand(match)[0], {"op": "claim", "places": list(places)})


@rule("EOD-CLAIM.1", "EOD-CLAIM.6", "EOD-DEC.17")
def test_a_claim_uses_one_slip_and_makes_the_card_a_guild_card():
    match, action = claiming("hand")
    card = cards_in_hand(match)[1]
    act(match, action)
    events = act(match, ChooseCard(card))
    view = match.view(None)
    shown = next(c for c in view.players[0].hand if c.id == card)
    assert (shown.owner, shown.claimed) == (0, True)
    assert view.players[0].slips == 6
    assert view.players[0].guild_cards == 5
    assert of_kinds(events, "claimed")[0].card == card


@rule("EOD-CLAIM.2", "EOD-HC.48", "EOD-HC.70")
def test_without_a_slip_nothing_is_claimed():
    match, action = claiming("hand", seats=4)
    for number in range(7):
        claimed(match, 0, bare_card(match, "citizen" if number < 4 else "patrician"))
    assert refused(match, action)


@rule("EOD-CLAIM.3", "EOD-CLAIM.4", "EOD-DEC.17")
@pytest.mark.parametrize("where", PLACES)
def test_only_neutral_cards_where_the_text_says_are_offered(where):
    match, action = claiming(where)
    state = match.state
    for number, sort in ((1, 0), (2, 1)):
        in_tower(match, number, sort, 1)
        in_street(match, number, sort)
    for sort in ("citizen", 0, 1):
        take(match, sort, state.discard)
    zones = {
        "hand": state.players[0].hand,
        "street": [*state.street, state.deck[0]],
        "tower": state.tower,
        "discard": state.discard,
    }
    wanted = {card for card in zones[where] if state.cards[card].owner < 0}
    act(match, action)
    if len(wanted) > 1:
        assert {offer.card for offer in offers(match, ChooseCard)} == wanted
    else:
        assert state.cards[wanted.pop()].owner == 0


@rule("EOD-CLAIM.4", "EOD-CLAIM.5")
def test_an_owned_card_is_never_offered_again():
    match, action = claiming("hand")
    first, second = cards_in_hand(match)
    claimed(match, 1, second)
    act(match, action)
    assert match.state.cards[first].owner == 0, "the only Neutral card left in hand"
    assert match.state.cards[second].owner == 1


@rule("EOD-CLAIM.5", "EOD-CLAIM.4")
@pytest.mark.parametrize("number", range(3))
def test_no_card_ever_changes_its_owner_in_random_play(number):
    match = new(3, f"owners-{number}")
    owners: dict = {}
    for step in range(900):
        if match.over:
            break
        for name, card in match.state.cards.items():
            assert owners.setdefault(name, card.owner) in (-1, card.owner)
            owners[name] = card.owner
        seat, decision = next(iter(match.decisions().items()))
        match.apply(seat, decision.actions[(step * 7 + number) % len(decision.actions)])


@rule("EOD-CLAIM.7", "EOD-HC.47")
@pytest.mark.parametrize("space", [1, 3, 5])
def test_a_claimed_street_card_stays_with_its_influence(space):
    match, action = claiming("street")
    card = in_street(match, space, "citizen")
    favour(match, card, 2)
    act(match, action)
    act(match, ChooseCard(card))
    assert match.state.street[space - 1] == card
    assert match.state.favours[card] == 2
    assert match.state.cards[card].owner == 0


@rule("EOD-CLAIM.8", "EOD-HC.47")
def test_the_sixth_card_can_be_claimed_in_the_street():
    match, action = claiming("street")
    in_street(match, 1, "citizen")
    card = in_street(match, 6, "citizen")
    act(match, action)
    act(match, ChooseCard(card))
    assert match.state.cards[card].owner == 0
    assert match.state.deck[0] == card


@rule("EOD-CLAIM.9", "EOD-DISCARD.3")
def test_a_card_claimed_in_the_own_hand_goes_to_the_discard_pile_like_any_own_card():
    match, action = claiming("hand")
    card = cards_in_hand(match)[1]
    act(match, action)
    act(match, ChooseCard(card))
    sleeve(match)
    act(match, EndTurn())
    assert card in match.state.discard
    assert card not in match.state.players[0].hall + match.state.players[0].hand


@rule("EOD-CLAIM.10", "EOD-HC.48")
def test_a_lost_claim_leaves_the_rest_of_the_effect():
    match = simple_free_part(2, hand=["citizen"])
    empty_pile(match)
    action = contact(match, cards_in_hand(match)[0], {"op": "claim", "places": ["discard"]}, gain("goodwill", 2))
    act(match, action)
    assert match.state.players[0].goodwill == 2
    assert match.state.players[0].slips == 7


@rule("EOD-CLAIM.6", "EOD-PAY.4", "EOD-DISCARD.4")
def test_from_that_moment_others_pay_and_the_card_goes_to_the_claimers_guild_hall():
    match = simple_free_part(2, hand=["citizen"])
    (card,) = cards_in_hand(match)
    claimed(match, 1, card)
    use(match, UseContact(card, "top"))
    assert match.state.players[1].coins == 6
    sleeve(match)
    act(match, EndTurn())
    assert card in match.state.players[1].hall or card in match.state.players[1].hand


@rule("EOD-CLAIM.1", "EOD-CLAIM.2")
def test_seven_slips_are_seven_claims():
    match, action = claiming("hand", hand=["citizen"] * 5 + ["patrician"] * 4, seats=4)
    state = match.state
    for done in range(1, 8):
        use(match, action)
        assert state.players[0].slips == 7 - done
        assert sum(card.claimed and card.owner == 0 for card in state.cards.values()) == done
        with arrange(match):
            state.turn.used.clear()
    assert any(state.cards[card].owner < 0 for card in cards_in_hand(match))
    assert refused(match, action)
