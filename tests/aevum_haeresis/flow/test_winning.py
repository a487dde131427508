"""Section 2 of RULES.md: winning and losing, and when they are checked."""

from __future__ import annotations

import pytest

from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, acting, deck, scene, set_player
from rules.aevum_haeresis.state.actions import Announce, Choose, Done, Pass, UseHeresy
from rules.kernel.engine.match import arrange
from rules.kernel.errors import IllegalAction
from tests.aevum_haeresis.scenes import (
    SOUL,
    announce_unblocked,
    continue_until,
    ending_of,
    enlist,
    fight,
    hold_unplayable,
    is_in_pyre,
    pass_round,
    pay,
    played,
    recruit,
    souls,
)
from tests.aevum_haeresis.table import heretic, plain_location, waive, window
from tests.aevum_haeresis.window_helpers import dem, event, heresy, hunter, play, seats_of, use, windows_until
from tests.game_helpers import act, asked, of_kinds, rule

MILL = {"op": "mill", "count": 1}
CUT = {"op": "souls", "amount": -1, "who": "opponent"}
ACCUSED = {"op": "execution", "amount": 1}


# -- souls ------------------------------------------------------------------------------------------------------


@rule("AH-WIN.1", "AH-WIN.12")
@seats_of
def test_two_damned_meet_at_one_location_and_one_player_wins(seat):
    match = scene()
    leaders = [match.state.players[one].damned for one in (ANNA, BELA)]
    assert len({*leaders}) == 2
    assert all(leader in match.state.cards for leader in leaders)
    set_player(match, 1 - seat, execution=2)
    acting(match, seat)
    announce_unblocked(match, "accuse")
    assert match.over
    assert match.result is not None
    assert match.result.winners == [seat]
    assert [row.rank for row in match.result.rows] == [1 if one == seat else 2 for one in (ANNA, BELA)]


@rule("AH-WIN.2", "AH-WIN.11", "AH-KEY.23")
@pytest.mark.parametrize(("before", "over"), [(7, False), (8, True), (9, True)])
def test_ten_or_more_souls_win(before, over):
    match = scene()
    plain_location(match, 2, 1, 3, 0)
    souls(match, before)
    announce_unblocked(match, "recruit")
    assert match.state.players[ANNA].souls == before + 2
    assert ending_of(match) == ((True, ANNA, "souls") if over else (False, -1, ""))


@rule("AH-WIN.10", "AH-HC.2", "AH-DIS.15")
def test_souls_won_in_a_conflict_can_be_taken_away_before_its_end():
    match = scene()
    plain_location(match, 2, 1, 3, 0)
    souls(match, 8)
    hound = hunter(match, BELA, do=[CUT])
    fight(match, "recruit")
    continue_until(match, "consequences_done")
    assert match.state.players[ANNA].souls == 10
    play(match, hound)
    waive(match)
    assert match.state.players[ANNA].souls == 9
    assert not match.over
    assert match.state.man is None


@rule("AH-WIN.9", "AH-WIN.13", "AH-WIN.17")
@seats_of
def test_of_two_with_ten_souls_the_active_wins_regardless_of_the_initiator(seat):
    match = scene(seat)
    plain_location(match, 2, 1, 3, 0, time=2)
    souls(match, *(9 if one == seat else 7 for one in (ANNA, BELA)))
    saint = heretic(match, seat, icons={"recruit": 1}, abilities=dem(SOUL, windows=["consequences_done"]))
    rogue = heretic(match, 1 - seat, icons={"recruit": 3})
    acting(match, 1 - seat)
    fight(match, "recruit", team=(rogue,), block=(saint,))
    hold_unplayable(match, 1 - seat, 1)
    continue_until(match, "consequences_done")
    assert match.state.players[1 - seat].souls == 10
    use(match, saint)
    assert match.state.players[seat].souls == 10
    assert not match.over
    waive(match)
    assert ending_of(match) == (True, seat, "souls")


@rule("AH-WIN.10", "AH-COST.20")
def test_the_tenth_soul_can_be_paid_away_before_the_action_ends():
    match = scene()
    souls(match, 9)
    hound = hunter(match, ANNA, cost={"souls": 1})
    witch = heretic(match, ANNA, abilities=heresy(SOUL))
    act(match, UseHeresy(f"{witch}/0"))
    continue_until(match, "heresy_resolved")
    assert match.state.players[ANNA].souls == 10
    play(match, hound)
    waive(match)
    assert match.state.players[ANNA].souls == 9
    assert asked(match) == (BELA, "act")


@rule("AH-WIN.9", "AH-WIN.10", "AH-HC.2")
@pytest.mark.parametrize("place", ["manoeuvre_announced", "heresy_paid", "heresy_resolved", "pass_declared"])
def test_ten_souls_of_a_deus_ex_machina_in_an_action_count_at_its_end(place):
    match = scene()
    souls(match, 9)
    hold_unplayable(match, BELA, 1)
    saint = heretic(match, ANNA, "saint", abilities=[*dem(SOUL, windows=[place]), *heresy()])
    if place == "manoeuvre_announced":
        act(match, Announce("plunder"))
    else:
        act(match, Pass() if place == "pass_declared" else UseHeresy(f"{saint}/1"))
    continue_until(match, place)
    if match.state.active == BELA:
        waive(match, 1)
    use(match, saint)
    assert asked(match) == (BELA, "window")
    assert not match.over
    time, place = match.state.cards[match.state.location].time, match.state.location
    continue_until(match)
    assert ending_of(match) == (True, ANNA, "souls")
    assert match.state.cards[place].time == time


@rule("AH-WIN.9", "AH-WIN.7")
@pytest.mark.parametrize("place", ["prologue_end", "enlistment_end", "conflict_time_advanced", "epilogue_discard"])
def test_ten_souls_of_a_deus_ex_machina_outside_an_action_win_at_once(place):
    match = scene()
    souls(match, 9)
    saint = heretic(match, ANNA, "saint", icons={"recruit": 1}, abilities=dem(SOUL, windows=[place]))
    hold_unplayable(match, BELA, 1)
    if place == "enlistment_end":
        enlist(match)
    elif place == "conflict_time_advanced":
        plain_location(match, 0, 0, 0, 0)
        fight(match)
    else:
        act(match, Pass())
    continue_until(match, place)
    if match.state.active == BELA:
        waive(match, 1)
    use(match, saint)
    assert ending_of(match) == (True, ANNA, "souls")
    assert not match.decisions()


@rule("AH-WIN.9")
def test_souls_are_looked_at_after_each_card_of_the_enlistment_row():
    match = scene()
    souls(match, 9)
    first, second = event(match, ANNA, "alms", do=[SOUL]), event(match, BELA, "theft", do=[CUT])
    enlist(match, anna=[first], bela=[second])
    pay(match)
    assert ending_of(match) == (True, ANNA, "souls")
    assert match.state.open[BELA] == [second]


@rule("AH-WIN.9", "AH-PROLOGUE.10")
def test_souls_are_looked_at_after_each_start_of_round_effect():
    match = scene(BELA)
    souls(match, 9)
    abilities = [{"kind": "start", "do": [SOUL]}]
    heretic(match, ANNA, "prophet", abilities=abilities)
    heretic(match, BELA, "thief", abilities=[{"kind": "start", "do": [CUT]}])
    pass_round(match)
    assert (match.state.round, match.state.active) == (3, ANNA)
    assert ending_of(match) == (True, ANNA, "souls")


@rule("AH-GEN.18", "AH-WIN.9")
def test_souls_are_not_looked_at_in_the_midst_of_an_effect():
    match = scene()
    souls(match, 9)
    ways = [[SOUL], [{"op": "gold", "amount": 1}]]
    played(match, ANNA, {"op": "choice", "ways": ways}, {"op": "souls", "amount": -1})
    act(match, Choose("0"))
    assert match.state.players[ANNA].souls == 9
    assert not match.over


# -- the Plot deck ------------------------------------------------------------------------------------------------


@rule("AH-WIN.3", "AH-WIN.8", "AH-HC.3")
@pytest.mark.parametrize(("cards", "over"), [(6, False), (5, True)])
def test_a_plot_deck_without_a_card_loses_though_no_draw_failed(cards, over):
    match = scene()
    plain_location(match, 2, 1, 3, 0, time=1)
    deck(match, BELA, plot=cards)
    announce_unblocked(match, "plunder")
    assert len(match.state.players[BELA].plot) == cards - 5
    assert ending_of(match) == ((True, ANNA, "deck") if over else (False, -1, ""))


@rule("AH-WIN.8", "AH-WIN.9")
def test_the_plot_deck_is_tested_inside_an_action_too():
    match = scene()
    deck(match, BELA, plot=1)
    witch = heretic(match, ANNA, abilities=heresy(MILL))
    hold_unplayable(match, BELA, 1)
    act(match, UseHeresy(f"{witch}/0"))
    assert window(match) == "heresy_paid"
    assert not match.over
    waive(match, 1)
    assert ending_of(match) == (True, ANNA, "deck")


@rule("AH-WIN.8", "AH-GEN.18")
def test_an_effect_that_empties_a_deck_is_carried_out_whole_first():
    match = scene()
    deck(match, ANNA, plot=1)
    played(match, ANNA, {"op": "draw"}, {"op": "gold", "amount": 3})
    assert match.state.players[ANNA].gold == 8
    assert ending_of(match) == (True, BELA, "deck")


@rule("AH-WIN.6")
def test_an_empty_heretic_deck_or_location_deck_is_no_loss():
    match = scene()
    for seat in (ANNA, BELA):
        deck(match, seat, heretics=0)
    deck(match, ANNA, locations=0)  # Anna's last Location is in play, so the next Location is Béla's
    announce_unblocked(match, "plunder")
    pass_round(match)
    assert match.state.round == 3
    assert not match.over


# -- Execution ------------------------------------------------------------------------------------------------------


@rule("AH-WIN.4", "AH-WIN.8")
@pytest.mark.parametrize(("level", "over"), [(1, False), (2, True)])
def test_the_third_level_of_execution_loses_at_once(level, over):
    match = scene()
    set_player(match, BELA, execution=level)
    hold_unplayable(match, BELA, 1)
    fight(match, "accuse", team=(heretic(match, ANNA, icons={"accuse": 5}),))
    windows = windows_until(match, lambda match: match.over or match.state.man is None)
    assert ending_of(match) == ((True, ANNA, "execution") if over else (False, -1, ""))
    assert ("consequences_done" in windows) is not over


@rule("AH-WIN.8")
def test_a_level_that_rises_in_the_midst_of_an_effect_ends_the_game_there():
    match = scene()
    set_player(match, BELA, execution=2)
    played(match, ANNA, ACCUSED, {"op": "gold", "amount": 3})
    assert ending_of(match) == (True, ANNA, "execution")
    assert match.state.players[ANNA].gold == 5


@rule("AH-WIN.18", "AH-GEN.2")
def test_a_text_of_a_card_can_end_the_game_without_an_accusation():
    match = scene()
    set_player(match, ANNA, execution=2)
    played(match, ANNA, {"op": "execution", "amount": 1, "who": "me"})
    assert ending_of(match) == (True, BELA, "execution")


# -- no other ways to end the game ----------------------------------------------------------------------------------


@rule("AH-WIN.5", "AH-HC.1")
@pytest.mark.parametrize("option", [False, True])
def test_the_death_of_a_damned_ends_the_game_only_where_that_was_agreed(option):
    match = scene(damned_death_loses=option)
    leader = match.state.players[BELA].damned
    wound = {"op": "damage", "amount": 20, "target": {"what": "damned", "scope": "anywhere"}}
    played(match, ANNA, wound)
    assert is_in_pyre(match, BELA, leader)
    assert ending_of(match) == ((True, ANNA, "damned") if option else (False, -1, ""))


@rule("AH-GEN.17", "AH-HC.43")
def test_there_is_no_limit_on_rounds_and_no_draw():
    match = scene()
    for seat in (ANNA, BELA):
        hold_unplayable(match, seat, 4)
        with arrange(match) as state:
            player = state.players[seat]
            player.hand += player.plot[:6]
            del player.plot[:6]
        deck(match, seat, heretics=0)
    for _ in range(25):
        skip_enlistment(match)
        pass_round(match)
    assert match.state.round == 27
    assert not match.over
    assert match.result is None


def skip_enlistment(match):
    """Lay no cards and continue to the Plot phase."""
    while not match.over and match.state.phase != "plot":
        ((seat, decision),) = match.decisions().items()
        act(match, Done() if decision.prompt.key in ("row", "choose") else decision.actions[-1], seat)


@rule("AH-WIN.7")
def test_the_end_cancels_everything_that_is_pending():
    match = scene()
    deck(match, BELA, plot=1)
    first, second = event(match, ANNA, "theft", do=[MILL]), recruit(match, BELA)
    hold_unplayable(match, BELA, 2)
    enlist(match, anna=[first, *hold_unplayable(match, ANNA, 1)], bela=[second])
    waive(match)
    events = pay(match)
    assert not of_kinds(events, "not_paid")
    assert match.state.open[BELA] == [second]
    assert not match.decisions()
    assert match.state.phase == "over"
    with pytest.raises(IllegalAction):
        match.apply(ANNA, Pass())
