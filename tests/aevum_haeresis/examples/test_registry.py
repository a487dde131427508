"""Every worked example in the rules for players is registered, consistent, and always has the same outcome."""

from __future__ import annotations

import re

import pytest

from rules.aevum_haeresis.examples import HAERESIS_EXAMPLES
from rules.aevum_haeresis.game import GAME
from rules.kernel.engine.example import played
from rules.kernel.words.translation import LOCALES, Translator
from tests.game_helpers import assert_sound, each

#: The examples that don't have a position to play, each with the reason.
WITHOUT = {"AH-EX.43": "deck lists are refused before there is a match"}
EXAMPLES = HAERESIS_EXAMPLES.by_rule
every_example = each("name", EXAMPLES)


@pytest.mark.parametrize("locale", LOCALES)
def test_each_example_of_the_rules_for_players_is_a_position_or_tells_of_none(locale: str) -> None:
    ids = {one.id for one in GAME.book(locale).rules if re.match(r"AH-EXN?\.", one.id)}
    assert ids == EXAMPLES.keys() | WITHOUT.keys()
    assert not EXAMPLES.keys() & WITHOUT.keys()


@every_example
def test_a_position_fits_together_before_and_after_and_is_always_the_same(name: str) -> None:
    first, second = played(EXAMPLES[name]), played(EXAMPLES[name])
    assert_sound(first.before)
    assert_sound(first.after)
    assert first.before.dump() == second.before.dump()
    assert first.after.dump() == second.after.dump()
    assert first.events == second.events


@every_example
def test_what_happens_can_be_told_in_every_language(name: str) -> None:
    example = played(EXAMPLES[name])
    for locale in LOCALES:
        say = Translator(locale)
        lines = [line for event in example.events if (line := GAME.event_line(say, event))]
        assert bool(lines) == bool(example.events)
        for match in (example.before, example.after):
            assert GAME.board_text(say, match.view(EXAMPLES[name].seat))


@every_example
def test_only_cards_of_the_pack_take_part(name: str) -> None:
    match = EXAMPLES[name].position()
    assert match.content is GAME.content_of(match.state)
