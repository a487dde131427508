"""The tool that breaks random modules: what it changes, and which tests it runs."""

from __future__ import annotations

import ast
from pathlib import Path

from tools.random_breaks import possible_breaks, room_tests

ROOT = Path(__file__).parents[2]


def test_a_break_negates_one_condition() -> None:
    source = "def most(é, b):\n    return é if é > b else b\n"
    (one,) = possible_breaks(source)
    broken = (source.encode()[: one.start] + one.text.encode() + source.encode()[one.end :]).decode()
    assert broken == "def most(é, b):\n    return é if (not (é > b)) else b\n"


def test_a_function_without_conditions_returns_nothing() -> None:
    assert [(one.line, one.text) for one in possible_breaks("def one():\n    return 1\n")] == [(2, "None")]
    assert list(possible_breaks("ONE = 1 if True else 2\n")) == []


def test_every_break_of_a_module_is_still_a_program() -> None:
    source = (ROOT / "bot/matches/clocks/seat_clock.py").read_bytes()
    breaks = list(possible_breaks(source.decode()))
    assert len(breaks) > 3
    for one in breaks:
        ast.parse(source[: one.start] + one.text.encode() + source[one.end :])


def test_a_module_is_tested_by_the_folders_of_its_room_and_by_files_that_import_it() -> None:
    found = room_tests("bot/features/cups/words.py")
    assert found[:2] == ["tests/matches/features/cups", "tests/discord/features/cups"]
    assert "tests/matches/clocks" in room_tests("bot/matches/clocks/seat_clock.py")
    assert all((ROOT / one).exists() for one in found)
