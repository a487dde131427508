"""Random matches in progress, for tests that draw them."""

import random
from functools import lru_cache

import rules

#: A number of moves that no match reaches.
MAX_MOVES = 100_000


def random_moves(game, seats, name, seed, moves=MAX_MOVES, options=()):
    """Play a number of random moves. Yield the match and the latest events at the start and after each move."""
    match, dice = rules.GAMES[game].new(seats, f"{name} {seed}", dict(options)), random.Random(seed)
    yield match, ()
    for _ in range(moves):
        if match.over:
            break
        decisions = match.decisions()
        seat = dice.choice(sorted(decisions))
        yield match, tuple(match.apply(seat, dice.choice(decisions[seat].actions)))


@lru_cache(maxsize=256)
def play_random_moves(game, seats, name, seed, moves=MAX_MOVES, options=()):
    """Play a number of random moves. Return the match and the last events."""
    *_, last = random_moves(game, seats, name, seed, moves, options)
    return last
