"""Turns planned ahead: the answers that a seat prepares for its next turn, in some games for its next two turns.

A plan is made in possible worlds, never in the real match. These worlds are consistent with everything that the seat
knows. A step has one answer or several alternatives, each with the facts that it depends on. When the turn comes, the
first possible answer whose facts haven't changed is given. If there is none, the plan stops, and the player is asked
and shown the reason.

The steps are standing orders: they are private, and are saved and applied like other orders.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.kernel.data.actions import Action, from_json, to_json
from rules.kernel.data.events import Event
from rules.kernel.engine.chance import Rng
from rules.kernel.engine.decisions import Decision
from rules.kernel.engine.match import Match
from rules.kernel.errors import IllegalAction, Refusal
from rules.kernel.words.translation import N_, Translator

#: The prefix of standing orders that are steps of a plan.
PREFIX = "then:"
#: The number of possible worlds for the rehearsal of a plan. A step must be possible in all of them.
WORLDS = 4
#: Maximum number of steps in a plan, and of alternative answers in one step.
MAX_STEPS, MAX_ANSWERS = 20, 6
_NOT_PLANNED = N_("You're asked something you haven't planned.")


@dataclass(frozen=True, slots=True)
class Answer:
    """A planned answer, and the facts that it depends on."""

    action: Action
    facts: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a plan: the identifier of its turn, and alternative answers. The first possible answer is given."""

    turn: str
    answers: tuple[Answer, ...]

    def written(self) -> str:
        """Return the step as the text of a standing order."""
        answers = [[to_json(one.action), one.facts] for one in self.answers]
        return PREFIX + json.dumps([self.turn, answers], separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class DryRun:
    """A rehearsal: the planned steps of a seat's next turns, played in several possible worlds.

    If a step is no longer possible, `stopped` explains why the plan stops there. Otherwise `stopped` is "", and
    `decision` is the next question with the answers that can be planned.
    """

    worlds: tuple[Match[Any], ...]
    steps: tuple[Step, ...]
    #: The texts of the steps, for the player.
    step_texts: tuple[str, ...]
    #: The predicted events, which are those that happen in all of the possible worlds.
    events: tuple[Event, ...]
    decision: Decision | None
    stopped: str = ""
    #: The identifiers of the turn that the rehearsal has reached, and of the turn after it ("" if it can't be planned).
    turn: str = ""
    turn_after: str = ""
    #: The number of steps before the second turn; None if the rehearsal hasn't reached the second turn.
    first_turn_steps: int | None = None
    #: The numbers of the steps that draw or reveal something, so their events aren't predicted.
    uncertain: tuple[int, ...] = ()

    @property
    def world(self) -> Match[Any]:
        """One of the possible worlds."""
        return self.worlds[0]

    def is_whole(self, seat: int) -> bool:
        """Return whether the plan covers the seat's whole next turn, in all of the possible worlds."""
        if self.first_turn_steps is not None:
            return True
        return not self.stopped and not any(map(_is_asked_in_turn(seat), self.worlds))


def is_step(order: str) -> bool:
    """Return whether an order is a step of a plan."""
    return order.startswith(PREFIX)


def steps_of(match: Match[Any], orders: Sequence[str]) -> list[Step]:
    """Return the steps of the plan among these standing orders; empty if this version of the rules can't read them."""
    try:
        return [_read(match, order) for order in orders if is_step(order)]
    except IllegalAction:
        return []


def _read(match: Match[Any], order: str) -> Step:
    turn, answers = json.loads(order.removeprefix(PREFIX))
    return Step(turn, tuple(Answer(from_json(match.game.actions, action), facts) for action, facts in answers))


def unexpired_orders(match: Match[Any], seat: int, orders: Sequence[str]) -> list[str]:
    """Return a seat's standing orders, without the plan among them if a turn passed before all of its steps were done.

    A step for the turn after that rests on the steps before it, so it is dropped with them.
    """
    steps, planning = steps_of(match, orders), match.game.planning
    turns = (planning.turn(match, seat), planning.turn_after(match, seat)) if steps else ()
    if steps and all(step.turn and step.turn in turns for step in steps):
        return list(orders)
    return without(orders)


def without(orders: Sequence[str]) -> list[str]:
    """Return these standing orders without the steps of a plan."""
    return [order for order in orders if not is_step(order)]


def shortened(orders: Sequence[str], steps: int) -> list[str]:
    """Return these standing orders with the plan cut to its first `steps` steps."""
    return [*without(orders), *[order for order in orders if is_step(order)][:steps]]


# -- execution of a plan ----------------------------------------------------------------------------------------


def answer(match: Match[Any], seat: int, orders: Sequence[str]) -> Action | None:
    """Return the planned answer to the question that a seat must answer; None to ask the player."""
    steps = _due_steps(match, seat, orders)
    return _first(match, seat, steps[0]) if steps else None


def remaining_orders(match: Match[Any], seat: int, orders: Sequence[str], action: Action) -> list[str]:
    """Return the standing orders that remain after a seat's answer.

    If the answer isn't the planned one, the plan is dropped.
    """
    steps = _due_steps(match, seat, orders)
    if not steps:
        return list(orders)
    is_planned = action in (one.action for one in steps[0].answers)
    return [*without(orders), *(step.written() for step in steps[1:] if is_planned)]


def stop_reason(say: Translator, match: Match[Any], seat: int, orders: Sequence[str]) -> str:
    """Return the reason why a seat's plan stops at the question that the seat must answer; "" if it doesn't stop."""
    steps = _due_steps(match, seat, orders)
    return _why_not(say, match, seat, steps[0]) if steps else ""


def _due_steps(match: Match[Any], seat: int, orders: Sequence[str]) -> list[Step]:
    """Return the remaining steps of a seat's plan if the seat is being asked in the planned turn; otherwise empty."""
    planning = match.game.planning
    if not any(map(is_step, orders)) or not planning.is_in_turn(match, seat):
        return []
    steps = steps_of(match, unexpired_orders(match, seat, orders))
    return steps if steps and steps[0].turn == planning.turn(match, seat) else []


def _first(match: Match[Any], seat: int, step: Step) -> Action | None:
    """Return the first answer of a step that is possible now; None if none is possible."""
    actions = match.decisions()[seat].actions
    return next(
        (one.action for one in step.answers if one.action in actions and not _changed(match, seat, one)),
        None,
    )


def _changed(match: Match[Any], seat: int, planned: Answer) -> str:
    """Return the name of the first fact that has changed since an answer was planned; "" if none has changed."""
    now = _facts(match, seat, planned.action)
    return next((name for name, fact in planned.facts.items() if now.get(name) != fact), "")


def _facts(match: Match[Any], seat: int, action: Action) -> dict[str, Any]:
    """Return the facts that an answer depends on, as JSON data."""
    return json.loads(json.dumps(match.game.planning.rests_on(match, seat, action)))


def _why_not(say: Translator, match: Match[Any], seat: int, step: Step) -> str:
    """Return the reason why no answer of a step is possible; "" if one is possible."""
    if _first(match, seat, step) is not None:
        return ""
    offered = match.decisions()[seat].actions
    accepted = match.game.order_of_play.asker_of(match.state.stack[-1]).accepts
    if not any(isinstance(one.action, accepted) for one in step.answers):
        return say.t(_NOT_PLANNED)
    view = match.view(seat)
    told: list[str] = []
    for one in step.answers:
        name = match.game.action_text(say, view, one.action).label
        if one.action in offered:
            why = say.t(match.game.planning.changes[_changed(match, seat, one)])
        else:
            why = say.error(match.why_illegal(seat, one.action))
        told.append(f"{name}: {why}")
    return " ".join(told)


# -- creation of a plan -----------------------------------------------------------------------------------------


def rehearse(say: Translator, match: Match[Any], seat: int, orders: Sequence[str], rng: Rng) -> DryRun | None:
    """Rehearse a seat's plan for its next turn in possible worlds; None if no turn can be planned now.

    The real state is never used, because the result must not depend on information hidden from the seat.
    """
    worlds = tuple(_worlds(match, seat, rng))
    if not worlds:
        return None
    planning = match.game.planning
    turns = planning.turn(match, seat), planning.turn_after(match, seat)
    found = DryRun(worlds, (), (), (), _common_question(worlds, seat), "", *turns)
    for step in steps_of(match, unexpired_orders(match, seat, orders)):
        found = extend_rehearsal(say, found, seat, step)
    return found


def extend_rehearsal(say: Translator, before: DryRun, seat: int, step: Step) -> DryRun:
    """Return the rehearsal with one more step, played in each world that the rehearsal still considers possible.

    A rehearsal that has stopped is returned unchanged.
    """
    worlds = before.worlds
    if before.stopped:
        return before
    if not all(map(_is_asked_in_turn(seat), worlds)):
        stopped = say.t("What comes next depends on something still unknown.")
    elif step.turn != before.turn:
        stopped = say.t(_NOT_PLANNED)
    else:
        stopped = next(filter(None, (_why_not(say, world, seat, step) for world in worlds)), "")
    if stopped:
        return replace(before, decision=None, stopped=stopped)
    told = (*before.step_texts, _step_text(say, worlds[0], seat, step))
    happens, steps = _play_in_all_worlds(worlds, seat, step), (*before.steps, step)
    found = replace(
        before,
        steps=steps,
        step_texts=told,
        events=(*before.events, *(happens or ())),
        uncertain=before.uncertain if happens is not None else (*before.uncertain, len(steps)),
        decision=_common_question(worlds, seat),
    )
    return _with_second_turn(found, seat)


def _with_second_turn(found: DryRun, seat: int) -> DryRun:
    """Return the rehearsal at the start of the seat's second turn if the first is over in all worlds."""
    planning = found.world.game.planning
    if not found.turn_after or any(map(_is_asked_in_turn(seat), found.worlds)):
        return found
    if any(world.over or planning.turn(world, seat) != found.turn_after for world in found.worlds):
        return found
    for world in found.worlds:
        _begin_turn(world, seat)
    return replace(
        found,
        decision=_common_question(found.worlds, seat),
        turn=found.turn_after,
        turn_after="",
        first_turn_steps=len(found.steps),
    )


def step_of(before: DryRun, seat: int, action: Action) -> Step:
    """Return a step that answers the next question of a rehearsal with this action."""
    return Step(before.turn, (Answer(action, _facts(before.world, seat, action)),))


def with_step(
    match: Match[Any], seat: int, orders: Sequence[str], action: Action, rng: Rng, *, instead: bool = False
) -> list[str]:
    """Return these standing orders with one more step of the plan.

    If `instead`, the action becomes an alternative in the last step that allows alternatives. Raises Refusal if the
    action can't be planned.
    """
    steps = steps_of(match, unexpired_orders(match, seat, orders))
    number = last_with_alternatives(match, steps) if instead else len(steps)
    before = (
        None
        if number is None
        else rehearse(Translator(), match, seat, [step.written() for step in steps[:number]], rng)
    )
    offered = before.decision.actions if before is not None and before.decision is not None else []
    if number is None or before is None or action not in offered or number >= MAX_STEPS:
        raise Refusal(N_("You can't plan that now."))
    made = step_of(before, seat, action)
    if not instead:
        steps.append(made)
    else:
        step = steps[number]
        if type(action) is not type(step.answers[0].action) or len(step.answers) >= MAX_ANSWERS:
            raise Refusal(N_("You can't plan that now."))
        others = tuple(one for one in step.answers if one.action != action)
        steps[number] = Step(step.turn, (*others, *made.answers))
    return [*without(orders), *(step.written() for step in steps)]


def last_with_alternatives(match: Match[Any], steps: Sequence[Step]) -> int | None:
    """Return the index of the last step that allows alternatives; None if no step does."""
    many = match.game.planning.first_of
    found = [number for number, step in enumerate(steps) if isinstance(step.answers[0].action, many)]
    return found[-1] if found else None


def _worlds(match: Match[Any], seat: int, rng: Rng) -> list[Match[Any]]:
    """Return possible worlds at the start of a seat's next turn; empty if no turn can be planned."""
    planning = match.game.planning
    if match.over or not planning.turn(match, seat) or planning.is_in_turn(match, seat):
        return []
    worlds = [match.worlds(seat, rng) for _ in range(WORLDS)]
    for world in worlds:
        _begin_turn(world, seat)
    return worlds


def _begin_turn(world: Match[Any], seat: int) -> None:
    """Start a seat's next turn in a possible world."""
    world.game.planning.begin(world, seat)
    world.forget()
    world.start()


def _step_text(say: Translator, world: Match[Any], seat: int, step: Step) -> str:
    """Return a step as text; `world` must be at the question that the step answers."""
    view = world.view(seat)
    names = [world.game.action_text(say, view, one.action).label for one in step.answers]
    return names[0] if len(names) == 1 else say.t("the first possible one of these: {names}", names="; ".join(names))


def _is_asked_in_turn(seat: int) -> Callable[[Match[Any]], bool]:
    """Return a function that tests whether the seat must answer a question of its turn in a possible world."""
    return lambda world: seat in world.decisions() and world.game.planning.is_in_turn(world, seat)


def _play_in_all_worlds(worlds: Sequence[Match[Any]], seat: int, step: Step) -> list[Event] | None:
    """Play a step in all of the possible worlds; return the events that happen in every one.

    If the step drew or revealed anything, return None.
    """
    before = [world.epoch + (world.state.last_seat != seat) for world in worlds]
    told: list[list[Event]] = []
    for world in worlds:
        action = _first(world, seat, step)
        assert action is not None
        told.append(world.apply(seat, action))
    if [world.epoch for world in worlds] != before:
        return None
    return [event for event in told[0] if event.seen_by(seat) and all(event in others for others in told[1:])]


def _common_question(worlds: Sequence[Match[Any]], seat: int) -> Decision | None:
    """Return the question that all of the possible worlds ask the seat, with the answers that all of them offer.

    Return None if the questions differ or a world doesn't ask the seat.
    """
    if not all(map(_is_asked_in_turn(seat), worlds)):
        return None
    first, *others = (world.decisions()[seat] for world in worlds)
    if any(other.prompt.key != first.prompt.key for other in others):
        return None
    shared = [action for action in first.actions if all(action in one.actions for one in others)]
    return Decision(first.prompt, [action for action in shared if worlds[0].game.planning.is_alike(worlds, action)])
