"""Which actions are tried out by players who look one action ahead, and how they go on inside one."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

from rules.edge_of_darkness.board.cards import cubes, effect_of
from rules.edge_of_darkness.bots import prospects
from rules.edge_of_darkness.bots.picking import choose, defend
from rules.edge_of_darkness.bots.worth import Worth
from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.content.effects import Clause, Effect
from rules.edge_of_darkness.effects.costs import unresolved
from rules.edge_of_darkness.effects.resolve import prologue_clauses
from rules.edge_of_darkness.effects.using import source_of
from rules.edge_of_darkness.flow.draft import can_skip, reached
from rules.edge_of_darkness.state.actions import (
    ChooseOption,
    DiscardCards,
    Draft,
    EndTurn,
    HuntThreats,
    KeepInHall,
    Pick,
    Recall,
    SkipCard,
    Sleeve,
    SleeveOnto,
    UseAbility,
    UseContact,
    UseStreet,
)
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import (
    ChoiceStep,
    DiscardStep,
    DraftStep,
    EffectStep,
    FreeStep,
    GuildStep,
    HallStep,
    PickEffectStep,
    PickStep,
    ReshuffleStep,
    SleeveStep,
    Source,
)
from rules.kernel.data.actions import Action, Pass
from rules.kernel.engine.steps import Step
from rules.kernel.engine.window import Window

#: How many actions of a turn are tried out, the likeliest ones; hunts are tried besides.
TRIED, HUNTS = 3, 3
#: What an action must promise to be tried at all, and to be taken without a trial.
LEAST, SURE = 0.02, 0.25
#: A card taken in the draft for its cubes, and what a token of Influence on it is worth.
ICON, FAVOUR = 0.06, 0.28


def candidates(match: EdgeMatch, seat: int, actions: list[Action]) -> list[Action]:
    """Leave the likeliest actions of a turn, and one where looking ahead tells no more than a rule of thumb."""
    top = match.state.stack[-1]
    if len(actions) == 1:
        return actions
    if isinstance(top, FreeStep):
        return _turn(match, seat, actions)
    if isinstance(top, EffectStep):
        return actions
    return [_answer(match, seat, top, actions) or actions[0]]


def default_action(match: EdgeMatch, seat: int) -> Action | None:
    """Return how this seat goes on inside an action that is tried out; None when another is asked or it is done."""
    stack = match.state.stack
    if not stack or isinstance(stack[-1], FreeStep | HallStep | GuildStep):
        return None
    top = stack[-1]
    if getattr(top, "seat", seat) != seat or (isinstance(top, DraftStep) and not top.by_effect):
        return None
    if isinstance(top, PickStep) and not top.location:
        return None
    decision = match.decisions().get(seat)
    return _answer(match, seat, top, decision.actions) if decision else None


# -- a turn ------------------------------------------------------------------------------------------------------


def _turn(match: EdgeMatch, seat: int, actions: list[Action]) -> list[Action]:
    """Return the best few things to do in a turn; to end it when nothing is worth doing."""
    worth = Worth(match, seat)
    hunt = prospects.arms(worth, worth.player.hand)
    given_up = _given_up(worth)
    rated: list[tuple[float, Action]] = []
    for action in actions:
        match action:
            case UseContact():
                card = match.state.cards[action.card]
                value = _use(worth, action.card, action.slot, hunt)
                if value >= SURE and card.owner in (-1, seat) and _is_plain(match, action):
                    return [action]
                rated.append((value, action))
            case UseAbility():
                effect = match.content.locations[action.location].ability.effect
                source = Source(action.location, "", action.location)
                value = worth.effect(source, effect) + prospects.use_in_hunt(worth, source, effect, hunt)
                rated.append((value, action))
            case UseStreet():
                rated.append((_use(worth, action.card, action.slot, hunt) - sum(given_up[:2]), action))
            case Recall():
                value = worth.move(action.location, -1) if action.location else worth.pool(1)
                rated.append((value - sum(given_up[:1]), action))
            case _:
                pass
    tried = [action for value, action in sorted(rated, key=_value, reverse=True)[:TRIED] if value > LEAST]
    tried += _hunts(worth, actions)
    sleeve = _best_sleeve(worth, actions, hunt)
    if sleeve is not None and (EndTurn() not in actions or sleeve.value > 0):
        tried.append(Sleeve(sleeve.location))
    return tried or [EndTurn() if EndTurn() in actions else actions[0]]


def _value(rated: tuple[float, Any]) -> float:
    return rated[0]


def _use(worth: Worth, name: str, slot: str, hunt: prospects.Arms) -> float:
    """Return what using an effect of a card brings in this turn."""
    match = worth.match
    card = match.state.cards[name]
    effect, source = effect_of(match.content, card, slot), source_of(match, name, slot)
    value = worth.effect(source, effect, int(card.owner not in (-1, worth.seat)))
    return value + prospects.use_in_hunt(worth, source, effect, hunt)


def _is_plain(match: EdgeMatch, action: UseContact) -> bool:
    """Tell whether an effect only gives, so that nothing can be gained by waiting or by looking further."""
    effect = effect_of(match.content, match.state.cards[action.card], action.slot)
    return all(
        not clause.cost
        and all(
            isinstance(op, ops.Gain | ops.RaiseDefence) and isinstance(getattr(op, "amount", 0), int)
            for op in clause.do
        )
        for clause in effect.clauses
    ) and (effect.mode == "all" or len(effect.clauses) == 1)


def _given_up(worth: Worth) -> list[float]:
    """Return what is lost by discarding each unresolved card in hand, the least first."""
    return sorted(prospects.effects_left(worth, name) for name in unresolved(worth.match, worth.seat))


def _hunts(worth: Worth, actions: list[Action]) -> list[Action]:
    """Return the hunts that bring most."""
    found = [action for action in actions if isinstance(action, HuntThreats)]
    if len(found) <= HUNTS:
        return list(found)
    prey = prospects.prey_by_spot(worth)
    return list(sorted(found, key=lambda action: -sum(prey[spot][1] for spot in action.spots))[:HUNTS])


def _best_sleeve(worth: Worth, actions: list[Action], hunt: prospects.Arms) -> prospects.Placement | None:
    homes = [action.location for action in actions if isinstance(action, Sleeve)]
    found = prospects.placements(worth, homes, worth.player.hand, hunt) if homes else []
    return prospects.choice(worth.match, found) if found else None


# -- answers -----------------------------------------------------------------------------------------------------


def _answer(match: EdgeMatch, seat: int, top: Step, actions: list[Action]) -> Action | None:
    """Return the answer to a question by rule of thumb; None where there is no rule."""
    if len(actions) == 1:
        return actions[0]
    rule = _RULES.get(type(top))
    return rule(match, seat, top, actions) if rule else None


def _option(match: EdgeMatch, seat: int, top: EffectStep, actions: list[Action]) -> Action:
    """Choose the clause that brings most; buy a part that is worth its price."""
    worth = Worth(match, seat)
    hunt = prospects.arms(worth, worth.player.hand)
    source = top.source

    def rated(clause: Clause) -> float:
        more = prospects.use_in_hunt(worth, source, Effect(clauses=[clause]), hunt, fresh=True)
        return worth.clause(source, clause) + (more if top.use in ("turn", "reward") else 0.0)

    if top.mode == "all":
        return ChooseOption(1) if rated(top.clauses[0]) > 0 else Pass()
    options = [action for action in actions if isinstance(action, ChooseOption)]
    return max(options, key=lambda action: rated(top.clauses[action.option - 1]))


def _sleeve(match: EdgeMatch, seat: int, top: SleeveStep | PickStep, actions: list[Action]) -> Action:
    """Choose the kind, or the copy and its card."""
    worth = Worth(match, seat)
    names = worth.player.starters if isinstance(top, PickStep) else worth.player.hand
    homes = [action.location for action in actions if isinstance(action, Sleeve | Pick)] or [top.location]
    hunt = prospects.arms(worth, names) if match.state.phase == "action" else prospects.Arms()
    found = prospects.placements(worth, homes, names, hunt)
    if not found or (Pass() in actions and found[0].value <= 0):
        return Pass() if Pass() in actions else actions[0]
    best = prospects.choice(match, found)
    chosen = SleeveOnto(best.slip, best.card) if top.location else _kind(top, best.location)
    return chosen if chosen in actions else actions[0]


def _kind(top: SleeveStep | PickStep, location: str) -> Action:
    return Pick(location) if isinstance(top, PickStep) else Sleeve(location)


def _pick_effect(match: EdgeMatch, seat: int, top: PickEffectStep, actions: list[Action]) -> Action:
    card, slot = match.state.cards[top.card], match.content.slips[top.slip].slot
    effect = effect_of(match.content, card, slot)
    value = Worth(match, seat).clauses(source_of(match, top.card, slot), prologue_clauses(effect), effect.mode)
    return UseContact(top.card, slot) if value > 0 else Pass()


def _keep(match: EdgeMatch, seat: int, _top: HallStep, actions: list[Action]) -> Action:
    """Keep the Starter that brings most in the first round."""
    worth = Worth(match, seat)
    found = [action for action in actions if isinstance(action, KeepInHall)]
    return max(found, key=lambda action: prospects.effects_left(worth, action.card) - ICON * _icons(match, action.card))


def _icons(match: EdgeMatch, name: str) -> int:
    return cubes(match.content, match.state.cards[name])


def _draft(match: EdgeMatch, seat: int, top: DraftStep, actions: list[Action]) -> Action:
    """Skip towards the cards of the Street that are worth most together, less the Influence it takes."""
    worth = Worth(match, seat)
    state = match.state
    open_cards = [card for card in state.street if card and card not in top.skipped]
    budget = worth.player.influence - len(top.skipped)
    best_value, best = float("-inf"), list[str]()
    for wanted in combinations(range(len(open_cards)), min(top.count, len(open_cards))):
        skips = [open_cards[place] for place in range(wanted[-1] if wanted else 0) if place not in wanted]
        if len(skips) > budget:
            continue
        taken = [open_cards[place] for place in wanted]
        value = prospects.hand(worth, [*worth.player.hand, *taken]) + worth.change("influence", -len(skips))
        value += sum(FAVOUR * state.favours.get(card, 0) - ICON * _icons(match, card) for card in taken)
        value -= 0.05 * len(skips)
        if value > best_value:
            best_value, best = value, skips
    allowed = set(can_skip(match, top)) & set(reached(state, top))
    skip = next((card for card in best if card in allowed), None)
    return SkipCard(skip) if skip is not None and SkipCard(skip) in actions else Draft()


def _discard(match: EdgeMatch, seat: int, _top: DiscardStep, actions: list[Action]) -> Action:
    """Give up the cards that promise least."""
    worth = Worth(match, seat)
    found = [action for action in actions if isinstance(action, DiscardCards)]
    return min(found, key=lambda action: sum(prospects.effects_left(worth, name) for name in action.cards))


def _reshuffle(_match: EdgeMatch, _seat: int, _top: ReshuffleStep, _actions: list[Action]) -> Action:
    return Pass()


_RULES: dict[type[Any], Callable[[EdgeMatch, int, Any, list[Action]], Action]] = {
    Window: defend,
    EffectStep: _option,
    SleeveStep: _sleeve,
    PickStep: _sleeve,
    PickEffectStep: _pick_effect,
    HallStep: _keep,
    DraftStep: _draft,
    DiscardStep: _discard,
    ReshuffleStep: _reshuffle,
    ChoiceStep: choose,
}
