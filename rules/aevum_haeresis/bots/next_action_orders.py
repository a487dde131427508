"""Standing orders of the greedy computer player: its next Locations, and its next action of the Plot phase."""

from __future__ import annotations

from rules.aevum_haeresis.bots.evaluate import evaluate
from rules.aevum_haeresis.bots.policy import default_action, ranked_locations
from rules.aevum_haeresis.flow import action_orders, standing_orders
from rules.aevum_haeresis.flow.location_orders import LOCATION
from rules.aevum_haeresis.flow.windows import in_hand, in_play
from rules.aevum_haeresis.state.actions import Announce, Join, UseHeresy
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.steps import ActStep
from rules.kernel.data.actions import Action
from rules.kernel.engine.chance import RepeatableRandom
from rules.kernel.engine.sequence import Sequence

#: Maximum number of questions that are answered while one action is tried out.
_MAX_QUESTIONS = 40


def foresight(match: Haeresis, seat: int) -> list[str]:
    """Return a seat's orders for its next Locations, for Epilogues without a discard, and for its next action."""
    left = match.state.players[seat].locations
    wanted = ranked_locations(match, seat, left) if len(left) > 1 else []
    return [*(f"{LOCATION}{card}" for card in wanted), "discard:none", *_action_orders(match, seat)]


def _action_orders(match: Haeresis, seat: int) -> list[str]:
    """Return a seat's orders for its next action, as if the rival did nothing before it, and for windows until then.

    Windows go by only if the seat has no reaction for a rival's manoeuvre.
    """
    state = match.state
    if not action_orders.is_action_coming(match) or state.ended or not state.location or seat in match.decisions():
        return []
    world = _at_next_action(match, seat)
    offer = world.decisions().get(seat)
    if offer is None:
        return []
    tried = [(_tried(world, seat, action), action) for action in offer.actions]
    (_, team), best = max(tried, key=lambda one: one[0][0])
    orders = [f"act:{(name := _name(best))}@{action_orders.action_moment(match, seat, name)}"]
    orders += [f"team:{card}@{action_orders.next_manoeuvre(match, seat)}" for card in team]
    if not in_play(match, seat, "manoeuvre_announced") and not in_hand(match, seat, "manoeuvre_announced"):
        orders.append(f"rest:round@{standing_orders.span(match, 'round')}")
    return orders


def _name(action: Action) -> str:
    """Return an action as the argument of an order."""
    match action:
        case Announce():
            return action.manoeuvre
        case UseHeresy():
            return action.card
        case _:
            return action_orders.PASSING


def _at_next_action(match: Haeresis, seat: int) -> Haeresis:
    """Return a possible world where a seat acts next. The characters in its current team are Spent."""
    ready = set(action_orders.ready_characters(match, seat))
    world = match.worlds(seat, RepeatableRandom("next action"))
    state = world.state
    for card, placed in state.cards.items():
        if placed.controller == seat and card not in ready:
            placed.ready = False
    phase = next(step for step in state.stack if isinstance(step, Sequence) and step.name == "plot")
    del state.stack[state.stack.index(phase) + 1 :]
    phase.line = "act"
    state.phase = "plot"
    state.man, state.window, state.in_action, state.chapter = None, "", False, 0
    state.actor, state.passes = seat, 0
    state.stack.append(ActStep(seat))
    world.forget()
    world.start()
    return world


def _tried(world: Haeresis, seat: int, action: Action) -> tuple[float, list[str]]:
    """Return the value of the position after an action, and the team that was chosen for it."""
    trial, team = world.copy(), list[str]()
    chosen: Action | None = action
    for _ in range(_MAX_QUESTIONS):
        if chosen is None:
            break
        if isinstance(chosen, Join):
            team.append(chosen.card)
        trial.apply(seat, chosen)
        chosen = default_action(trial, seat)
    return evaluate(trial, seat), team
