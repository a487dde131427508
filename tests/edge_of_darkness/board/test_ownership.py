"""Section 4 of RULES.md (OWN): who owns a card, and what ownership means."""

from __future__ import annotations

import pytest

from rules.edge_of_darkness.examples.position_builder import claimed, new, set_player
from rules.edge_of_darkness.flow.scoring import scores
from rules.edge_of_darkness.state.actions import ChooseCard, EndTurn, Sleeve, SleeveOnto, UseContact
from tests.edge_of_darkness.checked_matches import check_random_match
from tests.edge_of_darkness.scenes import contact, simple_free_part, starter_effect, take, use
from tests.edge_of_darkness.table import after_prologue, gain, sleeving_done
from tests.game_helpers import act, offers, rule

CLAIM = {"op": "claim", "places": ["hand", "street", "tower", "discard"]}


def owners(match):
    return {name: card.owner for name, card in match.state.cards.items()}


@rule("EOD-OWN.1", "EOD-OWN.2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_guild_starters_belong_to_the_player_of_their_banner_and_neutral_cards_to_no_one(seats):
    match = new(seats)
    guild_of = [player.guild for player in match.state.players]
    for name, card in match.state.cards.items():
        banner = match.content.starters[card.starter].guild
        assert card.owner == (-1 if banner is None else guild_of.index(banner)), name
    view = match.view(None)
    assert all(card.owner is None for card in view.discard)
    assert all(card.owner == player.seat for player in view.players for card in player.starters)


@rule("EOD-OWN.4")
@pytest.mark.parametrize("by_slip", [False, True])
def test_starters_and_cards_with_a_slip_are_equally_your_cards(by_slip):
    match = simple_free_part(2, hand=[0] if not by_slip else ["citizen"])
    (card,) = match.state.players[0].hand
    if by_slip:
        claimed(match, 0, card)
    set_player(match, 0, coins=0)
    action = starter_effect(match, card, gain("goodwill"))
    act(match, action)  # using one's own card costs no Coin, so the action is possible without any
    sleeving_done(match)
    act(match, EndTurn())
    assert card in match.state.discard, "discarded from the own hand"


@rule("EOD-OWN.4")
@pytest.mark.parametrize("by_slip", [False, True])
def test_a_rival_pays_alike_for_starters_and_for_cards_with_a_slip(by_slip):
    match = simple_free_part(2, hand=[1] if not by_slip else ["citizen"])
    (card,) = match.state.players[0].hand
    if by_slip:
        claimed(match, 1, card)
    act(match, starter_effect(match, card, gain("goodwill")))
    assert (match.state.players[0].coins, match.state.players[1].coins) == (4, 6)


@rule("EOD-OWN.5")
def test_anyone_may_hold_and_use_a_card_of_another_player_and_does_not_come_to_own_it():
    match = simple_free_part(3, hand=[2])
    (card,) = match.state.players[0].hand
    action = starter_effect(match, card, gain("goodwill"))
    assert action in offers(match, UseContact)
    act(match, action)
    assert match.state.cards[card].owner == 2


@rule("EOD-OWN.6", "EOD-OWN.9", "EOD-ZONE.14")
def test_an_owner_never_changes_and_slips_are_unused_or_on_one_card_each():
    known: dict[str, int] = {}

    def check(match):
        for name, owner in owners(match).items():
            if known.get(name, -1) >= 0:
                assert owner == known[name]
            known[name] = owner
        for seat, player in enumerate(match.state.players):
            on_cards = sum(card.claimed and card.owner == seat for card in match.state.cards.values())
            assert player.slips + on_cards == 7
            owned = sum(card.owner == seat for card in match.state.cards.values())
            assert 4 <= owned <= 11
            assert owned == 4 + on_cards

    everyone_claims = "capital_hall,registry_of_oaths,heralds_court,the_forge,war_council,the_undercroft,gallows_bridge"
    setup = everyone_claims + ",lantern_row,tallow_market,scriptorium_of_ash"
    claims = 0
    for seed in range(5):
        known.clear()
        match = check_random_match(check, 3, seed, setup=setup)
        claims += sum(card.claimed for card in match.state.cards.values())
    assert claims > 0


@rule("EOD-OWN.6", "EOD-OWN.7")
def test_only_neutral_cards_can_be_claimed():
    match = simple_free_part(3, hand=["citizen", 0, 1])
    hand = list(match.state.players[0].hand)
    claimed(match, 2, take(match, "patrician", match.state.discard))
    act(match, contact(match, hand[0], CLAIM))
    names = {action.card for action in offers(match, ChooseCard)}
    assert hand[0] in names
    assert all(match.state.cards[name].owner == -1 for name in names)


@rule("EOD-OWN.8", "EOD-SLEEVE.11")
def test_ownership_decides_who_is_paid_where_the_card_goes_and_whose_slots_score():
    match = simple_free_part(2, hand=[1])
    (card,) = match.state.players[0].hand
    before = {seat: scores(match, seat)["slots"] for seat in (0, 1)}
    act(match, offers(match, Sleeve)[0])
    act(match, next(action for action in offers(match, SleeveOnto) if action.card == card))
    use(match, starter_effect(match, card, gain("goodwill")))
    assert match.state.players[1].coins == 6
    act(match, EndTurn())
    assert card in match.state.players[1].hall + match.state.players[1].hand, "the Hall is taken up in the next round"
    assert {seat: scores(match, seat)["slots"] for seat in (0, 1)} == {0: before[0], 1: before[1] + 1}


@rule("EOD-OWN.9")
def test_a_player_starts_with_four_cards_of_the_own():
    match = after_prologue(4)
    assert [sum(owner == seat for owner in owners(match).values()) for seat in range(4)] == [4, 4, 4, 4]


@rule("EOD-OWN.9", "EOD-ZONE.14")
def test_with_seven_cards_claimed_a_player_claims_no_more():
    match = simple_free_part(4, hand=["citizen"])
    (card,) = match.state.players[0].hand
    action = contact(match, card, CLAIM)
    assert action in offers(match)
    for number in range(7):
        claimed(match, 0, take(match, "citizen" if number < 5 else "patrician", match.state.discard))
    assert sum(owner == 0 for owner in owners(match).values()) == 11
    assert action not in offers(match)
