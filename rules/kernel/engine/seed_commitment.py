"""The luck of a match: its seed, and the order of face-down cards.

A match that is undone past a draw gets new luck, since the players have seen the old draw.
"""

from __future__ import annotations

from typing import Any

from rules.kernel.engine.chance import Rng
from rules.kernel.engine.match import Match
from rules.kernel.engine.sealed_choices import Sealed


def luck(match: Match[Any]) -> tuple[Any, ...]:
    """Return everything that later draws depend on; it changes only with a draw."""
    chance = match.state.chance
    return chance.seed, dict(chance.uses), [pile.unknown for pile in match.game.piles(match)]


def renew(match: Match[Any], seed: str) -> None:
    """Use this seed for all later chance, and reshuffle everything in unknown order.

    Cards that players hold or have seen stay. The same seed and position give the same luck.
    """
    chance = match.chance
    chance.state.seed = seed
    chance.outcomes = []
    for number, pile in enumerate(match.game.piles(match)):
        pile.lay(chance.shuffle(f"renewed/{number}", sorted(pile.unknown)))
    match.forget()


def redeal(match: Match[Any], seed: str, rng: Rng) -> Match[Any]:
    """Return a match with this new seed in which everything hidden is dealt again, from `rng`.

    It reopens a finished match, whose hidden cards were shown. Sealed choices are made again, and earlier moves can't
    be taken back freely.
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
    """Keep the present luck when undoing from `now` to `there` without passing a draw.

    Return the seed to renew with if the luck is newer than the earlier position, else None.
    """
    seed = now.state.chance.seed
    if there.state.chance.seed == seed:
        return None
    renew(there, seed)
    return seed


def going_back(there: Match[Any], now: Match[Any], seed: str) -> tuple[str | None, bool]:
    """Choose the luck for undoing from `now` to `there`: this new seed if it passes a draw.

    Return the seed to renew with, if any, and whether it is the given one.
    """
    kept = there.copy()
    old = keep(kept, now)
    if luck(kept) != luck(now):
        renew(there, seed)
        return seed, True
    if old is not None:
        renew(there, old)
    return old, False
