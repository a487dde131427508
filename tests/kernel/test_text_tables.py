"""The columns of plain-text tables stay aligned, although some characters are two columns wide."""

from __future__ import annotations

import pytest

from rules.kernel.words.text_tables import cut, line, table, width


@pytest.mark.parametrize(("text", "columns"), [("", 0), ("abc", 3), ("őű", 2), ("日本", 4), ("Ａb", 3)])
def test_a_wide_character_takes_two_columns(text: str, columns: int) -> None:
    assert width(text) == columns


@pytest.mark.parametrize(
    ("text", "room", "short"),
    [("Anna", 4, "Anna"), ("Annabel", 4, "Ann…"), ("Ann Bel", 5, "Ann…"), ("日本語の", 5, "日本…")],
)
def test_what_is_too_long_ends_with_an_ellipsis(text: str, room: int, short: str) -> None:
    assert cut(text, room) == short
    assert width(short) <= room


def test_labels_stand_left_and_cells_right() -> None:
    rows = [line("", ["Ana", "日本"], 6, 5), line("Total", ["12", "3"], 6, 5), line("None", ["1", ""], 6, 5)]
    assert rows == ["        Ana 日本", "Total    12    3", "None      1"]


def test_cells_are_only_as_wide_as_their_texts() -> None:
    names, rows = [("", ["Ana", "Bence"])], [("Souls", ["6", "10"])]
    assert table(14, names, rows) == ["        Ana Bence", "─" * 17, "Souls     6    10"]
    assert table(4, rows) == ["Souls  6 10"]
