"""Measures the speed of random players in catanatron, another game in Python, for comparison with this project's."""

from __future__ import annotations

import time
from importlib import import_module
from importlib.util import find_spec
from typing import Any

#: How many matches are played before measuring.
WARM_UP_MATCHES = 2


def installed() -> bool:
    """Return whether catanatron is installed, which is part of the extra 'bench'."""
    return find_spec("catanatron") is not None


def decisions_a_second(matches: int) -> float:
    """Play this many matches of catanatron with four random players. Return the decisions per second of CPU time."""
    # catanatron has few type annotations.
    peer: Any = import_module("catanatron")
    colours = list(peer.Color)
    made = 0
    begun = time.process_time()
    for number in range(-WARM_UP_MATCHES, matches):
        if number == 0:
            made, begun = 0, time.process_time()
        game = peer.Game([peer.RandomPlayer(colour) for colour in colours], seed=number + WARM_UP_MATCHES)
        game.play()
        made += len(game.state.actions)
    return made / (time.process_time() - begun)
