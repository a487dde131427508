"""Opening and closing gates (section 21.2 of RULES.md)."""

from __future__ import annotations

from rules.dark_providence.board.agents import agents_of, arcane_in, distinct, own_agents_in
from rules.dark_providence.board.board import purse
from rules.dark_providence.effects.paying import can_pay
from rules.dark_providence.state import events
from rules.dark_providence.state.actions import WorkGate
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import GateStep
from rules.kernel.data.events import EVERYONE


def missing(match: Providence, seat: int, city: str) -> int:
    """Return the ARCANE that is missing in this city and must come from cards (DP-GATE.4 to 6)."""
    return match.content.cities[city].gate - arcane_in(match, seat, city)


def workings(match: Providence, step: GateStep) -> list[WorkGate]:
    """Return every dormant gate that can be opened or closed, with each face and acting agent (DP-GATE.1 to 10)."""
    state = match.state
    if not state.players[step.seat].controls:  # (DP-LIMIT.5)
        return []
    faces = ("open", "close") if step.face == "either" else (step.face,)
    found: list[WorkGate] = []
    for city in {state.agents[agent].city: None for agent in agents_of(state, step.seat)}:
        if state.places[city].gate or not can_pay(
            match, step.seat, "arcane", missing(match, step.seat, city), step.card
        ):
            continue
        actors = own_agents_in(state, step.seat, city)
        if not step.any_agent:
            actors = [actor for actor in actors if actor == step.card]
        found += [WorkGate(city, face, actor) for face in faces for actor in distinct(state, actors)]
    return found


def set_gate(match: Providence, owner: int, city: str, face: str, actor: str, cards: tuple[str, ...]) -> None:
    """Lay the gate marker with a control marker on it (DP-GATE.11)."""
    place = match.state.places[city]
    place.gate = "open" if face == "open" else "close"
    place.gate_owner = owner
    purse(match.state, owner).controls -= 1
    match.emit(EVERYONE, events.GateWorked(owner, city, face, actor, cards))
