"""The sources of randomness in a match: its seed, and the order of its face-down cards.

When players undo moves past a random draw, the match gets a new seed, because they have seen the outcomes of the old
seed.
"""

from __future__ import annotations

from typing import Any

from rules.kernel.engine.chance import Rng
from rules.kernel.engine.match import Match
from rules.kernel.engine.sealed_choices import Sealed


def luck(match: Match[Any]) -> tuple[Any, ...]:
    """Return everything that the outcomes of later draws depend on. It only changes when something is drawn."""
    chance = match.state.chance
    return chance.seed, dict(chance.uses), [pile.unknown for pile in match.game.piles(match)]


def reseed(match: Match[Any], seed: str) -> None:
    """Set the seed for all later draws, and reshuffle the cards whose order is unknown.

    Cards that players hold or have seen stay in place. The same seed and position always result in the same order.
    """
    chance = match.chance
    chance.state.seed = seed
    chance.outcomes = []
    for number, pile in enumerate(match.game.piles(match)):
        pile.lay(chance.shuffle(f"renewed/{number}", sorted(pile.unknown)))
    match.forget()


def redeal(match: Match[Any], seed: str, rng: Rng) -> Match[Any]:
    """Return a copy of a match with this new seed, and with all hidden cards dealt again using `rng`.

    The copy reopens a finished match, whose hidden cards were shown to the players. Sealed choices must be made again,
    and earlier moves can't be taken back freely.
    """
    if match.game.redeal is not None:
        dealt = match.game.redeal(match, rng)
    else:
        dealt = match.worlds(0 if match.state.seats == 1 else None, rng)
    top = dealt.state.stack[-1] if dealt.state.stack else None
    if isinstance(top, Sealed):
        top.owed = sorted({*top.owed, *top.chosen})
        top.chosen = {}
    dealt.state.epoch += 1
    reseed(dealt, seed)
    return dealt


def keep_seed(earlier: Match[Any], now: Match[Any]) -> str | None:
    """Copy the seed of the current position, `now`, to `earlier`, the position that an undo returns to.

    Use this for an undo that doesn't go back past a random draw. Return the new seed of `earlier`, or None if it
    already had this seed.
    """
    seed = now.state.chance.seed
    if earlier.state.chance.seed == seed:
        return None
    reseed(earlier, seed)
    return seed


def set_seed_for_undo(earlier: Match[Any], now: Match[Any], seed: str) -> tuple[str | None, bool]:
    """Set the seed of `earlier`, the position that an undo from the current position `now` returns to.

    If the undo goes back past a random draw, use the new `seed`, otherwise the seed of `now`. Return the seed to record
    (None if it is unchanged), and whether the new `seed` was used.
    """
    kept = earlier.copy()
    old = keep_seed(kept, now)
    if luck(kept) != luck(now):
        reseed(earlier, seed)
        return seed, True
    if old is not None:
        reseed(earlier, old)
    return old, False
