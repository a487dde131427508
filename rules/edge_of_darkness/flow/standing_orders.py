"""Standing orders for attacks and for the next draft. Those for the prologue are in prologue_orders.py.

See EOD-PBP.5 and EOD-PBP.7. Orders for a draft contain its round and expire with it. "draft:<card>@<round>" names a
wanted card; the most wanted card comes first. "first:@<round>" means drafting the first cards if no wanted card can be
drafted. "skips:<n>@<round>" limits the number of cards to skip.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.edge_of_darkness.board import deck
from rules.edge_of_darkness.effects.defence import damage_left
from rules.edge_of_darkness.flow import prologue_orders
from rules.edge_of_darkness.flow.draft import can_skip
from rules.edge_of_darkness.state.actions import Draft, SkipCard
from rules.edge_of_darkness.state.events import Defended
from rules.edge_of_darkness.state.state import ROUNDS, EdgeMatch
from rules.edge_of_darkness.state.steps import DraftStep
from rules.kernel.data.actions import Action, Pass
from rules.kernel.data.events import Body
from rules.kernel.data.order_parts import arguments, moment_of
from rules.kernel.engine import planned_turns
from rules.kernel.engine.sequence import Sequence as Lines
from rules.kernel.engine.steps import Step
from rules.kernel.engine.window import Window
from rules.kernel.words.translation import N_

ORDERS = {
    "defend": N_("Defend for me if that brings the Damage to 0, otherwise let it through"),
    "let_through": N_("Let every attack through"),
}
#: The limits on skipped cards that a player can order. Without such an order there is no limit.
SKIPS = (0, 1, 2, 3)

#: The labels of an Assembly turn's steps, up to and including the draft.
_BEFORE = ("", "begin_turn", "draft")
#: The maximum number of reactions to one attack that are tried in search of a defence.
_LIMIT = 20


def default_orders(match: EdgeMatch) -> tuple[str, ...]:
    """Return the orders that every player starts with. They expire after the prologue."""
    return ("use_gains",) if match.state.phase == "prologue" else ()


def ordered(match: EdgeMatch, seat: int, orders: Sequence[str]) -> Action | None:
    """Return the action that a seat's orders and plan dictate now, or None if the player must be asked."""
    planned = planned_turns.answer(match, seat, orders)
    if planned is not None:
        return planned
    top = match.state.stack[-1] if match.state.stack else None
    if seat not in match.decisions():
        return None
    if isinstance(top, DraftStep):
        return None if top.by_effect else _draft_action(match, top, active_orders(match, seat, orders))
    if match.state.phase == "prologue":
        return prologue_orders.ordered(match, seat, orders)
    if _window(match) is None:
        return None
    if "let_through" in orders:
        return Pass()
    return _defence(match, seat) if "defend" in orders else None


def active_orders(match: EdgeMatch, seat: int, orders: Sequence[str]) -> list[str]:
    """Return a seat's orders that haven't expired.

    These are orders for attacks, for the next draft and, in the prologue, for the seat's decisions there. Steps of a
    plan are also included. An order to draft a card is kept until the draft, because the card may return to the Street.
    """
    draft = str(next_draft(match, seat))
    is_prologue = match.state.phase == "prologue"
    stay = [
        order
        for order in orders
        if order in ORDERS
        or planned_turns.is_step(order)
        or moment_of(order) == draft
        or (is_prologue and prologue_orders.is_order(order))
    ]
    return planned_turns.unexpired_orders(match, seat, stay)


def cards_off_street(match: EdgeMatch, orders: Sequence[str]) -> list[str]:
    """Return the cards in draft orders that are no longer in the Street."""
    street = deck.street_cards(match.state)
    return [card for card in arguments(orders, "draft:") if card not in street]


# -- the next draft -------------------------------------------------------------------------------------------


def next_draft(match: EdgeMatch, seat: int) -> int:
    """Return the round of a seat's next draft: the current round if it hasn't drafted yet; 0 if there is none."""
    state = match.state
    if state.phase not in ("assembly", "action"):
        return 0
    return (
        state.round if any(_is_before_draft(step, seat) for step in state.stack) else (state.round + 1) % (ROUNDS + 1)
    )


def _is_before_draft(step: Step, seat: int) -> bool:
    """Return whether this step belongs to a seat's Assembly turn and the turn's draft hasn't happened yet."""
    if isinstance(step, DraftStep):
        return step.seat == seat and not step.by_effect
    return isinstance(step, Lines) and (step.name, step.seat) == ("assembly_turn", seat) and step.line in _BEFORE


def _draft_action(match: EdgeMatch, step: DraftStep, orders: Sequence[str]) -> Action | None:
    """Return the skip or draft that the orders require.

    Return None if no order applies, or if the player has already skipped a card that the orders wouldn't skip.
    """
    wishes = arguments(orders, "draft:")
    most = min(map(int, arguments(orders, "skips:")), default=len(match.state.street))
    skips = _cards_to_skip(match, step, wishes, most)
    if skips is None and any(order.startswith("first:") for order in orders):
        return None if step.skipped else Draft()
    if skips is None or not set(step.skipped) <= set(skips):
        return None
    left = [card for card in skips if card not in step.skipped]
    if not left:
        return Draft()
    # If the draft can't reach a card yet, the cards before it must be skipped first.
    return next((SkipCard(card) for card in left if card in can_skip(match, step)), None)


def _cards_to_skip(match: EdgeMatch, step: DraftStep, wishes: Sequence[str], most: int) -> list[str] | None:
    """Return the cards to skip so that the draft takes the most wanted cards; None if it can't take any of them."""
    state = match.state
    street = [card for card in state.street if card]
    # Skips are paid for when the draft happens, so the Influence limits their total number.
    most = min(most, state.players[step.seat].influence)
    wanted: list[str] = []
    found: list[str] | None = None
    for wish in wishes:
        if wish not in street or len(wanted) == step.count:
            continue
        among = [*wanted, wish]
        before = street[: max(map(street.index, among)) + 1]
        others = [card for card in before if card not in among]
        # If the draft takes more cards than the wanted ones, it takes the first of the remaining cards as well.
        skips = others[step.count - len(among) :]
        if len(skips) <= most:
            wanted, found = among, skips
    return found


# -- attacks --------------------------------------------------------------------------------------------------


def _window(match: EdgeMatch) -> Window | None:
    top = match.state.stack[-1] if match.state.stack else None
    return top if isinstance(top, Window) and top.name == "attacked" else None


def _defence(match: EdgeMatch, seat: int) -> Action:
    """Return the first in a series of reactions that reduces the Damage to 0, or Pass if no such series is found."""
    trial = match.copy()
    first: Action | None = None
    for _ in range(_LIMIT):
        window = _window(trial)
        offer = trial.decisions().get(seat)
        if offer is None:
            break
        if window is not None and not damage_left(window):
            break
        # When a reaction asks for a number, the last option is the largest. Pass is excluded: it would end the defence.
        choices = [action for action in offer.actions if not isinstance(action, Pass)]
        if not choices:
            return Pass()
        action = choices[-1]
        first = first or action
        if any(_is_defended(event.body, seat) for event in trial.apply(seat, action)):
            return first
    return Pass()


def _is_defended(body: Body, seat: int) -> bool:
    return isinstance(body, Defended) and body.seat == seat and body.success
