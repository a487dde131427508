"""Section 31.1 of RULES.md: setting up a match against a Great Old One."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.dark_providence.content.component_counts import THRESHOLD
from rules.dark_providence.content.load import base
from rules.dark_providence.state.actions import ChooseColour, StartIn
from rules.kernel.errors import IllegalAction
from tests.dark_providence.solo_scenes import cultist_city, cultist_state, old_one
from tests.dark_providence.table import GAME, act, new, offers, refused
from tests.game_helpers import look, of_kinds, rule


def started(seed="test", **options):
    """Return a solo match with real cards at the player's first turn, and the events of the last choice in set-up."""
    match = new(1, seed, **options)
    events = []
    while match.state.phase == "setup":
        events = act(match, offers(match)[-1])
    return match, events


@rule("DP-GEN.1", "DP-SOLO.1")
def test_the_normal_setup_is_done_as_well():
    match, _ = started()
    player = match.state.players[0]
    assert (len(player.hand), len(player.deck), player.supply, player.pool) == (5, 5, 6, 12)
    assert (match.state.ritual, match.state.investigation, match.state.bag) == (0, 0, [6, 12])
    assert sorted(match.state.area_e) == sorted(base().city_cards)


@rule("DP-SOLO.2", "DP-SOLO.17")
@pytest.mark.parametrize("seed", range(6))
def test_the_player_is_an_investigator_face_down_and_no_other_allegiance_is_dealt(seed):
    match = new(1, str(seed))
    player = match.state.players[0]
    assert (player.allegiance, player.revealed, match.state.aside) == ("investigator", False, [])


@rule("DP-SOLO.3", "DP-HC.87")
def test_three_mythos_cards_stay_out():
    match = new(1)
    kept = [*match.state.row, *match.state.mythos_deck]
    assert set(base().mythos) - set(kept) == {"impostor", "mi_go", "maddening_cacophony"}
    assert set(new(2).state.row + new(2).state.mythos_deck) == set(base().mythos)


@rule("DP-SOLO.4")
def test_two_mythos_cards_lie_open_and_nineteen_in_the_deck():
    match = new(1)
    assert (len(match.state.row), len(match.state.mythos_deck)) == (2, 19)


@rule("DP-SOLO.5", "DP-CONT.29")
def test_each_city_has_two_primary_assets_and_the_stock_thirty_six():
    match = new(1)
    assert [len(place.stack) for place in match.state.places.values()] == [2] * 12
    assert len(match.state.stock) == 36
    shown = [city.asset for city in look(match).cities]
    assert shown == [place.stack[0] for place in match.state.places.values()]


@rule("DP-SOLO.6")
def test_the_great_old_one_is_drawn_at_random_and_lies_face_up():
    drawn = Counter(old_one(new(1, str(seed))).card for seed in range(60))
    assert set(drawn) == set(base().old_ones)
    match = new(1, old_one="hastur")
    assert look(match).old_one.id == old_one(match).card == "hastur"
    with pytest.raises(IllegalAction):
        new(1, old_one="azathoth")


@rule("DP-SOLO.7", "DP-SOLO.53")
def test_the_eight_control_cards_are_shuffled_face_down():
    decks = [tuple(old_one(new(1, str(seed))).deck) for seed in range(8)]
    assert all(sorted(deck) == sorted(base().controls) for deck in decks)
    assert len(set(decks)) == 8
    view = look(new(1)).old_one
    assert (view.deck_count, view.control, view.discard) == (8, "", [])


@rule("DP-SOLO.8", "DP-SOLO.36", "DP-SOLO.35")
def test_both_cultist_cards_lie_in_order_hidden_side_up():
    match, _ = started()
    sides = old_one(match).cultists
    assert [(side.card, side.revealed) for side in sides] == [("cultist_1", False), ("cultist_2", False)]
    assert [match.state.agents[f"cultist_{who}"].owner for who in (1, 2)] == [1, 2]


@rule("DP-SOLO.9")
def test_the_cultists_get_two_colours_the_player_does_not_use():
    match, _ = started()
    used = [match.state.players[0].colour, *[side.colour for side in old_one(match).cultists]]
    assert len(set(used)) == 3


@rule("DP-SOLO.9", "DP-DEC.23")
def test_the_player_may_choose_all_three_colours_and_none_twice():
    match = new(1, colours="chosen")
    act(match, ChooseColour(3))
    assert refused(match, ChooseColour(3))
    act(match, ChooseColour(0))
    assert {offer.colour for offer in offers(match, ChooseColour)} == {1, 2, 4}
    act(match, ChooseColour(4))
    assert [match.state.players[0].colour, cultist_state(match, 1).colour, cultist_state(match, 2).colour] == [3, 0, 4]


@rule("DP-SOLO.10", "DP-SOLO.11", "DP-HC.75")
def test_each_cultist_has_nineteen_influence_and_twelve_control_markers_and_no_pool():
    match, _ = started()
    for side in old_one(match).cultists:
        assert (side.supply, side.limbo, side.controls) == (19, 0, 12)
        assert not hasattr(side, "pool")


@rule("DP-SOLO.12")
def test_the_first_cultist_starts_in_arkham_the_second_in_new_york():
    match, _ = started()
    assert (cultist_city(match, 1), cultist_city(match, 2)) == ("arkham", "new_york")


@rule("DP-SOLO.13", "DP-SOLO.14", "DP-SOLO.46", "DP-HC.72")
def test_the_great_old_one_starts_with_six_vp_three_for_each_hidden_cultist():
    match, _ = started()
    assert old_one(match).vp == 3 * len([side for side in old_one(match).cultists if not side.revealed]) == 6
    assert match.state.players[0].vp == 0


@rule("DP-SOLO.15", "DP-HC.76")
def test_the_lead_agent_starts_after_the_cultists_on_a_free_space():
    match = new(1)
    while not offers(match, StartIn):
        act(match, offers(match)[0])
    assert {offer.city for offer in offers(match)} == set(base().cities) - {"arkham", "new_york"}
    assert refused(match, StartIn("arkham"))
    assert refused(match, StartIn("new_york"))


@rule("DP-SOLO.15")
@pytest.mark.parametrize("seed", range(15))
def test_a_random_starting_city_is_a_free_one_too(seed):
    match, _ = started(str(seed), random_cities=True)
    lead = match.state.players[0].lead
    assert match.state.agents[lead].city not in ("arkham", "new_york")


@rule("DP-SOLO.16")
def test_the_player_takes_the_first_turn():
    match, events = started()
    assert (match.state.phase, match.state.turn.seat, match.state.turns) == ("play", 0, 1)
    assert [body.seat for body in of_kinds(events, "turn_began")] == [0]
    assert not of_kinds(events, "control_drawn")


@rule("DP-SOLO.1")
def test_there_is_a_great_old_one_in_solo_play_alone():
    assert [new(seats).state.old_one is not None for seats in GAME.seats] == [True, False, False, False, False]
    assert THRESHOLD[1] == 35
