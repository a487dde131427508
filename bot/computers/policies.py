"""The levels of computer players. They choose in determinizations, which guess what the seat doesn't know."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Literal, get_args

from bot.computers.determinizations import copy_world
from bot.computers.evaluators import Evaluate
from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Decision
from rules.kernel.engine.match import Match

Level = Literal["easy", "normal", "hard"]
LEVELS: tuple[Level, ...] = get_args(Level)

#: Chooses an action for a seat.
Policy = Callable[[Match[Any], int, Decision, random.Random], Action]

#: An easy player considers one in `EASY_ACTION_DIVISOR` of its actions, but at least `MIN_EASY_ACTIONS`.
MIN_EASY_ACTIONS, EASY_ACTION_DIVISOR = 2, 3
#: Maximum number of questions that are answered while one action is tried out.
MAX_ACTION_QUESTIONS = 40
#: To find the reason for an action, it is compared with at most this many other actions. A smaller difference than the
#: minimum doesn't count as a reason.
MAX_COMPARED_ACTIONS, MIN_REASON_DIFFERENCE = 6, 0.05


def random_policy(match: Match[Any], seat: int, decision: Decision, rng: random.Random) -> Action:
    """Return a random action."""
    return rng.choice(decision.actions)


def easy_policy(
    match: Match[Any], seat: int, decision: Decision, rng: random.Random, evaluate: Evaluate | None = None
) -> Action:
    """Return the best of a few random actions, or the game's default action if there is one."""
    if len(decision.actions) == 1:
        return decision.actions[0]
    world = match.worlds(seat, rng)
    usual = world.game.default_action(world, seat)
    if usual is not None and usual in decision.actions:
        return usual
    count = max(MIN_EASY_ACTIONS, len(decision.actions) // EASY_ACTION_DIVISOR)
    sample = rng.sample(decision.actions, count)
    saved = world.dump()
    return max(sample, key=lambda action: action_value(world, saved, seat, action, evaluate))


def greedy_policy(
    match: Match[Any], seat: int, decision: Decision, rng: random.Random, evaluate: Evaluate | None = None
) -> Action:
    """Return the action that leads to the best position in one determinization."""
    if len(decision.actions) == 1:
        return decision.actions[0]
    world = match.worlds(seat, rng)
    candidates = world.game.candidates(world, seat, world.decisions()[seat].actions)
    if len(candidates) == 1 and candidates[0] in decision.actions:
        return candidates[0]
    saved = world.dump()
    best: list[Action] = []
    best_value = float("-inf")
    for action in candidates:
        value = action_value(world, saved, seat, action, evaluate)
        if value > best_value:
            best, best_value = [], value
        if value == best_value and action in decision.actions:
            best.append(action)
    return rng.choice(best or decision.actions)


def action_value(world: Match[Any], saved: bytes, seat: int, action: Action, evaluate: Evaluate | None = None) -> float:
    """Return the value of the position after an action, once the questions that the action raises are answered. `saved`
    is the determinization's dump.
    """
    return (evaluate or world.game.evaluate)(_after_action(world, saved, seat, action), seat)


def main_advantage(match: Match[Any], seat: int, action: Action, rng: random.Random) -> str:
    """Return the message id of an action's main advantage over the average of the other actions; "" if it has none.

    An advantage that the action itself brings has priority over one that it has only because other actions lose it.
    """
    world = match.worlds(seat, rng)
    offered = world.decisions()[seat].actions
    candidates = [one for one in world.game.candidates(world, seat, list(offered)) if one != action]
    others = (candidates or [one for one in offered if one != action])[:MAX_COMPARED_ACTIONS]
    saved = world.dump()
    own_terms, *other_terms = [
        world.game.terms(_after_action(world, saved, seat, one), seat) for one in (action, *others)
    ]
    advantages = {
        term: value - sum(one.get(term, 0.0) for one in other_terms) / max(1, len(other_terms))
        for term, value in own_terms.items()
    }
    before = world.game.terms(copy_world(world, saved), seat)
    large = [term for term, value in advantages.items() if other_terms and value >= MIN_REASON_DIFFERENCE]
    brought = [term for term in large if own_terms[term] > before.get(term, 0.0)]
    return max(brought or large, key=lambda term: advantages[term], default="")


def _after_action(world: Match[Any], saved: bytes, seat: int, action: Action) -> Match[Any]:
    """Return a copy of a determinization after an action was completed. `saved` is the determinization's dump."""
    copy = copy_world(world, saved)
    finish_action(copy, seat, action)
    return copy


def finish_action(match: Match[Any], seat: int, action: Action) -> None:
    """Complete an action: apply it, and answer the questions that it raises with the game's default actions."""
    match.apply(seat, action)
    for _ in range(MAX_ACTION_QUESTIONS):
        default = match.game.default_action(match, seat)
        if default is None:
            return
        match.apply(seat, default)
