"""Operations on agents: assassinations, moves, returned sides, the Deep Ones and the Mi-Go."""

from __future__ import annotations

from typing import Literal

from rules.dark_providence.content.fields import Many, Record, Small


class Assassinate(Record):
    """Assassinate an agent, with the card's own agent or with any of your agents (DP-ASSASSINATE.3).

    If `returned`, agents that show their returned side can also be victims.
    """

    op: Literal["assassinate"]
    any_agent: bool = False
    returned: bool = False


class Move(Record):
    """Move up to `count` of your agents, or of any player's, for free: to an adjacent city or to any city."""

    op: Literal["move"]
    count: Small = 1
    reach: Literal["adjacent", "any"] = "adjacent"
    whose: Literal["own", "any"] = "own"


class TurnAgents(Record):
    """Turn up to `count` agents to their returned side (DP-AGENT.11). If `recruited`, lead agents are excluded."""

    op: Literal["return_agents"]
    count: Small = 1
    whose: Literal["own", "any"] = "own"
    recruited: bool = False


class DeepOnes(Record):
    """Place Deep Ones from the supply, each in a city of your choice where you have an agent."""

    op: Literal["deep_ones"]
    count: Many = 1


class MiGo(Record):
    """Put the Mi-Go in a city of your choice, as an agent of the card's owner (DP-AGENT.18)."""

    op: Literal["mi_go"]


class DestroyAgent(Record):
    """Destroy another player's agent, but not a lead agent. Its marker and card leave the game (DP-DESTROY.2).

    If `here`, it must be in a city where you have an agent.
    """

    op: Literal["destroy_agent"]
    here: bool = True


class Corrupt(Record):
    """Take over another player's recruited agent together with its card. The agent stays in its city.

    If `here`, this must be a city where you have an agent.
    """

    op: Literal["corrupt"]
    here: bool = True


class Revive(Record):
    """Put a recruited agent from your crypt next to your lead agent, returned side up. It is now your agent."""

    op: Literal["revive"]
