"""Which actions lift a veil: hidden cards, cubes from the bag, dice of the tower. They can't be taken back freely."""

from __future__ import annotations

from collections.abc import Sequence

from rules.edge_of_darkness.content.effects import Effect
from rules.edge_of_darkness.content.ops import Banish, CallHome, Cubes, Draw, Op, SinkStreet, TakeStreet
from rules.edge_of_darkness.state.view import EdgeView

#: Picks in the prologue, by number of players (EOD-PROL.3 to 6).
_PICKS = {2: 6, 3: 6, 4: 8}


def ops_reveal(ops: Sequence[Op]) -> bool:
    """Tell whether carrying out these operations shows what nobody could know."""
    return any(isinstance(op, Draw | TakeStreet | CallHome | Cubes | SinkStreet | Banish) for op in ops)


def effect_reveals(effect: Effect) -> bool:
    """Tell whether some part of an effect shows what nobody could know, without another choice before it."""
    return any(ops_reveal(clause.do) for clause in effect.clauses)


def last_pick(view: EdgeView, more: int = 0) -> bool:
    """Tell whether the prologue's last pick has been made (`more` picks from now): dealing at random follows."""
    return view.phase == "prologue" and sum(place.picked for place in view.locations) + more >= _PICKS[view.seats]


def is_defence(view: EdgeView) -> bool:
    """Tell whether an attack is being answered: once it is settled, a new card comes into the tower."""
    return view.pending is not None and view.pending.key == "defend"


def fills_tray(view: EdgeView, tray: int) -> bool:
    """Tell whether one more cube in this tray brings an attack."""
    return sum(view.tower[tray - 1].cubes) + 1 >= view.threshold
