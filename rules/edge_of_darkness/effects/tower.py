"""The behaviour of the verbs that affect the tower, its trays and their cubes. Hunting itself is in hunting.py."""

from __future__ import annotations

from typing import Any

from rules.edge_of_darkness.board import cubes, deck
from rules.edge_of_darkness.board.sleeved_card import damage, threat_keys
from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.effects.hunting import defeat
from rules.edge_of_darkness.effects.tokens import HUNTING
from rules.edge_of_darkness.effects.verb import Choice, Verb, choose, choose_each
from rules.edge_of_darkness.state import events
from rules.edge_of_darkness.state.actions import ChooseCube, ChooseSpots
from rules.edge_of_darkness.state.state import SPOTS, EdgeMatch
from rules.edge_of_darkness.state.steps import ChoiceStep, ClauseStep, Source
from rules.kernel.data.actions import Action, Pass
from rules.kernel.data.events import EVERYONE


def _can_hunt(match: EdgeMatch, seat: int, source: Source, op: ops.Hunt, use: str) -> bool:
    turn = match.state.turn
    return use in HUNTING and (not turn.may_hunt or (turn.hunted and not match.state.options.hunt_repeatable))


def _hunt(match: EdgeMatch, step: ClauseStep, op: ops.Hunt) -> None:
    match.state.turn.may_hunt = True
    match.state.turn.hunted = False
    match.emit(EVERYONE, events.MayHunt(step.seat))


def slayable(match: EdgeMatch, op: ops.Slay) -> list[int]:
    """Return the spots (1 to 3) of cards whose Damage is at most the verb's Damage."""
    state = match.state
    cards = [(spot, state.cards[card]) for spot, card in enumerate(state.tower, 1) if card]
    return [spot for spot, card in cards if damage(match.content, card) <= op.damage]


def _can_slay(match: EdgeMatch, seat: int, source: Source, op: ops.Slay, use: str) -> bool:
    return use == "turn" and bool(slayable(match, op))


def _slays(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    assert isinstance(step.op, ops.Slay)
    return [*[ChooseSpots((spot,)) for spot in slayable(match, step.op)], Pass()]


def _slay(match: EdgeMatch, step: ChoiceStep, action: ChooseSpots) -> None:
    defeat(match, step.seat, action.spots, 0)


# -- cubes ----------------------------------------------------------------------------------------------------


def _bag_has_cubes(match: EdgeMatch, seat: int, source: Source, op: ops.Cubes, use: str) -> bool:
    return any(match.state.bag)


def _draw_cubes(match: EdgeMatch, step: ClauseStep, op: ops.Cubes) -> None:
    cubes.draw(match, step.seat, op.count)


def _zone_has_cubes(match: EdgeMatch, seat: int, source: Source, op: ops.ClearZone, use: str) -> bool:
    return any(match.state.players[seat].zone)


def _zone_cubes(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    zone = match.state.players[step.seat].zone
    return [*[ChooseCube(0, colour) for colour, count in enumerate(zone) if count], Pass()]


def _trays_have_cubes(match: EdgeMatch, seat: int, source: Source, op: ops.Op, use: str) -> bool:
    return any(any(tray) for tray in match.state.trays)


def _tray_cubes(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    found: list[Action] = [
        ChooseCube(tray, colour)
        for tray, counts in enumerate(match.state.trays, 1)
        for colour, count in enumerate(counts)
        if count
    ]
    return [*found, Pass()]


def _set_aside(match: EdgeMatch, step: ChoiceStep, action: ChooseCube) -> None:
    state = match.state
    place = state.trays[action.tray - 1] if action.tray else state.players[step.seat].zone
    cubes.set_aside(state, place, action.colour)
    match.emit(EVERYONE, events.MovedCube(step.seat, action.colour, action.tray, 0))


def _cubes_to_move(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    """Return the cubes in the trays or, once the player has chosen a cube, the trays that it can be moved to."""
    if step.tray:
        return [ChooseSpots((tray,)) for tray in range(1, SPOTS + 1) if tray != step.tray]
    return _tray_cubes(match, step)


def _move_cube(match: EdgeMatch, step: ChoiceStep, action: ChooseCube | ChooseSpots) -> None:
    """Remember the chosen cube; after the choice of a tray, move the cube there."""
    if isinstance(action, ChooseCube):
        match.push(ChoiceStep(step.seat, step.source, step.op, 1, step.use, tray=action.tray, colour=action.colour))
        return
    target = action.spots[0]
    match.state.trays[step.tray - 1][step.colour] -= 1
    match.state.trays[target - 1][step.colour] += 1
    match.emit(EVERYONE, events.MovedCube(step.seat, step.colour, step.tray, target))


def _has_aside(match: EdgeMatch, seat: int, source: Source, op: ops.SeedCube, use: str) -> bool:
    return any(match.state.aside)


def _seed_choices(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    """Return all combinations of a tray and the colour of a set-aside cube."""
    aside = match.state.aside
    cubes_to = [ChooseCube(tray, colour) for tray in range(1, SPOTS + 1) for colour, n in enumerate(aside) if n]
    return [*cubes_to, Pass()]


def _seed(match: EdgeMatch, step: ChoiceStep, action: ChooseCube) -> None:
    state = match.state
    state.aside[action.colour] -= 1
    state.trays[action.tray - 1][action.colour] += 1
    match.emit(EVERYONE, events.MovedCube(step.seat, action.colour, -1, action.tray))


def _filled_trays(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    return [*[ChooseSpots((tray,)) for tray, counts in enumerate(match.state.trays, 1) if any(counts)], Pass()]


def _empty(match: EdgeMatch, step: ChoiceStep, action: ChooseSpots) -> None:
    (spot,) = action.spots
    cubes.empty_tray(match.state, spot - 1)
    match.emit(EVERYONE, events.EmptiedTray(step.seat, spot))


# -- tower cards ----------------------------------------------------------------------------------------------


def _tower_has_cards(match: EdgeMatch, seat: int, source: Source, op: ops.Banish, use: str) -> bool:
    return any(match.state.tower)


def _tower_cards(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    return [*[ChooseSpots((spot,)) for spot, card in enumerate(match.state.tower, 1) if card], Pass()]


def _banish(match: EdgeMatch, step: ChoiceStep, action: ChooseSpots) -> None:
    """Discard and replace a card as if it had been defeated, but without rewards (EOD-HUNT.12, HUNT.13)."""
    state = match.state
    spot = action.spots[0] - 1
    card, state.tower[spot] = state.tower[spot], ""
    cubes.empty_tray(state, spot)
    deck.discard(match, card)
    match.emit(EVERYONE, events.MovedCard(step.seat, card, "pile", threat_keys(state, card)))
    deck.refill_tower(match)


def _can_swap(match: EdgeMatch, seat: int, source: Source, op: ops.SwapTower, use: str) -> bool:
    return sum(1 for card in match.state.tower if card) > 1


def _spot_pairs(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    tower = match.state.tower
    pairs = [(a, b) for a in range(SPOTS) for b in range(a + 1, SPOTS) if tower[a] and tower[b]]
    return [*[ChooseSpots((a + 1, b + 1)) for a, b in pairs], Pass()]


def _swap(match: EdgeMatch, step: ChoiceStep, action: ChooseSpots) -> None:
    tower = match.state.tower
    first, second = (spot - 1 for spot in action.spots)
    tower[first], tower[second] = tower[second], tower[first]
    for spot in (first, second):
        match.emit(EVERYONE, events.MovedCard(step.seat, tower[spot], "tower", threat_keys(match.state, tower[spot])))


VERBS: dict[type[Any], Verb] = {
    ops.Hunt: Verb(_can_hunt, _hunt),
    ops.Slay: Verb(_can_slay, choose, Choice(_slays, _slay)),
    ops.Cubes: Verb(_bag_has_cubes, _draw_cubes),
    ops.ClearZone: Verb(_zone_has_cubes, choose_each, Choice(_zone_cubes, _set_aside)),
    ops.ClearTray: Verb(_trays_have_cubes, choose_each, Choice(_tray_cubes, _set_aside)),
    ops.MoveCube: Verb(_trays_have_cubes, choose_each, Choice(_cubes_to_move, _move_cube)),
    ops.SeedCube: Verb(_has_aside, choose_each, Choice(_seed_choices, _seed)),
    ops.EmptyTray: Verb(_trays_have_cubes, choose, Choice(_filled_trays, _empty)),
    ops.Banish: Verb(_tower_has_cards, choose, Choice(_tower_cards, _banish)),
    ops.SwapTower: Verb(_can_swap, choose, Choice(_spot_pairs, _swap)),
}
