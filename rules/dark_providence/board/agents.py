"""Agents: their owners, their FORCE and ARCANE, and how they join and leave the map (section 7 of RULES.md)."""

from __future__ import annotations

from rules.dark_providence.board.deck import destroy_card, destroy_mythos, get_card, take_card
from rules.dark_providence.board.piece_placement import trigger_occasion
from rules.dark_providence.content.component_counts import AGENT_LIMIT, DEEP_ONE_PIECES
from rules.dark_providence.content.records import DEEP_ONES, MI_GO, Side
from rules.dark_providence.state import events
from rules.dark_providence.state.state import CultistSide, Piece, Providence, State
from rules.kernel.data.events import EVERYONE

#: The FORCE and ARCANE of a Deep One. These values are our ruling: the rulebook doesn't explain its marker.
DEEP_ONE = Side(force=1)
_DEEP = "deep_one_"
_CULTIST = "cultist_"


def is_deep_one(agent: str) -> bool:
    """Return whether this is one of the eight Deep Ones."""
    return agent.startswith(_DEEP)


def is_cultist(agent: str) -> bool:
    """Return whether this is one of the Great Old One's cultists."""
    return agent.startswith(_CULTIST)


def cultist_id(who: int) -> str:
    """Return the agent id of a cultist, given its number (1 or 2)."""
    return f"{_CULTIST}{who}"


def cultist_side(state: State, agent: str) -> CultistSide:
    """Return the state of the cultist with this agent id."""
    assert state.old_one is not None
    return state.old_one.cultists[int(agent.removeprefix(_CULTIST)) - 1]


def is_lead(match: Providence, agent: str) -> bool:
    """Return whether this is a lead agent; cultists count as lead agents (DP-SOLO.35)."""
    return agent in match.content.leads or is_cultist(agent)


def owner_of(state: State, agent: str) -> int:
    """Return the seat that controls an agent, or -1 if none does. Deep Ones belong to their card's owner (DP-HC.49)."""
    return state.owners.get(DEEP_ONES, -1) if is_deep_one(agent) else state.agents[agent].owner


def agents_of(state: State, seat: int) -> list[str]:
    """Return all agents that a seat controls, including Deep Ones."""
    own = _owner_values(state, seat)
    return [agent for agent, piece in state.agents.items() if piece.owner in own]


def _owner_values(state: State, seat: int) -> tuple[int, ...]:
    """Return the values of `Piece.owner` for a seat's agents: the seat and, if it owns the Deep Ones, -1 (DP-HC.49)."""
    return (seat, -1) if state.owners.get(DEEP_ONES) == seat else (seat,)


def agents_by_city(state: State, seat: int) -> dict[str, list[str]]:
    """Return the ids of a seat's agents, grouped by city."""
    own = _owner_values(state, seat)
    by_city: dict[str, list[str]] = {}
    for agent, piece in state.agents.items():
        if piece.owner in own:
            by_city.setdefault(piece.city, []).append(agent)
    return by_city


def agents_in(state: State, city: str) -> list[str]:
    """Return all agents in a city."""
    return [agent for agent, piece in state.agents.items() if piece.city == city]


def own_agents_in(state: State, seat: int, city: str) -> list[str]:
    """Return a seat's agents that are in a city."""
    own = _owner_values(state, seat)
    return [agent for agent, piece in state.agents.items() if piece.city == city and piece.owner in own]


def distinct_agents(state: State, agents: list[str]) -> list[str]:
    """Return the agents, but at most one Deep One per city, because Deep Ones are interchangeable."""
    seen: set[str] = set()
    unique: list[str] = []
    for agent in agents:
        key = _DEEP + state.agents[agent].city if is_deep_one(agent) else agent
        if key not in seen:
            seen.add(key)
            unique.append(agent)
    return unique


def frames_used(state: State, seat: int) -> int:
    """Return how many of a seat's agent frames are in use: one per agent, except Deep Ones (DP-AGENT.14, AGENT.16)."""
    return sum(piece.owner == seat for agent, piece in state.agents.items() if not is_deep_one(agent))


def has_frame(state: State, seat: int) -> bool:
    """Return whether a seat has a frame left for another agent (DP-AGENT.15)."""
    return frames_used(state, seat) < AGENT_LIMIT


def side_of(match: Providence, agent: str) -> Side:
    """Return the FORCE and ARCANE on an agent's visible side (DP-CONT.9, DP-AGENT.20)."""
    if is_deep_one(agent):
        return DEEP_ONE
    if is_cultist(agent):
        return match.content.cultists[cultist_side(match.state, agent).card].marker
    marker = match.content.agents[agent]
    return marker.returned if match.state.agents[agent].returned else marker.original


def gift_of(match: Providence, agent: str) -> str:
    """Return the name of an agent's permanent effect; "" if it has none (DP-AGENT.5)."""
    return "" if is_deep_one(agent) or is_cultist(agent) else match.content.agents[agent].gift


def agents_with_gift(match: Providence, gift: str) -> frozenset[str]:
    """Return the ids of all agents that have this permanent effect. The result is cached in the pack."""
    cache = match.content.known
    key = ("gift", gift)
    if key not in cache:
        cache[key] = frozenset(name for name, agent in match.content.agents.items() if agent.gift == gift)
    return cache[key]


def influence_of(match: Providence, agent: str) -> int:
    """Return how much influence an agent adds in its city (DP-AGENT.2, AGENT.6, DP-HC.12, DP-SOLO.42)."""
    if is_cultist(agent) or (is_deep_one(agent) and not match.state.options.deep_ones_give_influence):
        return 0
    return 2 if gift_of(match, agent) == "double_influence" else 1


def force_in(match: Providence, seat: int, city: str) -> int:
    """Return the sum of the FORCE of a seat's agents in a city (DP-ASSASSINATE.6)."""
    return sum(side_of(match, agent).force for agent in own_agents_in(match.state, seat, city))


def arcane_in(match: Providence, seat: int, city: str) -> int:
    """Return the sum of the ARCANE of a seat's agents and Whateley markers in a city (DP-GATE.5)."""
    return total_arcane(match, seat, city, own_agents_in(match.state, seat, city))


def total_arcane(match: Providence, seat: int, city: str, own: list[str]) -> int:
    """Return a seat's total ARCANE in a city: that of the agents `own` plus 1 for each of its Whateley markers."""
    state = match.state
    total = state.whateleys.count(city) if state.whateley_seat == seat else 0
    for agent in own:
        total += side_of(match, agent).arcane
    return total


# -- joining and leaving the map --------------------------------------------------------------------------------


def add_agent(match: Providence, owner: int, agent: str, city: str) -> None:
    """Put an agent on the map, original side up (DP-ASSET.2, ASSET.3)."""
    match.state.agents[agent] = Piece(owner, city)
    match.emit(EVERYONE, events.AgentJoined(owner, agent, city))


def free_deep_ones(state: State) -> list[str]:
    """Return the agent ids of the Deep Ones that are in the supply (DP-LIMIT.7)."""
    return [f"{_DEEP}{n}" for n in range(1, DEEP_ONE_PIECES + 1) if f"{_DEEP}{n}" not in state.agents]


def move_agent(match: Providence, agent: str, city: str) -> None:
    """Move an agent to another city."""
    piece = match.state.agents[agent]
    origin, piece.city = piece.city, city
    match.emit(EVERYONE, events.Travelled(owner_of(match.state, agent), agent, origin, city))


def take_over(match: Providence, seat: int, agent: str) -> None:
    """Give an agent to another player. Its card, if still in the game, goes to that player's discard pile."""
    state = match.state
    piece = state.agents[agent]
    before, piece.owner = piece.owner, seat
    match.emit(EVERYONE, events.AgentDefected(seat, before, agent))
    if agent in state.owners:  # A card without an owner was destroyed, so it stays out of the game.
        take_card(match, agent)
        get_card(match, seat, agent)


def lose_agent(match: Providence, agent: str, *, draws_replacement: bool = True) -> None:
    """Destroy an agent's marker and card. A Deep One returns to the supply instead (DP-DESTROY.2, GATE.20).

    If `draws_replacement` and the agent's card was in its owner's hand, the owner draws a card.
    """
    state = match.state
    owner = owner_of(state, agent)
    piece = state.agents.pop(agent)
    match.emit(EVERYONE, events.AgentLost(agent, owner, piece.city))
    if not is_deep_one(agent):
        _destroy_card_of(match, owner, agent, draws_replacement=draws_replacement)


def lose_card(match: Providence, card: str, *, draws_replacement: bool = True) -> None:
    """Destroy a player's card; if it is an agent's card, remove the agent from the map as well (DP-DESTROY.2)."""
    if card in match.state.agents:
        lose_agent(match, card, draws_replacement=draws_replacement)
    else:
        destroy_card(match, card, draws_replacement=draws_replacement)


def kill_agent(match: Providence, crypt: list[str], agent: str) -> None:
    """Move a victim's marker to a crypt and destroy its card; a Deep One returns to the supply (DP-ASSASSINATE.12)."""
    state = match.state
    owner = owner_of(state, agent)
    del state.agents[agent]
    if owner in range(state.seats):
        trigger_occasion(match, owner, "lost_agent")
    # A Deep One returns to the supply. Its card isn't destroyed, because all eight share it (DP-ASSASSINATE.27).
    if is_deep_one(agent):
        return
    crypt.append(agent)
    if agent not in match.content.leads:
        _destroy_card_of(match, owner, agent)


def _destroy_card_of(match: Providence, owner: int, agent: str, *, draws_replacement: bool = True) -> None:
    """Destroy the card of an agent that has left the map, wherever the card is (DP-ASSASSINATE.13, 29, 32)."""
    if agent == MI_GO:
        destroy_mythos(match, owner, agent)
    elif agent in match.state.owners:
        destroy_card(match, agent, draws_replacement=draws_replacement)
