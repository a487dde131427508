"""The behaviour of the verbs that affect agents: assassinations, moves, returned sides, Deep Ones and the Mi-Go."""

from __future__ import annotations

from typing import Any

from rules.dark_providence.board import agents
from rules.dark_providence.board.counts import amount_of
from rules.dark_providence.board.routes import adjacent_cities, travel_costs
from rules.dark_providence.content import ops
from rules.dark_providence.content.records import DEEP_ONES, MI_GO
from rules.dark_providence.effects.assassination_checks import possible_strikes
from rules.dark_providence.effects.refusals import Reason
from rules.dark_providence.effects.verb import Verb, choice_verb
from rules.dark_providence.state import events
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import ChoiceStep, StrikeStep
from rules.kernel.data.events import EVERYONE
from rules.kernel.errors import IllegalAction

# -- assassinations -------------------------------------------------------------------------------------------


def _strike(seat: int, card: str, op: ops.Assassinate) -> StrikeStep:
    return StrikeStep(seat, card, op.any_agent, op.returned)


def _has_victim(match: Providence, seat: int, card: str, op: ops.Assassinate) -> bool:
    return any(possible_strikes(match, _strike(seat, card, op)))


def _assassinate(match: Providence, seat: int, card: str, op: ops.Assassinate) -> None:
    match.push(_strike(seat, card, op))


# -- moves ----------------------------------------------------------------------------------------------------


def _reachable_cities(match: Providence, op: ops.Move, agent: str) -> list[str]:
    """Return the cities that an agent can reach with this operation."""
    city = match.state.agents[agent].city
    return adjacent_cities(match, city) if op.reach == "adjacent" else list(travel_costs(match, city))


def _move_options(match: Providence, step: ChoiceStep, op: ops.Move) -> list[str]:
    """Return the agents that can be moved or, once the player has chosen an agent, its possible destinations."""
    if step.mover:
        return _reachable_cities(match, op, step.mover)
    movable = agents.agents_of(match.state, step.seat) if op.whose == "own" else _all_movable(match)
    return [agent for agent in agents.distinct_agents(match.state, movable) if _reachable_cities(match, op, agent)]


def _all_movable(match: Providence) -> list[str]:
    """Return all agents that can be moved: all but the Great Old One's cultists, which stay on their route."""
    return [agent for agent in match.state.agents if not agents.is_cultist(agent)]


def _move(match: Providence, step: ChoiceStep, op: ops.Move, option: str) -> None:
    """Remember the chosen agent; after the choice of a city, move the agent there."""
    if not step.mover:
        step.mover = option
        # Undo the count of this choice: choosing the agent and then its city counts as one choice.
        step.left += 1
        return
    agents.move_agent(match, step.mover, option)
    step.mover = ""


def _refuse_move(match: Providence, step: ChoiceStep, op: ops.Move, option: str) -> Reason:
    state = match.state
    if step.mover:
        if option in state.places and option in (state.cthulhu, state.martial_law):
            return IllegalAction("No one can travel to that city now.", rule="DP-TRAVEL.8")
        return IllegalAction("The agent can't get there with this card; choose another city.", rule="DP-GEN.3")
    if op.whose == "own" and option in state.agents and agents.owner_of(state, option) != step.seat:
        return IllegalAction("That isn't your agent; only your own agents can travel.", rule="DP-TRAVEL.10")
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
        if not (op.recruited and agents.is_lead(match, agent))
    ]


def _turn(match: Providence, step: ChoiceStep, op: ops.TurnAgents, option: str) -> None:
    match.state.agents[option].returned = True
    match.emit(EVERYONE, events.AgentReturned(option))


# -- Deep Ones and the Mi-Go ----------------------------------------------------------------------------------


def _cities_with_agents(match: Providence, seat: int) -> list[str]:
    return list(dict.fromkeys(match.state.agents[agent].city for agent in agents.agents_of(match.state, seat)))


def _can_place_deep_one(match: Providence, seat: int, card: str, op: ops.DeepOnes) -> bool:
    """Return whether a Deep One can be placed, or the action of the Deep Ones card can end the game (DP-HC.50)."""
    has_supply = agents.free_deep_ones(match.state) and amount_of(match, seat, op.count) > 0
    return bool((has_supply or card == DEEP_ONES) and _cities_with_agents(match, seat))


def _deep_one_cities(match: Providence, step: ChoiceStep, op: ops.DeepOnes) -> list[str]:
    """Return the cities where the seat has an agent; none if the supply has no Deep One left (DP-GEN.4)."""
    return _cities_with_agents(match, step.seat) if agents.free_deep_ones(match.state) else []


def _deep_one(match: Providence, step: ChoiceStep, op: ops.DeepOnes, option: str) -> None:
    agents.add_agent(match, -1, agents.free_deep_ones(match.state)[0], option)


def _refuse_deep_one(match: Providence, step: ChoiceStep, op: ops.DeepOnes, option: str) -> Reason:
    if option in match.state.places:
        return IllegalAction("You need an agent in that city for a Deep One.", rule="DP-GEN.3")
    return None


def _mi_go_cities(match: Providence, step: ChoiceStep, op: ops.MiGo) -> list[str]:
    state = match.state
    is_available = MI_GO not in state.agents and MI_GO not in state.destroyed and agents.has_frame(state, step.seat)
    return [city for city in state.places if city != state.cthulhu] if is_available else []


def _mi_go(match: Providence, step: ChoiceStep, op: ops.MiGo, option: str) -> None:
    agents.add_agent(match, step.seat, MI_GO, option)


# -- destroying, taking over and reviving agents ------------------------------------------------------------------


def _others_agents(match: Providence, step: ChoiceStep, *, near_own_agents: bool) -> list[str]:
    """Return the other players' agents except lead agents; if `near_own_agents`, only those in cities with the seat's
    agents.
    """
    state = match.state
    cities = _cities_with_agents(match, step.seat) if near_own_agents else list(state.places)
    return [
        agent
        for agent, piece in state.agents.items()
        if piece.city in cities and not agents.is_lead(match, agent)
        if agents.owner_of(state, agent) not in (step.seat, -1)
    ]


def _destructible(match: Providence, step: ChoiceStep, op: ops.DestroyAgent) -> list[str]:
    return agents.distinct_agents(match.state, _others_agents(match, step, near_own_agents=op.here))


def _destroy(match: Providence, step: ChoiceStep, op: ops.DestroyAgent, option: str) -> None:
    agents.lose_agent(match, option)


def _corruptible(match: Providence, step: ChoiceStep, op: ops.Corrupt) -> list[str]:
    """Return the recruited agents that the seat can take over, which excludes Deep Ones and the Mi-Go (DP-AGENT.15)."""
    if not agents.has_frame(match.state, step.seat):
        return []
    return [agent for agent in _others_agents(match, step, near_own_agents=op.here) if agent in match.content.assets]


def _corrupt(match: Providence, step: ChoiceStep, op: ops.Corrupt, option: str) -> None:
    agents.take_over(match, step.seat, option)


def _refuse_agent(match: Providence, step: ChoiceStep, op: ops.DestroyAgent | ops.Corrupt, option: str) -> Reason:
    state = match.state
    if option not in state.agents:
        return IllegalAction("That agent is not on the map.", rule="DP-GEN.3")
    if agents.is_lead(match, option):
        return IllegalAction("Lead agents can be neither destroyed nor taken over.", rule="DP-AGENT.21")
    if agents.owner_of(state, option) == step.seat:
        return IllegalAction("That is your own agent.", rule="DP-GEN.3")
    if op.here and state.agents[option].city not in _cities_with_agents(match, step.seat):
        return IllegalAction("Your agent must be in that city: travel there first.", rule="DP-GEN.3")
    return None


def _refuse_without_agent(match: Providence, seat: int, op: ops.DestroyAgent | ops.Corrupt) -> Reason:
    if isinstance(op, ops.Corrupt) and not agents.has_frame(match.state, seat):
        return IllegalAction("You already have six agents, the most allowed.", rule="DP-AGENT.15")
    return IllegalAction("That card can't reach any other player's agent now.", rule="DP-ACT.4")


def _revivable(match: Providence, step: ChoiceStep, op: ops.Revive) -> list[str]:
    """Return the recruited agents in the seat's crypt; none if the seat has no free agent frame (DP-AGENT.15)."""
    if not agents.has_frame(match.state, step.seat):
        return []
    return [agent for agent in match.state.players[step.seat].crypt if agent in match.content.assets]


def _revive(match: Providence, step: ChoiceStep, op: ops.Revive, option: str) -> None:
    """Put an agent back on the map. Its card has left the game (DP-ASSASSINATE.13)."""
    player = match.state.players[step.seat]
    player.crypt.remove(option)
    agents.add_agent(match, step.seat, option, match.state.agents[player.lead].city)
    _turn(match, step, ops.TurnAgents(op="return_agents"), option)


def _refuse_empty_crypt(match: Providence, seat: int, op: ops.Revive) -> Reason:
    if not agents.has_frame(match.state, seat):
        return IllegalAction("You already have six agents, the most allowed.", rule="DP-AGENT.15")
    return IllegalAction("There is no recruited agent in your crypt.", rule="DP-BOARD.21")


VERBS: dict[type[Any], Verb] = {
    ops.Assassinate: Verb(_has_victim, _assassinate, needed=True),
    ops.Move: choice_verb(_move_options, _move, optional=True, why_not=_refuse_move),
    ops.TurnAgents: choice_verb(_turnable, _turn, optional=True),
    ops.DeepOnes: choice_verb(_deep_one_cities, _deep_one, can_resolve=_can_place_deep_one, why_not=_refuse_deep_one),
    ops.MiGo: choice_verb(_mi_go_cities, _mi_go),
    ops.DestroyAgent: choice_verb(
        _destructible, _destroy, optional=True, why_not=_refuse_agent, why_idle=_refuse_without_agent
    ),
    ops.Corrupt: choice_verb(
        _corruptible, _corrupt, optional=True, why_not=_refuse_agent, why_idle=_refuse_without_agent
    ),
    ops.Revive: choice_verb(_revivable, _revive, optional=True, why_idle=_refuse_empty_crypt),
}
