"""The actions that a computer player tries out, and its answers to the questions that follow an action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from zlib import crc32

from rules.edge_of_darkness.board import sleeved_card
from rules.edge_of_darkness.bots.evaluate import (
    IN_HAND,
    SHIELD,
    battle_gain,
    best_hunt,
    card_left,
    evaluate,
    hand_value,
    hunt_targets,
    net_battle,
)
from rules.edge_of_darkness.bots.values import Values
from rules.edge_of_darkness.content.effects import Effect, prologue_clauses
from rules.edge_of_darkness.effects.costs import unresolved
from rules.edge_of_darkness.effects.effect_use import ability_source, source_of
from rules.edge_of_darkness.state import actions as act
from rules.edge_of_darkness.state import steps
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import Source
from rules.kernel.data.actions import Action, Pass
from rules.kernel.engine.steps import Step
from rules.kernel.engine.window import Window

#: The maximum number of actions and of hunts that are tried out in a turn, starting with the most valuable.
TRIED, HUNTS = 3, 3
#: The maximum number of follow-up questions answered while an action is tried out.
MAX_QUESTIONS = 10
#: Actions with a lower value than this aren't tried out.
MIN_TRIAL_VALUE = 0.02
#: The value of using a contact again in each later turn, by the owner of its card. `SLOT` has the value of filling a
#: slot.
REUSE_VALUES = {"own": 0.08, "neutral": 0.025, "rival": -0.03}
SLOT = {"own": 1.0, "neutral": 0.15, "rival": -0.6}


def candidates(match: EdgeMatch, seat: int, actions: list[Action]) -> list[Action]:
    """Return the actions worth trying out; only a single action if a rule of thumb is good enough to choose it."""
    top = match.state.stack[-1]
    if len(actions) == 1 or isinstance(top, steps.EffectStep | steps.DraftStep):
        return actions
    if isinstance(top, steps.FreeStep):
        return _turn(match, seat, actions)
    return [_answer(match, seat, top, actions) or actions[0]]


def default_action(match: EdgeMatch, seat: int) -> Action | None:
    """Return the seat's answer to the next question of an action it is trying out.

    Return None if the action is complete or the question isn't the seat's own.
    """
    top = match.state.stack[-1] if match.state.stack else None
    if top is None or isinstance(top, steps.FreeStep | steps.HallStep | steps.GuildStep):
        return None
    if getattr(top, "seat", seat) != seat or (isinstance(top, steps.PickStep) and not top.location):
        return None
    decision = match.decisions().get(seat)
    return _answer(match, seat, top, decision.actions) if decision else None


# -- a turn ------------------------------------------------------------------------------------------------------


def _turn(match: EdgeMatch, seat: int, actions: list[Action]) -> list[Action]:
    """Return the few most valuable actions of a turn; if none is valuable enough, the end of the turn."""
    values = Values(match, seat)
    # This call computes the Battle Strength that the hand can give, and stores it in `values`.
    hand_value(values, values.player.hand)
    given_up = sorted(card_left(values, name) for name in unresolved(match, seat))
    rated: list[tuple[float, Action]] = []
    for action in actions:
        match action:
            case act.UseContact():
                if _only_gives(match, seat, action):
                    return [action]
                rated.append((_use(values, action.card, action.slot), action))
            case act.UseAbility():
                source = ability_source(action.location)
                rated.append((_effect(values, source, match.content.locations[action.location].ability.effect), action))
            case act.UseStreet():
                rated.append((_use(values, action.card, action.slot) - sum(given_up[:2]), action))
            case act.Recall():
                value = values.move(action.location, -1) if action.location else values.pool(1)
                rated.append((value - sum(given_up[:1]), action))
            case _:
                pass
    rated.sort(key=lambda one: -one[0])
    tried = [action for value, action in rated[:TRIED] if value > MIN_TRIAL_VALUE]
    targets = hunt_targets(values)
    hunts = [action for action in actions if isinstance(action, act.HuntThreats)]
    tried += sorted(hunts, key=lambda action: -sum(targets[spot][1] for spot in action.spots))[:HUNTS]
    kinds = [action.location for action in actions if isinstance(action, act.Sleeve)]
    found = placements(values, kinds, values.player.hand)
    if found and (act.EndTurn() not in actions or found[0][0] > 0):
        tried.append(act.Sleeve(found[0][1]))
    return tried or [act.EndTurn() if act.EndTurn() in actions else actions[0]]


def _only_gives(match: EdgeMatch, seat: int, action: act.UseContact) -> bool:
    """Return whether the seat gains nothing by waiting: the effect costs nothing, and its gains are fixed."""
    card = match.state.cards[action.card]
    effect = sleeved_card.effect_of(match.content, card, action.slot)
    return card.owner in (-1, seat) and effect.mode == "all" and all(clause.sure for clause in effect.clauses)


def _use(values: Values, name: str, slot: str) -> float:
    """Return the value of using the effect in this slot of a card during this turn."""
    match = values.match
    card = match.state.cards[name]
    price = int(card.owner not in (-1, values.seat))
    return _effect(values, source_of(match, name, slot), sleeved_card.effect_of(match.content, card, slot), price)


def _effect(values: Values, source: Source, effect: Effect, price: int = 0) -> float:
    """Return the value of using an effect, including the hunts that it makes possible or prevents."""
    return values.effect(source, effect, price) + _hunt_change(values, source, effect)


def _hunt_change(values: Values, source: Source, effect: Effect, *, new: bool = False) -> float:
    """Return how an effect changes the value of this turn's hunts. If `new`, the effect must be sleeved first."""
    gained, hunts = battle_gain(values, source, effect)
    spent = max(-net_battle(values, source, clause) for clause in effect.clauses)
    if not (gained or hunts or spent > 0) or not (values.can_hunt or (new and hunts)):
        return 0.0
    found, total = hunt_targets(values), values.reachable_battle + gained * new
    if hunts and not values.match.state.turn.may_hunt:
        return best_hunt(found, total)
    return best_hunt(found, total if gained else total - spent) - best_hunt(found, total - gained)


# -- answers -----------------------------------------------------------------------------------------------------


def _answer(match: EdgeMatch, seat: int, top: Step, actions: list[Action]) -> Action | None:
    """Return the answer to a question by a rule of thumb; None if there is no rule for it."""
    if len(actions) == 1:
        return actions[0]
    if isinstance(top, _EFFECT_QUESTIONS):
        return _best_after_trial(match, seat, actions)
    rule = _RULES.get(type(top))
    return rule(match, seat, top, actions) if rule else None


def _best_after_trial(match: EdgeMatch, seat: int, actions: list[Action]) -> Action:
    """Return the answer that leads to the best position if follow-up questions are answered with the first option."""
    saved = match.dump()

    def after(action: Action) -> float:
        trial = match.reload(saved)
        trial.assume(match)
        trial.apply(seat, action)
        for _ in range(MAX_QUESTIONS):
            if not trial.state.stack or not isinstance(trial.state.stack[-1], _EFFECT_QUESTIONS):
                break
            asked, decision = next(iter(trial.decisions().items()))
            trial.apply(asked, decision.actions[0])
        return evaluate(trial, seat)

    return max(actions, key=after)


def placements(values: Values, homes: list[str], names: list[str]) -> list[tuple[float, str, str, str]]:
    """Return every way to sleeve a slip of these Locations onto these cards, best first.

    Each result is a tuple of value, Location, slip and card.
    """
    match = values.match
    state = match.state
    found: list[tuple[float, str, str, str]] = []
    for home in homes:
        location = match.content.locations[home]
        for name in names:
            card = state.cards[name]
            slots = set(sleeved_card.free_slots(card))
            slips = [slip for slip in location.slips if state.supply[slip.id] and slip.slot in slots]
            base = _contact(values, home, name) if slips else 0.0
            for slip in slips:
                value = base + SLOT[_ownership(values, name)] * (slip.slot != "top")
                found.append((value, home, slip.id, name))
    # If values are equal, a hash of the epoch and the slip decides, so that the same copy isn't always chosen.
    return sorted(found, key=lambda one: (-one[0], crc32(f"{state.epoch}/{one[2]}".encode())))


def _ownership(values: Values, name: str) -> str:
    owner = values.match.state.cards[name].owner
    return "own" if owner == values.seat else "neutral" if owner < 0 else "rival"


def _contact(values: Values, home: str, name: str) -> float:
    """Return the value of a contact on a card: using it now, and again each time the card is drawn."""
    match, whose, source = values.match, _ownership(values, name), Source(name, "", home)
    contact = match.content.locations[home].contact
    effect = contact.effect
    value = REUSE_VALUES[whose] * values.later
    if contact.timing != "turn":
        value += SHIELD * (whose != "rival")
    elif match.state.phase == "prologue":
        value += max(0.0, values.clauses(source, prologue_clauses(effect), effect.mode))
    elif values.running:
        value += IN_HAND * max(0.0, values.effect(source, effect, int(whose == "rival")))
        value += _hunt_change(values, source, effect, new=True)
    return value


def _sleeve(match: EdgeMatch, seat: int, top: steps.SleeveStep | steps.PickStep, actions: list[Action]) -> Action:
    """Return the answer to a sleeving question: a Location or, once that is chosen, a copy and the card for it."""
    values = Values(match, seat)
    if values.running:
        hand_value(values, values.player.hand)
    kinds = [action.location for action in actions if isinstance(action, act.Sleeve | act.Pick)]
    names = values.player.starters if isinstance(top, steps.PickStep) else values.player.hand
    found = placements(values, kinds or [top.location], names)
    if Pass() in actions and (not found or found[0][0] <= 0):
        return Pass()
    if not found:
        return actions[0]
    _, home, slip, card = found[0]
    kind = act.Pick(home) if isinstance(top, steps.PickStep) else act.Sleeve(home)
    chosen = act.SleeveOnto(slip, card) if top.location else kind
    return chosen if chosen in actions else actions[0]


def _keep(match: EdgeMatch, seat: int, _top: steps.HallStep, actions: list[Action]) -> Action:
    """Return the Starter to put into the Guild Hall: the one that will be most valuable in the first round."""
    values = Values(match, seat)
    found = [action for action in actions if isinstance(action, act.KeepInHall)]
    return max(found, key=lambda one: card_left(values, one.card))


#: The steps that ask questions while an effect is being resolved.
_EFFECT_QUESTIONS = (Window, steps.EffectStep, steps.ChoiceStep, steps.DiscardStep, steps.PickEffectStep)
#: The rules of thumb for the questions that other steps ask.
_RULES: dict[type[Any], Callable[[EdgeMatch, int, Any, list[Action]], Action]] = {
    steps.SleeveStep: _sleeve,
    steps.PickStep: _sleeve,
    steps.HallStep: _keep,
    steps.DraftStep: lambda match, seat, top, actions: act.Draft(),
    steps.ReshuffleStep: lambda match, seat, top, actions: Pass(),
}
