"""Determinizations: possible matches, given what a seat knows. The seat's computer player tries actions in them."""

from __future__ import annotations

import random
from typing import Any

from rules.kernel.engine.match import Match


class Determinizations:
    """The determinizations used for one choice. Each one is drawn when it is first needed."""

    def __init__(self, match: Match[Any], seat: int, rng: random.Random) -> None:
        self._match = match
        self._seat = seat
        self._rng = rng
        self._drawn: list[tuple[Match[Any], bytes]] = []

    def __getitem__(self, number: int) -> Match[Any]:
        """Return a determinization, which the caller must not change."""
        return self._determinization(number)[0]

    def copy(self, number: int) -> Match[Any]:
        """Return a copy of a determinization that the caller may change."""
        return copy_world(*self._determinization(number))

    def _determinization(self, number: int) -> tuple[Match[Any], bytes]:
        while len(self._drawn) <= number:
            world = self._match.worlds(self._seat, self._rng)
            self._drawn.append((world, world.dump()))
        return self._drawn[number]


def copy_world(world: Match[Any], saved: bytes) -> Match[Any]:
    """Return a copy of a determinization, made from its dump `saved`."""
    copy = world.reload(saved)
    copy.assume(world)
    return copy
