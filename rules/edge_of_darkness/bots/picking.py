"""How players who look one action ahead answer the choices inside an operation, and attacks on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.edge_of_darkness.board.amounts import amount_of
from rules.edge_of_darkness.board.cards import effect_of, filled, home_of
from rules.edge_of_darkness.bots import prospects
from rules.edge_of_darkness.bots.danger import danger
from rules.edge_of_darkness.bots.worth import Worth
from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.content.effects import Effect
from rules.edge_of_darkness.effects.defence import damage_left
from rules.edge_of_darkness.effects.using import ability_source
from rules.edge_of_darkness.state.actions import (
    ChooseCard,
    ChooseCube,
    ChooseNumber,
    ChoosePlace,
    ChooseSpots,
    UseAbility,
    UseContact,
)
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import ChoiceStep
from rules.kernel.data.actions import Action, Pass
from rules.kernel.engine.window import Window

#: How much a threat to the others counts.
RIVALS = 0.4
#: How much better a tower must be to be meddled with.
LEAST = 0.02
#: A loose cube of the own colour or a black one.
OWN_CUBE, BLACK_CUBE = 2.0, 1.0


def choose(match: EdgeMatch, seat: int, top: ChoiceStep, actions: list[Action]) -> Action:
    """Return the answer to a choice inside an operation by rule of thumb."""
    rule = _RULES.get(type(top.op))
    return rule(match, seat, top, actions) if rule else actions[0]


def _number(match: EdgeMatch, seat: int, top: ChoiceStep, actions: list[Action]) -> Action:
    worth = Worth(match, seat)
    sign = 1 if isinstance(top.op, ops.Dispatch) else -1
    numbers = [action for action in actions if isinstance(action, ChooseNumber)]
    return max(numbers, key=lambda action: worth.move(top.source.home, sign * action.number))


def _place(match: EdgeMatch, seat: int, top: ChoiceStep, actions: list[Action]) -> Action:
    """Send an Agent to, or call one back from, the place where that brings most; none where it brings nothing."""
    worth = Worth(match, seat)
    sign = 1 if isinstance(top.op, ops.Station) else -1
    more = worth.move(top.source.home, 1) if isinstance(top.op, ops.Gather) else 0.0
    places = [action for action in actions if isinstance(action, ChoosePlace)]
    best = max(places, key=lambda action: worth.move(action.location, sign))
    good = worth.move(best.location, sign) + more > 0
    return best if good or Pass() not in actions else Pass()


def _claim(match: EdgeMatch, seat: int, _top: ChoiceStep, actions: list[Action]) -> Action:
    """Claim what brings most; among equals a card in hand, whose slip can be sleeved at once."""
    worth = Worth(match, seat)
    cards = [action for action in actions if isinstance(action, ChooseCard)]
    hand = worth.player.hand
    return max(cards, key=lambda one: worth.claimed(match.state.cards[one.card]) + 0.3 * (one.card in hand))


def _zone(match: EdgeMatch, seat: int, _top: ChoiceStep, actions: list[Action]) -> Action:
    """Set aside cubes that threaten this seat; those of the others may fall."""
    black = match.state.seats
    for colour in (seat, black):
        if ChooseCube(0, colour) in actions:
            return ChooseCube(0, colour)
    return Pass() if Pass() in actions else actions[0]


def tower_value(match: EdgeMatch, seat: int) -> float:
    """Return how good the tower is for a seat."""
    others = [danger(match, other) for other in range(match.state.seats) if other != seat]
    return RIVALS * sum(others) / len(others) - danger(match, seat)


def _best_change(
    match: EdgeMatch,
    seat: int,
    actions: list[Action],
    change: Callable[[Any], Callable[[], None]],
    besides: Callable[[Any], float] = lambda _action: 0.0,
) -> Action:
    """Return the action after which the tower is best; to pass when none makes it better.

    `change` makes a change on the table and returns what takes it back; `besides` is what an action brings besides.
    """
    best, best_value = Pass(), tower_value(match, seat) + LEAST
    if Pass() not in actions:
        best, best_value = actions[0], float("-inf")
    for action in actions:
        if isinstance(action, Pass):
            continue
        undo = change(action)
        value = tower_value(match, seat)
        undo()
        value += besides(action)
        if value > best_value:
            best, best_value = action, value
    return best


def _tray(match: EdgeMatch, seat: int, _top: ChoiceStep, actions: list[Action]) -> Action:
    return _best_change(match, seat, actions, lambda action: _shift(match, action.tray, 0, action.colour))


def _seed(match: EdgeMatch, seat: int, _top: ChoiceStep, actions: list[Action]) -> Action:
    return _best_change(match, seat, actions, lambda action: _shift(match, 0, action.tray, action.colour))


def _empty(match: EdgeMatch, seat: int, top: ChoiceStep, actions: list[Action]) -> Action:
    """Empty the tray that threatens most; of a card that is banished with it the owner has something too."""
    state = match.state

    def change(action: ChooseSpots) -> Callable[[], None]:
        spot = action.spots[0] - 1
        tray = state.trays[spot]
        state.trays[spot] = [0] * len(tray)

        def undo() -> None:
            state.trays[spot] = tray

        return undo

    def returned(action: ChooseSpots) -> float:
        name = state.tower[action.spots[0] - 1]
        owner = state.cards[name].owner if name else -1
        if not isinstance(top.op, ops.Banish) or owner < 0:
            return 0.0
        return prospects.BACK_OWN if owner == seat else prospects.BACK_RIVAL

    return _best_change(match, seat, actions, change, returned)


def _shift(match: EdgeMatch, source: int, target: int, colour: int) -> Callable[[], None]:
    """Move a cube between trays, counted from 1; 0 is nowhere. Return what takes it back."""
    trays = match.state.trays

    def by(amount: int) -> None:
        if source:
            trays[source - 1][colour] -= amount
        if target:
            trays[target - 1][colour] += amount

    by(1)
    return lambda: by(-1)


def _carry(match: EdgeMatch, seat: int, top: ChoiceStep, actions: list[Action]) -> Action:
    """Take up the cube that is better elsewhere, and put it where it is best."""
    if top.tray:
        return _best_change(match, seat, actions, lambda action: _shift(match, top.tray, action.spots[0], top.colour))
    best, best_value = Pass(), tower_value(match, seat) + LEAST
    for action in actions:
        if not isinstance(action, ChooseCube):
            continue
        for target in range(1, len(match.state.trays) + 1):
            if target != action.tray:
                undo = _shift(match, action.tray, target, action.colour)
                value = tower_value(match, seat)
                undo()
                if value > best_value:
                    best, best_value = action, value
    return best if best in actions else actions[0]


def _swap(match: EdgeMatch, seat: int, _top: ChoiceStep, actions: list[Action]) -> Action:
    def change(action: ChooseSpots) -> Callable[[], None]:
        tower = match.state.tower
        first, second = (spot - 1 for spot in action.spots)

        def turn() -> None:
            tower[first], tower[second] = tower[second], tower[first]

        turn()
        return turn

    return _best_change(match, seat, actions, change)


def _street(match: EdgeMatch, seat: int, _top: ChoiceStep, actions: list[Action]) -> Action:
    """Put back the card that serves the others most."""
    cards = [action for action in actions if isinstance(action, ChooseCard)]

    def against(action: ChooseCard) -> float:
        card = match.state.cards[action.card]
        return filled(card) * (1 if card.owner not in (-1, seat) else -1 if card.owner == seat else 0)

    best = max(cards, key=against)
    return best if against(best) > 0 or Pass() not in actions else Pass()


def _fetch(match: EdgeMatch, seat: int, _top: ChoiceStep, actions: list[Action]) -> Action:
    """Take the card that promises most, an own one with an empty slot before others."""
    worth = Worth(match, seat)
    cards = [action for action in actions if isinstance(action, ChooseCard)]

    def promise(action: ChooseCard) -> float:
        return prospects.effects_left(worth, action.card) + prospects.sleeving(worth, [action.card])

    return max(cards, key=promise)


_RULES: dict[type[Any], Callable[[EdgeMatch, int, Any, list[Action]], Action]] = {
    ops.Dispatch: _number,
    ops.Return: _number,
    ops.Station: _place,
    ops.Withdraw: _place,
    ops.Gather: _place,
    ops.Claim: _claim,
    ops.ClearZone: _zone,
    ops.ClearTray: _tray,
    ops.MoveCube: _carry,
    ops.SeedCube: _seed,
    ops.EmptyTray: _empty,
    ops.Banish: _empty,
    ops.SwapTower: _swap,
    ops.SinkStreet: _street,
    ops.DelayStreet: _street,
    ops.FetchHall: _fetch,
    ops.TakeStreet: _fetch,
    ops.Salvage: _fetch,
    ops.CallHome: _fetch,
}


def defend(match: EdgeMatch, seat: int, window: Window, actions: list[Action]) -> Action:
    """Turn an attack away if the ways at hand suffice, the smallest first that does; else let it through."""
    left = damage_left(window)
    reactions = [action for action in actions if isinstance(action, UseAbility | UseContact)]
    reduced = {action: _reduces(match, seat, action) for action in reactions}
    if not left or sum(by * _times(match, action) for action, by in reduced.items()) < left:
        return Pass()
    enough = [action for action, by in reduced.items() if by >= left]
    if enough:
        return min(enough, key=lambda action: (_price(match, seat, action), reduced[action]))
    return max(reactions, key=lambda action: reduced[action])


def _effect(match: EdgeMatch, action: UseAbility | UseContact) -> tuple[str, Effect]:
    if isinstance(action, UseAbility):
        return action.location, match.content.locations[action.location].ability.effect
    card = match.state.cards[action.card]
    return home_of(match.content, card, action.slot), effect_of(match.content, card, action.slot)


def _reduces(match: EdgeMatch, seat: int, action: UseAbility | UseContact) -> int:
    home, effect = _effect(match, action)
    amounts = [op.amount for clause in effect.clauses for op in clause.do if isinstance(op, ops.Reduce)]
    return sum(amount_of(match, seat, ability_source(home), amount) for amount in amounts)


def _times(match: EdgeMatch, action: UseAbility | UseContact) -> int:
    """How often a reaction may be had: an ability without a limit is counted twice."""
    if isinstance(action, UseContact):
        return 1
    return 1 if match.content.locations[action.location].ability.uses else 2


def _price(match: EdgeMatch, seat: int, action: UseAbility | UseContact) -> float:
    home, effect = _effect(match, action)
    worth, source = Worth(match, seat), ability_source(home)
    return -sum(worth.price(source, cost) for clause in effect.clauses for cost in clause.cost)
