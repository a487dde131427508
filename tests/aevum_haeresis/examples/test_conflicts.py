"""Section 34 of RULES.md: the examples about manoeuvres, Conflicts and damage."""

from __future__ import annotations

import pytest

from rules.aevum_haeresis.board.card_lookup import eligible, soul_number, stat
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, EVENING, MORNING, NOON, the
from rules.aevum_haeresis.state.actions import Announce
from tests.aevum_haeresis.examples.example_play import bodies, damned, of_both_players, play_example, pyre
from tests.aevum_haeresis.table import time
from tests.game_helpers import asked, of_kinds, refused, rule


@rule("AH-EX.1", "AH-MAN.14", "AH-MAN.15", "AH-MAN.16", "AH-MAN.18", "AH-MAN.19", "AH-CONS.3")
def test_unopposed_plunder() -> None:
    example = play_example("AH-EX.1")
    assert (soul_number(example.before), time(example.before), of_both_players(example.before, "plot")[BELA]) == (
        2,
        MORNING,
        30,
    )
    top = tuple(example.before.state.players[BELA].plot[:6])
    assert [(one.seat, one.cards) for one in of_kinds(bodies(example), "milled")] == [(BELA, top)]
    match = example.after
    assert of_both_players(match, "plot") == (30, 24)
    assert not match.state.cards[the(match, ANNA, "candle_thief")].ready
    assert not of_kinds(bodies(example), "drew", "gold_changed")
    assert (time(match), asked(match)) == (NOON, (BELA, "act"))


@rule("AH-EX.2", "AH-EX.3", "AH-CONS.6", "AH-WIN.3", "AH-WIN.7", "AH-WIN.8")
@pytest.mark.parametrize(("name", "number", "at"), [("AH-EX.2", 3, EVENING), ("AH-EX.3", 1, NOON)])
def test_plunder_to_and_beyond_the_end_of_the_deck(name: str, number: int, at: int) -> None:
    example = play_example(name)
    assert (soul_number(example.before), time(example.before), of_both_players(example.before, "plot")[BELA]) == (
        number,
        at,
        5,
    )
    assert [len(one.cards) for one in of_kinds(bodies(example), "milled")] == [5]
    assert (example.after.over, example.after.state.winner, example.after.state.reason) == (True, ANNA, "deck")
    assert time(example.after) == at


@rule("AH-EX.4", "AH-CONFLICT.20", "AH-CONS.2")
def test_a_tie_of_icons() -> None:
    example = play_example("AH-EX.4")
    assert soul_number(example.before) == 2
    assert [(one.seat, one.own, one.other) for one in of_kinds(bodies(example), "evaluated")] == [(ANNA, 2, 2)]
    assert (of_both_players(example.before, "souls"), of_both_players(example.after, "souls")) == ((1, 1), (3, 1))


@rule("AH-EX.5", "AH-CONFLICT.21", "AH-CONFLICT.23", "AH-CONFLICT.24", "AH-CONFLICT.25", "AH-CONS.1")
def test_a_successful_block() -> None:
    example = play_example("AH-EX.5")
    match = example.after
    assert [(one.seat, one.own, one.other) for one in of_kinds(bodies(example), "evaluated")] == [(ANNA, 2, 3)]
    assert of_both_players(match, "execution") == (0, 0)
    assert (of_both_players(match, "hand"), of_both_players(match, "plot")) == ((1, 1), (29, 29))
    assert of_both_players(match, "gold") == (5, 6)
    teams = [name for one in of_kinds(bodies(example), "team_chosen") for name in one.cards]
    assert len(teams) == 5
    assert not any(match.state.cards[name].ready for name in teams)
    assert time(match) == time(example.before) + 1


@rule("AH-EX.6", "AH-CONFLICT.22", "AH-CONFLICT.24")
def test_both_teams_destroyed() -> None:
    example = play_example("AH-EX.6")
    assert (soul_number(example.before), time(example.before)) == (1, NOON)
    assert [(one.own, one.other) for one in of_kinds(bodies(example), "evaluated")] == [(0, 0)]
    assert pyre(example.after, ANNA).count("candle_thief") > pyre(example.before, ANNA).count("candle_thief")
    assert pyre(example.after, BELA).count("hired_knife") > pyre(example.before, BELA).count("hired_knife")
    assert [(one.seat, len(one.cards)) for one in of_kinds(bodies(example), "milled")] == [(BELA, 5)]
    assert all(one.amount < 0 for one in of_kinds(bodies(example), "gold_changed"))


@rule("AH-EX.35", "AH-MAN.20")
def test_a_manoeuvre_without_a_team() -> None:
    example = play_example("AH-EX.35")
    assert eligible(example.before, ANNA, "accuse") == [the(example.before, ANNA, "false_witness")]
    assert [one.window for one in of_kinds(bodies(example), "played_dem")] == ["manoeuvre_announced"]
    assert of_kinds(bodies(example), "failed")
    assert of_both_players(example.after, "execution") == (0, 0)
    assert (time(example.after), asked(example.after)) == (NOON, (BELA, "act"))


@rule("AH-EX.36", "AH-MAN.8")
def test_who_can_take_part() -> None:
    example = play_example("AH-EX.36")
    match, tired, knight = example.after, damned(example.after, ANNA), the(example.after, ANNA, "revenant_knight")
    assert (match.state.cards[tired].ready, stat(match, tired, "recruit")) == (False, 2)
    assert match.state.cards[knight].ready
    assert (stat(match, knight, "recruit"), stat(match, knight, "plunder")) == (0, 3)
    assert eligible(match, ANNA, "recruit") == []
    assert refused(match, Announce("recruit"))


@rule("AH-EX.25", "AH-STORY.3", "AH-CONFLICT.3", "AH-CONFLICT.7", "AH-CONFLICT.20")
def test_a_passive_initiator() -> None:
    example = play_example("AH-EX.25")
    events = bodies(example)
    assert example.before.state.active == ANNA
    assert [one.seat for one in of_kinds(events, "announced", "laid_row", "paid_for")] == [BELA, ANNA, BELA, ANNA, BELA]
    assert [(one.seat, one.own, one.other) for one in of_kinds(events, "evaluated")] == [(BELA, 2, 2)]
    assert [one.seat for one in of_kinds(events, "succeeded")] == [BELA]


@rule("AH-EX.17", "AH-DMG.3", "AH-DMG.4")
def test_heretics_do_not_collect_damage() -> None:
    example = play_example("AH-EX.17")
    victim = the(example.before, BELA, "collector_of_debts")
    assert stat(example.before, victim, "health") == 3
    found = [
        one.amount if one.kind == "damaged" else one.card for one in of_kinds(bodies(example), "damaged", "burned")
    ]
    assert [one for one in found if one in (2, 3, victim)] == [2, 2, 3, victim]


@rule("AH-EX.18", "AH-DMG.5", "AH-DMG.6", "AH-WIN.5")
def test_the_damned_collects_damage() -> None:
    example = play_example("AH-EX.18")
    mother = damned(example.before, BELA)
    assert (stat(example.before, mother, "health"), example.before.state.cards[mother].damage) == (12, 7)
    assert example.before.state.round == 6
    assert [(one.card, one.amount) for one in of_kinds(bodies(example), "damaged")] == [(mother, 5)]
    assert mother in example.after.state.players[BELA].pyre
    assert not example.after.over
