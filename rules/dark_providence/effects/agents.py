"""What verbs do with agents: assassinations, moves, returned sides, Deep Ones and the Mi-Go."""

from __future__ import annotations

from typing import Any

from rules.dark_providence.board import agents
from rules.dark_providence.board.routes import adjacent, costs
from rules.dark_providence.content import ops
from rules.dark_providence.content.records import DEEP_ONES, MI_GO
from rules.dark_providence.effects.assassination import strikes
from rules.dark_providence.effects.refusals import Reason
from rules.dark_providence.effects.verb import Verb, asks
from rules.dark_providence.state import events
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import ChoiceStep, StrikeStep
from rules.kernel.data.events import EVERYONE
from rules.kernel.errors import IllegalAction

# -- assassinations -------------------------------------------------------------------------------------------


def _strike(seat: int, card: str, op: ops.Assassinate) -> StrikeStep:
    return StrikeStep(seat, card, op.any_agent, op.returned)


def _has_victim(match: Providence, seat: int, card: str, op: ops.Assassinate) -> bool:
    return any(strikes(match, _strike(seat, card, op)))


def _assassinate(match: Providence, seat: int, card: str, op: ops.Assassinate) -> None:
    match.push(_strike(seat, card, op))


# -- moves ----------------------------------------------------------------------------------------------------


def _reached(match: Providence, op: ops.Move, agent: str) -> list[str]:
    """Return the cities that an agent can reach by this move."""
    city = match.state.agents[agent].city
    return adjacent(match, city) if op.reach == "adjacent" else list(costs(match, city))


def _moves(match: Providence, step: ChoiceStep, op: ops.Move) -> list[str]:
    """Return the agents who can move, or the cities that the one already named can reach."""
    if step.mover:
        return _reached(match, op, step.mover)
    own = agents.distinct(match.state, agents.agents_of(match.state, step.seat))
    return [agent for agent in own if _reached(match, op, agent)]


def _move(match: Providence, step: ChoiceStep, op: ops.Move, option: str) -> None:
    """Note the agent, then move it to the city."""
    if not step.mover:
        step.mover = option
        step.left += 1  # naming an agent is half a choice
        return
    agents.move_agent(match, step.mover, option)
    step.mover = ""


def _no_move(match: Providence, step: ChoiceStep, op: ops.Move, option: str) -> Reason:
    state = match.state
    if step.mover:
        if option in state.places and option in (state.cthulhu, state.martial_law):
            return IllegalAction("Nobody can travel to that city now.", rule="DP-TRAVEL.8")
        return IllegalAction("The agent can't get there with this card; choose another city.", rule="DP-GEN.3")
    if option in state.agents and agents.owner_of(state, option) != step.seat:
        return IllegalAction("That is not your agent; only your own agents can travel.", rule="DP-TRAVEL.10")
    return None


# -- returned sides -------------------------------------------------------------------------------------------


def _turnable(match: Providence, step: ChoiceStep, op: ops.TurnAgents) -> list[str]:
    """Return the agents that still show their original side."""
    own = agents.agents_of(match.state, step.seat)
    return [
        agent
        for agent, piece in match.state.agents.items()
        if not piece.returned and not agents.is_deep_one(agent) and not agents.is_cultist(agent)
        if op.whose == "any" or agent in own
    ]


def _turn(match: Providence, step: ChoiceStep, op: ops.TurnAgents, option: str) -> None:
    match.state.agents[option].returned = True
    match.emit(EVERYONE, events.AgentReturned(option))


# -- Deep Ones and the Mi-Go ----------------------------------------------------------------------------------


def _cities_with_agents(match: Providence, seat: int) -> list[str]:
    return list(dict.fromkeys(match.state.agents[agent].city for agent in agents.agents_of(match.state, seat)))


def _can_come_up(match: Providence, seat: int, card: str, op: ops.DeepOnes) -> bool:
    """Tell whether a Deep One can come; with all eight in play their own action still ends the game (DP-HC.50)."""
    return bool((agents.free_deep_ones(match.state) or card == DEEP_ONES) and _cities_with_agents(match, seat))


def _deep_one_cities(match: Providence, step: ChoiceStep, op: ops.DeepOnes) -> list[str]:
    """Return the cities with one of the seat's agents, while there are pieces (DP-GEN.4)."""
    return _cities_with_agents(match, step.seat) if agents.free_deep_ones(match.state) else []


def _deep_one(match: Providence, step: ChoiceStep, op: ops.DeepOnes, option: str) -> None:
    agents.add_agent(match, -1, agents.free_deep_ones(match.state)[0], option)


def _no_deep_one(match: Providence, step: ChoiceStep, op: ops.DeepOnes, option: str) -> Reason:
    if option in match.state.places:
        return IllegalAction("You need an agent in that city for a Deep One.", rule="DP-GEN.3")
    return None


def _mi_go_cities(match: Providence, step: ChoiceStep, op: ops.MiGo) -> list[str]:
    state = match.state
    free = MI_GO not in state.agents and MI_GO not in state.destroyed and agents.has_frame(state, step.seat)
    return [city for city in state.places if city != state.cthulhu] if free else []


def _mi_go(match: Providence, step: ChoiceStep, op: ops.MiGo, option: str) -> None:
    agents.add_agent(match, step.seat, MI_GO, option)


VERBS: dict[type[Any], Verb] = {
    ops.Assassinate: Verb(_has_victim, _assassinate, needed=True),
    ops.Move: asks(_moves, _move, optional=True, why_not=_no_move),
    ops.TurnAgents: asks(_turnable, _turn, optional=True),
    ops.DeepOnes: asks(_deep_one_cities, _deep_one, can_resolve=_can_come_up, why_not=_no_deep_one),
    ops.MiGo: asks(_mi_go_cities, _mi_go),
}
