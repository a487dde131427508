"""Summaries and player aids: their text fits and is large enough for a phone, and the legend explains their icons."""

from typing import Any

import pytest

import render
import rules
from render import registry
from render.pen import text_audit
from render.pen.canvas import table
from render.sheets.summary_sheet import WIDTH, words_of
from rules.kernel.words.translation import LOCALES, Translator

GAMES = rules.GAMES
PHONE = 390
#: Maximum height in pixels, so players don't have to scroll much on a phone that shows the picture at full width.
TALL = 2100


def tables(game: Any) -> list[int]:
    """Return player counts whose sheets may differ: 0 (unknown), the minimum and the maximum."""
    return sorted({0, game.seats[0], game.seats[-1]})


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_the_sheets_fit_and_are_read_on_a_phone(unpainted: None, game: Any, locale: str) -> None:
    say = Translator(locale)
    for seats in tables(game):
        for sheet in game.sheets(say, seats, {}):
            with text_audit.audit() as found:
                image = render.sheet(game.id, game.title(say), sheet, locale)
            assert not found.overflows
            assert not found.cuts
            assert image.width == WIDTH
            assert image.height <= TALL, sheet.kind
            assert min(found.sizes) * PHONE / WIDTH >= 13


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_the_sheets_are_small_files(game: Any) -> None:
    say = Translator("hu")
    for sheet in game.sheets(say, game.seats[-1], {}):
        assert len(render.encode(render.sheet(game.id, game.title(say), sheet, "hu"))) < 1_000_000


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_line_has_an_icon_that_the_legend_explains(
    unpainted: None, game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    say = Translator()
    with text_audit.audit() as explained:
        render.legend(game.id)
    # The figures in the banner have no meaning that a legend could explain, so the banner is replaced with a plain
    # table.
    monkeypatch.setattr(registry.GAMES[game.id], "banner", table)
    for seats in tables(game):
        for sheet in game.sheets(say, seats, {}):
            assert all(line.icon for section in sheet.sections for line in section.lines)
            with text_audit.audit() as found:
                render.sheet(game.id, game.title(say), sheet)
            assert found.icons <= explained.icons, sheet.kind


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_a_legend_is_whole_and_can_be_read_on_a_phone(unpainted: None, game: Any, locale: str) -> None:
    with text_audit.audit() as found:
        image = render.legend(game.id, locale)
    assert (found.cuts, found.overflows) == ([], [])
    # A new game's legend may be without text.
    assert all(size * 340 >= 11 * image.width for size in found.sizes)


def test_a_bold_word_keeps_its_full_stop() -> None:
    assert [(word.text, word.face) for word in words_of("**Acquire**, as **your first** turn.")] == [
        ("Acquire,", "bold"),
        ("as", "text"),
        ("your", "bold"),
        ("first", "bold"),
        ("turn.", "text"),
    ]
