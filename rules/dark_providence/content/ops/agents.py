"""Operations on agents: assassinations, moves, returned sides, Deep Ones and the Mi-Go."""

from __future__ import annotations

from typing import Literal

from rules.dark_providence.content.fields import Record, Small


class Assassinate(Record):
    """Assassinate an agent; with the card's own agent, or with any of one's agents (DP-ASSASSINATE.3).

    `returned` lifts the immunity of returned agents.
    """

    op: Literal["assassinate"]
    any_agent: bool = False
    returned: bool = False


class Move(Record):
    """Move up to `count` of one's agents without paying, to an adjacent city or to any city."""

    op: Literal["move"]
    count: Small = 1
    reach: Literal["adjacent", "any"] = "adjacent"


class TurnAgents(Record):
    """Turn up to `count` agents to their returned side (DP-AGENT.11)."""

    op: Literal["return_agents"]
    count: Small = 1
    whose: Literal["own", "any"] = "own"


class DeepOnes(Record):
    """Place Deep Ones from the supply, each in a chosen city with one of one's agents."""

    op: Literal["deep_ones"]
    count: Small = 1


class MiGo(Record):
    """Put the Mi-Go, an agent of the card's owner, in a chosen city (DP-AGENT.18)."""

    op: Literal["mi_go"]
