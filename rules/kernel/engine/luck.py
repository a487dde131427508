"""The luck of a match: the seed of its chance, and the order of what lies face down.

A match that goes back past a draw gets new luck, as everybody has seen what the old luck would bring.
"""

from __future__ import annotations

from typing import Any

from rules.kernel.engine.chance import Rng
from rules.kernel.engine.match import Match
from rules.kernel.engine.sealed import Sealed


def luck(match: Match[Any]) -> tuple[Any, ...]:
    """Return everything that later draws depend on: it stays the same as long as nothing is drawn."""
    chance = match.state.chance
    return chance.seed, dict(chance.uses), [pile.unknown for pile in match.game.piles(match)]


def renew(match: Match[Any], seed: str) -> None:
    """Let all later chance come from this seed, and shuffle what lies in an order that nobody knows.

    What anybody holds or has seen stays. The same seed brings the same luck to the same position.
    """
    chance = match.chance
    chance.state.seed = seed
    chance.outcomes = []
    for number, pile in enumerate(match.game.piles(match)):
        pile.lay(chance.shuffle(f"renewed/{number}", sorted(pile.unknown)))
    match.forget()


def redeal(match: Match[Any], seed: str, rng: Rng) -> Match[Any]:
    """Return a match with new luck from this seed in which everything hidden is dealt again, from `rng`.

    It goes on though it has been over, when everyone could see all of it. Sealed choices are made again, and no
    earlier move can be taken back freely.
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
    renew(dealt, seed)
    return dealt


def keep(there: Match[Any], now: Match[Any]) -> str | None:
    """Let a match that goes back from `now` to `there`, past no draw, keep the luck that it has.

    Return the seed that it is renewed with if the luck is younger than the earlier position, else None.
    """
    seed = now.state.chance.seed
    if there.state.chance.seed == seed:
        return None
    renew(there, seed)
    return seed


def going_back(there: Match[Any], now: Match[Any], seed: str) -> tuple[str | None, bool]:
    """Let a match go back from `now` to `there`: with new luck from this seed, if it goes past a draw.

    Return the seed that it is renewed with, if any, and whether that is the given one.
    """
    kept = there.copy()
    old = keep(kept, now)
    if luck(kept) != luck(now):
        renew(there, seed)
        return seed, True
    if old is not None:
        renew(there, old)
    return old, False
