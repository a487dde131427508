"""Section 32.2 of RULES.md: the rulebook's examples of meddling."""

from __future__ import annotations

from rules.dark_providence.examples.position_builder import TUESDAY, hold
from rules.dark_providence.examples.tracks import meddling
from rules.dark_providence.state.actions import Meddle
from tests.dark_providence.made_up_cards import payments
from tests.dark_providence.table import act, example_played
from tests.game_helpers import rule

UP = Meddle("ritual", "up")


@rule("DP-EX.18")
def test_tuesday_moves_the_ritual_by_three():
    shown = example_played("DP-EX.18")
    assert (shown.before.state.ritual, shown.after.state.ritual) == (1, 4)
    assert sorted(shown.after.state.players[TUESDAY].discard) == ["james_horus_rose", "new_orleans"]


@rule("DP-EX.19")
def test_tuesday_plays_no_idle_card_and_no_mixed_ones():
    match = meddling(11)
    act(match, UP)
    assert payments(match) == [("james_horus_rose",), ("new_orleans",)]
    match = meddling(1)
    hold(match, TUESDAY, "anarchists")  # this card moves the investigation down, not the ritual up
    match.state.investigation = 3
    act(match, UP)
    assert not any("anarchists" in cards for cards in payments(match))


@rule("DP-EX.19", "DP-END.4")
def test_a_card_with_two_steps_ends_the_game_from_ten():
    shown = example_played("DP-EX.19")
    assert (shown.before.state.ritual, shown.after.state.ritual) == (10, 12)
    assert shown.after.over
    assert shown.after.state.ending == ["ritual"]
