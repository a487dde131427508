"""Section 5 of RULES.md: the VP track, the investigation and the ritual."""

from __future__ import annotations

import pytest

from rules.dark_providence.board.piece_placement import gain_vp
from rules.dark_providence.content.component_counts import THRESHOLD
from rules.dark_providence.examples.position_builder import turn
from rules.dark_providence.flow.scoring import scores
from rules.dark_providence.state.actions import Meddle, UseCard
from rules.kernel.errors import IllegalAction
from tests.dark_providence.made_up_cards import give, icons, power
from tests.dark_providence.table import act, new, offers, set_allegiance
from tests.game_helpers import rule


@rule("DP-TRACK.1", "DP-TRACK.3")
def test_vp_go_below_and_above_what_the_track_prints():
    match = turn(2)
    player = match.state.players[0]
    assert all(-5 <= score <= 35 for score in THRESHOLD.values())
    for total in range(-1, -8, -1):
        gain_vp(match, 0, -1)
        assert player.vp == total
    gain_vp(match, 0, 39)
    assert (player.vp, match.state.ending) == (32, [])
    gain_vp(match, 0, 8)
    assert (player.vp, match.state.ending) == (40, ["threshold"])


@rule("DP-TRACK.2", "DP-SETUP.18")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_everyone_starts_at_nought_with_a_marker_on_the_vp_track(seats):
    for player in new(seats).state.players:
        assert (player.vp, player.supply + player.pool) == (0, 18)


@rule("DP-TRACK.5", "DP-SETUP.2")
@pytest.mark.parametrize("seats", [1, 2, 5])
def test_both_track_markers_start_on_the_first_space(seats):
    state = new(seats).state
    assert (state.ritual, state.investigation) == (0, 0)


@rule("DP-TRACK.6", "DP-TRACK.7", "DP-TRACK.8", "DP-HC.5")
@pytest.mark.parametrize("space", range(13))
def test_space_k_of_either_track_is_worth_k_and_twelve_is_the_last(space):
    match = turn(3)
    match.state.ritual, match.state.investigation = space, 12 - space
    set_allegiance(match, 0, "cultist")
    set_allegiance(match, 1, "investigator")
    assert (scores(match, 0)["track"], scores(match, 1)["track"]) == (space, 12 - space)
    give(match, 0, "card", ritual_up=1)
    assert (Meddle("ritual", "up") in offers(match)) == (space < 12)


@rule("DP-TRACK.9", "DP-BOARD.13", "DP-BOARD.14")
@pytest.mark.parametrize("track", ["ritual", "investigation"])
def test_the_last_space_ends_the_game(track):
    for space in (9, 10):
        match = turn(3)
        setattr(match.state, track, space)
        icons(match, 0, f"{track}_up", 2)
        act(match, Meddle(track, "up"))
        assert match.state.ending == ([track] if space == 10 else [])
        assert match.over == (space == 10)


@rule("DP-TRACK.10")
@pytest.mark.parametrize("track", ["ritual", "investigation"])
@pytest.mark.parametrize(("start", "by", "end"), [(1, -3, 0), (11, 5, 12), (0, -2, 0), (5, -5, 0), (7, -4, 3)])
def test_a_track_marker_never_leaves_its_track(track, start, by, end):
    match = turn(3)
    setattr(match.state, track, start)
    give(match, 0, "omen", power({"op": "track", "track": track, "by": by}, {"op": "draw"}))
    act(match, UseCard("omen"))
    assert getattr(match.state, track) == end


@rule("DP-TRACK.10", "DP-MEDDLE.5")
def test_no_one_meddles_downwards_on_the_first_space():
    match = turn(3)
    give(match, 0, "card", ritual_down=1, investigation_down=2)
    assert offers(match, Meddle) == []
    with pytest.raises(IllegalAction):
        act(match, Meddle("ritual", "down"))


@rule("DP-TRACK.11")
def test_one_marker_scores_for_all_whose_track_it_is():
    match = turn(4)
    match.state.ritual, match.state.investigation = 6, 2
    for seat, allegiance in enumerate(["cultist", "cultist", "ex_cultist", "investigator"]):
        set_allegiance(match, seat, allegiance)
    assert [scores(match, seat)["track"] for seat in range(4)] == [6, 6, 6, 2]
