"""The tool that mutates random modules to test the tests: which mutations it makes, and which tests it then runs."""

from __future__ import annotations

import ast
from pathlib import Path

from tools.mutation_sample import own_tests, possible_mutations

ROOT = Path(__file__).parents[2]


def test_a_mutation_negates_one_condition() -> None:
    source = "def most(é, b):\n    return é if é > b else b\n"
    (one,) = possible_mutations(source)
    assert one.applied_to(source.encode()).decode() == "def most(é, b):\n    return é if (not (é > b)) else b\n"


def test_a_function_without_conditions_returns_nothing() -> None:
    assert [(one.line, one.text) for one in possible_mutations("def one():\n    return 1\n")] == [(2, "None")]
    assert list(possible_mutations("ONE = 1 if True else 2\n")) == []


def test_every_mutation_of_a_module_is_still_a_program() -> None:
    source = (ROOT / "bot/matches/clocks/seat_clock.py").read_bytes()
    mutations = list(possible_mutations(source.decode()))
    assert len(mutations) > 3
    for one in mutations:
        ast.parse(one.applied_to(source))


def test_a_module_is_tested_by_the_folders_of_its_room_and_by_files_that_import_it() -> None:
    found = own_tests("bot/features/cups/words.py")
    assert found[:2] == ["tests/matches/features/cups", "tests/discord/features/cups"]
    assert "tests/matches/clocks" in own_tests("bot/matches/clocks/seat_clock.py")
    assert all((ROOT / one).exists() for one in found)
