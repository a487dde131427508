"""Matches in the middle of play, to draw."""

from collections.abc import Callable, Generator

import pytest

from rules.kernel.data.events import Event
from rules.kernel.data.view import View
from tests.render.playing import at_random
from tests.render.words import words_only

#: The points a phone has for a board's width, and the smallest letters on it there.
PHONE, LETTERS = 390, 9
NAMES = ("Anna", "Bartholomew the Long", "Csűrős Őrs", "Ñuño ¿Quién?")


def play(seats: int, seed: int, moves: int, viewer: int | None = None) -> tuple[View, tuple[Event, ...]]:
    """Play Edge of Darkness at random for a number of moves; give the view and what happened last."""
    options = (("setup", "random"),) if seed % 2 else ()
    match, events = at_random("edge_of_darkness", seats, "picture", seed, moves, options)
    return match.view(viewer), events


@pytest.fixture
def played() -> Callable[..., tuple[View, tuple[Event, ...]]]:
    return play


@pytest.fixture
def unpainted() -> Generator[None]:
    """Let words be laid out and judged, and nothing be painted."""
    with words_only():
        yield
