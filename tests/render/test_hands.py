"""Pictures of hands, opening hands and draft packets are legible on a phone in every game."""

from __future__ import annotations

import math
from typing import Any

import pytest

import render
import rules
from render.pen import text_audit
from rules.kernel.engine.match import Match
from rules.kernel.words.translation import LOCALES
from tests.render.matches_to_draw import play_random_moves

#: Measures on a phone in points: the width of a picture, and the smallest legible text size.
WIDE, LETTERS = 340, 11
NAMES = ("Anna", "Bartholomew the Long", "Csűrős Őrs", "Ñuño ¿Quién?", "W" * 20)
#: The numbers of random moves after which hands are drawn. The first one is an opening hand or the first packet.
MOMENTS = (0, 2, 30, 150)
#: The games, and the ways to build decks at the table.
TABLES: list[tuple[str, tuple[tuple[str, str], ...]]] = [
    *((game, ()) for game in rules.GAMES),
    *(("aevum_haeresis", (("format", way),)) for way in ("draft", "sealed")),
]


def positions(game: str, options: tuple[tuple[str, str], ...]) -> list[Match[Any]]:
    seats = sorted(rules.GAMES[game].seats)
    return [
        play_random_moves(game, seat_count, "hands", 1, moves, options)[0]
        for seat_count in {seats[0], seats[-1]}
        for moves in MOMENTS
    ]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("game", "options"), TABLES)
def test_hands_are_read_on_a_phone(
    unpainted: None, game: str, options: tuple[tuple[str, str], ...], locale: str
) -> None:
    for match in positions(game, options):
        for seat in range(match.view(None).seats):
            view = match.view(seat)
            with text_audit.audit() as found:
                whole = render.hand(view, locale, NAMES)
            assert min(found.sizes, default=math.inf) * WIDE >= LETTERS * whole.width
            assert (found.cuts, found.overflows) == ([], [])
            for decision in (match.decisions().get(seat), None):
                with text_audit.audit() as found:
                    image = render.choice(view, decision, locale, NAMES)
                assert image is None or min(found.sizes, default=math.inf) * WIDE >= LETTERS * image.width
