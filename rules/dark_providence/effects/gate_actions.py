"""Which gate actions are possible, and their effect (section 21.2 of RULES.md)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.dark_providence.board.agents import agents_by_city, arcane_in, distinct_agents, total_arcane
from rules.dark_providence.board.piece_placement import owner_state
from rules.dark_providence.effects.icon_payment import icon_count_in_hand
from rules.dark_providence.state import events
from rules.dark_providence.state.actions import WorkGate
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import GateStep
from rules.kernel.data.events import EVERYONE


def missing_arcane(match: Providence, seat: int, city: str) -> int:
    """Return the ARCANE that cards must add for a gate action in this city (DP-GATE.4 to 6)."""
    return match.content.cities[city].gate - arcane_in(match, seat, city)


def possible_gate_actions(match: Providence, step: GateStep) -> Iterator[WorkGate]:
    """Yield every possible gate action: city, face of the gate, and acting agent (DP-GATE.1 to 10)."""
    state = match.state
    if not state.players[step.seat].controls:  # A gate action needs a control marker (DP-LIMIT.5).
        return
    faces = ("open", "close") if step.face == "either" else (step.face,)
    held = icon_count_in_hand(match, step.seat, "arcane", step.card)
    for city, own in agents_by_city(state, step.seat).items():
        actors = own if step.any_agent else [actor for actor in own if actor == step.card]
        if not actors or state.places[city].gate:
            continue
        if match.content.cities[city].gate - total_arcane(match, step.seat, city, own) > held:
            continue
        for face in faces:
            for actor in distinct_agents(state, actors):
                yield WorkGate(city, face, actor)


def set_gate(match: Providence, owner: int, city: str, face: str, actor: str, cards: tuple[str, ...]) -> None:
    """Put the gate marker on a city, and the owner's control marker on top of it (DP-GATE.11)."""
    place = match.state.places[city]
    place.gate = "open" if face == "open" else "close"
    place.gate_owner = owner
    owner_state(match.state, owner).controls -= 1
    match.emit(EVERYONE, events.GateWorked(owner, city, face, actor, cards))
