"""Section 32.5 of RULES.md: the rulebook's examples of solo play."""

from __future__ import annotations

import pytest

from rules.dark_providence.examples.cultists import hastur, placing
from rules.dark_providence.state.actions import EndTurn
from tests.dark_providence.solo_scenes import cultist_city, cultist_state, old_one
from tests.dark_providence.table import act, example, example_played
from tests.game_helpers import kinds_of, of_kinds, rule


def shown(number):
    """Return the match before and after the example with this number, and the events of the example."""
    found = example_played(f"DP-EX.{number}")
    return found.before, found.after, [event.body for event in found.events]


@rule("DP-EX.40", "DP-SOLO.63", "DP-SOLO.64", "DP-SOLO.66")
def test_three_markers_go_on_the_card_without_one_of_the_acting_cultist():
    before, after, events = shown(40)
    assert before.state.marks == {"silver_key": [0, 1, 0], "shoggoth": [0, 0, 1]}
    order_, card = after.content.controls["whispers"].orders[0], after.content.cultists["cultist_1"]
    assert order_.influence + card.influence == 3
    assert after.state.row == ["silver_key", "shoggoth"]
    assert after.state.marks == {"silver_key": [0, 1, 0], "shoggoth": [0, 3, 1]}
    assert [(body.owner, body.count) for body in of_kinds(events, "placed")] == [(1, 3)]


@rule("DP-EX.41", "DP-SOLO.40")
def test_a_cultist_with_two_markers_places_both():
    before, after, _ = shown(41)
    assert (cultist_state(before, 1).supply, cultist_state(after, 1).supply) == (2, 0)
    assert after.state.marks["shoggoth"] == [0, 2, 1]


@rule("DP-EX.41", "DP-SOLO.41")
def test_a_cultist_without_markers_takes_all_back_from_limbo_and_travels():
    match = placing(0)
    assert cultist_city(match, 1) == "arkham"
    events = act(match, EndTurn())
    assert (cultist_state(match, 1).supply, cultist_state(match, 1).limbo, cultist_city(match, 1)) == (18, 0, "boston")
    assert match.state.marks == {"silver_key": [0, 1, 0], "shoggoth": [0, 0, 1]}
    assert kinds_of(events, "recovered", "cultist_failed", "travelled")[:3] == [
        "recovered",
        "cultist_failed",
        "travelled",
    ]


@rule("DP-EX.42", "DP-SOLO.93", "DP-SOLO.95", "DP-SOLO.96", "DP-SOLO.98", "DP-HC.70")
def test_the_second_cultist_acquires_hastur_against_hastur():
    before, after, events = shown(42)
    assert before.state.marks["hastur"] == [2, 1, 3]
    assert old_one(after).vp == old_one(before).vp + 5
    assert [(body.seat, body.amount) for body in of_kinds(events, "vp")] == [(-1, 5)]
    assert after.state.players[0].supply == before.state.players[0].supply + 2
    left = {(body.owner, body.limbo): body.count for body in of_kinds(events, "markers_left")}
    assert left == {(0, False): 2, (1, False): 1, (2, True): 3}
    assert (cultist_state(after, 2).limbo, cultist_state(after, 1).limbo) == (3, 0)
    assert (old_one(after).mythos, after.state.row) == (["hastur"], ["shoggoth"])
    assert [body.seat for body in of_kinds(events, "took_token")] == [-1]
    assert kinds_of(events, "vp", "took_token") == ["vp", "took_token"]


@rule("DP-EX.43", "DP-SOLO.95", "DP-SOLO.96")
def test_against_another_great_old_one_hastur_brings_two_vp():
    before, after, _ = shown(43)
    assert (old_one(before).card, old_one(after).mythos) == ("dagon", ["hastur"])
    assert old_one(after).vp == old_one(before).vp + 2


@rule("DP-EX.44", "DP-SOLO.91")
def test_the_other_cultist_may_have_more_markers():
    before, after, _ = shown(44)
    assert before.state.marks["hastur"] == [1, 3, 2]
    assert old_one(after).mythos == ["hastur"]


@rule("DP-EX.44", "DP-SOLO.91")
@pytest.mark.parametrize("player", [2, 3])
def test_the_player_may_not(player):
    match = hastur("hastur", "stars_align", player, 0, 2)
    act(match, EndTurn())
    assert old_one(match).mythos == []


@rule("DP-EX.45", "DP-SOLO.50", "DP-SOLO.114", "DP-HC.62")
def test_a_marker_on_each_of_the_first_three_primary_assets():
    before, after, events = shown(45)
    assert (cultist_city(before, 1), cultist_city(after, 1)) == ("charleston", "new_orleans")
    first = [before.state.places[city].stack[0] for city in ("charleston", "arkham", "boston")]
    assert before.state.places["new_orleans"].stack == []
    assert after.state.marks == {asset: [0, 1, 0] for asset in first}
    assert [(body.owner, body.target, body.count) for body in of_kinds(events, "placed")] == [(1, a, 1) for a in first]
    assert example("DP-EX.45").content.old_ones["hastur"].effects[0].effect == "mark_assets"
