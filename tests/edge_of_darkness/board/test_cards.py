"""Section 3 of RULES.md (CARD): sleeves, slots and advancements."""

from __future__ import annotations

import pytest

from rules.edge_of_darkness.board import sleeved_card
from rules.edge_of_darkness.content.load import base
from rules.edge_of_darkness.content.ops import SLOTS
from rules.edge_of_darkness.examples.position_builder import new
from rules.edge_of_darkness.state.actions import SleeveOnto, UseContact
from tests.edge_of_darkness.checked_matches import cards_everywhere, check_random_match, play
from tests.edge_of_darkness.scenes import contact, contact_of, simple_free_part, sleeve_on, slip_threat
from tests.edge_of_darkness.table import clause, effect, gain, own_starter, pick, set_threat
from tests.game_helpers import act, offers, refused, rule

CONTENT = base()


def slips_on(card):
    return [slip for slip in (card.top, card.middle, card.bottom) if slip]


@rule("EOD-CARD.1")
def test_a_card_moves_with_everything_sleeved_into_it():
    match = new(2)
    seat = match.state.first
    home = match.state.locations[0]
    slip = match.content.locations[home].slips[0]
    card = own_starter(match, seat)
    pick(match, slip.id, card)
    seen: set[str] = set()

    def check(match):
        assert slip.id in slips_on(match.state.cards[card])
        seen.update(name for name in ("deck", "discard") if card in getattr(match.state, name))
        assert cards_everywhere(match)[card] == 1

    for _ in play(match, 3):
        check(match)
    assert seen


@rule("EOD-CARD.2", "EOD-CARD.4")
def test_every_card_starts_with_a_citizen_or_patrician_on_top_and_nothing_below():
    for name, card in new(4).state.cards.items():
        assert CONTENT.starters[card.starter].role in ("citizen", "patrician"), name
        assert slips_on(card) == []
        assert list(sleeved_card.filled_slots(card)) == [("top", "")]


@rule("EOD-CARD.3", "EOD-CARD.5", "EOD-CARD.16")
def test_a_card_has_three_slots_and_an_advancement_fills_one():
    assert SLOTS == ("top", "middle", "bottom")
    match = simple_free_part(2, hand=["citizen"])
    (name,) = match.state.players[0].hand
    card = match.state.cards[name]
    assert sleeved_card.filled_count(card) == 1
    sleeve_on(match, name, match.state.locations[0], "middle")
    assert sleeved_card.filled_count(card) == 2
    sleeve_on(match, name, match.state.locations[1], "bottom")
    assert sleeved_card.filled_count(card) == 3
    sleeve_on(match, name, match.state.locations[1], "top")
    assert sleeved_card.filled_count(card) == 3, "a covered Citizen is no slot of its own"
    assert list(sleeved_card.free_slots(card)) == []


@rule("EOD-CARD.16", "EOD-CARD.13", "EOD-CARD.9")
@pytest.mark.parametrize("seats", [2, 4])
def test_slips_stay_in_the_slot_they_are_made_for_to_the_end(seats):
    known: dict[tuple[str, str], str] = {}

    def check(match):
        for name, card in match.state.cards.items():
            assert 1 <= sleeved_card.filled_count(card) <= 3
            for slot in SLOTS:
                slip = getattr(card, slot)
                assert not slip or match.content.slips[slip].slot == slot
                assert known.get((name, slot), "") in ("", slip), "once there, always there"
                known[name, slot] = slip

    for seed in range(2):
        known.clear()
        check_random_match(check, seats, seed)


@rule("EOD-CARD.6")
def test_contact_and_threat_of_an_advancement_belong_to_the_same_slot():
    match = simple_free_part(2, hand=["citizen"])
    (name,) = match.state.players[0].hand
    set_threat(match, name, 1)
    home = match.state.locations[0]
    slip = sleeve_on(match, name, home, "middle")
    slip_threat(match, slip, damage=4)
    assert match.content.slip_home[match.state.cards[name].middle].contact.name == CONTENT.locations[home].contact.name
    assert [threat.damage for _, threat in sleeved_card.threats(match.content, match.state.cards[name])] == [1, 4]
    assert sleeved_card.damage(match.content, match.state.cards[name]) == 5


@rule("EOD-CARD.7", "EOD-CARD.8", "EOD-SETUP.28", "EOD-SETUP.30")
@pytest.mark.parametrize("setup", list(CONTENT.setups))
def test_ten_kinds_of_advancements_lie_complete_and_unsleeved_with_their_locations(setup):
    match = new(3, setup=setup)
    view = match.view(None)
    assert len({place.id for place in view.locations}) == 10
    for place in view.locations:
        printed = {slip.id: slip.copies for slip in CONTENT.locations[place.id].slips}
        assert place.supply == printed
    assert not any(slips_on(card) for card in match.state.cards.values())


@rule("EOD-CARD.9", "EOD-SLEEVE.2")
def test_an_advancement_goes_only_into_the_slot_it_is_made_for():
    match = simple_free_part(2, hand=["citizen"])
    (name,) = match.state.players[0].hand
    home = "the_forge"
    sleeve_on(match, name, "war_council", "middle")
    act(match, next(action for action in offers(match) if action.verb == "sleeve" and action.location == home))
    assert {CONTENT.slips[action.slip].slot for action in offers(match, SleeveOnto)} == {"bottom"}


@rule("EOD-CARD.10", "EOD-CARD.11", "EOD-HC.5", "EOD-SCORE.7")
def test_a_covered_citizen_contributes_nothing():
    match = simple_free_part(2, hand=["citizen"])
    (name,) = match.state.players[0].hand
    set_threat(match, name, 3, rewards=[gain("coins")])
    card = match.state.cards[name]
    plain = sleeved_card.cubes(match.content, card)
    slip = sleeve_on(match, name, "war_council", "top")
    slip_threat(match, slip, damage=2, rewards=[])
    assert [slot for slot, slip in sleeved_card.filled_slots(card)] == ["top"]
    assert sleeved_card.damage(match.content, card) == 2
    assert all(not threat.rewards for _, threat in sleeved_card.threats(match.content, card))
    assert sleeved_card.cubes(match.content, card) == CONTENT.slips[slip].cubes
    assert plain == CONTENT.starters[name].cubes
    used = [action for action in offers(match, UseContact) if action.card == name]
    assert used == [UseContact(name, "top")]
    act(match, used[0])
    assert match.state.turn.battle == 0, "the contact was resolved, not the Citizen"


@rule("EOD-CARD.12", "EOD-HC.6")
def test_covering_a_guild_starter_does_not_change_its_owner():
    match = simple_free_part(2, hand=[1])
    (name,) = match.state.players[0].hand
    sleeve_on(match, name, "war_council", "top")
    assert match.state.cards[name].owner == 1
    act(match, contact(match, name, gain("goodwill"), slot="bottom"))
    assert match.state.players[1].coins == 6
    view = match.view(0)
    assert view.players[0].hand[0].owner == 1


@rule("EOD-CARD.14", "EOD-HC.7")
def test_a_card_may_hold_the_same_kind_twice_in_different_slots():
    match = simple_free_part(2, hand=["citizen"])
    (name,) = match.state.players[0].hand
    sleeve_on(match, name, "the_forge", "middle")
    act(match, next(action for action in offers(match) if action.verb == "sleeve" and action.location == "the_forge"))
    act(match, SleeveOnto("forge_b1", name))
    card = match.state.cards[name]
    assert (card.middle, card.bottom) == ("forge_m1", "forge_b1")


@rule("EOD-CARD.15")
def test_a_starter_in_the_tower_shows_its_own_threat():
    match = new(2)
    for name in match.state.tower:
        assert [threat for _, threat in sleeved_card.threats(match.content, match.state.cards[name])] == [
            CONTENT.starters[name].threat
        ]


@rule("EOD-CARD.18", "EOD-HC.8")
@pytest.mark.parametrize("mode", ["all", "one"])
def test_a_contact_with_two_lines_is_one_effect_for_one_coin_once_a_turn(mode):
    match = simple_free_part(2, hand=[1])
    (name,) = match.state.players[0].hand
    two_lines = effect(gain("goodwill")).model_copy(
        update={"clauses": [clause(gain("goodwill")), clause(gain("influence"))], "mode": mode}
    )
    action = contact_of(match, name, two_lines)
    act(match, action)
    if mode == "one":
        act(match, offers(match)[0])
    assert (match.state.players[0].coins, match.state.players[1].coins) == (4, 6)
    assert refused(match, action)
