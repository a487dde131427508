"""Section 31 of RULES.md: rulebook and registry have the same worked examples, and all positions can be shown."""

from __future__ import annotations

import re

import pytest

from rules.kernel.engine.example import played
from rules.kernel.words.translation import LOCALES
from tests.edge_of_darkness.table import GAME
from tests.game_helpers import assert_sound, each

#: The examples that don't have a position to play, each with the reason.
WITHOUT = {"EOD-EXN.11": "Player Aid tokens only remind a player; nothing in a match stands for them."}


@pytest.mark.parametrize("locale", LOCALES)
def test_every_worked_example_of_the_book_has_a_position(locale):
    told = {rule.id for rule in GAME.book(locale).rules if re.match(r"EOD-EXN?\.", rule.id)}
    assert not WITHOUT.keys() & GAME.examples.keys()
    assert told == WITHOUT.keys() | GAME.examples.keys()


@each("rule", GAME.examples)
def test_a_position_is_always_the_same_and_fits_together_before_and_after(rule):
    example = GAME.examples[rule]
    shown = played(example)
    assert shown.before.dump() == example.position().dump()
    assert played(example).after.dump() == shown.after.dump()
    for match in (shown.before, shown.after):
        assert_sound(match)
        assert match.content is GAME.content_of(match.state), "cards are those of the pack, which views show"
        assert GAME.load(match.dump()).dump() == match.dump()


@each("rule", GAME.examples)
def test_the_seat_whose_hand_is_shown_has_one_before_or_after(rule):
    example = GAME.examples[rule]
    if example.seat is not None:
        shown = played(example)
        hands = [match.state.players[example.seat] for match in (shown.before, shown.after)]
        assert any(player.hand or player.starters for player in hands)
