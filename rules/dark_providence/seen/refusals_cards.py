"""Why a card's action, an assassination, a gate or a choice inside an effect is not possible."""

from __future__ import annotations

from rules.dark_providence.board.agents import (
    agents_of,
    cultist_side,
    gift_of,
    is_cultist,
    is_lead,
    own_agents_in,
    owner_of,
)
from rules.dark_providence.board.board import asset_city, free_locks, kind_of, marks_on, sealed
from rules.dark_providence.content import effects
from rules.dark_providence.effects.assassination import SAFE_BELOW, lead_is_open
from rules.dark_providence.effects.assassination import missing as missing_force
from rules.dark_providence.effects.gates import missing as missing_arcane
from rules.dark_providence.effects.paying import can_pay, in_hand
from rules.dark_providence.effects.resolve import Timing, power_of
from rules.dark_providence.state import actions
from rules.dark_providence.state import steps as s
from rules.dark_providence.state.state import Providence
from rules.kernel.errors import IllegalAction

Refusal = IllegalAction | None


# -- the action of a card -------------------------------------------------------------------------------------


def no_way(match: Providence, seat: int, card: str, timing: Timing) -> Refusal:
    """Return why no part of a card's power would do anything now, in terms of what it begins with."""
    power = power_of(match, card, timing)
    assert power is not None
    ops = [op for way in power.ways for op in way]
    for op in ops:
        if isinstance(op, effects.Assassinate):
            return _no_strike(match, seat, card, op)
        if isinstance(op, effects.Gate):
            return _no_gate(match, seat, card, op)
    found = next((told for op in ops if (told := _idle(match, seat, op))), None)
    return found or IllegalAction("That card would do nothing now.")


def _idle(match: Providence, seat: int, op: effects.Op) -> Refusal:
    """Return why one operation would change nothing, where there is more to say than that."""
    state = match.state
    player = state.players[seat]
    match op:
        case effects.Lock():
            if op.mode != "remove" and not free_locks(state):
                return IllegalAction("There is no free lock; one must be removed somewhere first.")
            return IllegalAction("There is no lock anywhere that could be removed.")
        case effects.Pool() if not player.pool:
            return IllegalAction("There is no marker of your colour left in the common pool.")
        case effects.Place() if not player.supply:
            return IllegalAction("You have no influence marker in your supply; recover or buy some first.")
        case effects.Calm() if not player.madness:
            return IllegalAction("You have no Madness token.")
        case effects.Fetch() if not player.discard:
            return IllegalAction("Your discard pile is empty.")
        case effects.Stock() if not state.stock:
            return IllegalAction("The secret stock is empty.")
        case effects.Unmask():
            return IllegalAction("Everybody's allegiance is revealed already.")
        case effects.Peek():
            return IllegalAction("You know every allegiance there is to look at.")
        case effects.DriveOff():
            return IllegalAction("No other player has influence anywhere.")
        case effects.Acquire():
            return IllegalAction("There is nothing that card could acquire now.")
        case _:
            return None


def _actors(match: Providence, seat: int, card: str, any_agent: bool) -> list[str]:
    """Return the own agents who could carry out a card's action."""
    own = agents_of(match.state, seat)
    return own if any_agent else [agent for agent in own if agent == card]


def _no_strike(match: Providence, seat: int, card: str, op: effects.Assassinate) -> IllegalAction:
    state = match.state
    actors = _actors(match, seat, card, op.any_agent)
    if not actors:
        return IllegalAction("The agent of that card is not on the map.")
    told: list[IllegalAction] = []
    for city in {state.agents[agent].city: None for agent in actors}:
        for agent, piece in state.agents.items():
            if piece.city == city and owner_of(state, agent) != seat:
                told.append(_spared(match, seat, agent, op.returned) or _too_weak(match, seat, city, card))
    return told[0] if told else IllegalAction("No agent of another player is in the city of yours: travel first.")


def _spared(match: Providence, seat: int, agent: str, returned: bool) -> Refusal:
    """Return what protects an agent from this seat's assassinations."""
    state = match.state
    if owner_of(state, agent) == seat:
        return IllegalAction("That is your own agent.")
    if gift_of(match, agent) == "unkillable":
        return IllegalAction("That agent can never be assassinated.")
    if state.agents[agent].returned and not returned:
        return IllegalAction("That agent has returned, and returned agents can't be assassinated.")
    if is_lead(match, agent) and not lead_is_open(match, agent):
        return _lead_protected(match, agent)
    return None


def _lead_protected(match: Providence, agent: str) -> IllegalAction:
    """Say why a lead agent, or a cultist, is safe; all of it lies open."""
    state = match.state
    if is_cultist(agent):
        if cultist_side(state, agent).revealed:
            return IllegalAction("That cultist is revealed already and can't be assassinated again.")
        return IllegalAction("Cultists are safe while the Great Old One has fewer than {n} VP.", n=SAFE_BELOW)
    player = state.players[owner_of(state, agent)]
    if player.revealed and player.allegiance == "cultist":
        return IllegalAction("That player is a revealed cultist: the lead agent is safe.")
    if player.vp < SAFE_BELOW:
        return IllegalAction("A lead agent is safe while the player has fewer than {n} VP.", n=SAFE_BELOW)
    return IllegalAction("That lead agent is protected by other agents of the player; they must go first.")


def _too_weak(match: Providence, seat: int, city: str, card: str) -> IllegalAction:
    need, hand = missing_force(match, seat, city), in_hand(match, seat, "force", card)
    return IllegalAction(
        "Cards must give {need} Force more there, and the rest of your hand has {hand}.", need=max(0, need), hand=hand
    )


def _no_gate(match: Providence, seat: int, card: str, op: effects.Gate) -> IllegalAction:
    state = match.state
    if not state.players[seat].controls:
        return IllegalAction("You have no control marker left for a gate.")
    actors = _actors(match, seat, card, op.any_agent)
    if not actors:
        return IllegalAction("The agent of that card is not on the map.")
    cities = dict.fromkeys(state.agents[agent].city for agent in actors)
    dormant = [city for city in cities if not state.places[city].gate]
    if not dormant:
        return IllegalAction("The gate where your agent stands is open or closed already: travel to a dormant one.")
    return _too_little_arcane(match, seat, min(dormant, key=lambda city: missing_arcane(match, seat, city)), card)


def _too_little_arcane(match: Providence, seat: int, city: str, card: str) -> IllegalAction:
    need, hand = missing_arcane(match, seat, city), in_hand(match, seat, "arcane", card)
    return IllegalAction(
        "Cards must give {need} Arcane more there, and the rest of your hand has {hand}.", need=max(0, need), hand=hand
    )


# -- victims and gates ----------------------------------------------------------------------------------------


def strike(match: Providence, seat: int, action: actions.Strike) -> Refusal:
    """Return why this victim or this acting agent is not possible."""
    state, step = match.state, match.state.stack[-1]
    assert isinstance(step, s.StrikeStep)
    if action.victim not in state.agents or action.actor not in state.agents:
        return IllegalAction("That agent is not on the map.")
    spared = _spared(match, seat, action.victim, step.returned)
    if spared:
        return spared
    city = state.agents[action.victim].city
    found = _wrong_actor(match, seat, action.actor, city, step.card if not step.any_agent else "")
    if found:
        return found
    if not can_pay(match, seat, "force", missing_force(match, seat, city), step.card):
        return _too_weak(match, seat, city, step.card)
    return IllegalAction("Deep Ones in one city are all alike: choose the one that is offered.")


def _wrong_actor(match: Providence, seat: int, actor: str, city: str, only: str) -> Refusal:
    if owner_of(match.state, actor) != seat:
        return IllegalAction("Only an agent of your own can act.")
    if actor not in own_agents_in(match.state, seat, city):
        return IllegalAction("Your agent must be in that city: travel there first.")
    if only and actor != only:
        return IllegalAction("With that card only its own agent can act.")
    return None


def work_gate(match: Providence, seat: int, action: actions.WorkGate) -> Refusal:
    """Return why this gate, this side of it or this acting agent is not possible."""
    state, step = match.state, match.state.stack[-1]
    assert isinstance(step, s.GateStep)
    if action.city not in state.places:
        return IllegalAction("There is no such city on the map.")
    if action.actor not in state.agents:
        return IllegalAction("That agent is not on the map.")
    if action.face not in ("open", "close"):
        return IllegalAction("A gate can be opened or closed, nothing else.")
    if step.face not in ("either", action.face):
        return IllegalAction("That card does the other thing with a gate; read it with /card.")
    if state.places[action.city].gate:
        return IllegalAction("That gate is open or closed already, and stays so.")
    found = _wrong_actor(match, seat, action.actor, action.city, step.card if not step.any_agent else "")
    if found:
        return found
    if not can_pay(match, seat, "arcane", missing_arcane(match, seat, action.city), step.card):
        return _too_little_arcane(match, seat, action.city, step.card)
    return IllegalAction("Deep Ones in one city are all alike: choose the one that is offered.")


# -- choices inside an effect ---------------------------------------------------------------------------------


def choice(match: Providence, seat: int, step: s.ChoiceStep, option: str) -> Refusal:
    """Return why this can't be chosen for the operation that asks."""
    state = match.state
    match step.op:
        case effects.Place() if kind_of(state, option) is not None:
            if sealed(state, option):
                return IllegalAction("Cthulhu stands there: no influence can be placed in that city or on its card.")
            return IllegalAction("That card's markers go somewhere else; read it with /card.")
        case effects.Lock():
            return _lock(match, option)
        case effects.Move():
            return _move(match, seat, step, option)
        case effects.DriveOff():
            target, _, owner = option.rpartition("/")
            if owner == str(seat):
                return IllegalAction("These are your own markers; recover them instead.")
            if not any(marks_on(state, target)):
                return IllegalAction("There are no markers.")
            return None
        case effects.DestroyAsset() if not asset_city(state, option):
            return IllegalAction("That card does not lie face up on a city.")
        case effects.DeepOnes() if option in state.places:
            return IllegalAction("You need an agent in that city for a Deep One.")
        case effects.Fetch():
            return IllegalAction("That card is not in your discard pile.")
        case effects.Purge():
            return IllegalAction("That card is not in your hand.")
        case _:
            return None


def _lock(match: Providence, option: str) -> Refusal:
    state = match.state
    mode, _, target = option.partition("/")
    if mode == "place" and target in state.locks:
        return IllegalAction("There is a lock on it already, and one is the most.")
    if mode == "place" and not free_locks(state):
        return IllegalAction("There is no free lock; one must be removed somewhere first.")
    if mode == "remove" and target not in state.locks:
        return IllegalAction("There is no lock on it.")
    return None


def _move(match: Providence, seat: int, step: s.ChoiceStep, option: str) -> Refusal:
    state = match.state
    if step.mover:
        if option in state.places and option in (state.cthulhu, state.martial_law):
            return IllegalAction("Nobody can travel to that city now.")
        return IllegalAction("The agent can't get there with this card; choose another city.")
    if option in state.agents and owner_of(state, option) != seat:
        return IllegalAction("That is not your agent; only your own agents can travel.")
    return None
