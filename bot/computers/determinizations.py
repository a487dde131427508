"""Determinizations: complete matches that agree with everything a seat knows, with the unknown cards drawn at random.
The seat's computer player tries its actions in them.
"""

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
        """Return the determinization with this number. The caller must not change it."""
        return self._determinization(number)[0]

    def copy(self, number: int) -> Match[Any]:
        """Return a copy of the determinization with this number. The caller may change the copy."""
        return copy_world(*self._determinization(number))

    def _determinization(self, number: int) -> tuple[Match[Any], bytes]:
        while len(self._drawn) <= number:
            world = self._match.worlds(self._seat, self._rng)
            self._drawn.append((world, world.dump()))
        return self._drawn[number]


def copy_world(world: Match[Any], saved: bytes) -> Match[Any]:
    """Return a copy of a determinization. `saved` is the determinization's dump."""
    copy = world.reload(saved)
    copy.assume(world)
    return copy
