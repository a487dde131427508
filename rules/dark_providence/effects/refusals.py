"""Refusals shared by several verbs and steps.

A refusal uses only public facts and the player's own knowledge, never facts that other players keep hidden.
"""

from __future__ import annotations

from rules.dark_providence.board.agents import agents_of, own_agents_in, owner_of
from rules.dark_providence.board.piece_placement import target_kind
from rules.dark_providence.state.state import Providence
from rules.kernel.errors import IllegalAction

#: A refusal with a reason; None if there is no specific reason.
Reason = IllegalAction | None


def refuse_target(match: Providence, target: str) -> Reason:
    """Return why this city or card can't hold influence now."""
    if target_kind(match.state, target) is not None:
        return None
    if target in match.content.mythos:
        return IllegalAction("That mythos card is not in the row.", rule="DP-PLACE.11")
    if target in match.content.assets:
        return IllegalAction("That card isn't face up in any city.", rule="DP-PLACE.9")
    return IllegalAction("There is no such city, primary asset or mythos card.", rule="DP-PLACE.2")


def possible_actors(match: Providence, seat: int, card: str, any_agent: bool) -> list[str]:
    """Return the agents of a seat that can perform a card's action."""
    own = agents_of(match.state, seat)
    return own if any_agent else [agent for agent in own if agent == card]


def refuse_actor(match: Providence, seat: int, actor: str, city: str, only: str, rule: str) -> Reason:
    """Return why an agent can't perform a card's action in this city.

    `only` is the agent that must perform it, or "" if any of the player's agents can. `rule` is the rule that the
    refusal cites.
    """
    if owner_of(match.state, actor) != seat:
        return IllegalAction("Only your own agents can act.", rule=rule)
    if actor not in own_agents_in(match.state, seat, city):
        return IllegalAction("Your agent must be in that city: travel there first.", rule=rule)
    if only and actor != only:
        return IllegalAction("With that card only its own agent can act.", rule=rule)
    return None
