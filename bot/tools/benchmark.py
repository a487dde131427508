"""Measure what players wait for: decisions and pictures."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

import render
import rules
from bot.tools.simulation import at_random, play, simulate
from rules.kernel.game import Game

_PICTURES = 10
_MOVES = 60


def lines(matches: int) -> Iterator[str]:
    """Yield one line a measurement."""
    for game in rules.GAMES.values():
        for seats in game.seats:
            yield simulate(game, seats, matches, 0, "random").to_text()
            yield _pictures(game, seats)


def _pictures(game: Game[Any], seats: int) -> str:
    match = game.new(seats, 0)
    rng = random.Random(0)
    play(match, at_random, rng, _MOVES)
    render.encode(render.board(match.view(None)))
    drawing = encoding = 0.0
    size = 0
    for _ in range(_PICTURES):
        play(match, at_random, rng, 1)
        begun = time.perf_counter()
        image = render.board(match.view(None))
        drawn = time.perf_counter()
        size = len(render.encode(image))
        encoding += time.perf_counter() - drawn
        drawing += drawn - begun
    return (
        f"{game.id}, {seats} seats, board: {drawing / _PICTURES * 1000:.0f} ms to draw,"
        f" {encoding / _PICTURES * 1000:.0f} ms to encode, {size / 1000:.0f} kB"
    )
