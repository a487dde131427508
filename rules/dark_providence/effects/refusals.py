"""Refusals that several verbs and steps share.

A refusal uses only public facts and the player's own knowledge, never what other players keep hidden.
"""

from __future__ import annotations

from rules.dark_providence.board.agents import agents_of, own_agents_in, owner_of
from rules.dark_providence.board.board import target_kind
from rules.dark_providence.state.state import Providence
from rules.kernel.errors import IllegalAction

#: A refusal with its reason; None if no specific reason is known.
Reason = IllegalAction | None


def refuse_target(match: Providence, target: str) -> Reason:
    """Return why this city or card can't be a target of influence now."""
    if target_kind(match.state, target) is not None:
        return None
    if target in match.content.mythos:
        return IllegalAction("That mythos card is not in the row.", rule="DP-PLACE.11")
    if target in match.content.assets:
        return IllegalAction("That card does not lie face up on a city.", rule="DP-PLACE.9")
    return IllegalAction("There is no such city, primary asset or mythos card.", rule="DP-PLACE.2")


def possible_actors(match: Providence, seat: int, card: str, any_agent: bool) -> list[str]:
    """Return the agents of a seat that can carry out a card's action."""
    own = agents_of(match.state, seat)
    return own if any_agent else [agent for agent in own if agent == card]


def refuse_actor(match: Providence, seat: int, actor: str, city: str, only: str, rule: str) -> Reason:
    """Return why an agent can't carry out a card's action in this city.

    `only` is the agent that must do it, "" if any of the player's can; `rule` is the rule that the refusal cites.
    """
    if owner_of(match.state, actor) != seat:
        return IllegalAction("Only an agent of your own can act.", rule=rule)
    if actor not in own_agents_in(match.state, seat, city):
        return IllegalAction("Your agent must be in that city: travel there first.", rule=rule)
    if only and actor != only:
        return IllegalAction("With that card only its own agent can act.", rule=rule)
    return None
