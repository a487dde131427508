"""Section 23 of RULES.md: Deus Ex Machina cards, and the order inside a window."""

from __future__ import annotations

from typing import Any

import pytest

from rules.aevum_haeresis.content.ops import Cost
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, hold, put, scene, set_card, set_player
from rules.aevum_haeresis.state.actions import Announce, Pass, PlayDem, UseDem, UseHeresy, Waive
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import Translator
from tests.aevum_haeresis.table import card, heretic, lay, pay, plain_location, waive, window
from tests.aevum_haeresis.window_helpers import (
    ANY_HERETIC,
    FILLER,
    GAIN,
    WOUND,
    dem,
    event,
    fight,
    heresy,
    hunter,
    is_asked,
    opened,
    play,
    scene_with_cards,
    seats_of,
    story,
    until,
    usable_cards,
    use,
    windows_until,
)
from tests.game_helpers import act, asked, of_kinds, offers, question, rule

# -- DEM cards ------------------------------------------------------------------------------------------------


@rule("AH-DEM.1", "AH-KEY.8")
def test_a_dem_is_offered_in_a_window_and_nowhere_else():
    match = scene_with_cards()
    bell = heretic(match, ANNA, abilities=dem())
    hound = hunter(match, ANNA)
    prayer = event(match, ANNA, "prayer", rows=[], dem=["pass_declared"], do=[GAIN])
    assert not {UseDem, PlayDem} & {type(action) for action in offers(match)}
    for action in (UseDem(f"{bell}/0"), PlayDem(hound), PlayDem(prayer)):
        with pytest.raises(IllegalAction):
            act(match, action, ANNA)
    act(match, Pass())
    assert usable_cards(match) == sorted([f"{bell}/0", hound, prayer])


@rule("AH-DEM.2", "AH-DEM.3", "AH-DEM.4", "AH-TIME.7")
@seats_of
def test_a_dem_can_be_used_in_either_players_turn_and_changes_neither_turn_nor_time(seat: int):
    match = scene_with_cards()
    hound = hunter(match, seat)
    act(match, Pass())
    if seat == BELA:
        act(match, Waive())
    play(match, hound)
    assert match.state.players[seat].gold == 6
    waive(match)
    assert asked(match) == (BELA, "act")
    assert match.state.cards[match.state.location].time == 0
    assert match.state.passes == 1


@rule("AH-DEM.5", "AH-PLAY.6")
@pytest.mark.parametrize("place", ["pass_declared", "chapter_revealed", "epilogue_discard"])
def test_a_window_printed_with_a_dem_is_the_only_one_for_it(place: str):
    match = scene_with_cards()
    bell = heretic(match, ANNA, abilities=dem(windows=["pass_declared"]))
    hound = hunter(match, ANNA, dem=["chapter_revealed"])
    prayer = event(match, ANNA, "prayer", rows=[], dem=["epilogue_discard"], do=[GAIN])
    opened(place, match)
    assert usable_cards(match, ANNA) == [
        {"pass_declared": f"{bell}/0", "chapter_revealed": hound, "epilogue_discard": prayer}[place]
    ]


@rule("AH-DEM.6", "AH-DEM.25", "AH-HUNT.7")
def test_two_hunters_and_an_ability_can_all_be_used_in_one_window_one_after_the_other():
    match = scene_with_cards()
    bell = heretic(match, ANNA, abilities=dem())
    first, second = hunter(match, ANNA, "hound"), hunter(match, ANNA, "wolf")
    act(match, Pass())
    for number, do in enumerate((lambda: play(match, first), lambda: use(match, bell), lambda: play(match, second))):
        assert asked(match) == (ANNA, "window")
        do()
        assert match.state.players[ANNA].gold == 6 + number
    assert [match.state.cards[name].host for name in (first, second)] == [match.state.location] * 2
    assert asked(match) == (ANNA, "window")


@rule("AH-DEM.25", "AH-GEN.18")
def test_a_dem_is_resolved_completely_before_the_next_is_used():
    match = scene_with_cards()
    hound = hunter(match, ANNA, "hound", do=[{"op": "draw"}, {"op": "discard", "who": "opponent"}, GAIN])
    hunter(match, ANNA, "wolf")
    hold(match, BELA, "cut_him_down")
    act(match, Pass())
    play(match, hound)
    assert asked(match) == (BELA, "choose")
    assert match.state.players[ANNA].gold == 5
    act(match, offers(match)[0])
    assert match.state.players[ANNA].gold == 6
    assert asked(match) == (ANNA, "window")


TYPES: dict[str, dict[str, Any]] = {
    "damned": {"type": "damned", "health": 9, "damage": 1},
    "heretic": {},
    "camp": {"type": "camp", "income": 1},
    "location": {"type": "location", "track": [1, 1, 1, 1]},
}


@rule("AH-DEM.7")
@pytest.mark.parametrize("kind", TYPES)
def test_any_card_in_play_may_have_a_dem_and_stays_where_it_lies(kind: str):
    match = scene_with_cards()
    name = put(match, ANNA, card(match, "thing", **TYPES[kind], abilities=dem()))
    act(match, Pass())
    use(match, name)
    assert match.state.players[ANNA].gold == 6
    assert name in match.state.cards


@rule("AH-DEM.7", "AH-PLAY.7", "AH-KEY.8")
def test_a_card_with_dem_in_the_hand_is_played_and_all_its_costs_are_paid():
    match = scene_with_cards()
    prayer = event(match, ANNA, "prayer", rows=[], dem=["pass_declared"], do=[GAIN], cost={"gold": 3, "cards": 1})
    player = match.state.players[ANNA]
    burned = len(player.pyre)
    act(match, Pass())
    play(match, prayer)
    assert (player.gold, player.hand, len(player.pyre)) == (5 - 3 + 1, [], burned + 2)
    assert prayer in player.pyre


@rule("AH-DEM.7", "AH-HUNT.2", "AH-COST.6")
def test_a_card_played_by_dem_cannot_be_discarded_for_its_own_cost():
    match = scene()
    hunter(match, ANNA, cost={"cards": 1})
    hold(match, BELA, "old_road_tale")
    act(match, Pass())
    assert usable_cards(match, ANNA) == []


@rule("AH-DEM.8", "AH-HC.28")
def test_an_ability_works_once_a_window_and_again_in_the_next():
    match = scene_with_cards()
    bell = heretic(match, ANNA, abilities=dem() + dem(windows=["pass_declared"]))
    act(match, Pass())
    use(match, bell, 0)
    assert usable_cards(match) == [f"{bell}/1"]
    use(match, bell, 1)
    assert usable_cards(match) == []
    with pytest.raises(IllegalAction):
        use(match, bell, 0)
    waive(match)
    act(match, Pass())
    assert usable_cards(match, ANNA) == [f"{bell}/0", f"{bell}/1"]


@rule("AH-DEM.8", "AH-HC.28", "AH-DATA.13")
def test_an_ability_limited_to_the_round_is_renewed_by_the_epilogue_only():
    match = scene_with_cards()
    bell = heretic(match, ANNA, abilities=dem(limit="round"))
    act(match, Pass())
    use(match, bell)
    waive(match)
    act(match, Pass())
    assert usable_cards(match, ANNA) == []
    until(match, "epilogue_discard")
    assert usable_cards(match, ANNA) == []
    until(match, "prologue_end")
    waive(match, 1)  # Béla is now Active, so he was asked first
    assert usable_cards(match, ANNA) == [f"{bell}/0"]


@rule("AH-DEM.8")
def test_two_copies_have_one_use_each_in_a_window():
    match = scene_with_cards()
    kind = card(match, "ringer", abilities=dem())
    first, second = put(match, ANNA, kind), put(match, ANNA, kind)
    act(match, Pass())
    use(match, first)
    assert usable_cards(match) == [f"{second}/0"]


@rule("AH-DEM.9", "AH-HC.54")
@pytest.mark.parametrize("place", ["chapter_paid", "heresy_paid", "pass_declared"])
def test_using_a_dem_opens_no_window(place: str):
    match = scene_with_cards()
    hold(match, ANNA, FILLER)
    set_player(match, ANNA, gold=9)
    hound = hunter(match, ANNA, cost={"gold": 1, "cards": 1}, do=[{"op": "draw"}, {"op": "sacrifice"}])
    bell = heretic(match, BELA, abilities=dem(cost={"gold": 1}))
    opened(place, match)
    steps = len(match.state.stack)
    play(match, hound)
    while is_asked(match, "name"):
        act(match, offers(match)[0])
    assert hound in match.state.cards
    assert bell not in match.state.cards
    assert (window(match), len(match.state.stack)) == (place, steps)
    assert asked(match) == (ANNA, "window")


@rule("AH-DEM.22", "AH-MAN.19", "AH-MAN.23")
def test_a_round_opens_the_windows_of_the_list_and_no_other():
    match = scene_with_cards()
    acts = iter(["alone", "heresy", "fight"])
    witch = heretic(match, BELA, abilities=heresy())

    found: list[str] = []
    for kind in acts:
        if kind == "alone":
            act(match, Announce("recruit"))
        elif kind == "heresy":
            act(match, UseHeresy(f"{witch}/0"))
        else:
            hold(match, ANNA, "whispered_psalm")
            set_card(match, match.state.players[ANNA].damned, ready=True)
            fight(match)
            found.append("manoeuvre_announced")
            lay(match, ANNA, match.state.players[ANNA].hand[-1])
        found += windows_until(match, lambda table: is_asked(table, "act"))
    act(match, Pass())
    found += windows_until(match, lambda table: is_asked(table, "row"))
    assert found == [
        "manoeuvre_announced", "heresy_paid", "heresy_resolved", "manoeuvre_announced", "chapter_revealed",
        "conflict_end", "consequences_done", "conflict_time_advanced", "pass_declared", "pass_declared",
        "epilogue_discard", "prologue_end",
    ]  # fmt: skip


# -- order inside a window ------------------------------------------------------------------------------------


@rule("AH-DEM.24", "AH-PLOT.10")
@pytest.mark.parametrize("active", [ANNA, BELA])
@pytest.mark.parametrize("passes", [1, 2])
def test_the_active_player_is_asked_first_regardless_of_the_windows_cause(active: int, passes: int):
    match = scene_with_cards(active)
    act(match, Pass())
    if passes == 2:
        waive(match)
        act(match, Pass())
    assert asked(match) == (active, "window")
    act(match, Waive())
    assert asked(match) == (1 - active, "window")


@rule("AH-DEM.26", "AH-DEM.27", "AH-DEM.28", "AH-HC.9")
@pytest.mark.parametrize("active", [ANNA, BELA])
def test_who_has_waived_cannot_answer_and_the_window_closes_when_the_other_waives(active: int):
    match = scene_with_cards(active)
    own = hunter(match, active, "hound")
    first, second = hunter(match, 1 - active, "wolf"), hunter(match, 1 - active, "crow")
    act(match, Pass())
    act(match, Waive())
    for name in (first, second):
        play(match, name)
        assert asked(match) == (1 - active, "window")
        with pytest.raises(IllegalAction):
            act(match, PlayDem(own), active)
    act(match, Waive())
    assert window(match) == ""
    assert own in match.state.players[active].hand


@rule("AH-DEM.25", "AH-DEM.26")
def test_after_a_dem_its_player_is_asked_again_until_they_waive():
    match = scene_with_cards()
    play_first, play_then = hunter(match, ANNA, "hound"), hunter(match, ANNA, "wolf")
    act(match, Pass())
    play(match, play_first)
    assert asked(match) == (ANNA, "window")
    act(match, Waive())
    assert asked(match) == (BELA, "window")
    assert play_then in match.state.players[ANNA].hand


@rule("AH-DEM.29")
def test_waiving_in_one_window_takes_nothing_away_in_the_next():
    match = scene_with_cards()
    hounds = [hunter(match, seat, f"hound_{seat}") for seat in (ANNA, BELA)]
    act(match, Pass())
    waive(match, 2)
    act(match, Pass())
    assert usable_cards(match, ANNA) == [hounds[ANNA]]
    act(match, Waive())
    assert usable_cards(match, BELA) == [hounds[BELA]]


@rule("AH-DEM.30")
def test_the_game_goes_on_where_the_window_interrupted_it():
    match = scene_with_cards()
    plain_location(match, 2, 1, 3, 0)
    act(match, Announce("recruit"))
    hound = hunter(match, BELA)
    act(match, Waive())
    play(match, hound)
    act(match, Waive())
    assert asked(match) == (ANNA, "team")
    assert match.state.man is not None
    assert match.state.man.type == "recruit"


@rule("AH-DEM.31", "AH-HC.54", "AH-MAN.20")
def test_a_window_that_a_dem_makes_pointless_is_completed():
    match = scene_with_cards(BELA)
    set_card(match, match.state.players[ANNA].damned, ready=False)
    thief = heretic(match, ANNA, icons={"recruit": 1})
    act(match, Pass())
    waive(match)
    act(match, Announce("recruit"))
    hound, wolf = hunter(match, BELA, "hound", do=[WOUND]), hunter(match, ANNA, "wolf")
    play(match, hound)
    assert thief not in match.state.cards
    assert asked(match) == (BELA, "window")
    act(match, Waive())
    assert asked(match) == (ANNA, "window")
    play(match, wolf)
    assert match.state.players[ANNA].gold == 6
    events = act(match, Waive())
    assert [body.seat for body in of_kinds(events, "failed")] == [ANNA]


@rule("AH-DEM.31")
def test_a_chapter_whose_caster_died_still_has_its_window_finished_and_its_card_comes_about():
    match = scene_with_cards()
    knight = heretic(match, ANNA, icons={"recruit": 1})
    tale = story(match, ANNA, do=[GAIN])
    hound = hunter(match, BELA, do=[WOUND])
    fight(match, initiators=(knight,))
    lay(match, ANNA, tale)
    lay(match, BELA)
    waive(match)
    pay(match)
    assert window(match) == "chapter_paid"
    act(match, Waive())
    play(match, hound)
    assert knight not in match.state.cards
    assert asked(match) == (BELA, "window")
    act(match, Waive())
    assert match.state.players[ANNA].gold == 6


@rule("AH-DEM.32", "AH-HC.55")
@pytest.mark.parametrize("how", ["hunter", "ability", "story"])
def test_in_a_conflict_hunters_and_abilities_reach_outside_it_and_stories_do_not(how: str):
    match = scene_with_cards()
    beside = heretic(match, BELA, "beside")
    inside = heretic(match, BELA, "inside", icons={"recruit": 1})
    bell = heretic(match, ANNA, abilities=dem(WOUND, windows=["chapter_revealed"]))
    hound = hunter(match, ANNA, do=[WOUND])
    target = {**ANY_HERETIC, "scope": "card"}
    strike = story(match, ANNA, "strike", dem=["chapter_revealed"], do=[{**WOUND, "target": target}])
    fight(match, blockers=(inside,))
    lay(match, ANNA, *hold(match, ANNA, "whispered_psalm"))
    until(match, "chapter_revealed")
    if how == "ability":
        use(match, bell)
    else:
        play(match, hound if how == "hunter" else strike)
    if how == "story":
        # this fighter was the only participant, so it was targeted automatically
        assert inside not in match.state.cards
        assert beside in match.state.cards
    else:
        assert {action.option for action in offers(match)} == {beside, inside, bell}


@rule("AH-DEM.25")
def test_the_question_after_a_reaction_asks_whether_there_is_another():
    match = scene_with_cards()
    hound = hunter(match, ANNA)
    act(match, Pass())
    assert "do you answer again" not in question(match, ANNA)
    play(match, hound)
    assert asked(match) == (ANNA, "window")
    assert "You've already answered: answer again?" in question(match, ANNA)
    waive(match)
    assert "do you answer again" not in question(match, BELA)


def test_the_question_names_the_cost_of_the_chapter_as_it_is_now():
    match = scene_with_cards()
    inside = heretic(match, BELA, "inside", icons={"recruit": 1})
    heretic(match, ANNA, abilities=dem(WOUND, windows=["chapter_revealed"]))
    fight(match, blockers=(inside,))
    lay(match, ANNA, *hold(match, ANNA, "whispered_psalm"))
    until(match, "chapter_revealed")
    view, prompt = match.view(ANNA), match.decisions()[ANNA].prompt
    changed = view.model_copy(update={"costs": {**view.costs, "whispered_psalm": Cost(gold=7)}})
    assert "Cost: 7 gold." not in match.game.question(Translator("en"), view, prompt)
    assert "Cost: 7 gold." in match.game.question(Translator("en"), changed, prompt)
