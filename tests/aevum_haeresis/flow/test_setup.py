"""Section 9 of RULES.md: setup, and the mulligan."""

from __future__ import annotations

import pytest

from rules.aevum_haeresis.board.card_lookup import kind
from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, new
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.actions import BeActive, Keep, Mulligan, PutLocation
from rules.kernel.errors import IllegalAction
from tests.aevum_haeresis.table import window
from tests.aevum_haeresis.window_helpers import seats_of
from tests.game_helpers import act, asked, look, of_kinds, offers, rule

SEEDS = pytest.mark.parametrize("seed", ["one", "two", "three", "four"])


def chosen(active=ANNA, seed="test"):
    """Return a new match where this seat is Active and is asked about a mulligan."""
    match = new(seed)
    act(match, BeActive(active))
    return match


def counts(match, seat):
    player = match.state.players[seat]
    heretics = sum(match.content.cards[kind(one)].type == "heretic" for one in player.hand)
    return len(player.hand) - heretics, heretics, len(player.plot), len(player.heretics)


def whole(match, seat):
    player = match.state.players[seat]
    return sorted([*player.hand, *player.plot, *player.heretics])


@rule("AH-SETUP.1", "AH-SETUP.8")
def test_damned_and_camp_of_both_lie_face_up_and_unhurt():
    match = new()
    shown = look(match, None)
    for player in shown.players:
        lying = {one.id: one for one in shown.cards}
        assert (lying[player.damned].wounds, lying[player.damned].ready) == (0, True)
        assert player.camp in lying
        assert player.execution == 0


@rule("AH-SETUP.2", "AH-SETUP.3")
@seats_of
def test_plot_and_heretic_deck_are_shuffled_and_lie_face_down(seat):
    orders = set()
    for seed in ("one", "two", "three"):
        player = new(seed).state.players[seat]
        assert sorted(player.plot) != player.plot
        orders.add((tuple(player.plot), tuple(player.heretics)))
        shown = look(new(seed), 1 - seat).players[seat]
        assert (shown.own_plot, shown.own_heretics, shown.hand) == (None, None, None)
    assert len(orders) == 3


@rule("AH-SETUP.4")
def test_the_location_deck_lies_face_down_and_is_not_shuffled():
    listed = base().decks["drowned_saints"].locations
    for seed in ("one", "two", "three"):
        match = new(seed)
        assert [kind(one) for one in match.state.players[ANNA].locations] == listed
        assert look(match, BELA).players[ANNA].own_locations is None


@rule("AH-SETUP.5")
def test_a_background_deck_lies_beside():
    match = new()
    assert [kind(one) for one in match.state.players[ANNA].background] == ["drowned_pilgrim"] * 2
    assert look(match, BELA).players[ANNA].background == 2


@rule("AH-SETUP.6", "AH-HC.5", "AH-DIS.1")
@SEEDS
def test_both_draw_five_plot_and_four_heretic_cards_before_anything_is_chosen(seed):
    match = new(seed)
    assert asked(match)[1] == "active"
    assert match.state.location == ""
    for seat in (ANNA, BELA):
        assert counts(match, seat) == (5, 4, 43, 16)


@rule("AH-SETUP.7")
def test_both_start_with_five_gold_and_one_soul():
    assert [(one.gold, one.souls) for one in new().state.players] == [(5, 1)] * 2


@rule("AH-SETUP.9", "AH-HC.5", "AH-DIS.2")
@seats_of
def test_a_player_picked_at_random_decides_who_is_active(seat):
    picked = {asked(new(f"seed {number}"))[0] for number in range(12)}
    assert picked == {ANNA, BELA}
    match = chosen(seat)
    assert match.state.active == seat
    assert asked(match) == (seat, "mulligan")


@rule("AH-SETUP.10", "AH-DIS.3")
@seats_of
def test_the_active_player_decides_first_about_a_mulligan_and_openly(seat):
    match = chosen(seat)
    (told_,) = of_kinds(act(match, Mulligan()), "mulligan_decided")
    assert (told_.seat, told_.again) == (seat, True)
    assert asked(match) == (1 - seat, "mulligan")
    assert look(match, 1 - seat).players[seat].mulligan


@rule("AH-SETUP.11", "AH-SETUP.12", "AH-SETUP.13", "AH-DIS.3")
@SEEDS
def test_a_mulligan_shuffles_all_back_and_draws_one_fewer_of_each(seed):
    match = chosen(seed=seed)
    before, hand = whole(match, ANNA), sorted(match.state.players[ANNA].hand)
    act(match, Mulligan())
    with pytest.raises(IllegalAction):
        match.apply(ANNA, Mulligan())
    act(match, Keep())
    assert counts(match, ANNA) == (4, 3, 44, 17)
    assert counts(match, BELA) == (5, 4, 43, 16)
    assert whole(match, ANNA) == before
    assert sorted(match.state.players[ANNA].hand) != hand
    assert asked(match)[1] == "location"
    with pytest.raises(IllegalAction):
        match.apply(ANNA, Mulligan())


@rule("AH-SETUP.11")
def test_cards_go_back_into_the_decks_they_came_from():
    match = chosen()
    act(match, Mulligan())
    for cards, types in (
        (match.state.players[ANNA].plot, {"story", "event", "hunter"}),
        (match.state.players[ANNA].heretics, {"heretic"}),
    ):
        assert {match.content.cards[kind(one)].type for one in cards} <= types
    orders = {tuple(fresh.state.players[ANNA].plot[-5:]) for fresh in map(_mulligan, range(4))}
    assert len(orders) == 4  # the cards are shuffled into the deck, not put at the bottom


def _mulligan(number):
    match = chosen(seed=str(number))
    act(match, Mulligan())
    return match


@rule("AH-SETUP.13", "AH-SETUP.14")
def test_a_mulligan_is_all_or_nothing_and_once():
    match = chosen()
    for seat in (ANNA, BELA):
        assert asked(match) == (seat, "mulligan")
        assert offers(match) == [Keep(), Mulligan()]
        act(match, Mulligan())
    assert asked(match) == (ANNA, "location")
    assert match.state.players[BELA].mulligan


@rule("AH-SETUP.15", "AH-SETUP.16", "AH-LIFE.19")
@seats_of
def test_then_the_active_player_puts_a_location_of_ones_own_at_morning(seat):
    match = chosen(seat)
    act(match, Keep())
    act(match, Keep())
    assert asked(match) == (seat, "location")
    own = match.state.players[seat].locations
    assert {one.card for one in offers(match)} == {*own}
    assert len(own) == 4
    name = own[2]
    act(match, PutLocation(name))
    assert (match.state.location, match.state.placer) == (name, seat)
    assert match.state.cards[name].time == 0
    assert len(match.state.players[seat].locations) == 3
    assert (asked(match), match.state.phase) == ((seat, "row"), "enlistment")


@rule("AH-SETUP.16", "AH-ROUND.3")
@seats_of
def test_the_first_round_begins_with_the_enlistment(seat):
    match = chosen(seat)
    act(match, Keep())
    act(match, Keep())
    events = act(match, offers(match)[0])
    assert [one.round for one in of_kinds(events, "round_began")] == [1]
    assert not of_kinds(events, "drew", "gold_changed", "turned")
    for player in match.state.players:
        assert (len(player.hand), player.gold, player.souls) == (9, 5, 1)
    assert asked(match) == (seat, "row")
    assert window(match) == ""


@pytest.mark.parametrize("seed", ["one", "two", "three"])
@rule("AH-DECK.14")
def test_the_decks_to_learn_with_are_the_first_two_and_each_player_gets_another(seed):
    learning = GAME.new(2, seed, {"ready_decks": "first"}).state.players
    wanted = [f"{deck.damned}" for deck in list(base().decks.values())[:2]]
    assert sorted(kind(player.damned) for player in learning) == sorted(wanted)
