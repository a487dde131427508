"""How the simulated players of `tenebrae calendar` plan their next turn. They do what the plan's panel allows.

A player plans the action that they would take now, and alternatives that they would take in its place. If they would
rather do something that can't be planned, the plan ends there, and they are asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from bot.computers.policies import Policy, action_value
from rules.kernel.data.actions import Action
from rules.kernel.engine import planned_turns as plans
from rules.kernel.engine.match import Match
from rules.kernel.words.translation import Translator

#: How many answers a player gives for a step that allows alternatives. The panel allows more, but few people name them.
MAX_ANSWERS = 3
TRANSLATOR = Translator()


def plan_turn(match: Match[Any], seat: int, orders: Sequence[str], policy: Policy, rng: Random) -> list[str]:
    """Return the steps of a seat's plan for its next turn as standing orders, using only what the seat knows."""
    ahead = plans.rehearse(TRANSLATOR, match, seat, plans.without(orders), rng)
    while ahead is not None and ahead.decision is not None and len(ahead.steps) < plans.MAX_STEPS:
        action = _plannable(ahead, seat, policy(ahead.world, seat, ahead.world.decisions()[seat], rng))
        if action is None:
            break
        answers = [action, *_alternatives(ahead, seat, action)]
        steps = [plans.step_of(ahead, seat, one) for one in answers]
        step = plans.Step(steps[0].turn, tuple(answer for one in steps for answer in one.answers))
        ahead = plans.extend_rehearsal(TRANSLATOR, ahead, seat, step)
    return [step.written() for step in ahead.steps] if ahead is not None else []


def _plannable(ahead: plans.DryRun, seat: int, action: Action) -> Action | None:
    """Return an action if it can be planned, otherwise the best of its kind that can; None if there is none.

    An action that depends on secrets can't be planned.
    """
    world, offered = ahead.world, ahead.decision.actions if ahead.decision is not None else []
    if action in offered:
        return action
    same = [one for one in world.game.candidates(world, seat, offered) if type(one) is type(action)] if offered else []
    saved = world.dump()
    return max(same, key=lambda one: action_value(world, saved, seat, one), default=None)


def _alternatives(ahead: plans.DryRun, seat: int, action: Action) -> list[Action]:
    """Return what a player would do if an action were impossible, best first, as far as the plan allows it."""
    world, found = ahead.world, [action]
    if ahead.decision is None or not isinstance(action, world.game.planning.first_of):
        return []
    offered, saved = world.decisions()[seat].actions, world.dump()
    while len(found) < MAX_ANSWERS and (others := [one for one in offered if one not in found]):
        candidates = world.game.candidates(world, seat, others)
        best = max(candidates, key=lambda one: action_value(world, saved, seat, one))
        if type(best) is not type(action) or best not in ahead.decision.actions:
            break
        found.append(best)
    return found[1:]
