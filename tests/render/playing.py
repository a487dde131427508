"""Matches in the middle of play, to draw."""

import random
from functools import lru_cache

import rules

#: More moves than any match has.
TO_THE_END = 100_000


@lru_cache(maxsize=256)
def at_random(game, seats, name, seed, moves=TO_THE_END, options=()):
    """Play at random for a number of moves; give the match and what happened last."""
    match, dice, events = rules.GAMES[game].new(seats, f"{name} {seed}", dict(options)), random.Random(seed), []
    for _ in range(moves):
        if match.over:
            break
        decisions = match.decisions()
        seat = dice.choice(sorted(decisions))
        events = match.apply(seat, dice.choice(decisions[seat].actions))
    return match, tuple(events)
