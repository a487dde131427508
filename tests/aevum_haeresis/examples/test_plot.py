"""Section 34 of RULES.md: the examples about actions, times of day and Locations."""

from __future__ import annotations

from rules.aevum_haeresis.board.card_lookup import owner
from rules.aevum_haeresis.examples.plot import ANNA_GAINS
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, EVENING, HAERESIS_EXAMPLES, MORNING, NIGHT, NOON
from rules.aevum_haeresis.state.actions import UseHeresy
from tests.aevum_haeresis.examples.example_play import bodies, kinds, of_both_players, play_example
from tests.aevum_haeresis.table import time
from tests.game_helpers import asked, of_kinds, refused, rule


@rule("AH-EX.30", "AH-TIME.2", "AH-TIME.5", "AH-PLOT.5")
def test_four_actions() -> None:
    example = play_example("AH-EX.30")
    assert time(example.before) == MORNING
    told_of = of_kinds(bodies(example), "used_heresy", "passed", "announced", "time_advanced", "entered")
    found = [one.time if one.kind == "time_advanced" else one.kind for one in told_of]
    assert found == ["used_heresy", NOON, "passed", "announced", EVENING, "used_heresy", NIGHT, "announced", "entered"]
    assert example.after.state.location != example.before.state.location
    assert time(example.after) == MORNING


@rule("AH-EX.31", "AH-LOC.3")
def test_who_places() -> None:
    example = play_example("AH-EX.31")
    assert example.before.state.placer == ANNA
    entered = [(one.seat, *kinds([one.card])) for one in of_kinds(bodies(example), "entered")]
    assert entered == [(BELA, "gallows_hill"), (ANNA, "salt_pans")]


@rule("AH-EX.32", "AH-LOC.6", "AH-LOC.7")
def test_locations_used_up() -> None:
    example = play_example("AH-EX.32")
    assert (of_both_players(example.before, "locations")[ANNA], owner(example.before.state.location)) == (0, ANNA)
    assert [(one.seat, one.count) for one in of_kinds(bodies(example), "locations_returned")] == [(ANNA, 4)]
    assert of_both_players(example.after, "locations")[ANNA] == 4


@rule("AH-EX.33", "AH-LOC.2", "AH-TIME.8")
def test_a_location_leaves_during_a_heresy() -> None:
    example = play_example("AH-EX.33")
    assert (time(example.before), example.before.state.placer) == (EVENING, ANNA)
    assert [one.window for one in of_kinds(bodies(example), "played_dem")] == ["heresy_paid"]
    match = HAERESIS_EXAMPLES.by_rule["AH-EX.33"].position()
    moves = list(HAERESIS_EXAMPLES.by_rule["AH-EX.33"].moves(match))
    for seat, action in moves[:-1]:
        match.apply(seat, action)
    assert asked(match) == (BELA, "location")
    assert "heresy_resolved" not in match.state.tally.windows
    match.apply(*moves[-1])
    assert match.state.tally.windows["heresy_resolved"] == 1
    assert time(match) == NOON


@rule("AH-EX.34", "AH-PLOT.5", "AH-PLOT.7", "AH-PLOT.11")
def test_passing() -> None:
    example = play_example("AH-EX.34")
    acts = [(one.seat, one.kind) for one in of_kinds(bodies(example), "passed", "used_heresy")]
    assert acts == [(ANNA, "passed"), (BELA, "used_heresy"), (ANNA, "passed"), (BELA, "passed")]
    assert example.after.state.tally.windows["pass_declared"] == 3
    assert (example.after.state.phase, time(example.after)) == ("epilogue", NOON)


@rule("AH-EX.37", "AH-HERESY.4")
def test_a_heresy_once_a_round() -> None:
    example = play_example("AH-EX.37")
    used = [one.card for one in of_kinds(bodies(example), "used_heresy")]
    assert used == ["roadside_camp.0.1", "landless_squire.0.1", "landless_squire.0.2"]
    assert asked(example.after) == (ANNA, "act")
    assert example.after.state.players[ANNA].hand  # Anna could still pay for the Camp's Heresy
    assert refused(example.after, UseHeresy("roadside_camp.0.1/0"))
    assert refused(example.after, ANNA_GAINS)


@rule("AH-EX.38", "AH-HERESY.3")
def test_the_heresy_of_the_location() -> None:
    example = play_example("AH-EX.38")
    place = example.before.state.location
    assert (example.before.state.placer, example.before.state.active) == (BELA, ANNA)
    assert refused(example.before, UseHeresy(f"{place}/0"))
    assert [(one.seat, one.card) for one in of_kinds(bodies(example), "used_heresy")] == [(BELA, place)]
