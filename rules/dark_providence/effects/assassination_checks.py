"""Which assassinations are possible, and how much FORCE they need (section 21.1 of RULES.md)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.dark_providence.board import agents
from rules.dark_providence.board.piece_placement import gain_vp, has_ongoing
from rules.dark_providence.effects.icon_payment import can_pay
from rules.dark_providence.state import events
from rules.dark_providence.state.actions import Strike
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import StrikeStep
from rules.kernel.data.events import EVERYONE

#: A lead agent can't be assassinated while its player has fewer VP than this (DP-ASSASSINATE.19, DP-SOLO.99).
SAFE_BELOW = 5
#: The VP that the Great Old One loses when a cultist is revealed (DP-SOLO.47).
UNMASKING_LOSS = 3


def is_lead_vulnerable(match: Providence, agent: str) -> bool:
    """Return whether a lead agent can be assassinated now (DP-ASSASSINATE.18 to 21, DP-SOLO.39)."""
    state = match.state
    if agents.is_cultist(agent):
        old_one = state.old_one
        assert old_one is not None
        return old_one.vp >= SAFE_BELOW and not agents.cultist_side(state, agent).revealed
    seat = agents.owner_of(state, agent)
    player = state.players[seat]
    if player.vp < SAFE_BELOW or (player.revealed and player.allegiance == "cultist"):
        return False
    guards = [other for other in agents.agents_of(state, seat) if other != agent]
    if state.options.lead_protection == "city":
        guards = [other for other in guards if state.agents[other].city == state.agents[agent].city]
    return not guards


def can_be_assassinated(match: Providence, seat: int, agent: str, *, returned: bool) -> bool:
    """Return whether a seat may assassinate an agent (DP-ASSASSINATE.1, 2, 18, 28, 30)."""
    state = match.state
    returned = returned or has_ongoing(match, seat, "hunter")
    owner = agents.owner_of(state, agent)
    # An owner of -1 marks Deep Ones whose card no seat owns.
    if owner in (seat, -1) or agents.gift_of(match, agent) == "unkillable":
        return False
    if agents.is_lead(match, agent):
        return is_lead_vulnerable(match, agent) and (returned or not state.agents[agent].returned)
    return returned or not state.agents[agent].returned


def possible_strikes(match: Providence, step: StrikeStep) -> Iterator[Strike]:
    """Yield every pair of a victim and an agent that can reach enough FORCE to kill it (DP-ASSASSINATE.3 to 11)."""
    state = match.state
    for city, own in agents.agents_by_city(state, step.seat).items():
        actors = own if step.any_agent else [actor for actor in own if actor == step.card]
        local_agents = agents.agents_in(state, city)
        if not actors or len(local_agents) == len(own):
            continue
        victims = [
            agent for agent in local_agents if can_be_assassinated(match, step.seat, agent, returned=step.returned)
        ]
        if not victims or not can_pay(match, step.seat, "force", missing_force(match, step.seat, city), step.card):
            continue
        for victim in agents.distinct_agents(state, victims):
            for actor in agents.distinct_agents(state, actors):
                yield Strike(victim, actor)


def missing_force(match: Providence, seat: int, city: str) -> int:
    """Return the FORCE that cards must add for an assassination in this city (DP-ASSASSINATE.5 to 7)."""
    return match.content.cities[city].control - agents.force_in(match, seat, city)


def unmask_cultist(match: Providence, who: int) -> None:
    """Reveal a hidden cultist; the Great Old One loses 3 VP (DP-SOLO.37, SOLO.38, SOLO.47)."""
    assert match.state.old_one is not None
    match.state.old_one.cultists[who - 1].revealed = True
    match.emit(EVERYONE, events.CultistRevealed(who))
    gain_vp(match, who, -UNMASKING_LOSS)
