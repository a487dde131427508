"""Matches in the middle of play, to draw."""

import random
from collections.abc import Callable
from functools import lru_cache

import pytest

import rules
from rules.kernel.data.events import Event
from rules.kernel.data.view import View

NAMES = ("Anna", "Bartholomew the Long", "Csűrős Őrs", "Ñuño ¿Quién?")


@lru_cache(maxsize=128)
def play(seats: int, seed: int, moves: int, viewer: int | None = None) -> tuple[View, tuple[Event, ...]]:
    """Play at random for a number of moves; give the view and what happened last."""
    match = rules.GAMES["edge_of_darkness"].new(seats, f"picture {seed}", {"setup": "random"} if seed % 2 else {})
    dice, events = random.Random(seed), []
    for _ in range(moves):
        if match.over:
            break
        decisions = match.decisions()
        seat = dice.choice(sorted(decisions))
        events = match.apply(seat, dice.choice(decisions[seat].actions))
    return match.view(viewer), tuple(events)


@pytest.fixture
def played() -> Callable[..., tuple[View, tuple[Event, ...]]]:
    return play
