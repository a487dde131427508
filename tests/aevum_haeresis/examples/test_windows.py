"""Section 34 of RULES.md: the examples about windows and Hunters."""

from __future__ import annotations

from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, EVENING, HAERESIS_EXAMPLES, MORNING, the
from rules.aevum_haeresis.state.actions import PlayDem
from tests.aevum_haeresis.examples.example_play import bodies, kinds, play_example
from tests.aevum_haeresis.table import time
from tests.game_helpers import asked, of_kinds, offers, refused, rule


@rule("AH-EX.26", "AH-DEM.26", "AH-DEM.28")
def test_waiving() -> None:
    example = HAERESIS_EXAMPLES.by_rule["AH-EX.26"]
    match = example.position()
    friar = PlayDem(the(match, ANNA, "friar_with_the_lantern"))
    moves = example.moves(match)
    assert friar in offers(match)
    match.apply(*next(moves))
    match.apply(*next(moves))
    assert match.state.cards[the(match, BELA, "hound_master")].host == match.state.location
    assert refused(match, friar, ANNA)
    assert asked(match) == (BELA, "window")
    match.apply(*next(moves))
    assert match.state.window == ""
    assert next(moves, None) is None


@rule("AH-EX.27", "AH-DEM.6", "AH-DEM.25")
def test_several_reactions() -> None:
    example = play_example("AH-EX.27")
    found = [(one.seat, *kinds([one.card]), one.window) for one in of_kinds(bodies(example), "played_dem", "used_dem")]
    names = ("friar_with_the_lantern", "bailiff_of_the_ford", "wandering_minstrel")
    assert found == [(ANNA, name, "manoeuvre_announced") for name in names]
    assert example.after.state.tally.windows == {"manoeuvre_announced": 1}


@rule("AH-EX.28", "AH-LIFE.8", "AH-LOC.8")
def test_the_life_of_a_hunter() -> None:
    example = play_example("AH-EX.28")
    boy = the(example.before, BELA, "witch_finders_boy")
    assert (time(example.before), example.before.state.cards[boy].host) == (EVENING, example.before.state.location)
    burned = [one.card for one in of_kinds(bodies(example), "burned")]
    assert burned == [example.before.state.location, boy]
    assert boy in example.after.state.players[BELA].pyre
    assert time(example.after) == MORNING
