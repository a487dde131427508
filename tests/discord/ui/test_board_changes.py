"""The list of changes between two texts of a board, for every game. It compares each line with the earlier text."""

from __future__ import annotations

import random
import re
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

import rules
from bot.table.play import board_diff
from rules.kernel.words.translation import LOCALES, Translator
from tests.conformance.random_play import fewest_seats
from tests.game_helpers import each

SAY = Translator("en")
OLD = """Round 1. Ana decides.

Ana (Anointed): 5 Coins, 4 Influence; Defense 1.
Hand: Oda Kell; Ruta.

Places
• The Forge M3
• The Mill M2"""


def words_of(game: rules.AnyGame) -> Any:
    """Return the module that builds the text of a game's board, or None if the game has none."""
    name = f"rules.{game.id}.words.board"
    return import_module(name) if find_spec(f"rules.{game.id}.words") and find_spec(name) else None


def has_lengths(game: rules.AnyGame) -> bool:
    """Return whether a game shortens the text of long boards."""
    return hasattr(words_of(game), "LIMIT")


def told(old: str, new: str) -> list[str]:
    return board_diff.diff_lines(SAY, board_diff.diff_texts(old, new))


CASES: list[tuple[str, str, list[str]]] = [
    ("5 Coins", "3 Coins", ["changed: Ana (Anointed): 3 Coins. Before: Ana (Anointed): 5 Coins."]),
    ("4 Influence", "2 Influence", ["changed: Ana (Anointed): 2 Influence. Before: 4 Influence."]),
    ("; Ruta", "; Ruta; Bertil", ["new: Ana, Hand: Bertil."]),
    ("; Ruta", "", ["gone: Ana, Hand: Ruta."]),
    ("Ana decides", "Bence decides", ["changed: Bence decides. Before: Ana decides."]),
    ("Forge M3", "Forge M2", ["changed: Places, The Forge M2. Before: The Forge M3."]),
    ("\n• The Mill M2", "", ["gone: Places, The Mill M2"]),
    ("• The Mill M2", "• The Mill M2\n• An Inn", ["new: Places, An Inn"]),
    ("• The Forge M3\n• The Mill M2", "• The Mill M2\n• The Forge M3", []),
    ("Round 1", "Spot 1: none.\nSpot 2: none.\n\nRound 1", ["new: Spot 1: none.", "new: Spot 2: none."]),
    ("Ana", "Ana", []),
]


@each("case", CASES)
def test_each_change_is_told_in_words_with_its_place(case: tuple[str, str, list[str]]) -> None:
    was, now, lines = case
    assert told(OLD, OLD.replace(was, now, 1)) == lines


def test_a_paragraph_with_a_line_for_each_player_is_about_none_of_them() -> None:
    old = "Ana: 4 in hand.\nBence: 4 in hand.\nDiscarded: Jackal."
    new = old.replace("4", "3").replace("Jackal", "Jackal, Dormouse")
    assert board_diff.diff_lines(SAY, board_diff.diff_texts(old, new, ["Ana", "Bence"])) == [
        "changed: Ana: 3 in hand. Before: Ana: 4 in hand.",
        "changed: Bence: 3 in hand. Before: Bence: 4 in hand.",
        "new: Discarded: Dormouse.",
    ]


def test_a_line_that_has_changed_says_so_in_the_whole_text() -> None:
    new = OLD.replace("M3", "M2").replace("• The Mill M2", "• The Mill M2\n• An Inn")
    text = board_diff.mark_changes(SAY, new, board_diff.diff_texts(OLD, new))
    assert text.splitlines()[-3:] == ["• changed: The Forge M2", "• The Mill M2", "• new: An Inn"]
    assert board_diff.mark_changes(SAY, OLD, board_diff.diff_texts(OLD, OLD)) == OLD


def test_what_stands_in_brackets_is_not_torn_apart() -> None:
    old = "York (tax 5; gate 4): Bo 1, asset: Ann, deck: 3"
    words = "changed: York (tax 5; gate 4): Bo 2. Before: York (tax 5; gate 4): Bo 1."
    assert told(old, old.replace("Bo 1", "Bo 2")) == [words]


def test_much_that_has_changed_is_cut_short_and_counted() -> None:
    lines = told("", "\n".join(f"Line {number} of many" for number in range(40)))
    assert len(lines) == board_diff.MAX_LINES
    assert lines[-1] == "26 more lines have changed."


@pytest.mark.parametrize("game", rules.GAMES.values(), ids=rules.GAMES)
def test_in_every_game_and_language_the_changes_are_words_of_the_readers_own_board(game: rules.AnyGame) -> None:
    """The list of changes uses only words of the two boards, and is empty if both have the same lines."""
    seats, luck = fewest_seats(game), random.Random(5)
    match = game.new(seats, "changes")
    for locale in LOCALES:
        say = Translator(locale, ["Ana", "Bence", "Carla", "Dora"][:seats])
        for viewer in (None, 0):
            old = game.board_text(say, match.view(viewer))
            for _ in range(8):
                if seat := sorted(match.decisions())[:1]:
                    match.apply(seat[0], luck.choice(list(match.decisions()[seat[0]].actions)))
            new = game.board_text(say, match.view(viewer))
            found = board_diff.diff_texts(old, new)
            lines = board_diff.diff_lines(say, found)
            assert bool(lines) == (sorted(old.splitlines()) != sorted(new.splitlines()))
            text = board_diff.mark_changes(say, new, found)
            assert len(text.splitlines()) == len(new.splitlines())
            known = set(
                re.findall(
                    r"\w+", "\n".join([old, new, board_diff.mark_changes(say, "x", board_diff.diff_texts("", "x"))])
                )
            )
            frame = {say.t("changed: {line} Before: {before}", line="", before=""), say.t("gone: {line}", line="")}
            known |= {word for words in frame for word in re.findall(r"\w+", words)}
            assert not [line for line in lines[: board_diff.MAX_LINES - 1] if set(re.findall(r"\w+", line)) - known]
            assert not [line for line in lines if "<:" in line]


@pytest.mark.parametrize("game", [one for one in rules.GAMES.values() if has_lengths(one)], ids=lambda game: game.id)
def test_two_boards_that_are_compared_are_told_equally_briefly(
    game: rules.AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats, luck, board = fewest_seats(game), random.Random(5), words_of(game)
    match, say = game.new(seats, "changes"), Translator("en", ["Ana", "Bence", "Carla", "Dora"][:seats])
    old = match.view(None)
    for _ in range(60):
        if seat := sorted(match.decisions())[:1]:
            match.apply(seat[0], luck.choice(list(match.decisions()[seat[0]].actions)))
    new = match.view(None)
    lengths = [len(game.board_text(say, view)) for view in (old, new)]
    assert lengths[0] != lengths[1]
    monkeypatch.setattr(board, "LIMIT", min(lengths))
    both = game.board_text(say, old, new), game.board_text(say, new, old)
    assert any(both == tuple(board._board(say, view, brief) for view in (old, new)) for brief in (1, 2))
