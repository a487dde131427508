"""The words of verbs on Agents."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.words.amounts import Speaker, agents_text
from rules.kernel.words.text import N_


def _agents(by: Speaker, n: int, up_to: bool = False) -> str:
    text = f"{n}{{agent}}" if by.icons else agents_text(by.say, n)
    return by.say.t("up to {things}", things=text) if up_to and n > 1 else text


def _dispatch(by: Speaker, op: ops.Dispatch) -> str:
    agents = _agents(by, op.count, op.up_to)
    return by.at(N_("Dispatch {agents} to {place}"), N_("Dispatch {agents} there"), agents=agents)


def return_text(by: Speaker, op: ops.Return | ops.PayAgents) -> str:
    """Return how Agents come back, as an operation or as a price."""
    up_to = isinstance(op, ops.Return) and op.up_to
    agents = _agents(by, op.count, up_to)
    return by.at(N_("Return {agents} from {place}"), N_("Return {agents} from there"), agents=agents)


def _station(by: Speaker, op: ops.Station) -> str:
    return by.say.t("Dispatch {agents} to any Locations", agents=_agents(by, op.count, up_to=True))


def _withdraw(by: Speaker, op: ops.Withdraw) -> str:
    return by.say.t("Return {agents} from any Locations", agents=_agents(by, op.count, up_to=True))


def _gather(by: Speaker, op: ops.Gather) -> str:
    agents = _agents(by, op.count, up_to=True)
    if op.count == 1:
        return by.at(
            N_("Move {agents} from another Location to {place}"),
            N_("Move {agents} there from another Location"),
            agents=agents,
        )
    return by.at(
        N_("Move {agents} from other Locations to {place}"),
        N_("Move {agents} there from other Locations"),
        agents=agents,
    )


def _train(by: Speaker, op: ops.Train) -> str:
    return by.say.t("Train {agents}", agents=_agents(by, op.count))


def untrain_text(by: Speaker, op: ops.Untrain | ops.Retire) -> str:
    """Return how trained Agents are lost, as an operation or as a price."""
    return by.say.t("Untrain {agents} from your pool", agents=_agents(by, op.count))


TEXT: dict[type[Any], Callable[..., str]] = {
    ops.Dispatch: _dispatch,
    ops.Return: return_text,
    ops.Station: _station,
    ops.Withdraw: _withdraw,
    ops.Gather: _gather,
    ops.Train: _train,
    ops.Untrain: untrain_text,
}
