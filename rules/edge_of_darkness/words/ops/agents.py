"""The text of verbs that affect Agents."""

from __future__ import annotations

from typing import Any

from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.state.actions import ChooseNumber, ChoosePlace
from rules.edge_of_darkness.state.view import EdgeView
from rules.edge_of_darkness.words.amounts import CardWriter, agents_text
from rules.edge_of_darkness.words.names import content_of, deciding
from rules.edge_of_darkness.words.ops.verb import Asked, Shown, VerbWords, chosen, whom
from rules.kernel.words.operation_sentences import t
from rules.kernel.words.translation import N_, ActionText, Translator

_GO, _RETURN = N_("Dispatch {agents} to {place}"), N_("Return {agents} from {place}")


def _agents(by: CardWriter, n: int, up_to: bool = False) -> str:
    text = f"{n}{{agent}}" if by.icons else agents_text(by.say, n)
    return by.say.t("up to {things}", things=text) if up_to and n > 1 else text


def _up_to(by: CardWriter, op: ops.Station | ops.Withdraw | ops.Gather) -> str:
    return _agents(by, op.count, up_to=True)


def _dispatch(by: CardWriter, op: ops.Dispatch) -> str:
    agents = _agents(by, op.count, op.up_to)
    return by.at(_GO, N_("Dispatch {agents} there"), agents=agents)


def send_text(by: CardWriter, cost: ops.SendAgents) -> str:
    """Return the text of a cost that sends Agents to the effect's Location."""
    return by.at(_GO, N_("Dispatch {agents} there"), agents=_agents(by, cost.count))


def return_text(by: CardWriter, op: ops.Return | ops.PayAgents) -> str:
    """Return the card text for returning Agents, as an operation or as a cost."""
    up_to = isinstance(op, ops.Return) and op.up_to
    agents = _agents(by, op.count, up_to)
    return by.at(_RETURN, N_("Return {agents} from there"), agents=agents)


def _gather(by: CardWriter, op: ops.Gather) -> str:
    agents = _up_to(by, op)
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


def untrain_text(by: CardWriter, op: ops.Untrain | ops.Retire) -> str:
    """Return the card text for losing trained Agents, as an operation or as a cost."""
    return by.say.t("Untrain {agents} from your pool", agents=_agents(by, op.count))


def _expel(by: CardWriter, op: ops.Expel) -> str:
    agents = _agents(by, op.count, up_to=True)
    return by.at(
        N_("Return {agents} of other Guilds from {place} to their pools"),
        N_("Return {agents} of other Guilds from there to their pools"),
        agents=agents,
    )


# -- choices ------------------------------------------------------------------------------------------------------


def _number(label: str, to_place: int) -> Shown:
    """Return a function that writes the text for choosing a number of Agents. The question names the Location.

    `to_place` is 1 if the Agents go to the Location, and -1 if they return from it.
    """

    def shown(say: Translator, view: EdgeView, action: ChooseNumber) -> ActionText:
        player, home = deciding(view), view.pending.home if view.pending else ""
        moved = to_place * action.number
        there, pool = player.agents.get(home, 0) + moved, player.pool - moved
        detail = say.t("Then: {there} there, {pool} in your pool.", there=there, pool=pool)
        return chosen(say.t(label, agents=agents_text(say, action.number)), detail)

    return shown


def _agents_now(say: Translator, view: EdgeView, home: str) -> str:
    player = deciding(view)
    there = player.agents.get(home, 0)
    return say.t("Now: {there} there, {pool} in your pool.", there=there, pool=player.pool)


def _place(label: str) -> Shown:
    """Return a function that writes the text for choosing a Location for one Agent."""

    def shown(say: Translator, view: EdgeView, action: ChoosePlace) -> ActionText:
        place = say.name(content_of(view).locations[action.location].name)
        return chosen(say.t(label, agents=agents_text(say, 1), place=place), _agents_now(say, view, action.location))

    return shown


WORDS: dict[type[Any], VerbWords] = {
    ops.Dispatch: VerbWords(
        _dispatch, Asked(N_("{source}: how many Agents do you dispatch?"), _number(N_("Dispatch {agents}"), 1))
    ),
    ops.Return: VerbWords(
        return_text, Asked(N_("{source}: how many Agents do you return?"), _number(N_("Return {agents}"), -1))
    ),
    ops.Station: VerbWords(
        t("Dispatch {agents} to any Locations", agents=_up_to),
        Asked(N_("{source}: which Location do you dispatch an Agent to?"), _place(_GO)),
    ),
    ops.Withdraw: VerbWords(
        t("Return {agents} from any Locations", agents=_up_to),
        Asked(N_("{source}: which Location does an Agent return from?"), _place(_RETURN)),
    ),
    ops.Gather: VerbWords(
        _gather,
        Asked(N_("{source}: which Location do you move an Agent from?"), _place(N_("Move {agents} away from {place}"))),
    ),
    ops.Train: VerbWords(t("Train {agents}", agents=lambda by, op: _agents(by, op.count))),
    ops.Untrain: VerbWords(untrain_text),
    ops.Expel: VerbWords(
        _expel, Asked(N_("{source}: whose Agent goes back to the pool?"), whom(N_("Return one of {player}'s Agents")))
    ),
}
