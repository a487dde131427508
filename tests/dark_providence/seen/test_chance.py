"""Section 34.4 of RULES.md: when random results are drawn, and that no one can predict them."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rules.dark_providence.content.load import base
from rules.dark_providence.examples.position_builder import agent, control, hold, mark, turn
from rules.dark_providence.flow.setup import deal_allegiances
from rules.dark_providence.solo.cultist_acquiring import finish
from rules.dark_providence.state.actions import AcquireTarget, EndTurn, Strike
from rules.kernel.engine.chance import Chance, ChanceState
from tests.dark_providence.made_up_cards import action_card, icons
from tests.dark_providence.solo_scenes import old_one
from tests.dark_providence.table import act, begin_turn, new
from tests.game_helpers import look, rule

CONTENT = base()
SEEDS = [str(seed) for seed in range(24)]
KILL = {"op": "assassinate", "any_agent": True}


def copy_with_seed(match, seed):
    """Return a copy of the match that will draw different random results from now on."""
    other = match.copy()
    other.state.chance.seed = seed
    return other


def played(match, picks, steps=120):
    """Play a match with random choices drawn from `picks`. Return the audience and the body of each event."""
    told = []
    for _ in range(steps):
        if match.over:
            break
        seat, decision = next(iter(match.decisions().items()))
        told += [(event.to, event.body) for event in match.apply(seat, picks.choice(decision.actions))]
    return told


# -- setup ----------------------------------------------------------------------------------------------------


@rule("DP-RND.1", "DP-SETUP.5")
def test_any_asset_can_lie_anywhere():
    tops, stocks = Counter(), Counter()
    for seed in SEEDS:
        state = new(3, seed).state
        tops.update([next(iter(state.places.values())).stack[0]])
        stocks.update(state.stock)
    assert len(tops) > 12
    assert len(stocks) == 60


@rule("DP-RND.2", "DP-SETUP.11")
def test_any_mythos_card_can_come_first():
    assert len({new(3, seed).state.row[0] for seed in SEEDS}) > 8
    assert len({new(3, seed).state.mythos_deck[-1] for seed in SEEDS}) > 8


@rule("DP-RND.3", "DP-RND.4")
@pytest.mark.parametrize("seats", [4, 5])
def test_either_dissenter_and_any_seat_can_be_dealt_any_card(seats):
    deals = [deal_allegiances(seats, Chance(ChanceState(seed))) for seed in map(str, range(80))]
    assert {aside[-1] for _, aside in deals} == {"ex_investigator", "ex_cultist"}
    for seat in range(seats):
        assert {dealt[seat] for dealt, _ in deals} == {"investigator", "cultist", "ex_investigator", "ex_cultist"}


@rule("DP-RND.4", "DP-SETUP.22")
@pytest.mark.parametrize("seats", [2, 3])
def test_two_or_three_can_be_dealt_any_card(seats):
    dealt = [[player.allegiance for player in new(seats, seed).state.players] for seed in SEEDS]
    for seat in range(seats):
        assert len({cards[seat] for cards in dealt}) == 4


@rule("DP-RND.5", "DP-SETUP.17")
def test_starting_decks_are_shuffled_each_on_its_own():
    hands = set()
    for seed in SEEDS:
        state = new(2, seed, leads="random").state
        for player in state.players:
            hands.add(tuple(card.removeprefix(player.lead) for card in player.hand))
    assert len(hands) > 40


@rule("DP-RND.6", "DP-SETUP.28", "DP-SETUP.31")
def test_who_begins_and_where_beginners_start_is_random():
    matches = [new(5, seed, leads="random", random_cities=True) for seed in [*SEEDS, *map(str, range(100, 120))]]
    assert {match.state.first for match in matches} == {0, 1, 2, 3, 4}
    assert len({match.state.agents[match.state.players[0].lead].city for match in matches}) > 8


# -- randomness during play -----------------------------------------------------------------------------------


@rule("DP-RND.7", "DP-TURN.7")
def test_a_discard_pile_becomes_a_deck_in_random_order():
    orders = set()
    for seed in SEEDS:
        match = turn()
        player = match.state.players[0]
        player.discard, player.deck = player.deck, []
        match.state.chance.seed = seed
        act(match, EndTurn())
        orders.add((*player.hand, *player.deck))
    assert len(orders) == len(SEEDS)


@rule("DP-RND.8", "DP-CITY.8", "DP-ASSASSINATE.15")
@pytest.mark.parametrize("cause", ["city", "victim"])
def test_a_deck_out_of_which_a_card_was_taken_is_shuffled(cause):
    orders = set()
    for seed in SEEDS:
        match = turn()
        match.state.chance.seed = seed
        if cause == "city":
            control(match, 1, "chicago")
            hold(match, 1, "chicago", zone="deck")
            mark(match, 0, "chicago", 1)
            act(match, AcquireTarget("chicago"))
        else:
            agent(match, 0, "wyatt_earp", "charleston")
            agent(match, 1, "gerard_lescaux", "charleston")
            icons(match, 0, "force", 1)
            act(match, action_card(match, KILL))
            act(match, Strike("gerard_lescaux", "wyatt_earp"))
        deck = match.state.players[1].deck
        assert len(deck) == 10
        orders.add(tuple(deck))
    assert len(orders) == len(SEEDS)


@rule("DP-RND.9", "DP-SANITY.3")
def test_tokens_are_drawn_at_random_as_many_as_there_are_of_each():
    found = Counter()
    for seed in map(str, range(120)):
        match = turn()
        match.state.chance.seed = seed
        act(match, action_card(match, {"op": "sanity"}))
        player = match.state.players[0]
        assert player.sane + player.madness == 1
        assert match.state.bag == [6 - player.sane, 12 - player.madness]
        found.update(sane=player.sane, madness=player.madness)
    assert 25 <= found["sane"] <= 55


@rule("DP-RND.10")
def test_alone_the_great_old_one_and_the_control_deck_are_random():
    matches = [new(1, seed) for seed in SEEDS]
    assert {old_one(match).card for match in matches} == set(CONTENT.old_ones)
    assert len({old_one(match).deck[0] for match in matches}) > 4
    assert all(sorted(old_one(match).deck) == sorted(CONTENT.controls) for match in matches)


@rule("DP-RND.10", "DP-SOLO.119")
def test_the_control_deck_is_reshuffled_after_the_second_effect_card():
    effects = [
        name for name, card in CONTENT.controls.items() if any(order.do == "effect" for order in card.orders)
    ]  # fmt: skip
    orders = set()
    for seed in SEEDS:
        match = turn(1)
        side = old_one(match)
        side.deck = [effects[1], *[name for name in CONTENT.controls if name not in effects]]
        side.discard, side.effects = [effects[0]], 1
        match.state.chance.seed = seed
        match.state.players[0].hand = []
        act(match, EndTurn())
        assert sorted(side.deck) == sorted(CONTENT.controls)
        orders.add(tuple(side.deck))
    assert len(orders) > 20


@rule("DP-RND.11")
def test_the_same_seed_and_the_same_actions_play_the_same_match():
    for seats in (1, 3, 5):
        first, second = new(seats, "again"), new(seats, "again")
        assert played(first, random.Random(1)) == played(second, random.Random(1))
        assert first.dump() == second.dump()
        assert new(seats, "other").dump() != new(seats, "again").dump()


@rule("DP-RND.11")
def test_shuffles_happen_when_the_rule_says_so_and_not_before():
    match = turn()
    player = match.state.players[0]
    player.discard, player.deck = player.deck, []
    found = set()
    for seed in SEEDS:
        other = copy_with_seed(match, seed)
        other.apply(0, EndTurn())
        found.add(tuple(other.state.players[0].hand))
    assert len(found) > 20
    assert {tuple(copy_with_seed(match, seed).state.players[0].discard) for seed in SEEDS} == {tuple(player.discard)}


@rule("DP-RND.11", "DP-VIS.21")
def test_no_view_tells_the_seed_or_an_order():
    match = turn(3, seed="a very secret seed")
    player = match.state.players[0]
    player.hand, player.deck = player.deck[:5], player.deck[5:]
    for viewer in (None, 0, 1, 2):
        told = look(match, viewer).model_dump_json()
        assert "a very secret seed" not in told
        for other in (list(reversed(player.deck)), sorted(player.deck)):
            changed = match.copy()
            changed.state.players[0].deck = other
            changed.state.players[0].hand.reverse()
            changed.state.mythos_deck.reverse()
            changed.state.stock.reverse()
            assert look(changed, viewer).model_dump_json() == told


@rule("DP-RND.11", "DP-VIS.29")
def test_cards_drawn_are_told_to_their_player_only():
    match = turn(3)
    events = match.apply(0, EndTurn())
    drawn = [event for event in events if event.body.kind == "drew_cards"]
    assert [event.to for event in drawn] == [(0,)]
    cards = match.state.players[0].hand
    assert len(cards) == 5
    assert not [event for event in events if event.to != (0,) for card in cards if card in str(event.body)]


@rule("DP-RND.12")
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_all_luck_is_a_shuffle_or_a_draw_and_never_a_die(seats):
    labels = set()
    match = new(seats, "labels")
    picks = random.Random(2)
    for _ in range(300):
        if match.over:
            break
        seat, decision = next(iter(match.decisions().items()))
        match.apply(seat, picks.choice(decision.actions))
        labels |= {label.split("/")[0] for label, _ in match.outcomes}
        assert not [outcome for _, outcome in match.outcomes if isinstance(outcome, int)]
    assert labels <= {"deck", "bag", "hand", "stock", "control"}


# -- corner cases of the rules --------------------------------------------------------------------------------


@rule("DP-HC.84", "DP-SOLO.98")
def test_the_great_old_one_takes_the_sanity_test_of_a_cultists_card():
    for sanity, bag in ((True, [0, 11]), (False, [0, 12])):
        match = turn(1)
        match.state.bag, match.state.spent = [0, 12], [6, 0]
        card = "seance" if sanity else "tommy_guns"
        for place in match.state.places.values():
            if card in place.stack:
                place.stack.remove(card)
        finish(match, 1, "asset", card)
        assert (match.state.bag, old_one(match).madness) == (bag, int(sanity))
        assert match.state.players[0].madness == 0


@rule("DP-RND.7", "DP-RND.9")
def test_luck_of_one_kind_does_not_depend_on_luck_of_another():
    match = turn()
    other = match.copy()
    begin_turn(match, 0)
    other.chance.shuffle("setup/leads", ["a", "b"])
    for each in (match, other):
        each.state.players[0].discard, each.state.players[0].deck = each.state.players[0].deck, []
        act(each, EndTurn())
    assert match.state.players[0].hand == other.state.players[0].hand
