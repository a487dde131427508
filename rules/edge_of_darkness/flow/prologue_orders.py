"""Standing orders for a player's decisions in the prologue (EOD-PBP.9, EOD-PBP.10). They end with the prologue.

"pick:<location>" names a wanted pick, "onto:<card>" a Starter to sleeve it onto, and "hall:<card>" a Starter for the
Guild Hall, each with the most wanted first. "agents:all" sends as many Agents as an effect allows.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.edge_of_darkness.flow.prologue import only_gains_now
from rules.edge_of_darkness.state.actions import ChooseNumber, KeepInHall, Pick, SleeveOnto, UseContact
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import ChoiceStep, HallStep, PickEffectStep, PickStep
from rules.kernel.data.actions import Action
from rules.kernel.data.order_parts import arguments
from rules.kernel.words.translation import N_

#: Orders for the effects of the player's own picks. Every player starts with the first of these orders.
PICKED = {
    "use_gains": N_("Use it if it's pure gain"),
    "use_always": N_("Always use it"),
}
#: The beginnings of orders for wanted picks, for Starters to sleeve them onto, and for the Guild Hall.
PICK, ONTO, HALL = "pick:", "onto:", "hall:"
#: The order to send as many Agents as possible.
ALL_AGENTS = "agents:all"


def is_order(order: str) -> bool:
    """Return whether this is an order for the prologue."""
    return order in PICKED or order == ALL_AGENTS or order.startswith((PICK, ONTO, HALL))


def ordered(match: EdgeMatch, seat: int, orders: Sequence[str]) -> Action | None:
    """Return the action that a seat's orders dictate in the prologue, or None if the player must be asked."""
    offered = match.decisions()[seat].actions
    match match.state.stack[-1]:
        case PickStep() as step:
            return _pick(offered, step, orders)
        case PickEffectStep() as step:
            sure = "use_always" in orders or ("use_gains" in orders and only_gains_now(match, step))
            return next(use for use in offered if isinstance(use, UseContact)) if sure else None
        case ChoiceStep() if ALL_AGENTS in orders and match.decisions()[seat].prompt.key == "choose_dispatch":
            return max(offered, key=lambda one: one.number if isinstance(one, ChooseNumber) else 0)
        case HallStep():
            return _first(offered, [KeepInHall(card) for card in arguments(orders, HALL)])
        case _:
            return None


def _pick(offered: Sequence[Action], step: PickStep, orders: Sequence[str]) -> Action | None:
    """Return the first wanted pick that is still possible, or the first wanted Starter for it; None to ask the player.

    Orders for Starters count only for wanted picks, because another pick may need another Starter (EOD-PBP.10).
    """
    wanted = arguments(orders, PICK)
    if not step.location:
        return _first(offered, [Pick(name) for name in wanted])
    if step.location not in wanted:
        return None
    sleeved = (
        action
        for name in arguments(orders, ONTO)
        for action in offered
        if isinstance(action, SleeveOnto) and action.card == name
    )
    return next(sleeved, None)


def _first(offered: Sequence[Action], wanted: Sequence[Action]) -> Action | None:
    return next((action for action in wanted if action in offered), None)
