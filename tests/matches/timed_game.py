"""The tiny game by the clock: turns that end when their time is over."""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel.data.actions import Action
from rules.kernel.engine.match import Match
from rules.kernel.words.orders import Hold
from tests.matches.tiny_game import Done, Take, Tiny, TinyState

MINUTE = 60


class Timed(Tiny):
    """Ending a turn counts only when its time is over; whoever gives no answer ends the turn by it."""

    id = "timed"
    orders = {"pass": "Pass my turns.", "take": "Take one coin a turn."}
    held = Hold(Done(), 10 * MINUTE, closes=True)

    def hold(self, match: Match[TinyState], seat: int) -> Hold | None:
        return self.held if match.decisions()[seat].prompt.key == "play" else None

    def ordered(self, match: Match[TinyState], seat: int, orders: Sequence[str]) -> Action | None:
        if match.decisions()[seat].prompt.key != "play":
            return None
        if "take" in orders and not match.state.coins[seat]:
            return Take(1)
        return Done() if "pass" in orders else None


class Ticking(Timed):
    """Turns end at full quarters of an hour, once they are answered."""

    id = "ticking"
    held = Hold(Done(), 15 * MINUTE, ticks=True)
