"""Section 31.14 of RULES.md: the Great Old One's sanity, how a solo match ends, and who wins."""

from __future__ import annotations

import pytest

from rules.dark_providence.content.component_counts import THRESHOLD
from rules.dark_providence.examples.position_builder import agent, control, fetch, fill_bag, hold, lay, mark
from rules.dark_providence.state.actions import AcquireTarget, EndTurn, Meddle, RevealAllegiance, UseCard
from tests.dark_providence.made_up_cards import action_card, give, icons
from tests.dark_providence.solo_scenes import (
    EFFECT,
    PLACE_CITY,
    card,
    control_card,
    cultist_state,
    effect,
    failed,
    gate,
    old_one,
    result,
    scene,
    take,
    whole_turn,
)
from tests.dark_providence.table import act, destroy_missing_cards
from tests.game_helpers import kinds_of, of_kinds, rule

OPEN_GATE = {"do": "gate", "arcane": 9}


def ended(events):
    return [body.trigger for body in of_kinds(events, "end_called")]


# -- the Great Old One's sanity -------------------------------------------------------------------------------


@rule("DP-SOLO.131", "DP-SOLO.132")
def test_a_sane_token_leaves_the_game():
    match = scene()
    fill_bag(match, 3, 0)
    gone = match.state.spent[0]
    events = gate(match, 2, 9)
    assert (match.state.bag, match.state.spent[0], old_one(match).madness) == ([2, 0], gone + 1, 0)
    assert [(body.seat, body.madness) for body in of_kinds(events, "took_token")] == [(-1, False)]


@rule("DP-SOLO.131", "DP-SOLO.133", "DP-SOLO.31")
def test_a_madness_token_lies_by_the_great_old_one():
    match = scene()
    fill_bag(match, 0, 3)
    gate(match, 2, 9)
    assert (match.state.bag, old_one(match).madness) == ([0, 2], 1)


@rule("DP-SOLO.131", "DP-LIMIT.4")
def test_with_an_empty_bag_nothing_is_drawn():
    match = scene()
    events = gate(match, 2, 9)
    assert not of_kinds(events, "took_token")
    assert match.state.places["new_york"].gate == "open"


def scene_with_madness(tokens):
    """Return a scene where the Great Old One has this many madness tokens, and the bag has only madness tokens."""
    match = scene()
    old_one(match).madness = tokens
    match.state.spent[1] -= tokens
    fill_bag(match, 0, 12 - tokens)
    return match


@rule("DP-SOLO.32", "DP-SOLO.33")
def test_four_tokens_change_nothing():
    match = scene_with_madness(3)
    events = gate(match, 2, 9)
    assert old_one(match).madness == 4
    assert (match.over, match.state.players[0].revealed, ended(events)) == (False, False, [])


@rule("DP-SOLO.33", "DP-SOLO.136", "DP-SOLO.141", "DP-SOLO.146", "DP-HC.74", "DP-SOLO.32")
def test_the_fifth_token_reveals_the_player_at_once_and_ends_the_game_after_the_turn():
    match = scene_with_madness(4)
    control_card(match, {"do": "gate", "arcane": 9}, PLACE_CITY)
    events = whole_turn(match)
    assert match.over
    assert ended(events) == ["old_one_madness"]
    assert [body.seat for body in of_kinds(events, "end_called")] == [-1]
    assert kinds_of(events, "took_token", "revealed", "placed", "end_called") == [
        "took_token",
        "revealed",
        "placed",
        "end_called",
    ]
    assert not of_kinds(events, "went_mad")
    assert match.state.players[0].revealed
    assert match.state.scores[0]["unrevealed"] == 0


@rule("DP-SOLO.33", "DP-HC.74")
def test_a_sixth_token_in_the_same_turn_calls_no_second_end():
    match = scene_with_madness(4)
    control_card(match, OPEN_GATE, OPEN_GATE)
    events = whole_turn(match)
    assert old_one(match).madness == 6
    assert ended(events) == ["old_one_madness"]
    assert len(of_kinds(events, "revealed")) == 1


# -- the end of the game --------------------------------------------------------------------------------------


@rule("DP-SOLO.134", "DP-TRACK.4")
@pytest.mark.parametrize(("vp", "over"), [(31, True), (30, False), (33, True)])
def test_the_great_old_one_ends_the_game_with_thirty_five_vp(vp, over):
    match = scene()
    old_one(match).vp = vp
    events = gate(match, 2, 9)
    assert match.over == over
    assert ended(events) == ["threshold"] * over


@rule("DP-SOLO.134", "DP-SOLO.140")
def test_the_player_ends_the_game_with_thirty_five_vp():
    match = scene()
    match.state.players[0].vp = 31
    mark(match, 0, "boston", 1)
    events = act(match, AcquireTarget("boston"))
    assert match.over
    assert not of_kinds(events, "control_drawn")
    assert THRESHOLD[1] == 35


@rule("DP-SOLO.141", "DP-SOLO.140", "DP-HC.74")
def test_once_the_first_cultist_reaches_thirty_five_vp_the_second_does_not_act():
    match = scene()
    old_one(match).vp = 34
    fill_bag(match, 0, 3)
    control_card(match, OPEN_GATE, PLACE_CITY)
    events = whole_turn(match)
    assert match.over
    assert [body.who for body in of_kinds(events, "cultist_acts")] == [1]
    assert kinds_of(events, "end_called", "took_token", "match_ended") == ["end_called", "took_token", "match_ended"]


@rule("DP-SOLO.140")
def test_the_action_that_ends_the_game_is_completed():
    match = scene()
    old_one(match).vp = 31
    card(match, "boston", icons={"ritual_up": 1})
    mark(match, 1, "boston", 2)
    take(match, 1, "city")
    assert match.over
    assert (match.state.ritual, match.state.locks) == (1, ["boston"])
    assert "boston" in match.state.area_e


@rule("DP-SOLO.135", "DP-SOLO.146")
def test_the_player_who_goes_mad_ends_the_game_without_another_turn():
    match = scene()
    match.state.players[0].madness = 2
    match.state.spent[1] -= 2
    fill_bag(match, 0, 4)
    events = act(match, action_card(match, {"op": "sanity"}))
    assert match.over
    assert ended(events) == ["madness"]
    assert not of_kinds(events, "control_drawn")
    assert match.state.scores[0]["unrevealed"] == 0


@rule("DP-SOLO.138")
@pytest.mark.parametrize("track", ["ritual", "investigation"])
def test_the_last_space_of_either_track_ends_the_game(track):
    match = scene()
    setattr(match.state, track, 11)
    icons(match, 0, f"{track}_up", 1)
    events = act(match, Meddle(track, "up"))
    assert match.over
    assert ended(events) == [track]


@rule("DP-SOLO.139", "DP-HC.50")
def test_the_deep_ones_action_with_all_eight_in_play_ends_the_game():
    match = scene()
    give(match, 0, "deep_ones", {"timing": "action", "ways": [[{"op": "deep_ones", "count": 2}]]})
    for number in range(1, 9):
        agent(match, 0, f"deep_one_{number}", "detroit")
    events = act(match, UseCard("deep_ones"))
    assert match.over
    assert ended(events) == ["deep_ones"]


@rule("DP-SOLO.147", "DP-REVEAL.2")
@pytest.mark.parametrize(("vp", "may"), [(25, True), (24, False)])
def test_the_player_may_reveal_with_thirty_five_vp(vp, may):
    match = scene()
    match.state.players[0].vp = vp
    match.state.investigation = 6
    match.state.places["arkham"].gate, match.state.places["arkham"].gate_owner = "close", 0
    match.state.places["boston"].gate, match.state.places["boston"].gate_owner = "open", 0
    match.state.players[0].controls -= 2
    worth = 6 + match.content.cities["arkham"].gate
    match.state.players[0].vp += 10 - worth
    assert (RevealAllegiance() in offers_of(match)) == may
    if may:
        act(match, RevealAllegiance())
        assert match.over
        assert match.state.scores[0]["unrevealed"] == 0


def offers_of(match):
    return match.decisions()[0].actions


# -- scoring and the winner -----------------------------------------------------------------------------------


def finish(match, vp, others):
    """End a match by moving the investigation to its last space. Return the result.

    `vp` is the player's VP, and `others` is the Great Old One's VP.
    """
    match.state.players[0].vp, old_one(match).vp = vp, others
    match.state.investigation = 11
    icons(match, 0, "investigation_up", 1)
    act(match, Meddle("investigation", "up"))
    return result(match)


@rule("DP-SOLO.142", "DP-SOLO.148")
def test_the_player_scores_as_an_investigator():
    match = scene()
    agent(match, 0, "carl_jung", "boston", returned=True)
    card(match, "carl_jung", pink=2, vp=1)
    match.state.players[0].crypt = ["eliot_ness"]
    match.state.places["arkham"].gate, match.state.places["arkham"].gate_owner = "close", 0
    match.state.places["boston"].gate, match.state.places["boston"].gate_owner = "open", 1
    match.state.players[0].controls -= 1
    cultist_state(match, 1).controls -= 1
    events_before = match.state.seats
    outcome = finish(match, 10, 6)
    scores = match.state.scores[0]
    assert scores["track"] == match.content.board.tracks[12]
    assert (scores["gates"], scores["pink"], scores["unrevealed"], scores["blue"]) == (3, 2, 3, 1)
    assert (scores["crypt"], scores["green"], scores["returned"]) == (0, 0, 0)
    assert outcome.rows[0].total == 10 + 3 + 12 + 3 + 2 + 1
    assert len(outcome.rows) == events_before == 1


@rule("DP-SOLO.143", "DP-HC.71")
def test_the_great_old_one_scores_nothing_more():
    match = scene()
    match.state.ritual = 9
    fetch(match, "dagon")
    old_one(match).mythos = ["dagon"]
    old_one(match).crypt = ["eliot_ness"]
    outcome = finish(match, 0, 20)
    assert outcome.rows[0].scores["old_one"] == old_one(match).vp == 20


@rule("DP-SOLO.144", "DP-SOLO.145")
@pytest.mark.parametrize(("vp", "winners"), [(19, [0]), (20, [0]), (18, [])])
def test_the_higher_total_wins_and_the_player_on_a_tie(vp, winners):
    outcome = finish(scene(), vp, 19 + 12 + 3)
    assert outcome.winners == winners
    assert outcome.rows[0].rank == (1 if winners else 2)


@rule("DP-SOLO.148")
def test_no_one_is_eliminated():
    match = scene()
    match.state.players[0].vp, old_one(match).vp = 0, 30
    match.state.investigation = 11
    icons(match, 0, "investigation_up", 1)
    events = act(match, Meddle("investigation", "up"))
    assert not of_kinds(events, "excluded")
    assert of_kinds(events, "match_ended")[0].winners == ()


@rule("DP-SOLO.142")
def test_the_allegiance_is_turned_up_after_scoring():
    match = scene()
    match.state.investigation = 11
    icons(match, 0, "investigation_up", 1)
    events = act(match, Meddle("investigation", "up"))
    assert [(body.seat, body.cause) for body in of_kinds(events, "revealed")] == [(0, "end")]
    assert match.state.scores[0]["unrevealed"] == 3


# -- nasty combinations ---------------------------------------------------------------------------------------


@rule("DP-SOLO.141", "DP-HC.74")
def test_a_deferred_end_and_one_that_is_not_are_both_told():
    match = scene_with_madness(4)
    match.state.ritual = 11
    effect(match, 2, effect="track", track="ritual", by=1)
    control_card(match, OPEN_GATE, EFFECT)
    events = whole_turn(match)
    assert ended(events) == ["ritual", "old_one_madness"]


@rule("DP-SOLO.134")
def test_the_great_old_one_may_fall_below_zero_and_the_player_too():
    match = scene()
    old_one(match).vp = 1
    act(match, action_card(match, {"op": "rival_vp", "amount": 3}))
    assert old_one(match).vp == -2


@rule("DP-SOLO.79", "DP-TURN.9")
def test_a_player_without_deck_and_discard_draws_nothing_for_a_lost_city_card():
    match = scene()
    player = match.state.players[0]
    control(match, 0, "boston")
    hold(match, 0, "boston", *player.deck)
    mark(match, 1, "boston", 1)
    before = len(player.hand)
    events = take(match, 1, "city")
    assert len(player.hand) == before - 1
    assert not of_kinds(events, "drew_hidden")


@rule("DP-SOLO.87", "DP-LIMIT.3")
def test_an_emptied_stack_with_an_empty_mythos_deck_adds_nothing():
    match = scene()
    match.state.destroyed += match.state.mythos_deck
    match.state.mythos_deck = []
    destroy_missing_cards(match)
    lay(match, "boston", "tommy_guns")
    mark(match, 1, "tommy_guns", 1)
    assert not failed(take(match, 1, "asset"))
    assert len(match.state.row) == 2


@rule("DP-SOLO.18", "DP-GEN.6")
def test_a_passive_player_only_passes():
    match = scene()
    for _ in range(12):
        if not match.over:
            act(match, EndTurn())
    assert match.state.turns >= 2
