"""Section 34 of RULES.md: the examples about setup and the Prologue."""

from __future__ import annotations

from rules.aevum_haeresis.board.card_lookup import income
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA
from rules.aevum_haeresis.state.actions import Mulligan
from tests.aevum_haeresis.examples.example_play import bodies, of_both_players, play_example
from tests.game_helpers import asked, of_kinds, refused, rule


@rule("AH-EX.13", "AH-PROLOGUE.1", "AH-PROLOGUE.2", "AH-PROLOGUE.3")
def test_the_draw_of_the_prologue() -> None:
    example = play_example("AH-EX.13")
    assert of_both_players(example.before, "hand") == (6, 8)
    drawn = [(one.seat, one.deck, one.count) for one in of_kinds(bodies(example), "drew")]
    assert drawn == [(ANNA, "heretic", 2), (ANNA, "plot", 1), (BELA, "heretic", 2)]
    assert of_both_players(example.after, "hand") == (9, 10)


@rule("AH-EX.14", "AH-PROLOGUE.7")
def test_income() -> None:
    example = play_example("AH-EX.14")
    state, cards = example.before.state, example.before.content.cards
    icons = [cards[name.partition(".")[0]].gold_icon for name in state.cards if state.cards[name].controller == ANNA]
    assert sorted(icon for icon in icons if icon) == [-1, -1, 1]
    assert cards[state.players[ANNA].camp.partition(".")[0]].income == 3
    assert (of_both_players(example.before, "gold")[ANNA], of_both_players(example.after, "gold")[ANNA]) == (5, 7)
    assert income(example.after, ANNA) == 2


@rule("AH-EX.15", "AH-ROUND.3")
def test_the_first_round() -> None:
    example = play_example("AH-EX.15")
    match = example.after
    assert [of_both_players(match, field) for field in ("hand", "gold", "souls")] == [(9, 9), (5, 5), (1, 1)]
    assert (match.state.round, match.state.active, asked(match)) == (1, ANNA, (ANNA, "row"))
    assert not of_kinds(bodies(example), "drew", "gold_changed")
    assert match.state.tally.windows == {}


@rule("AH-EX.16", "AH-SETUP.10", "AH-SETUP.12", "AH-SETUP.13")
def test_mulligan() -> None:
    match = play_example("AH-EX.16").after
    types = [[match.content.cards[name.partition(".")[0]].type for name in one.hand] for one in match.state.players]
    assert [(len(hand) - hand.count("heretic"), hand.count("heretic")) for hand in types] == [(4, 3), (5, 4)]
    assert (of_both_players(match, "plot"), of_both_players(match, "heretics")) == ((44, 43), (17, 16))
    assert refused(match, Mulligan(), ANNA)
