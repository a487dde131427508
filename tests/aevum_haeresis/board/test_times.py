"""Section 25 of RULES.md: times of day."""

from __future__ import annotations

from typing import Any

import pytest

from rules.aevum_haeresis.board.card_lookup import soul_number
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, acting, enlisting, put, scene
from rules.aevum_haeresis.state.actions import Announce, DrawFrom, Pass, UseHeresy
from rules.aevum_haeresis.state.state import TIMES
from tests.aevum_haeresis.scenes import announce_unblocked
from tests.aevum_haeresis.table import card, heretic, lay, pay, plain_location, time, waive, window
from tests.aevum_haeresis.window_helpers import (
    BURN,
    close_window,
    event,
    fight,
    heresy,
    hunter,
    is_asked,
    play,
    scene_with_cards,
    until,
    use_idle_heresy,
)
from tests.game_helpers import act, asked, offers, rule


@rule("AH-TIME.1", "AH-TIME.2", "AH-CARD.12", "AH-KEY.27")
def test_morning_noon_evening_and_night_follow_each_other_action_by_action():
    match = scene()
    plain_location(match, 2, 1, 3, 0)
    found: list[Any] = []
    for _ in range(4):
        found.append((TIMES[time(match)], soul_number(match)))
        use_idle_heresy(match)
    assert found == [("morning", 2), ("noon", 1), ("evening", 3), ("night", 0)]


@rule("AH-TIME.2", "AH-PLOT.4")
@pytest.mark.parametrize("what", ["heresy", "unopposed", "conflict"])
def test_every_kind_of_action_but_a_pass_takes_one_time_of_day(what: str):
    match = scene()
    if what == "heresy":
        use_idle_heresy(match)
    elif what == "unopposed":
        announce_unblocked(match)
    else:
        fight(match)
        for seat in (ANNA, BELA):
            act(match, DrawFrom("none"), seat)
    assert asked(match) == (BELA, "act")
    assert time(match) == 1


@rule("AH-TIME.3", "AH-HERESY.16", "AH-MAN.20", "AH-CONFLICT.30")
@pytest.mark.parametrize("what", ["nobody", "barred", "blocked", "idle"])
def test_time_advances_also_after_what_did_not_succeed(what: str):
    match = scene()
    if what == "nobody":
        hound = hunter(match, BELA, do=[{"op": "spend", "target": {"scope": "anywhere"}}])
        act(match, Announce("recruit"))
        play(match, hound)
    elif what == "barred":
        put(match, BELA, card(match, "bar", type="hunter", passives=[{"passive": "bar", "manoeuvre": "recruit"}]))
        announce_unblocked(match)
    elif what == "blocked":
        fight(match, "plunder")
        for seat in (ANNA, BELA):
            act(match, DrawFrom("none"), seat)
    else:
        witch = heretic(match, ANNA, abilities=heresy({"op": "heal", "amount": 1}))
        act(match, UseHeresy(f"{witch}/0"))
    assert asked(match) == (BELA, "act")
    assert time(match) == 1
    assert match.state.players[ANNA].souls == 1
    assert len(match.state.players[BELA].plot) == 30


@rule("AH-TIME.4", "AH-TIME.5", "AH-LIFE.20", "AH-LOC.2", "AH-KEY.16")
def test_after_the_night_the_location_burns_and_the_new_one_lies_at_morning_which_is_the_advance():
    match = scene()
    old = plain_location(match, 2, 1, 3, 0, time=3)
    use_idle_heresy(match)
    assert asked(match) == (BELA, "location")
    assert old in match.state.players[ANNA].pyre
    act(match, offers(match)[0])
    assert time(match) == 0
    assert asked(match) == (BELA, "act")


@rule("AH-TIME.6", "AH-ROUND.7")
def test_a_location_lasts_four_actions_over_several_rounds():
    match = scene_with_cards()
    place = plain_location(match, 2, 1, 3, 0)
    use_idle_heresy(match)
    until(match, "heresy_resolved")
    close_window(match)
    act(match, Pass())
    until(match, "prologue_end")
    assert (match.state.location, time(match)) == (place, 1)
    until(match, "enlistment_end")
    close_window(match)
    for number in (2, 3):
        if number == 2:
            announce_unblocked(match)
        else:
            use_idle_heresy(match)
            waive(match)
        assert (match.state.location, time(match)) == (place, number)
    until(match, "epilogue_discard")
    assert (match.state.location, time(match)) == (place, 3)


@rule("AH-TIME.7", "AH-PLOT.5", "AH-ROUND.7")
def test_enlistment_dem_pass_prologue_and_epilogue_take_no_time():
    match = scene_with_cards()
    plain_location(match, 2, 1, 3, 0, time=2)
    hounds = [hunter(match, ANNA, f"hound_{number}") for number in range(2)]
    act(match, Pass())
    play(match, hounds[0])
    until(match, "prologue_end")
    until(match, "enlistment_end")
    waive(match)
    assert is_asked(match, "act")
    assert time(match) == 2


@rule("AH-TIME.8", "AH-HC.22", "AH-LOC.2")
def test_a_location_burned_by_a_heresy_is_replaced_before_the_window_and_the_new_one_advances_at_the_end():
    match = scene_with_cards()
    old = plain_location(match, 2, 1, 3, 0, time=2)
    witch = heretic(match, ANNA, abilities=heresy(BURN))
    act(match, UseHeresy(f"{witch}/0"))
    close_window(match)
    assert asked(match) == (BELA, "location")
    assert window(match) == ""
    act(match, offers(match)[0])
    assert window(match) == "heresy_resolved"
    assert (match.state.location != old, time(match)) == (True, 0)
    close_window(match)
    assert time(match) == 1


@rule("AH-TIME.8", "AH-TIME.7")
def test_a_location_burned_in_the_window_of_a_pass_leaves_the_new_one_at_morning():
    match = scene_with_cards()
    hound = hunter(match, ANNA, do=[BURN])
    act(match, Pass())
    play(match, hound)
    act(match, offers(match)[0])
    waive(match)
    assert time(match) == 0


@rule("AH-TIME.9", "AH-HC.48", "AH-DIS.21", "AH-CARD.18")
def test_every_card_with_a_track_starts_at_morning_advances_with_the_location_and_burns_after_its_night():
    match = enlisting(scene())
    lamp = event(match, ANNA, "lamp", duration="track", track=[5, 1, 2, 3])
    plain_location(match, 2, 1, 3, 0, time=1)
    lay(match, ANNA, lamp)
    pay(match)
    assert match.state.cards[lamp].time == 0
    assert match.state.players[ANNA].gold == 5
    match = acting(match, ANNA)
    gold: list[int] = []
    for _ in range(4):
        seat, _ = asked(match)
        put(match, seat, card(match, f"witch_{len(gold)}", abilities=heresy({"op": "heal", "amount": 1})))
        act(match, UseHeresy(f"witch_{len(gold)}.{seat}.1/0"))
        if is_asked(match, "location"):
            act(match, offers(match)[0])
        gold.append(match.state.players[ANNA].gold)
    assert gold == [6, 8, 11, 11]
    assert lamp in match.state.players[ANNA].pyre


@rule("AH-TIME.9")
def test_an_unaffected_card_has_no_time():
    match = scene()
    use_idle_heresy(match)
    assert {name for name, placed in match.state.cards.items() if placed.time >= 0} == {match.state.location}
