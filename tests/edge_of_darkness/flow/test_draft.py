"""Section 11 of RULES.md (DRAFT): which Street cards a player takes, and where the Influence paid for skips goes."""

from __future__ import annotations

import dataclasses
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.edge_of_darkness.examples.position_builder import favour, set_player
from rules.edge_of_darkness.state.actions import ChooseCard, Draft, SkipCard
from rules.edge_of_darkness.state.steps import FreeStep
from rules.kernel.engine.match import arrange
from rules.kernel.engine.sequence import Sequence
from rules.kernel.errors import IllegalAction
from tests.edge_of_darkness.checked_matches import skip_and_draft
from tests.edge_of_darkness.scenes import contact, in_street, leave_cards, put_away, simple_free_part, take
from tests.game_helpers import act, of_kinds, offers, rule


def drafting(influence=4, held=0, seats=2, **options):
    """Start a draft of seat 0. Return the match, the player, the Street and the stack."""
    match = simple_free_part(seats, **options)
    player = match.state.players[0]
    for _ in range(held):
        take(match, "citizen", player.hand)
    set_player(match, 0, influence=influence)
    return begin(match)


def discard_hand(match, player):
    """Discard this player's whole hand."""
    with arrange(match) as state:
        state.discard += player.hand
        player.hand.clear()


def begin(match):
    with arrange(match):
        match.state.phase = "assembly"
        match.state.stack[1:] = [FreeStep(0), Sequence("assembly_turn", "begin_turn", 0)]
        match.start()
    return match, match.state.players[0], list(match.state.street), list(match.state.deck)


def skippable(match):
    return {action.card for action in offers(match, SkipCard)}


@rule("EOD-DRAFT.1", "EOD-DRAFT.5", "EOD-DRAFT.21")
def test_without_skipping_the_rightmost_cards_are_taken_for_nothing():
    match, player, street, _ = drafting(influence=0)
    assert offers(match) == [Draft()]
    act(match, Draft())
    assert player.hand == street[:3]
    assert (player.influence, player.coins) == (0, 5)


@rule("EOD-DRAFT.21")
def test_cards_of_other_players_cost_nothing_to_draft():
    match = simple_free_part(2)
    for space in (1, 2, 3):
        in_street(match, space, 1)
    match, player, street, _ = begin(match)
    act(match, Draft())
    assert player.hand == street[:3]
    assert (player.coins, match.state.players[1].coins) == (5, 5)


@rule("EOD-DRAFT.3", "EOD-PBP.4", "EOD-DEC.7")
def test_all_skips_are_placed_before_anything_is_drawn():
    match, player, street, stack = drafting(influence=2)
    for count, card in enumerate(street[:2], 1):
        act(match, SkipCard(card))
        assert match.view(0).skipping == street[:count]
        assert (player.hand, player.influence, match.state.favours) == ([], 2, {})
        assert (match.state.street, match.state.deck) == (street, stack)
    act(match, Draft())
    assert player.hand == street[2:5]
    assert (player.influence, match.state.favours) == (0, {street[0]: 1, street[1]: 1})


@rule("EOD-DRAFT.4")
@pytest.mark.parametrize("influence", [0, 1, 3])
def test_no_more_cards_are_skipped_than_there_is_influence(influence):
    match, player, street, _ = drafting(influence=influence)
    for card in street[:influence]:
        act(match, SkipCard(card))
    assert skippable(match) == set()
    with pytest.raises(IllegalAction, match="no Influence"):
        act(match, SkipCard(street[influence]))
    act(match, Draft())
    assert player.influence == 0


@rule("EOD-DRAFT.6", "EOD-DRAFT.12", "EOD-DRAFT.13", "EOD-DRAFT.14", "EOD-DRAFT.15")
def test_influence_gathers_on_a_card_and_becomes_the_drafting_players_goodwill():
    match = simple_free_part(2)
    c1 = match.state.street[0]
    favour(match, c1, 2)
    set_player(match, 0, influence=1)
    match, player, _, _ = begin(match)
    skip_and_draft(match, c1)
    assert match.state.favours[c1] == 3
    assert match.state.street[0] == c1
    discard_hand(match, player)
    match, player, _, _ = begin(match)
    assert (player.influence, player.goodwill, player.reputation) == (0, 0, 0)
    assert skippable(match) == set()
    act(match, Draft())
    assert (player.influence, player.goodwill, player.reputation) == (0, 3, 0), (
        "his own token too; Goodwill is no Reputation"
    )
    assert c1 not in match.state.favours
    discard_hand(match, player)
    match, player, _, _ = begin(match)
    assert skippable(match) == set(), "Goodwill is not spent as Influence"


@rule("EOD-DRAFT.16", "EOD-HC.20")
def test_a_card_the_draft_would_not_reach_can_not_be_skipped():
    match, _, street, _ = drafting(influence=4, held=2)
    assert skippable(match) == {street[0]}
    with pytest.raises(IllegalAction, match="t reach"):
        act(match, SkipCard(street[1]))
    act(match, SkipCard(street[0]))
    assert skippable(match) == {street[1]}


@rule("EOD-DRAFT.5", "EOD-DRAFT.7", "EOD-DRAFT.16", "EOD-HC.20", "EOD-DRAFT.4")
@pytest.mark.parametrize("held", [0, 1, 2])
@pytest.mark.parametrize("influence", [0, 2, 5])
def test_just_the_skip_sets_of_the_rules_can_be_placed(held, influence):
    match, _, street, _ = drafting(influence=influence, held=held)
    count = 3 - held
    allowed: set[frozenset[str]] = set()
    for size in range(min(influence, 5) + 1):
        for skipped in combinations(range(5), size):
            taken = [place for place in range(5 + count) if place not in skipped][:count]
            if all(place < taken[-1] for place in skipped):
                allowed.add(frozenset(street[place] for place in skipped))
    found: set[frozenset[str]] = {frozenset()}
    edge = [frozenset()]
    step = match.state.stack[-1]
    while edge:
        marked = edge.pop()
        with arrange(match):
            step.skipped = sorted(marked)
        more = {marked | {card} for card in skippable(match)} - found
        found |= more
        edge += more
    assert found == allowed


@rule("EOD-DRAFT.3", "EOD-DRAFT.10", "EOD-DRAFT.11")
@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.data())
def test_a_draft_takes_the_first_cards_not_skipped_in_street_order(data):
    held = data.draw(st.integers(0, 2))
    match, player, street, stack = drafting(influence=5, held=held)
    before = list(player.hand)
    while skippable(match) and data.draw(st.booleans()):
        act(match, SkipCard(data.draw(st.sampled_from(sorted(skippable(match))))))
    skipped = list(match.state.stack[-1].skipped)
    line = [*street, *stack]
    wanted = [card for card in line if card not in skipped][: 3 - held]
    act(match, Draft())
    assert player.hand == before + wanted
    assert player.influence == 5 - len(skipped)
    rest = [card for card in line if card not in wanted]
    assert [*match.state.street, *match.state.deck] == rest
    assert match.state.favours == dict.fromkeys(skipped, 1)


# -- scarce cards ---------------------------------------------------------------------------------------------


def scarce(street, stack, discard, influence=5):
    """Return a match at the start of a draft, with this many cards in the Street, the stack and the Discard pile."""
    match = simple_free_part(4)
    leave_cards(match, stack, discard)
    set_player(match, 0, influence=influence)
    put_away(match, *match.state.street[street:])
    return begin(match)


@rule("EOD-DRAFT.17", "EOD-HC.21")
@pytest.mark.parametrize(("street", "discard", "skips"), [(5, 0, 2), (5, 1, 3), (4, 1, 2), (3, 0, 0), (2, 0, 0)])
def test_skips_must_leave_enough_cards(street, discard, skips):
    match, player, cards, _ = scarce(street, 0, discard)
    done = 0
    while skippable(match):
        act(match, SkipCard(next(card for card in cards if card in skippable(match))))
        done += 1
    assert done == skips
    act(match, Draft())
    assert len(player.hand) == min(3, street + discard - skips)


@rule("EOD-DRAFT.17", "EOD-HC.21")
def test_with_too_few_cards_the_player_drafts_what_there_is():
    match, player, cards, _ = scarce(1, 0, 1)
    assert skippable(match) == set()
    act(match, Draft())
    assert len(player.hand) == 2
    assert cards[0] in player.hand
    match, player, _, _ = scarce(0, 0, 0)
    act(match, Draft())
    assert player.hand == []


@rule("EOD-DRAFT.18", "EOD-HC.21", "EOD-DRAFT.10")
def test_when_the_stack_runs_out_in_a_draft_the_discard_pile_is_shuffled_and_the_draft_goes_on():
    match, player, street, stack = scarce(5, 1, 9)
    pile = set(match.state.discard)
    events = skip_and_draft(match, *street)
    assert [body.cards for body in events if body.kind == "reshuffled"] == [9]
    assert player.hand[0] == stack[0]
    assert len(player.hand) == 3
    assert set(player.hand[1:]) < pile
    assert match.state.street == street
    assert match.state.discard == []
    assert len(match.state.deck) == 7


@rule("EOD-DRAFT.18", "EOD-DECK.16", "EOD-HC.30")
def test_a_shuffle_in_a_draft_lets_the_tower_be_refilled_too():
    match = simple_free_part(4)
    leave_cards(match, 1, 9)
    set_player(match, 0, influence=5)
    put_away(match, match.state.tower[1])
    match, _, street, _ = begin(match)
    events = skip_and_draft(match, *street)
    (filled,) = of_kinds(events, "tower_filled")
    assert filled.spot == 2
    assert match.state.tower[1] == filled.card
    assert len(match.state.deck) == 6


# -- Influence and draws by effects -------------------------------------------------------------------------------


@rule("EOD-DRAFT.19", "EOD-HC.22")
def test_influence_on_a_card_that_goes_elsewhere_returns_to_the_supply():
    match = simple_free_part(2, hand=["citizen"])
    (card,) = match.state.players[0].hand
    gone = match.state.street[2]
    favour(match, gone, 3)
    act(match, contact(match, card, {"op": "sink_street"}))
    act(match, ChooseCard(gone))
    assert match.state.deck[-1] == gone
    assert match.state.favours == {}
    assert all((player.goodwill, player.influence) == (0, 4) for player in match.state.players)


@rule("EOD-ZONE.4", "EOD-HC.47")
@pytest.mark.parametrize(("reading", "offered"), [(1, False), (2, True)])
def test_the_6th_card_goes_under_the_stack_like_a_street_card(reading, offered):
    match = simple_free_part(2, hand=["citizen"])
    with arrange(match) as state:
        state.reading = reading
    (card,) = match.state.players[0].hand
    sixth, street = match.state.deck[0], list(match.state.street)
    act(match, contact(match, card, {"op": "sink_street"}))
    assert (ChooseCard(sixth) in offers(match)) == offered
    if offered:
        act(match, ChooseCard(sixth))
        assert match.state.deck[-1] == sixth
        assert match.state.street == street


@rule("EOD-ZONE.4")
def test_a_6th_card_that_is_the_whole_stack_cannot_go_under_it():
    match = simple_free_part(2, hand=["citizen"])
    (card,) = match.state.players[0].hand
    with arrange(match) as state:
        state.discard += state.deck[1:]
        del state.deck[1:]
    act(match, contact(match, card, {"op": "sink_street"}))
    assert ChooseCard(match.state.deck[0]) not in offers(match)


@rule("EOD-DRAFT.19", "EOD-HC.22", "EOD-DRAFT.20", "EOD-HC.23", "EOD-DRAFT.12")
@pytest.mark.parametrize("count", [1, 3])
def test_an_effect_draws_the_rightmost_cards_with_their_influence_and_the_street_is_refilled(count):
    match = simple_free_part(2, hand=["citizen"])
    (card,) = match.state.players[0].hand
    street, stack = list(match.state.street), list(match.state.deck)
    favour(match, street[0], 2)
    act(match, contact(match, card, {"op": "draw", "count": count}))
    assert match.decisions()[0].prompt.key == "free", "no skipping"
    assert match.state.players[0].hand == [card, *street[:count]]
    assert match.state.players[0].goodwill == 2
    assert match.state.street == [*street[count:], *stack[:count]]
    assert match.state.favours == {}


@rule("EOD-DRAFT.20", "EOD-HC.23")
def test_with_the_option_an_effect_that_draws_may_skip():
    match = simple_free_part(2, hand=["citizen"], draw_allows_skip=True)
    (card,) = match.state.players[0].hand
    c1, c2, c3, c4, c5 = match.state.street
    c6 = match.state.deck[0]
    act(match, contact(match, card, {"op": "draw", "count": 1}))
    skip_and_draft(match, c1)
    assert match.state.players[0].hand == [card, c2]
    assert match.state.street == [c1, c3, c4, c5, c6]
    assert match.state.favours == {c1: 1}


@rule("EOD-DEC.7")
def test_drafting_itself_can_not_be_declined():
    match, _, street, _ = drafting(influence=4)
    assert {type(action) for action in offers(match)} == {Draft, SkipCard}
    for card in street[:4]:
        act(match, SkipCard(card))
    assert offers(match) == [Draft()]


@rule("EOD-PBP.6", "EOD-DEC.7", "EOD-DRAFT.10")
def test_drafting_from_the_stack_can_not_be_taken_back_even_when_the_street_stays_full():
    match = simple_free_part(2)
    bare = {"cubes": 0}
    match.content = dataclasses.replace(
        match.content,
        starters={name: card.model_copy(update=bare) for name, card in match.content.starters.items()},
        slips={name: slip.model_copy(update=bare) for name, slip in match.content.slips.items()},
    )
    set_player(match, 0, influence=5)
    match, _, street, _ = begin(match)
    for card in street:
        act(match, SkipCard(card))
    epoch = match.epoch
    act(match, Draft())
    assert match.outcomes == []
    assert match.epoch > epoch
