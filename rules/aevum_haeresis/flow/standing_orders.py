"""Standing orders: windows to waive, plans and preferences, so that the player is asked less often (section PBP).

An order is a short text. The part after "@" identifies the moment that the order was given for, and the order expires
when that moment is over. The forms are "stop:<window>", "stop:next", "stop:opening", "rest:<span>@<place>",
"if:<condition>", "do:<window>:<card>@<opening>", "when:<condition>", "pay:<card>@<reactions>",
"let:<card>@<reactions>", "plan:pay", "plan:gold", "plan:free", "act:<action>@<facts>", "team:<card>@<manoeuvre>",
"location:<card>", "block:<manoeuvre>@<round>", "draw:<deck>", "draw:away", "discard:none", "discard:away",
"packets:best" and "deck:proposed". A row planned ahead is saved with the orders (planned_story_rows.py).
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.aevum_haeresis.board.card_lookup import in_conflict, kind, record
from rules.aevum_haeresis.content.ops import MANOEUVRES, WINDOWS, Cost, WindowName
from rules.aevum_haeresis.effects.cost_rules import cost_of
from rules.aevum_haeresis.flow.action_orders import (
    action_moment,
    is_action_coming,
    next_action,
    next_manoeuvre,
    team_member,
)
from rules.aevum_haeresis.flow.draft import best
from rules.aevum_haeresis.flow.location_orders import location_orders, ordered_location
from rules.aevum_haeresis.flow.next_move import NEXT, OPENING, is_next, stops_here
from rules.aevum_haeresis.state.actions import (
    Decline,
    Done,
    DrawFrom,
    PayFor,
    PlayDem,
    UseDem,
    Waive,
)
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.steps import (
    ActStep,
    BuildStep,
    DemStep,
    DraftStep,
    LocationStep,
    OfferStep,
    PayStep,
    TeamStep,
)
from rules.kernel.data.actions import Action
from rules.kernel.data.order_parts import argument_of, arguments, moment_of
from rules.kernel.engine import planned_turns
from rules.kernel.engine.sealed_choices import Sealed

#: The orders that every seat starts with. Players are asked about windows, the draw and the discard only if they make
#: the next move anyway, so no one waits longer, and about one window of an action only. They are always asked about
#: cards that cost souls or a sacrifice. data/aevum_haeresis/BALANCE.md compares these orders with others.
DEFAULT_ORDERS = ("stop:opening", "plan:gold", "draw:away", "discard:away")
#: The starting orders of older matches. The first ask the player only in the last window before a Conflict is
#: evaluated, the second in every window before the player's own move.
FIRST_ORDERS = ("stop:conflict_end", "plan:pay", "draw:heretic", "discard:none")
SECOND_ORDERS = ("stop:next", "plan:gold", "draw:away", "discard:away")
#: The periods that an order to waive all windows can cover.
SPANS = ("chapter", "conflict", "phase", "round", "game")
#: Public facts that can be the condition of an order to ask the player or to use a prepared reaction (AH-PBP.3).
CONDITIONS = ("dem", *MANOEUVRES, "heretic", "story", "event", "hunter", "souls", "execution")
DRAWS = ("none", "plot", "heretic", "away")
DISCARDS = ("none", "away")
#: Which cards are paid for without asking: all cards, cards that cost neither souls nor a sacrifice, or free cards.
PLANS = ("pay", "gold", "free")
#: Standing orders never draw from a Plot deck with at most this many cards (AH-PBP.11).
FLOOR = 5
#: The orders "if:souls" and "if:execution" ask the player as soon as anyone has this many souls or this Execution
#: level.
SOULS, LEVEL = 8, 2
#: The orders for the draft and for deck building, each with the phases when it applies.
DECK_ORDERS = {"packets:best": ("draft",), "deck:proposed": ("draft", "building")}
_CHAPTER_WINDOWS = ("chapter_revealed", "chapter_paid")


def starting_orders(match: Haeresis) -> tuple[str, ...]:
    """Return the orders that every seat of this match starts with."""
    return {1: FIRST_ORDERS, 2: SECOND_ORDERS}.get(match.state.reading, DEFAULT_ORDERS)


def ordered(match: Haeresis, seat: int, orders: Sequence[str]) -> Action | None:
    """Return the action that a seat's orders choose for its current decision; None to ask the player."""
    offer = match.decisions().get(seat)
    if offer is None:
        return None
    planned = planned_turns.answer(match, seat, orders)
    if planned is not None:
        return planned
    current_orders = standing(match, seat, orders)
    match match.state.stack[-1]:
        case ActStep():
            return next_action(current_orders, offer.actions)
        case DemStep() as step:
            return _in_window(match, seat, step.name, current_orders, offer.actions)
        case DraftStep():
            return best(match, seat) if "packets:best" in current_orders else None
        case BuildStep():
            return Done() if "deck:proposed" in current_orders else None
        case OfferStep() as step:
            return _about_card(match, seat, step.cards[0], current_orders)
        case LocationStep():
            return ordered_location(current_orders, offer.actions)
        case TeamStep() as step:
            # A single possible answer is given at once, because public facts show it (AH-PBP.6).
            return offer.actions[0] if len(offer.actions) == 1 else team_member(match, step, current_orders)
        case Sealed(name="conflict_draw"):
            return _draw(match, seat, current_orders)
        case Sealed(name="epilogue_discard"):
            keeps_hand = "discard:none" in current_orders or (
                "discard:away" in current_orders and not is_next(match, seat)
            )
            return Done() if keeps_hand else None
        case _:
            return None


def standing(match: Haeresis, seat: int, orders: Sequence[str]) -> list[str]:
    """Return those of a seat's orders that have not expired (AH-PBP.4).

    If a prepared reaction has a condition, it is carried over to each further opening of its window until it is used
    (AH-PBP.5).
    """
    plan = [order for order in planned_turns.unexpired_orders(match, seat, orders) if planned_turns.is_step(order)]
    orders = planned_turns.without(orders)
    waits = any(order.startswith("when:") for order in orders)
    left = [_carried_over(match, seat, order) if waits else order for order in orders]
    left = [order for order in left if _is_unexpired(match, seat, order)]
    # If one card that should be paid for is declined, the whole plan is dropped (AH-PBP.8).
    planned = {*arguments(orders, "pay:")}
    if planned & set(match.state.tally.let_go):
        left = [order for order in left if not order.startswith(("pay:", "let:"))]
    let_go = {*arguments(left, "let:")}
    return [*(order for order in left if not (order.startswith("pay:") and argument_of(order) in let_go)), *plan]


# -- expiry ---------------------------------------------------------------------------------------------------


def _is_unexpired(match: Haeresis, seat: int, order: str) -> bool:
    verb, what = order.partition(":")[0], argument_of(order)
    match verb:
        case "stop":
            return what in (*WINDOWS, NEXT, OPENING)
        case "rest":
            return what in SPANS and moment_of(order) == span(match, what)
        case "if" | "when":
            return what in CONDITIONS
        case "do":
            return moment_of(order) == opening(match, seat, what.partition(":")[0])
        case "pay" | "let":
            return what in undecided_cards(match, seat) and moment_of(order) == str(match.state.tally.dems[1 - seat])
        case "act":
            return is_action_coming(match) and moment_of(order) == action_moment(match, seat, what)
        case "team":
            return moment_of(order) == next_manoeuvre(match, seat)
        case "location":
            return order in location_orders(match, seat)
        case "block":
            return what in MANOEUVRES and moment_of(order) == str(match.state.round)
        case "plan" | "draw" | "discard":
            return what in {"plan": PLANS, "draw": DRAWS, "discard": DISCARDS}[verb]
        case "packets" | "deck":
            return match.state.phase in DECK_ORDERS.get(order, ())
        case _:
            return False


def _carried_over(match: Haeresis, seat: int, order: str) -> str:
    """Return the order; a prepared reaction is carried over to the current or next opening of its window.

    A reaction isn't carried over if it was used or if its card is no longer available.
    """
    if not order.startswith("do:") or not moment_of(order).isdigit():
        return order
    window, _, card = argument_of(order).partition(":")
    state = match.state
    at = opening(match, seat, window)
    used = state.window == window and any(card in (reaction, kind(reaction)) for reaction in state.tally.reacted[seat])
    is_available = card.partition("/")[0] in state.cards if "/" in card else card in map(kind, state.players[seat].hand)
    return f"do:{window}:{card}@{at}" if is_available and not used and int(moment_of(order)) <= int(at) else order


def span(match: Haeresis, name: str) -> str | None:
    """Return an identifier of the current Chapter, Conflict, phase or Round; None if there is none now."""
    state = match.state
    manoeuvres = sum(state.tally.manoeuvres)
    match name:
        case "chapter":
            revealed = state.chapter > 0 and (state.phase == "enlistment" or in_conflict(match))
            return f"{state.round}.{manoeuvres}.{state.chapter}" if revealed else None
        case "conflict":
            return str(manoeuvres) if state.man is not None else None
        case "phase":
            return f"{state.round}.{state.phase}"
        case "round":
            return str(state.round)
        case _:
            return ""


def opening(match: Haeresis, seat: int, window: str) -> str:
    """Return the number of the first opening of a window that still lets a seat react.

    This is the current opening if the seat hasn't had its chance to react in it yet, and otherwise the next opening.
    """
    state = match.state
    count = state.tally.windows.get(window, 0)
    if state.window == window and not state.tally.reacted[seat]:
        step = next((step for step in reversed(state.stack) if isinstance(step, DemStep)), None)
        if step is not None and (step.half == 0 or (step.half == 1 and seat != state.active)):
            return str(count)
    return str(count + 1)


def undecided_cards(match: Haeresis, seat: int) -> list[str]:
    """Return the cards in a seat's row that it has neither paid for nor declined yet, in order."""
    return [*match.state.open[seat], *(card for chapter in match.state.players[seat].row for card in chapter)]


# -- windows --------------------------------------------------------------------------------------------------


def _in_window(
    match: Haeresis, seat: int, window: WindowName, orders: Sequence[str], offered: Sequence[Action]
) -> Action | None:
    """Return the answer that orders give in a window: a prepared reaction or Waive; None to ask the player."""
    prepared = arguments(orders, f"do:{window}:")
    conditions = arguments(orders, "when:")
    if prepared and (not conditions or any(holds(match, seat, condition) for condition in conditions)):
        # If no prepared reaction is possible any more, the player is asked (AH-PBP.5).
        actions = (action for card in prepared for action in offered if _is_prepared(action, card.partition(":")[2]))
        return next(actions, None)
    if any(order.startswith("if:") and holds(match, seat, argument_of(order)) for order in orders):
        return None
    if any(_waives(order, window) for order in orders if order.startswith("rest:")):
        return Waive()
    # If the option `pace` is neither "stops" nor "uniform", the player is asked in every window (AH-PBP.12).
    if match.state.options.pace not in ("stops", "uniform") or f"stop:{window}" in orders:
        return None
    stops = {*arguments(orders, "stop:")}
    return None if stops_here(match, seat, window, stops) else Waive()


def _is_prepared(action: Action, card: str) -> bool:
    """Return whether an action plays a card of this kind from the hand, or uses this ability ("card/number")."""
    if isinstance(action, PlayDem):
        return kind(action.card) == card
    return isinstance(action, UseDem) and action.card == card


def _waives(order: str, window: str) -> bool:
    return argument_of(order) != "chapter" or window in _CHAPTER_WINDOWS


def holds(match: Haeresis, seat: int, condition: str) -> bool:
    """Return whether the condition of a seat's order is met, judging by public facts only (AH-PBP.3)."""
    state = match.state
    rival = 1 - seat
    match condition:
        case "dem":
            return bool(state.tally.reacted[rival])
        case "plunder" | "recruit" | "accuse":
            man = state.man
            if man is None or state.window != "manoeuvre_announced":
                return False
            return man.initiator == rival and man.type == condition
        case "souls":
            return any(player.souls >= SOULS for player in state.players)
        case "execution":
            return any(player.execution >= LEVEL for player in state.players)
        case _:
            cards = [card for card in state.tally.reacted[rival] if "/" not in card]
            if state.window == "chapter_paid":
                cards += state.tally.bought[rival]
                cards += [paid.card for paid in state.paid if paid.seat == rival]
            return any(record(match, card).type == condition for card in cards)


# -- plans and preferences ------------------------------------------------------------------------------------


def _about_card(match: Haeresis, seat: int, card: str, orders: Sequence[str]) -> Action | None:
    """Return PayFor or Decline for a revealed card, as ordered (AH-PBP.8); None to ask the player."""
    reactions = match.state.tally.dems[1 - seat]
    if f"let:{card}@{reactions}" in orders:
        return Decline()
    if f"pay:{card}@{reactions}" in orders:
        return PayFor(card)
    if holds(match, seat, "dem"):
        return None
    cost = cost_of(match, PayStep(seat, card, "row"))
    free = "plan:free" in orders and cost == Cost()
    light = "plan:gold" in orders and not (cost.souls or cost.sacrifice)
    return PayFor(card) if free or light or "plan:pay" in orders else None


def _draw(match: Haeresis, seat: int, orders: Sequence[str]) -> Action | None:
    """Return the action for the draw after a Conflict, as ordered; None to ask the player.

    Orders never draw the last cards of a Plot deck (AH-PBP.11).
    """
    deck = next(iter(arguments(orders, "draw:")), None)
    player = match.state.players[seat]
    if deck is None or (deck == "away" and is_next(match, seat)):
        return None
    deck = "heretic" if deck == "away" else deck
    enough = {"plot": len(player.plot) > FLOOR, "heretic": bool(player.heretics)}
    return DrawFrom(deck if enough.get(deck) else "none")
