"""The lists of rules that hold only at some tables."""

from __future__ import annotations

import pytest

from rules.kernel.game import AnyGame
from rules.kernel.words.rule_conditions import SEATS, SEVERAL, Condition, Table, parse
from tests.rulebooks.games_with_books import WITH_BOOK

IDS = ["DP-SOLO.1", "DP-SOLO.2", "DP-EX.40", "DP-EX.41", "DP-EX.42", "DP-WIN.1"]


def test_chapters_rules_and_ranges_get_their_conditions() -> None:
    found = parse("DP-SOLO DP-EX.40-41\tseats=1\nDP-WIN.1\tseats=2-5\nDP-WIN.1\tteams=true", IDS)
    assert {rule: len(conditions) for rule, conditions in found.items()} == {
        "DP-SOLO.1": 1, "DP-SOLO.2": 1, "DP-EX.40": 1, "DP-EX.41": 1, "DP-WIN.1": 2
    }  # fmt: skip
    assert found["DP-WIN.1"][0].values == {"2", "3", "4", "5"}


@pytest.mark.parametrize("line", ["DP-SOLO.9\tseats=1", "nothing\tseats=1", "DP-SOLO"])
def test_a_line_without_a_rule_or_a_condition_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="is no rule"):
        parse(line, IDS)


def test_what_is_unknown_of_a_table_does_not_count_against_a_rule() -> None:
    solo, option = Condition(SEATS, frozenset("1")), Condition("dissenters", frozenset(("true",)))
    assert [solo.holds(table) for table in (Table(1), Table(3), SEVERAL)] == [True, False, False]
    assert [option.holds(Table(3, options)) for options in ({}, {"dissenters": True}, {"dissenters": False})] == [
        True, True, False
    ]  # fmt: skip


@pytest.mark.parametrize("game", WITH_BOOK, ids=lambda game: game.id)
def test_every_condition_is_about_seats_or_an_option_of_the_game(game: AnyGame) -> None:
    names = {one.name for conditions in game.book("en").conditions.values() for one in conditions}
    assert names <= {SEATS, *game.options.model_fields}
    assert names
