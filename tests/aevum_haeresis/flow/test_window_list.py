"""The twelve windows of section 23.2 of RULES.md: each opens where it should, and both players can use it."""

from __future__ import annotations

import pytest

from rules.aevum_haeresis.content.ops import WINDOWS
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, enlisting, hold, new, put, scene, set_player
from rules.aevum_haeresis.state.actions import Decline, Done, Join, Pass, UseHeresy, Waive
from tests.aevum_haeresis.scenes import announce_unblocked
from tests.aevum_haeresis.table import card, heretic, lay, pay, plain_location, window
from tests.aevum_haeresis.window_helpers import (
    GAIN,
    OPENERS,
    announce,
    close_window,
    dem,
    event,
    every_window,
    fight,
    heresy,
    hunter,
    is_asked,
    opened,
    play,
    scene_with_cards,
    seats_of,
    until,
    usable_cards,
    use,
    windows_until,
)
from tests.game_helpers import act, asked, rule

#: A card that fills rows. It differs from the card whose window is tested.
ROW_FILLER = "sleepless_night"
#: The rule that defines each point in play where a window opens.
RULES = {
    "prologue_end": "AH-DEM.10",
    "chapter_revealed": "AH-DEM.11",
    "chapter_revealed+": "AH-DEM.11",
    "chapter_paid": "AH-DEM.12",
    "chapter_paid+": "AH-DEM.12",
    "enlistment_end": "AH-DEM.13",
    "heresy_paid": "AH-DEM.14",
    "heresy_resolved": "AH-DEM.15",
    "manoeuvre_announced": "AH-DEM.16",
    "conflict_end": "AH-DEM.17",
    "consequences_done": "AH-DEM.18",
    "conflict_time_advanced": "AH-DEM.19",
    "pass_declared": "AH-DEM.20",
    "epilogue_discard": "AH-DEM.21",
}
places = pytest.mark.parametrize("place", [pytest.param(name, marks=rule(RULES[name])) for name in OPENERS])


@rule("AH-DEM.23", "AH-HUNT.1", "AH-HUNT.3", "AH-HUNT.4", "AH-KEY.11")
@seats_of
@places
def test_both_players_can_play_a_hunter_in_every_window(place: str, seat: int):
    match = scene_with_cards()
    hound = hunter(match, seat)
    opened(place, match)
    gold = match.state.players[seat].gold
    if asked(match)[0] != seat:
        act(match, Waive())
    assert usable_cards(match) == [hound]
    play(match, hound)
    assert match.state.players[seat].gold == gold + 1
    assert match.state.cards[hound].host == match.state.location
    assert window(match) == place.rstrip("+")
    close_window(match)
    assert match.state.window != place.rstrip("+") or not is_asked(match, "window")


@rule("AH-DEM.7")
@seats_of
@places
def test_both_players_can_use_a_card_in_play_and_play_an_event_in_every_window(place: str, seat: int):
    match = scene_with_cards()
    name = place.rstrip("+")
    bell = put(match, seat, card(match, "ringer", abilities=dem(windows=[name])))
    prayer = event(match, seat, "prayer", rows=[], dem=[name], do=[GAIN])
    opened(place, match)
    gold = match.state.players[seat].gold
    if asked(match)[0] != seat:
        act(match, Waive())
    assert usable_cards(match) == sorted([f"{bell}/0", prayer])
    use(match, bell)
    play(match, prayer)
    assert match.state.players[seat].gold == gold + 2
    assert prayer in match.state.players[seat].pyre


@rule("AH-DEM.5", "AH-HUNT.1")
@every_window
def test_of_hunters_for_one_window_each_the_one_for_this_window_can_be_played(place: str):
    match = scene_with_cards()
    mine = {name: hunter(match, ANNA, f"hound_{name}", dem=[name]) for name in WINDOWS}
    opened(place, match)
    if asked(match)[0] != ANNA:
        act(match, Waive())
    assert usable_cards(match) == [mine[place.rstrip("+")]]


# -- the place of each window ---------------------------------------------------------------------------------


@rule("AH-DEM.10", "AH-PROLOGUE.11")
def test_the_prologue_window_opens_when_draws_income_and_effects_are_done():
    match = scene_with_cards()
    put(match, BELA, card(match, "steward", abilities=[{"kind": "start", "do": [{"op": "gold", "amount": 2}]}]))
    act(match, Pass())
    until(match, "prologue_end")
    assert match.state.phase == "prologue"
    assert match.state.players[BELA].gold == 5 + 4 + 2
    assert len(match.state.players[BELA].hand) == 9
    close_window(match)
    assert is_asked(match, "row")


@rule("AH-DEM.11", "AH-ENLIST.5", "AH-STORY.13")
def test_every_revealed_chapter_opens_a_window_also_one_of_a_single_player():
    match = enlisting(scene_with_cards())
    lay(match, ANNA, *hold(match, ANNA, ROW_FILLER))
    lay(match, BELA, *hold(match, BELA, ROW_FILLER, ROW_FILLER))
    assert windows_until(match, lambda table: is_asked(table, "act")) == [
        "chapter_revealed",
        "chapter_revealed",
        "enlistment_end",
    ]


@rule("AH-DEM.12", "AH-DIS.4", "AH-HC.11", "AH-ENLIST.8")
def test_in_enlistment_each_card_paid_for_has_its_window_after_it_entered_and_a_declined_one_has_none():
    match = enlisting(scene_with_cards())
    recruit = card(match, "recruit", abilities=[{"kind": "imr", "do": [GAIN]}])
    lay(match, ANNA, *hold(match, ANNA, recruit, recruit))
    lay(match, BELA, *hold(match, BELA, recruit))
    close_window(match)
    pay(match)
    assert window(match) == "chapter_paid"
    assert match.state.players[ANNA].gold == 6  # the Recruit entered play and took effect before the window opened
    assert match.state.players[BELA].gold == 5
    close_window(match)
    assert asked(match) == (BELA, "offer")
    pay(match)
    assert window(match) == "chapter_paid"
    close_window(match)
    assert window(match) == "chapter_revealed"
    close_window(match)
    act(match, Decline())
    assert window(match) == "enlistment_end"


@rule("AH-DEM.12", "AH-CONFLICT.9", "AH-DIS.5", "AH-HC.13")
@pytest.mark.parametrize("payers", [(), (ANNA,), (BELA,), (ANNA, BELA)])
def test_in_a_conflict_one_window_follows_both_decisions_if_anyone_paid(payers: tuple[int, ...]):
    match = fight(scene_with_cards())
    for seat in (ANNA, BELA):
        lay(match, seat, *hold(match, seat, card(match, f"tale_{seat}", **STORY)))
    close_window(match)
    for seat in (ANNA, BELA):
        assert asked(match) == (seat, "offer")
        if seat in payers:
            pay(match)
        else:
            act(match, Decline())
    assert window(match) == ("chapter_paid" if payers else "conflict_end")
    assert [player.gold for player in match.state.players] == [5, 5]  # the window opens before any effect
    close_window(match)
    assert [match.state.players[seat].gold for seat in (ANNA, BELA)] == [5 + (seat in payers) for seat in (ANNA, BELA)]
    if payers:
        assert window(match) == "conflict_end"


STORY = {
    "type": "story",
    "do": [GAIN],
    "band": {name: {"colour": "white"} for name in ("plunder", "recruit", "accuse")},
}


@rule("AH-DEM.13", "AH-ENLIST.11")
@pytest.mark.parametrize("laid", [0, 1])
def test_the_window_at_the_end_of_enlistment_opens_also_when_nothing_was_laid(laid: int):
    match = enlisting(scene_with_cards())
    lay(match, ANNA, *hold(match, ANNA, *[ROW_FILLER] * laid))
    lay(match, BELA)
    until(match, "enlistment_end")
    assert [player.row for player in match.state.players] == [[], []]
    assert match.state.open == [[], []]
    close_window(match)
    assert asked(match) == (ANNA, "act")


@rule("AH-DEM.14", "AH-DEM.15", "AH-HERESY.10", "AH-HERESY.12", "AH-HC.12", "AH-KEY.10")
def test_a_heresy_has_a_window_between_its_costs_and_its_effect_and_one_before_time_advances():
    match = scene_with_cards()
    witch = heretic(match, ANNA, abilities=heresy({"op": "souls", "amount": 1}, cost={"gold": 2}))
    act(match, UseHeresy(f"{witch}/0"))
    player = match.state.players[ANNA]
    assert (window(match), player.gold, player.souls) == ("heresy_paid", 3, 1)
    close_window(match)
    assert (window(match), player.gold, player.souls) == ("heresy_resolved", 3, 2)
    assert match.state.cards[match.state.location].time == 0
    close_window(match)
    assert asked(match) == (BELA, "act")
    assert match.state.cards[match.state.location].time == 1


@rule("AH-DEM.16", "AH-MAN.6", "AH-DIS.11")
def test_the_window_of_a_manoeuvre_opens_when_its_type_is_known_and_no_team_is():
    match = scene_with_cards()
    announce(match, "plunder")
    assert window(match) == "manoeuvre_announced"
    assert match.state.man is not None
    assert (match.state.man.type, match.state.man.teams) == ("plunder", [[], []])
    close_window(match)
    assert asked(match) == (ANNA, "team")


@rule("AH-DEM.17", "AH-DEM.18", "AH-DEM.19", "AH-DIS.6", "AH-DIS.7", "AH-HC.10", "AH-CONFLICT.31")
def test_a_conflict_has_a_window_before_evaluation_after_the_consequence_and_after_time_advanced():
    match = scene_with_cards()
    plain_location(match, 2, 1, 3, 0)
    fight(match)
    lay(match, ANNA)
    lay(match, BELA)
    man = match.state.man
    assert man is not None
    assert (window(match), man.successful) == ("conflict_end", -1)
    until(match, "consequences_done")
    assert man.successful == ANNA
    assert match.state.players[ANNA].souls == 3
    assert match.state.cards[match.state.location].time == 0
    close_window(match)
    assert window(match) == "conflict_time_advanced"
    assert match.state.man is None
    assert match.state.cards[match.state.location].time == 1
    close_window(match)
    assert asked(match) == (BELA, "act")


@rule("AH-DEM.18", "AH-CONFLICT.28")
def test_the_window_after_the_consequences_opens_also_when_there_was_none():
    match = scene_with_cards()
    set_player(match, BELA, souls=0)
    fight(match, "plunder")  # the Plunder fails with 1 icon against 2
    until(match, "consequences_done")
    assert match.state.man is not None
    assert match.state.man.successful == BELA
    assert len(match.state.players[BELA].plot) == 30


@rule("AH-DEM.19", "AH-TIME.5", "AH-LOC.10")
def test_the_window_after_a_conflict_at_night_opens_when_the_new_location_lies_there():
    match = scene_with_cards()
    plain_location(match, 2, 1, 3, 0, time=3)
    fight(match)
    until(match, "consequences_done")
    close_window(match)
    assert asked(match) == (BELA, "location")
    assert window(match) == ""
    until(match, "conflict_time_advanced")
    assert match.state.placer == BELA


@rule("AH-DEM.22", "AH-MAN.19", "AH-DEM.16")
def test_an_unopposed_manoeuvre_has_no_window_but_the_first():
    match = scene_with_cards()
    announce(match)
    assert windows_until(match, lambda table: is_asked(table, "team")) == ["manoeuvre_announced"]
    act(match, Join(match.state.players[ANNA].damned))
    while is_asked(match, "team"):
        act(match, Done())
    assert asked(match) == (BELA, "act")


@rule("AH-DEM.22", "AH-MAN.23")
def test_no_window_opens_between_the_teams_and_the_first_reveal():
    match = fight(scene_with_cards())
    assert is_asked(match, "row")
    lay(match, ANNA, *match.state.players[ANNA].hand)
    assert is_asked(match, "row")
    lay(match, BELA)
    assert window(match) == "chapter_revealed"


@rule("AH-DEM.20", "AH-DIS.8", "AH-PLOT.10", "AH-PLOT.11")
def test_each_pass_has_its_window_and_the_phase_ends_after_the_second_whatever_happened_there():
    match = scene_with_cards()
    act(match, Pass())
    assert window(match) == "pass_declared"
    close_window(match)
    hound = hunter(match, ANNA)
    act(match, Pass())
    assert window(match) == "pass_declared"
    play(match, hound)
    close_window(match)
    assert is_asked(match, "epilogue_discard")


@rule("AH-DEM.21", "AH-DEM.22", "AH-EPILOGUE.3", "AH-EPILOGUE.9")
def test_the_window_of_the_epilogue_opens_before_what_lasts_for_the_round_ends_and_none_follows():
    match = scene_with_cards()
    hound = hunter(match, ANNA)
    act(match, Pass())
    play(match, hound)
    until(match, "epilogue_discard")
    assert hound in match.state.cards
    assert match.state.active == ANNA
    assert windows_until(match, lambda table: is_asked(table, "row")) == ["epilogue_discard", "prologue_end"]
    assert hound in match.state.players[ANNA].pyre


@rule("AH-DEM.22", "AH-DEM.10", "AH-ROUND.3")
def test_setup_has_no_window_and_the_first_round_none_of_a_prologue():
    match = new()
    hunter(match, ANNA)
    hunter(match, BELA)
    assert windows_until(match, lambda table: is_asked(table, "row")) == []
    assert windows_until(match, lambda table: is_asked(table, "act")) == ["enlistment_end"]


@rule("AH-PBP.6", "AH-DEM.29")
def test_windows_close_by_themselves_for_empty_hands_without_an_ability():
    match = scene()
    announce_unblocked(match)
    assert asked(match) == (BELA, "act")
    act(match, Pass())
    assert asked(match) == (ANNA, "act")
