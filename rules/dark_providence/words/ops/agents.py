"""The words of verbs on agents."""

from __future__ import annotations

from typing import Any

from rules.dark_providence.content import ops
from rules.dark_providence.content.records import MI_GO
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.amounts import CardWriter
from rules.dark_providence.words.names import agent_name, city_name, placed_agent
from rules.dark_providence.words.ops.verb import Asked, VerbWords, card_action, shown, up_to
from rules.kernel.words.operations import n
from rules.kernel.words.text import N_, Say


def _assassinate(by: CardWriter, op: ops.Assassinate) -> str:
    text = card_action(by, "{assassinate}", N_("Assassinate an agent"), op.any_agent)
    return f"{text} {by.say.t('The victim may be a returned agent.')}" if op.returned else text


_MOVES = {
    "any": up_to(
        N_("You may move one of your agents to any city without paying."),
        N_("You may move up to {n} of your agents to any cities without paying."),
    ),
    "adjacent": up_to(
        N_("You may move one of your agents to an adjacent city without paying."),
        N_("You may move up to {n} of your agents to adjacent cities without paying."),
    ),
}
_TURNS = {
    "own": up_to(
        N_("You may turn one of your agents to the returned side."),
        N_("You may turn up to {n} of your agents to the returned side."),
    ),
    "any": up_to(
        N_("You may turn one agent of any player to the returned side."),
        N_("You may turn up to {n} agents of any players to the returned side."),
    ),
}


def _move_option(say: Say, view: ProvidenceView, op: ops.Move, option: str) -> str:
    mover = str(view.pending.args.get("mover", "")) if view.pending else ""
    if mover:
        return say.t("{agent} to {city}", agent=agent_name(say, mover), city=city_name(say, option))
    return say.t("Move {agent}", agent=placed_agent(say, view, option))


def _turn_option(say: Say, view: ProvidenceView, op: ops.TurnAgents, option: str) -> str:
    return say.t("Turn {agent}", agent=placed_agent(say, view, option, owner=True))


def _mi_go(by: CardWriter, op: ops.MiGo) -> str:
    card = by.content.mythos.get(MI_GO)
    name = by.say.name(card.name) if card else MI_GO
    return by.say.t("Put {agent}, from now on your agent, on a city.", agent=name)


def _mi_go_option(say: Say, view: ProvidenceView, op: ops.MiGo, option: str) -> str:
    return say.t("{agent} in {city}", agent=agent_name(say, "mi_go"), city=city_name(say, option))


WORDS: dict[type[Any], VerbWords] = {
    ops.Assassinate: VerbWords(_assassinate),
    ops.Move: VerbWords(lambda by, op: _MOVES[op.reach](by, op), Asked(N_("{card}: which agent moves?"), _move_option)),
    ops.TurnAgents: VerbWords(
        lambda by, op: _TURNS[op.whose](by, op),
        Asked(N_("{card}: which agent is turned to the returned side?"), _turn_option),
    ),
    ops.DeepOnes: VerbWords(
        n(
            "Place {n} Deep One in a city where you have an agent.",
            "Place {n} Deep Ones in cities where you have an agent.",
        ),
        Asked(N_("{card}: where does the Deep One come up?"), shown(N_("Deep One in {city}"), city=city_name)),
    ),
    ops.MiGo: VerbWords(_mi_go, Asked(N_("{card}: in which city does it appear?"), _mi_go_option)),
}
