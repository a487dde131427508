"""Choices inside an operation: how many, which card, which cube, which spots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.edge_of_darkness.board import cubes, deck
from rules.edge_of_darkness.board.tokens import move_agents
from rules.edge_of_darkness.content.ops import (
    Banish,
    CallHome,
    Claim,
    ClearTray,
    ClearZone,
    DelayStreet,
    Dispatch,
    EmptyTray,
    FetchHall,
    Gather,
    MoveCube,
    Return,
    Salvage,
    SeedCube,
    SinkStreet,
    Station,
    SwapTower,
    TakeStreet,
    Withdraw,
)
from rules.edge_of_darkness.effects.can_resolve import claimable, elsewhere, homeward
from rules.edge_of_darkness.state import events
from rules.edge_of_darkness.state.actions import ChooseCard, ChooseCube, ChooseNumber, ChoosePlace, ChooseSpots
from rules.edge_of_darkness.state.state import SPOTS, EdgeMatch
from rules.edge_of_darkness.state.steps import ChoiceStep
from rules.kernel.data.actions import Action, Pass
from rules.kernel.data.events import EVERYONE


def _numbers(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    player = match.state.players[step.seat]
    assert isinstance(step.op, Dispatch | Return)
    there = player.pool if isinstance(step.op, Dispatch) else player.agents.get(step.source.home, 0)
    return [ChooseNumber(number) for number in range(1, min(step.op.count, there) + 1)]


def _claims(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    assert isinstance(step.op, Claim)
    return [ChooseCard(card) for card in claimable(match, step.seat, step.op)]


def _zone_cubes(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    zone = match.state.players[step.seat].zone
    return [*[ChooseCube(0, colour) for colour, count in enumerate(zone) if count], Pass()]


def _tray_cubes(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    if step.tray:
        return [ChooseSpots((tray,)) for tray in range(1, SPOTS + 1) if tray != step.tray]
    return [
        *[
            ChooseCube(tray, colour)
            for tray, counts in enumerate(match.state.trays, 1)
            for colour, count in enumerate(counts)
            if count
        ],
        Pass(),
    ]


def _spot_pairs(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    tower = match.state.tower
    pairs = [(a, b) for a in range(SPOTS) for b in range(a + 1, SPOTS) if tower[a] and tower[b]]
    return [*[ChooseSpots((a + 1, b + 1)) for a, b in pairs], Pass()]


def _street_spaces(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    return [*[ChooseCard(card) for card in match.state.street if card], Pass()]


def _hall_cards(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    return [ChooseCard(card) for card in match.state.players[step.seat].hall]


def _pile_cards(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    return [ChooseCard(card) for card in match.state.discard]


def _street_cards(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    return [ChooseCard(card) for card in deck.street_cards(match.state)]


def _own_away(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    return [ChooseCard(card) for card in homeward(match, step.seat)]


def _posts(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    """Any Location while the pool has Agents."""
    if not match.state.players[step.seat].pool:
        return []
    return [*[ChoosePlace(place) for place in match.state.locations], Pass()]


def _manned(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    """Locations with own Agents; to gather them, other ones than the effect's own."""
    home = step.source.home if isinstance(step.op, Gather) else ""
    places = elsewhere(match, step.seat, home)
    return [*[ChoosePlace(place) for place in places], Pass()] if places else []


def _seeds(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    """Each colour among the set-aside cubes, into each tray."""
    aside = match.state.aside
    cubes_to = [ChooseCube(tray, colour) for tray in range(1, SPOTS + 1) for colour, n in enumerate(aside) if n]
    return [*cubes_to, Pass()]


def _filled_trays(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    return [*[ChooseSpots((tray,)) for tray, counts in enumerate(match.state.trays, 1) if any(counts)], Pass()]


def _tower_cards(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    return [*[ChooseSpots((spot,)) for spot, card in enumerate(match.state.tower, 1) if card], Pass()]


#: What is offered for each operation that asks for a choice.
OFFERS: dict[type[Any], Callable[[EdgeMatch, ChoiceStep], list[Action]]] = {
    Dispatch: _numbers,
    Return: _numbers,
    Station: _posts,
    Withdraw: _manned,
    Gather: _manned,
    Claim: _claims,
    ClearZone: _zone_cubes,
    ClearTray: _tray_cubes,
    MoveCube: _tray_cubes,
    SeedCube: _seeds,
    EmptyTray: _filled_trays,
    Banish: _tower_cards,
    SwapTower: _spot_pairs,
    SinkStreet: _street_spaces,
    DelayStreet: _street_spaces,
    FetchHall: _hall_cards,
    TakeStreet: _street_cards,
    Salvage: _pile_cards,
    CallHome: _own_away,
}


def _move(match: EdgeMatch, step: ChoiceStep, action: ChooseNumber) -> None:
    sign = 1 if isinstance(step.op, Dispatch) else -1
    move_agents(match, match.state.players[step.seat], step.seat, step.source.home, sign * action.number)


def _claim(match: EdgeMatch, step: ChoiceStep, action: ChooseCard) -> None:
    """Sleeve a slip into a Neutral card: from now on it is the claimer's Guild card (EOD-CLAIM.1, CLAIM.6)."""
    state = match.state
    card = state.cards[action.card]
    card.owner, card.claimed = step.seat, True
    state.players[step.seat].slips -= 1
    places = {"hand": state.players[step.seat].hand, "tower": state.tower, "discard": state.discard}
    place = next((name for name, cards in places.items() if action.card in cards), "street")
    match.emit(EVERYONE, events.Claimed(step.seat, action.card, place))


def _clear(match: EdgeMatch, step: ChoiceStep, action: ChooseCube) -> None:
    state = match.state
    place = state.trays[action.tray - 1] if action.tray else state.players[step.seat].zone
    cubes.set_aside(state, place, action.colour)
    match.emit(EVERYONE, events.MovedCube(step.seat, action.colour, action.tray, 0))


def _carry(match: EdgeMatch, step: ChoiceStep, action: ChooseCube | ChooseSpots) -> None:
    """Take up a cube, then put it into another tray."""
    if isinstance(action, ChooseCube):
        match.push(ChoiceStep(step.seat, step.source, step.op, 1, step.use, tray=action.tray, colour=action.colour))
        return
    target = action.spots[0]
    match.state.trays[step.tray - 1][step.colour] -= 1
    match.state.trays[target - 1][step.colour] += 1
    match.emit(EVERYONE, events.MovedCube(step.seat, step.colour, step.tray, target))


def _swap(match: EdgeMatch, step: ChoiceStep, action: ChooseSpots) -> None:
    tower = match.state.tower
    first, second = (spot - 1 for spot in action.spots)
    tower[first], tower[second] = tower[second], tower[first]
    for spot in (first, second):
        match.emit(EVERYONE, events.MovedCard(step.seat, tower[spot], "tower"))


def _sink(match: EdgeMatch, step: ChoiceStep, action: ChooseCard) -> None:
    """Under the stack it goes; Influence on it returns to the supply (EOD-DRAFT.19)."""
    state = match.state
    state.street[state.street.index(action.card)] = ""
    state.favours.pop(action.card, None)
    state.deck.append(action.card)
    match.emit(EVERYONE, events.MovedCard(step.seat, action.card, "under_stack"))
    deck.refill_street(match)


def _delay(match: EdgeMatch, step: ChoiceStep, action: ChooseCard) -> None:
    """The card goes to the end of the filled spaces, with its Influence; the others slide."""
    state = match.state
    kept = [card for card in state.street if card and card != action.card] + [action.card]
    state.street = kept + [""] * (len(state.street) - len(kept))
    match.emit(EVERYONE, events.MovedCard(step.seat, action.card, "street_5"))


def _fetch(match: EdgeMatch, step: ChoiceStep, action: ChooseCard) -> None:
    player = match.state.players[step.seat]
    player.hall.remove(action.card)
    player.hand.append(action.card)
    match.emit(EVERYONE, events.MovedCard(step.seat, action.card, "hand"))


def _take_street(match: EdgeMatch, step: ChoiceStep, action: ChooseCard) -> None:
    """As by a draft, Influence on the card becomes Goodwill; the Street slides and is refilled (EOD-DRAFT.12, 20)."""
    goodwill = deck.take_from_street(match, step.seat, [action.card])
    deck.refill_street(match)
    match.reveal()  # a card of the stack is now the sixth, wherever the taken one lay
    match.emit(EVERYONE, events.Drew(step.seat, (action.card,), goodwill))


def _salvage(match: EdgeMatch, step: ChoiceStep, action: ChooseCard) -> None:
    match.state.discard.remove(action.card)
    match.state.players[step.seat].hand.append(action.card)
    match.emit(EVERYONE, events.MovedCard(step.seat, action.card, "from_pile"))


def _call_home(match: EdgeMatch, step: ChoiceStep, action: ChooseCard) -> None:
    """Influence on a Street card returns to the supply; the Street slides and is refilled (EOD-DRAFT.19)."""
    state = match.state
    if action.card in state.street:
        state.street[state.street.index(action.card)] = ""
        state.favours.pop(action.card, None)
        deck.refill_street(match)
    else:
        state.discard.remove(action.card)
    state.players[step.seat].hall.append(action.card)
    match.emit(EVERYONE, events.MovedCard(step.seat, action.card, "hall"))


def _station(match: EdgeMatch, step: ChoiceStep, action: ChoosePlace) -> None:
    move_agents(match, match.state.players[step.seat], step.seat, action.location, 1)


def _withdraw(match: EdgeMatch, step: ChoiceStep, action: ChoosePlace) -> None:
    move_agents(match, match.state.players[step.seat], step.seat, action.location, -1)


def _gather(match: EdgeMatch, step: ChoiceStep, action: ChoosePlace) -> None:
    _withdraw(match, step, action)
    move_agents(match, match.state.players[step.seat], step.seat, step.source.home, 1)


def _seed(match: EdgeMatch, step: ChoiceStep, action: ChooseCube) -> None:
    state = match.state
    state.aside[action.colour] -= 1
    state.trays[action.tray - 1][action.colour] += 1
    match.emit(EVERYONE, events.MovedCube(step.seat, action.colour, -1, action.tray))


def _empty(match: EdgeMatch, step: ChoiceStep, action: ChooseSpots) -> None:
    (spot,) = action.spots
    cubes.empty_tray(match.state, spot - 1)
    match.emit(EVERYONE, events.EmptiedTray(step.seat, spot))


def _banish(match: EdgeMatch, step: ChoiceStep, action: ChooseSpots) -> None:
    """Like a defeated card it is discarded and replaced, but nobody is rewarded (EOD-HUNT.12, HUNT.13)."""
    state = match.state
    spot = action.spots[0] - 1
    card, state.tower[spot] = state.tower[spot], ""
    cubes.empty_tray(state, spot)
    deck.discard(match, card)
    match.emit(EVERYONE, events.MovedCard(step.seat, card, "pile"))
    deck.refill_tower(match)


TAKES: dict[type[Any], Callable[[EdgeMatch, ChoiceStep, Any], None]] = {
    Dispatch: _move,
    Return: _move,
    Station: _station,
    Withdraw: _withdraw,
    Gather: _gather,
    Claim: _claim,
    ClearZone: _clear,
    ClearTray: _clear,
    MoveCube: _carry,
    SeedCube: _seed,
    EmptyTray: _empty,
    Banish: _banish,
    SwapTower: _swap,
    SinkStreet: _sink,
    DelayStreet: _delay,
    FetchHall: _fetch,
    TakeStreet: _take_street,
    Salvage: _salvage,
    CallHome: _call_home,
}
