"""Operations on agents: assassinations, moves, returned sides, Deep Ones and the Mi-Go."""

from __future__ import annotations

from typing import Literal

from rules.dark_providence.content.fields import Many, Record, Small


class Assassinate(Record):
    """Assassinate an agent; with the card's own agent, or with any of your agents (DP-ASSASSINATE.3).

    `returned` lifts the immunity of returned agents.
    """

    op: Literal["assassinate"]
    any_agent: bool = False
    returned: bool = False


class Move(Record):
    """Move up to `count` of your agents, or of anyone's, without paying, to an adjacent city or to any city."""

    op: Literal["move"]
    count: Small = 1
    reach: Literal["adjacent", "any"] = "adjacent"
    whose: Literal["own", "any"] = "own"


class TurnAgents(Record):
    """Turn up to `count` agents to their returned side (DP-AGENT.11); with `recruited`, no lead agents."""

    op: Literal["return_agents"]
    count: Small = 1
    whose: Literal["own", "any"] = "own"
    recruited: bool = False


class DeepOnes(Record):
    """Place Deep Ones from the supply, each in a city of your choice with one of your agents."""

    op: Literal["deep_ones"]
    count: Many = 1


class MiGo(Record):
    """Put the Mi-Go, an agent of the card's owner, in a city of your choice (DP-AGENT.18)."""

    op: Literal["mi_go"]


class DestroyAgent(Record):
    """Destroy another player's agent, except a lead agent: marker and card leave the game (DP-DESTROY.2).

    `here`: only in a city with one of your agents.
    """

    op: Literal["destroy_agent"]
    here: bool = True


class Corrupt(Record):
    """Take over a recruited agent of another player with the card; the agent stays in place.

    `here`: only in a city with one of your agents.
    """

    op: Literal["corrupt"]
    here: bool = True


class Revive(Record):
    """Put a recruited agent from your crypt, returned side up, beside your lead agent: it is now yours."""

    op: Literal["revive"]
