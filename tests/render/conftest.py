"""Fixtures for tests of pictures: positions to draw, and a fixture that lays out pictures without painting them."""

from collections.abc import Callable, Generator

import pytest

from rules.kernel.data.events import Event
from rules.kernel.data.view import View
from tests.render.matches_to_draw import play_random_moves
from tests.render.text_only_pictures import text_only

#: Sizes in points: the width of a board on a phone's screen, and the smallest legible text.
PHONE, LETTERS = 390, 9
NAMES = ("Anna", "Bartholomew the Long", "Csűrős Őrs", "Ñuño ¿Quién?")


def play(seats: int, seed: int, moves: int, viewer: int | None = None) -> tuple[View, tuple[Event, ...]]:
    """Play a number of random moves of Edge of Darkness. Return the view and the last events."""
    options = (("setup", "random"),) if seed % 2 else ()
    match, events = play_random_moves("edge_of_darkness", seats, "picture", seed, moves, options)
    return match.view(viewer), events


@pytest.fixture
def played() -> Callable[..., tuple[View, tuple[Event, ...]]]:
    return play


@pytest.fixture
def unpainted() -> Generator[None]:
    """Lay out and check the text of pictures, but paint nothing."""
    with text_only():
        yield
