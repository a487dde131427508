"""The words of verbs on Agents."""

from __future__ import annotations

from typing import Any

from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.state.actions import ChooseNumber, ChoosePlace
from rules.edge_of_darkness.state.view import EdgeView
from rules.edge_of_darkness.words.amounts import CardWriter, agents_text
from rules.edge_of_darkness.words.names import content_of
from rules.edge_of_darkness.words.ops.verb import Asked, VerbWords, chosen
from rules.kernel.words.text import N_, ActionText, Say


def _agents(by: CardWriter, n: int, up_to: bool = False) -> str:
    text = f"{n}{{agent}}" if by.icons else agents_text(by.say, n)
    return by.say.t("up to {things}", things=text) if up_to and n > 1 else text


def _dispatch(by: CardWriter, op: ops.Dispatch) -> str:
    agents = _agents(by, op.count, op.up_to)
    return by.at(N_("Dispatch {agents} to {place}"), N_("Dispatch {agents} there"), agents=agents)


def return_text(by: CardWriter, op: ops.Return | ops.PayAgents) -> str:
    """Return how Agents come back, as an operation or as a price."""
    up_to = isinstance(op, ops.Return) and op.up_to
    agents = _agents(by, op.count, up_to)
    return by.at(N_("Return {agents} from {place}"), N_("Return {agents} from there"), agents=agents)


def _station(by: CardWriter, op: ops.Station) -> str:
    return by.say.t("Dispatch {agents} to any Locations", agents=_agents(by, op.count, up_to=True))


def _withdraw(by: CardWriter, op: ops.Withdraw) -> str:
    return by.say.t("Return {agents} from any Locations", agents=_agents(by, op.count, up_to=True))


def _gather(by: CardWriter, op: ops.Gather) -> str:
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


def _train(by: CardWriter, op: ops.Train) -> str:
    return by.say.t("Train {agents}", agents=_agents(by, op.count))


def untrain_text(by: CardWriter, op: ops.Untrain | ops.Retire) -> str:
    """Return how trained Agents are lost, as an operation or as a price."""
    return by.say.t("Untrain {agents} from your pool", agents=_agents(by, op.count))


# -- choices ------------------------------------------------------------------------------------------------------


def _number(say: Say, view: EdgeView, action: ChooseNumber, label: str) -> ActionText:
    pending = view.pending
    assert pending is not None
    place = say.name(content_of(view).locations[pending.home].name)
    moved = agents_text(say, action.number)
    return chosen(say, say.t(label, agents=moved, place=place), _agents_now(say, view, pending.home))


def _how_many_go(say: Say, view: EdgeView, action: ChooseNumber) -> ActionText:
    return _number(say, view, action, N_("Dispatch {agents} to {place}"))


def _how_many_return(say: Say, view: EdgeView, action: ChooseNumber) -> ActionText:
    return _number(say, view, action, N_("Return {agents} from {place}"))


def _agents_now(say: Say, view: EdgeView, home: str) -> str:
    seat = next(iter(view.to_act), 0)
    player = view.players[seat]
    there = player.agents.get(home, 0)
    return say.t("Now: {there} there, {pool} in your pool.", there=there, pool=player.pool)


def _place(say: Say, view: EdgeView, action: ChoosePlace, label: str) -> ActionText:
    place = say.name(content_of(view).locations[action.location].name)
    return chosen(say, say.t(label, agents=agents_text(say, 1), place=place), _agents_now(say, view, action.location))


def _where_to(say: Say, view: EdgeView, action: ChoosePlace) -> ActionText:
    return _place(say, view, action, N_("Dispatch {agents} to {place}"))


def _where_from(say: Say, view: EdgeView, action: ChoosePlace) -> ActionText:
    return _place(say, view, action, N_("Return {agents} from {place}"))


def _away_from(say: Say, view: EdgeView, action: ChoosePlace) -> ActionText:
    return _place(say, view, action, N_("Move {agents} away from {place}"))


WORDS: dict[type[Any], VerbWords] = {
    ops.Dispatch: VerbWords(_dispatch, Asked(N_("{source}: how many Agents do you dispatch?"), _how_many_go)),
    ops.Return: VerbWords(return_text, Asked(N_("{source}: how many Agents do you return?"), _how_many_return)),
    ops.Station: VerbWords(_station, Asked(N_("{source}: to which Location do you dispatch an Agent?"), _where_to)),
    ops.Withdraw: VerbWords(_withdraw, Asked(N_("{source}: from which Location does an Agent return?"), _where_from)),
    ops.Gather: VerbWords(_gather, Asked(N_("{source}: from which Location do you move an Agent?"), _away_from)),
    ops.Train: VerbWords(_train),
    ops.Untrain: VerbWords(untrain_text),
}
