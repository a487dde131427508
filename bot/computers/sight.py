"""What actions look like at first sight: by how much each betters the position of whoever takes it.

What was seen once in a search is remembered for all its walks: the same action is worth about the same in all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bot.computers.levels import value_after
from rules.kernel.data.actions import Action
from rules.kernel.engine.match import Match
from rules.kernel.parts import AnyParts


class Sight:
    """Remembers what each seat's actions were seen to bring."""

    def __init__(self, game: AnyParts) -> None:
        self._game = game
        self._seen: dict[tuple[int, Action], float] = {}

    def looks(self, match: Match[Any], seat: int, actions: Sequence[Action]) -> dict[Action, float]:
        """Return what these actions bring the seat, in points of `Game.evaluate`; each is tried out when first met."""
        new = [action for action in actions if (seat, action) not in self._seen]
        if new:
            before = self._game.evaluate(match, seat)
            saved = match.dump()
            for action in new:
                self._seen[seat, action] = value_after(match, saved, seat, action) - before
        return {action: self._seen[seat, action] for action in actions}


def best_looking(looks: dict[Action, float], done: Iterable[Action]) -> Action:
    """Return what looks best; what was done before in the same walk has hardly as much left to bring."""
    gone = set(done)
    return max(looks, key=lambda action: looks[action] / 2 if action in gone and looks[action] > 0 else looks[action])
