"""The tiny game with decisions that take effect only when their time is over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from rules.kernel.data.actions import Action
from rules.kernel.engine.match import Match
from rules.kernel.words.standing_orders import Hold
from tests.matches.choosy_game import concede
from tests.matches.tiny_game import TINY, Done, Take, TinyState

MINUTE = 60


def hold(held: Hold) -> Callable[[Match[TinyState], int], Hold | None]:
    return lambda match, seat: held if match.decisions()[seat].prompt.key == "play" else None


def ordered(match: Match[TinyState], seat: int, orders: Sequence[str]) -> Action | None:
    if match.decisions()[seat].prompt.key != "play":
        return None
    if "take" in orders and not match.state.coins[seat]:
        return Take(1)
    return Done() if "pass" in orders else None


#: A game where "Done" takes effect only when the turn's time is over. An unanswered turn also ends at that time.
TIMED = replace(
    TINY,
    id="timed",
    orders={"pass": "Pass my turns.", "take": "Take one coin a turn."},
    hold=hold(Hold(Done(), 10 * MINUTE, is_default=True)),
    ordered=ordered,
)
#: A game where an answered turn ends at the next quarter hour.
TICKING = replace(TIMED, id="ticking", hold=hold(Hold(Done(), 15 * MINUTE, ticks=True)))
#: A game where the bot answers any decision whose time has run out, with the first legal action.
PLAIN = replace(TINY, id="plain", plainest=lambda match, seat: match.decisions()[seat].actions[0], concede=concede)
