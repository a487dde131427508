"""Matches in progress, to draw."""

from collections.abc import Callable, Generator

import pytest

from rules.kernel.data.events import Event
from rules.kernel.data.view import View
from tests.render.matches_to_draw import at_random
from tests.render.text_only_pictures import words_only

#: A phone's width for a board in points, and the smallest letters on it.
PHONE, LETTERS = 390, 9
NAMES = ("Anna", "Bartholomew the Long", "Csűrős Őrs", "Ñuño ¿Quién?")


def play(seats: int, seed: int, moves: int, viewer: int | None = None) -> tuple[View, tuple[Event, ...]]:
    """Play a number of random moves of Edge of Darkness; return the view and the last events."""
    options = (("setup", "random"),) if seed % 2 else ()
    match, events = at_random("edge_of_darkness", seats, "picture", seed, moves, options)
    return match.view(viewer), events


@pytest.fixture
def played() -> Callable[..., tuple[View, tuple[Event, ...]]]:
    return play


@pytest.fixture
def unpainted() -> Generator[None]:
    """Lay out and check text without painting anything."""
    with words_only():
        yield
