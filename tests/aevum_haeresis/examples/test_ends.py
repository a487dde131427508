"""Section 34 of RULES.md: the examples about the end of the game."""

from __future__ import annotations

import pytest

from rules.aevum_haeresis.board.card_lookup import soul_number
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, EVENING, HAERESIS_EXAMPLES, MORNING
from rules.aevum_haeresis.state.actions import CountFirst, DrawFrom
from tests.aevum_haeresis.examples.example_play import bodies, of_both_players, play_example
from tests.aevum_haeresis.scenes import ending_of
from tests.aevum_haeresis.table import time
from tests.game_helpers import act, asked, of_kinds, offers, rule


@rule("AH-EX.7", "AH-WIN.9", "AH-WIN.13", "AH-WIN.17")
def test_ten_souls_for_both() -> None:
    example = play_example("AH-EX.7")
    assert (of_both_players(example.before, "souls"), soul_number(example.before), time(example.before)) == (
        (9, 7),
        3,
        EVENING,
    )
    gained = [(one.seat, one.amount) for one in of_kinds(bodies(example), "souls_changed")]
    assert gained == [(ANNA, 1), (BELA, 3)]
    assert of_both_players(example.after, "souls") == (10, 10)
    assert ending_of(example.after) == (True, ANNA, "souls")


@rule("AH-EX.8", "AH-WIN.10")
def test_a_win_taken_away_in_a_window() -> None:
    example = play_example("AH-EX.8")
    souls = [(one.seat, one.total) for one in of_kinds(bodies(example), "souls_changed")]
    assert souls == [(ANNA, 10), (ANNA, 9)]
    assert [(one.seat, one.window) for one in of_kinds(bodies(example), "played_dem")] == [(BELA, "consequences_done")]
    assert not example.after.over


@rule("AH-EX.9", "AH-MAN.17", "AH-MAN.19", "AH-WIN.9")
def test_no_window_to_take_it_away() -> None:
    example = play_example("AH-EX.9")
    assert (of_both_players(example.before, "souls")[ANNA], soul_number(example.before), time(example.before)) == (
        8,
        2,
        MORNING,
    )
    assert example.after.state.players[BELA].hand  # Béla has cards to react with, but there is no window
    assert example.after.state.tally.windows == {"manoeuvre_announced": 1}
    assert of_both_players(example.after, "souls")[ANNA] == 10
    assert ending_of(example.after) == (True, ANNA, "souls")
    assert time(example.after) == MORNING


@rule("AH-EX.48", "AH-WIN.10", "AH-COST.20")
def test_a_soul_paid_at_ten() -> None:
    example = play_example("AH-EX.48")
    assert soul_number(example.before) == 0
    assert [one.total for one in of_kinds(bodies(example), "souls_changed")] == [10, 9]
    assert asked(example.after) == (BELA, "act")


@rule("AH-EX.10", "AH-EXEC.3", "AH-EXEC.6", "AH-EPILOGUE.6")
def test_execution_once_a_round() -> None:
    example = HAERESIS_EXAMPLES.by_rule["AH-EX.10"]
    match = example.position()
    found: list[tuple[int, int]] = []
    for seat, action in example.moves(match):
        events = [event.body for event in match.apply(seat, action)]
        if of_kinds(events, "succeeded"):
            found.append((match.state.round, match.state.players[BELA].execution))
    assert found == [(3, 1), (3, 1), (4, 2)]


@rule("AH-EX.11", "AH-EXEC.4")
def test_both_accused() -> None:
    example = play_example("AH-EX.11")
    assert (of_both_players(example.before, "execution"), of_both_players(example.after, "execution")) == (
        (1, 1),
        (2, 2),
    )
    assert [one.seat for one in of_kinds(bodies(example), "succeeded")] == [ANNA, BELA]
    assert example.before.state.round == example.after.state.round


@rule("AH-EX.12", "AH-EXEC.7", "AH-CONFLICT.28")
def test_the_third_level() -> None:
    example = play_example("AH-EX.12")
    assert of_both_players(example.before, "execution")[BELA] == 2
    assert ending_of(example.after) == (True, ANNA, "execution")
    assert example.after.state.players[BELA].hand  # Béla has cards to react with, but there is no window
    assert "consequences_done" not in example.after.state.tally.windows
    assert not of_kinds(bodies(example), "time_advanced")


@rule("AH-EX.39", "AH-CONFLICT.23", "AH-WIN.8")
@pytest.mark.parametrize("drawn", ["none", "heretic", "plot"])
def test_saving_the_last_card(drawn: str) -> None:
    example = HAERESIS_EXAMPLES.by_rule["AH-EX.39"]
    assert not play_example("AH-EX.39").after.over
    match = example.position()
    assert of_both_players(match, "plot")[BELA] == 1
    act(match, DrawFrom("none"), ANNA)
    act(match, DrawFrom(drawn), BELA)
    assert ending_of(match) == ((True, ANNA, "deck") if drawn == "plot" else (False, -1, ""))


@rule("AH-EX.40", "AH-WIN.13")
def test_both_decks_emptied() -> None:
    example = play_example("AH-EX.40")
    assert (of_both_players(example.before, "plot"), of_both_players(example.after, "plot")) == ((1, 1), (0, 0))
    assert ending_of(example.after) == (True, example.before.state.active, "deck")


@rule("AH-EX.41", "AH-WIN.15")
def test_a_win_and_a_loss_at_once() -> None:
    example = HAERESIS_EXAMPLES.by_rule["AH-EX.41"]
    match = example.position()
    assert (of_both_players(match, "souls"), of_both_players(match, "plot")) == ((4, 9), (20, 1))
    for seat, action in example.moves(match):
        if isinstance(action, CountFirst):
            assert asked(match) == (ANNA, "count_first")
            assert offers(match) == [CountFirst("deck/0"), CountFirst("souls/1")]
            assert (of_both_players(match, "souls"), of_both_players(match, "plot")) == ((5, 10), (19, 0))
        match.apply(seat, action)
    assert ending_of(match) == (True, ANNA, "deck")
