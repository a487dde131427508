"""Pictures of decisions are legible on a phone, small, and use nothing but the seat's own view."""

from __future__ import annotations

from collections.abc import Generator
from functools import lru_cache
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

import render
import rules
from render import registry
from render.pen import png_encoding, text_audit
from render.sheets.game_pictures_base import GamePictures
from rules.kernel.data.view import View
from rules.kernel.engine.decisions import Decision
from rules.kernel.words.translation import LOCALES
from tests.render.matches_to_draw import random_moves

#: The games with pictures of choices, which are optional.
GAMES = [
    game for game, pictures in registry.GAMES.items() if type(pictures).draw_choice is not GamePictures.draw_choice
]
#: Measures on a phone in points: the width of a picture in a panel, the smallest legible text size, and the maximum
#: height of a picture that fits with the question and the first option without scrolling.
WIDE, LETTERS, TALL = 255, 11, 330
NAMES = ("Anna", "W" * 32, "Csűrős Őrs", "Ñuño ¿Quién?", "\U0001f409")
#: After the first three occurrences of a question, only every third occurrence is drawn.
EVERY = 3


@lru_cache(maxsize=8)
def asked(game: str, seats: int, seed: int) -> list[tuple[View, Decision]]:
    """Play to the end.

    Return decisions with their views: the first three and some later decisions for each question.
    """
    found: list[tuple[View, Decision]] = []
    times: dict[Any, int] = {}
    for match, _ in random_moves(game, seats, "choice", seed):
        for seat, decision in match.decisions().items():
            kind = (decision.prompt.key, type(decision.actions[0]))
            times[kind] = times.get(kind, 0) + 1
            if times[kind] <= 3 or times[kind] % EVERY == 0:
                found.append((match.view(seat), decision))
    return found


def tables(game: str) -> Generator[tuple[int, int]]:
    """Yield the player counts to test, each with a random seed."""
    seats = rules.GAMES[game].seats
    yield from {(min(seats), 1), (max(seats), 2), (2, 3)}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES)
def test_what_one_chooses_from_is_read_on_a_phone(unpainted: None, game: str, locale: str) -> None:
    heights: list[float] = []
    for table in tables(game):
        for view, decision in asked(game, *table):
            with text_audit.audit() as found:
                image = render.choice(view, decision, locale, NAMES)
            if image is None:
                continue
            assert min(found.sizes) * WIDE / image.width >= LETTERS, decision.prompt
            assert (found.cuts, found.overflows) == ([], []), decision.prompt
            heights.append(image.height * WIDE / image.width)
    assert len(heights) > 100
    assert sum(tall <= TALL for tall in heights) >= 0.95 * len(heights)


@pytest.mark.parametrize("game", GAMES)
def test_the_legend_explains_its_icons(unpainted: None, game: str) -> None:
    with text_audit.audit() as explained:
        render.legend(game)
    with text_audit.audit() as found:
        for view, decision in asked(game, max(rules.GAMES[game].seats), 2):
            render.choice(view, decision)
    # Icons that end in a digit identify a seat and have the seat's colour, so the legend doesn't explain them.
    plain = {icon for icon in found.icons if not icon[-1].isdecimal()}
    assert not plain - explained.icons


@pytest.mark.parametrize("game", GAMES)
def test_its_bytes_hold_its_picture_and_are_few(game: str) -> None:
    shown = asked(game, max(rules.GAMES[game].seats), 2)[::9]
    pictures = [(render.choice(*one, "hu", NAMES), render.choice_png(*one, "hu", NAMES)) for one in shown]
    drawn = [(image, data) for image, data in pictures if image is not None]
    assert len(drawn) > 5
    for image, data in drawn:
        assert len(data) < 400_000
        with Image.open(BytesIO(data)) as opened:
            assert opened.convert("RGB").tobytes() == png_encoding.to_palette(image).convert("RGB").tobytes()


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES)
def test_who_is_asked_nothing_gets_a_compact_hand(unpainted: None, game: str, locale: str) -> None:
    for view, _ in asked(game, 2, 3)[::9]:
        with text_audit.audit() as found:
            image = render.choice(view, None, locale, NAMES)
        assert image is not None
        assert min(found.sizes) * WIDE / image.width >= LETTERS
        assert (found.cuts, found.overflows) == ([], [])
        assert image.height <= image.width * 1.5


@pytest.mark.parametrize("game", GAMES)
def test_a_spectator_is_shown_nothing_to_choose_from(game: str) -> None:
    (match, _), *_ = random_moves(game, min(rules.GAMES[game].seats), "choice", 1, 1)
    decision = next(iter(match.decisions().values()))
    assert render.choice_png(match.view(None), decision) == render.choice_png(match.view(None), None) == b""
