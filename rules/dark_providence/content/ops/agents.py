"""Operations on agents: assassinations, moves, returned sides, the Deep Ones and the Mi-Go."""

from __future__ import annotations

from typing import Literal

from rules.dark_providence.content.shared_field_types import Many, Record, Small


class Assassinate(Record):
    """Assassinate an agent with the card's own agent or, if `any_agent`, with any of your agents (DP-ASSASSINATE.3).

    If `returned`, the victim can also be an agent that shows its returned side.
    """

    op: Literal["assassinate"]
    any_agent: bool = False
    returned: bool = False


class Move(Record):
    """Move up to `count` agents for free.

    `whose` says whether they must be your own, and `reach` whether they can move only to an adjacent city.
    """

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

    If `here`, the agent must be in a city where you have an agent.
    """

    op: Literal["destroy_agent"]
    here: bool = True


class Corrupt(Record):
    """Take over another player's recruited agent together with its card. The agent stays in its city.

    If `here`, the agent must be in a city where you have an agent.
    """

    op: Literal["corrupt"]
    here: bool = True


class Revive(Record):
    """Put a recruited agent from your crypt next to your lead agent, returned side up. It becomes your agent."""

    op: Literal["revive"]
