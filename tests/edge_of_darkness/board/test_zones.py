"""Section 5 of RULES.md (ZONE): the places where cards, cubes, Agents and tokens are."""

from __future__ import annotations

import pytest

from rules.edge_of_darkness.examples.position_builder import move, new
from rules.edge_of_darkness.state.actions import ChooseCard, Draft, EndTurn, SkipCard
from rules.kernel.engine.match import arrange
from tests.edge_of_darkness.checked_matches import (
    cards_everywhere,
    check_random_match,
    cubes_everywhere,
    play,
    skip_and_draft,
)
from tests.edge_of_darkness.scenes import attacks, contact, fill_tray, in_street, simple_free_part
from tests.edge_of_darkness.table import after_prologue, sleeving_done
from tests.game_helpers import act, of_kinds, offers, rule


@rule("EOD-ZONE.1", "EOD-ZONE.2", "EOD-ZONE.3")
def test_the_street_has_five_spaces_and_the_top_of_the_stack_is_the_sixth():
    match = after_prologue(2)
    state = match.state
    with arrange(match):
        match.state.players[state.turn.seat].influence = 5
    assert len(state.street) == 5
    first_five, sixth, seventh = list(state.street), state.deck[0], state.deck[1]
    view = match.view(None)
    assert [card.id for card in view.street] == first_five
    assert view.sixth.id == sixth
    skip_and_draft(match, *first_five[:4])
    hands = [card for player in state.players for card in player.hand]
    assert {first_five[4], sixth} <= set(hands)
    assert seventh not in hands


@rule("EOD-ZONE.2", "EOD-DRAFT.1", "EOD-ROUND.5")
def test_counting_starts_at_the_space_farthest_from_the_stack():
    match = after_prologue(3)
    state = match.state
    seat = state.turn.seat
    street, stack = list(state.street), list(state.deck)
    act(match, Draft())
    assert state.players[seat].hand[-2:] == street[:2]
    assert state.street == [*street[2:], *stack[:2]], "the rest slid towards the 1st space"


@rule("EOD-ZONE.4", "EOD-HC.47")
def test_in_the_street_includes_the_sixth_card_but_influence_is_never_placed_there():
    match = simple_free_part(2, hand=["citizen"])
    (card,) = match.state.players[0].hand
    sixth = in_street(match, 6, "patrician")
    act(match, contact(match, card, {"op": "claim", "places": ["street"]}))
    assert ChooseCard(sixth) in offers(match)
    other = after_prologue(2)
    with arrange(other):
        other.state.players[other.state.turn.seat].influence = 9
    for space in other.state.street:
        act(other, SkipCard(space))
    assert SkipCard(other.state.deck[0]) not in offers(other)


@rule("EOD-ZONE.5", "EOD-INFO.4")
def test_the_top_card_of_the_stack_is_visible_and_the_order_below_is_not():
    match = after_prologue(2)
    state = match.state
    shown = match.view(0)
    assert shown.sixth.id == state.deck[0]
    with arrange(match):
        state.deck[1:] = state.deck[:0:-1]
    assert match.view(0) == shown
    with arrange(match):
        state.deck[:2] = state.deck[1::-1]
    assert match.view(0) != shown


@rule("EOD-ZONE.7", "EOD-HC.73", "EOD-ROUND.2", "EOD-ROUND.1")
def test_a_hand_may_grow_beyond_three_and_nothing_is_discarded_for_it():
    match = simple_free_part(3)
    state = match.state
    owned = [name for name, card in state.cards.items() if card.owner == 1]
    waiting = [move(match, name, state.players[1].hall) for name in owned]
    assert len(waiting) == 4
    sleeving_done(match)
    act(match, EndTurn())
    assert state.round == 2
    assert sorted(state.players[1].hand) == sorted(waiting)
    assert state.players[1].hall == []
    assert all(not shown.hall for shown in match.view(None).players)
    list(zip(play(match, 1), range(2), strict=False))
    assert set(waiting) <= set(state.players[1].hand)


@rule("EOD-ZONE.8", "EOD-ZONE.9", "EOD-SETUP.26")
def test_the_tower_has_three_spots_each_with_the_card_that_answers_for_its_tray():
    match = simple_free_part(2)
    assert len(match.state.tower) == len(match.state.trays) == len(match.view(None).tower) == 3
    for spot in (1, 2, 3):
        match = simple_free_part(2)
        card = match.state.tower[spot - 1]
        fill_tray(match, spot, seat=0)
        (attack,) = of_kinds(attacks(match), "attacked")
        assert (attack.spot, attack.card) == (spot, card)


@rule("EOD-ZONE.8")
def test_tower_cards_show_their_blight_side():
    match = new(2)
    for spot in match.view(None).tower:
        assert spot.card.damage == match.content.starters[spot.card.id].threat.damage


@rule("EOD-ZONE.12", "EOD-COMP.5", "EOD-SETUP.17", "EOD-CUBE.7")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_cube_is_always_in_one_place_and_each_colour_counts_fifteen(seats):
    def check(match):
        assert cubes_everywhere(match) == [15] * (seats + 1)
        state = match.state
        places = [
            state.bag,
            state.aside,
            *state.trays,
            *[p.zone for p in state.players],
            *[p.staged for p in state.players],
        ]
        assert all(len(place) == seats + 1 and min(place) >= 0 for place in places)

    for seed in range(2):
        check_random_match(check, seats, seed)


@rule("EOD-ZONE.13", "EOD-COMP.6")
def test_every_agent_is_untrained_in_the_pool_or_at_one_location():
    def check(match):
        for player in match.state.players:
            assert player.untrained + player.pool + sum(player.agents.values()) == 10
            assert min(player.untrained, player.pool, *player.agents.values(), 0) == 0
            assert set(player.agents) <= set(match.state.locations)

    for seed in range(2):
        check_random_match(check, 3, seed)


@rule("EOD-ZONE.15", "EOD-CARD.17")
@pytest.mark.parametrize(("seats", "cards"), [(4, 33), (3, 27), (2, 20)])
def test_every_card_is_always_in_one_place_and_none_is_made_or_lost(seats, cards):
    def check(match):
        assert len(match.state.cards) == cards
        assert cards_everywhere(match) == dict.fromkeys(match.state.cards, 1)
        if match.state.phase != "prologue":
            assert not any(player.starters for player in match.state.players)

    for seed in range(2):
        check_random_match(check, seats, seed)


@rule("EOD-ZONE.10")
def test_a_guild_hall_holds_only_cards_of_its_player():
    def check(match):
        for seat, player in enumerate(match.state.players):
            assert all(match.state.cards[card].owner == seat for card in player.hall)

    for seed in range(2):
        check_random_match(check, 4, seed)


@rule("EOD-ZONE.11")
def test_the_discard_pile_takes_cards_of_any_owner():
    seen: set[int] = set()
    for seed in range(3):
        match = new(3, f"pile {seed}")
        for _ in play(match, seed):
            seen |= {match.state.cards[card].owner for card in match.state.discard}
    assert seen == {-1, 0, 1, 2}
