"""Section 23 of RULES.md: revealing one's allegiance to end the game."""

from __future__ import annotations

import pytest

from rules.dark_providence.examples.position_builder import agent, gate, hold, own, sides, turn
from rules.dark_providence.state.actions import EndTurn, RevealAllegiance
from tests.dark_providence.made_up_cards import city
from tests.dark_providence.scenes import causes, outcome, scored, triggers, vp
from tests.dark_providence.table import act, asset, begin_turn, mythos, offers, refused
from tests.game_helpers import look, of_kinds, rule

REVEAL = RevealAllegiance()
FOUR = ("investigator", "cultist", "ex_investigator", "ex_cultist")


def scene(allegiance="investigator", points=25, seats=3, **options):
    """Return seat 0's turn with a closed gate (value 3), an open gate (4), the investigation at 2, the ritual at 1."""
    match = turn(seats, **options)
    others = [*[side for side in FOUR if side != allegiance][:2], "investigator", "cultist"]
    sides(match, allegiance, *others[: seats - 1])
    city(match, "atlanta", gate=3)
    city(match, "detroit", gate=4)
    gate(match, 0, "atlanta", "close")
    gate(match, 0, "detroit", "open")
    match.state.investigation, match.state.ritual = 2, 1
    vp(match, points)
    return match


#: The points that each side scores for gates and tracks in the scene.
GAIN = {"investigator": 3 + 2, "cultist": 4 + 1, "ex_investigator": 7 + 2, "ex_cultist": 7 + 1}


def revealable(match):
    return REVEAL in offers(match)


@rule("DP-REVEAL.1")
@pytest.mark.parametrize("option", [False, True])
def test_a_revealed_allegiance_can_not_be_revealed_again(option):
    match = scene(failed_reveals=option)
    assert revealable(match)
    match.state.players[0].revealed = True
    assert refused(match, REVEAL)


@rule("DP-REVEAL.2", "DP-REVEAL.6", "DP-REVEAL.7", "DP-REVEAL.4", "DP-REVEAL.5")
@pytest.mark.parametrize("allegiance", FOUR)
def test_only_who_reaches_the_end_by_own_gates_and_track_may_reveal(allegiance):
    gain = GAIN[allegiance]
    match = scene(allegiance, 30 - gain - 1)
    assert not revealable(match)
    vp(match, 30 - gain)
    assert revealable(match)
    events = act(match, REVEAL)
    (gained,) = of_kinds(events, "vp")
    assert (gained.seat, gained.amount, gained.total) == (0, gain, 30)
    assert causes(events)[0] == (0, allegiance, "action")
    assert triggers(events) == ["threshold"]
    assert match.over


@rule("DP-REVEAL.2")
@pytest.mark.parametrize(("seats", "threshold"), [(2, 33), (3, 30), (4, 26), (5, 22)])
def test_the_threshold_to_be_reached_is_that_of_the_number_of_players(seats, threshold):
    match = scene(points=threshold - 6, seats=seats)
    assert not revealable(match)
    vp(match, threshold - 5)
    assert revealable(match)


@rule("DP-REVEAL.3")
def test_revealing_costs_no_card():
    match = scene()
    assert match.state.players[0].hand == []
    assert revealable(match)
    hold(match, 0, asset(match, "idle"))
    act(match, REVEAL)
    assert match.state.players[0].hand == ["idle"]
    assert match.state.players[0].discard == []


@rule("DP-REVEAL.3")
def test_revealing_is_an_action_and_waits_for_one():
    match = scene()
    begin_turn(match, 0, actions=0)
    assert not revealable(match)
    begin_turn(match, 1)
    assert refused(match, REVEAL, 0)


@rule("DP-REVEAL.6")
def test_gates_of_others_do_not_count():
    match = scene("ex_cultist", 30 - GAIN["ex_cultist"])
    gate(match, 1, "detroit", "open")
    assert not revealable(match)


@rule("DP-REVEAL.8", "DP-REVEAL.9", "DP-SCORE.6")
@pytest.mark.parametrize("allegiance", FOUR)
def test_what_a_reveal_brought_does_not_score_again_and_the_hidden_cards_bonus_is_lost(allegiance):
    match = scene(allegiance, 30 - GAIN[allegiance])
    act(match, REVEAL)
    points = {"vp": 30.0}
    if allegiance.startswith("ex_"):
        points["penalty"] = -3.0
    assert scored(match, 0) == points


@rule("DP-REVEAL.10", "DP-HC.40")
@pytest.mark.parametrize("allegiance", ["ex_investigator", "ex_cultist"])
def test_a_dissenters_loss_is_no_part_of_the_test_of_the_threshold(allegiance):
    match = scene(allegiance, 30 - GAIN[allegiance])
    events = act(match, REVEAL)
    assert triggers(events) == ["threshold"]
    assert outcome(match).rows[0].total == 30 - 3


@rule("DP-REVEAL.12", "DP-HC.39", "DP-VIS.30")
def test_a_reveal_that_would_fall_short_is_refused_without_a_trace():
    match = scene(points=24)
    before = [match.view(seat) for seat in (None, 0, 1, 2)]
    epoch = match.epoch
    assert refused(match, REVEAL)
    assert [match.view(seat) for seat in (None, 0, 1, 2)] == before
    assert match.epoch == epoch


@rule("DP-REVEAL.11", "DP-REVEAL.13", "DP-HC.39")
def test_under_the_option_a_failed_reveal_is_undone_but_seen_by_all():
    match = scene(points=24, failed_reveals=True)
    events = act(match, REVEAL)
    (failed,) = of_kinds(events, "reveal_failed")
    assert (failed.seat, failed.allegiance) == (0, "investigator")
    assert not match.state.ending
    assert match.state.players[0].vp == 24
    assert match.state.turn.actions == 1
    assert match.state.turn.taken == 1
    for viewer in (None, 1, 2):
        shown = look(match, viewer).players[0]
        assert (shown.allegiance, shown.revealed) == ("investigator", False)


@rule("DP-REVEAL.13", "DP-SCORE.1", "DP-SCORE.22")
def test_a_card_of_a_failed_reveal_counts_as_never_revealed():
    match = scene("ex_cultist", 3, failed_reveals=True)
    act(match, REVEAL)
    points = scored(match, 0)
    assert points == {"vp": 3, "unrevealed": 3, "gates": 7, "track": 1}


@rule("DP-REVEAL.11", "DP-REVEAL.13")
def test_after_a_failed_reveal_the_same_player_may_succeed_later():
    match = scene(points=24, failed_reveals=True)
    act(match, REVEAL)
    match.state.investigation = 3
    events = act(match, REVEAL)
    assert not of_kinds(events, "reveal_failed")
    assert match.over


@rule("DP-REVEAL.11")
def test_under_the_option_a_reveal_that_reaches_the_end_counts():
    match = scene(points=25, failed_reveals=True)
    events = act(match, REVEAL)
    assert triggers(events) == ["threshold"]
    assert match.over


@rule("DP-REVEAL.14", "DP-HC.41")
def test_crypt_pink_green_blue_and_effects_of_the_end_are_not_counted():
    for allegiance in FOUR:
        match = scene(allegiance, 30 - GAIN[allegiance] - 1)
        match.state.players[0].crypt = ["wyatt_earp", "alice_ochs"]
        agent(match, 0, "harry_houdini", "boston")  # Houdini has a pink point
        hold(match, 0, "danvers_state_hospital", zone="discard")  # this city card has a blue point
        own(match, 0, mythos(match, "treasure", vp=4, green=4, end=[{"end": "score", "amount": 5}]))
        assert not revealable(match)


@rule("DP-REVEAL.9", "DP-HC.45")
def test_who_revealed_by_the_action_gets_no_bonus_and_the_others_do():
    match = scene()
    act(match, REVEAL)
    rows = outcome(match).rows
    assert [row.scores["unrevealed"] for row in rows] == [0, 3, 3]


@rule("DP-REVEAL.7", "DP-CONT.14")
def test_an_impostors_dissenter_counts_the_other_track():
    match = scene("ex_cultist", 30 - GAIN["ex_cultist"])
    own(match, 0, "impostor")
    match.state.investigation = 0
    assert not revealable(match)
    match.state.investigation = 1
    assert revealable(match)


@rule("DP-REVEAL.4", "DP-END.7")
def test_the_reveal_ends_the_turn_of_who_revealed():
    match = scene()
    player = match.state.players[0]
    act(match, REVEAL)
    assert player.hand == []  # the turn ended without a draw
    assert match.decisions() == {}
    assert refused(match, EndTurn(), 0)
