"""The worked examples in the rules for players, and their positions."""

from __future__ import annotations

import pytest

from rules.kernel.words.translation import LOCALES
from tests.dark_providence.table import GAME, example, example_played
from tests.game_helpers import each

#: The worked examples that don't have a position to play, each with the reason.
WITHOUT = {"DP-EX.38": "it tells which names of an agent and of a city mean the same one"}


@pytest.mark.parametrize("locale", LOCALES)
def test_every_worked_example_of_the_book_has_a_position_or_a_reason(locale):
    told = {rule.id for rule in GAME.book(locale).chapters["EX"]}
    assert told == GAME.examples.keys() | WITHOUT.keys()
    assert not GAME.examples.keys() & WITHOUT.keys()


@each("rule", GAME.examples)
def test_an_example_is_the_same_at_every_call_and_its_moves_are_legal(rule):
    shown = example_played(rule)
    assert example(rule).dump() == shown.before.dump()
    assert bool(shown.events) == (shown.before.dump() != shown.after.dump())
    for match in (shown.before, shown.after):
        assert GAME.load(match.dump()).dump() == match.dump()


@each("rule", GAME.examples)
def test_the_seat_whose_hand_is_shown_holds_cards(rule):
    seat = GAME.examples[rule].seat
    assert seat is None or example(rule).state.players[seat].hand
