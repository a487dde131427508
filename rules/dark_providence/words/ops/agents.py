"""The text of verbs that affect agents."""

from __future__ import annotations

from typing import Any

from rules.dark_providence.content import ops
from rules.dark_providence.content.records import MI_GO
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.amounts import CardWriter
from rules.dark_providence.words.names import agent_name, city_name, placed_agent
from rules.dark_providence.words.ops.verb import Asked, OptionText, VerbWords, card_action, many, shown, up_to
from rules.kernel.words.operation_sentences import n, t
from rules.kernel.words.translation import N_, Translator


def _assassinate(by: CardWriter, op: ops.Assassinate) -> str:
    text = card_action(by, "{assassinate}", N_("Assassinate an agent"), op.any_agent)
    return f"{text} {by.say.t('The victim may be a returned agent.')}" if op.returned else text


_MOVES = {
    ("any", "any"): up_to(
        N_("You may move any player's agent to any city without paying."),
        N_("You may move up to {n} of any players' agents to any cities without paying."),
    ),
    ("adjacent", "any"): up_to(
        N_("You may move any player's agent to an adjacent city without paying."),
        N_("You may move up to {n} of any players' agents to adjacent cities without paying."),
    ),
    ("any", "own"): up_to(
        N_("You may move one of your agents to any city without paying."),
        N_("You may move up to {n} of your agents to any cities without paying."),
    ),
    ("adjacent", "own"): up_to(
        N_("You may move one of your agents to an adjacent city without paying."),
        N_("You may move up to {n} of your agents to adjacent cities without paying."),
    ),
}
_TURNS = {
    ("own", False): up_to(
        N_("You may turn one of your agents to the returned side."),
        N_("You may turn up to {n} of your agents to the returned side."),
    ),
    ("any", False): up_to(
        N_("You may turn any player's agent to the returned side."),
        N_("You may turn up to {n} of any players' agents to the returned side."),
    ),
    ("own", True): up_to(
        N_("You may turn one of your recruited agents to the returned side."),
        N_("You may turn up to {n} of your recruited agents to the returned side."),
    ),
    ("any", True): up_to(
        N_("You may turn any player's recruited agent to the returned side."),
        N_("You may turn up to {n} of any players' recruited agents to the returned side."),
    ),
}
#: The texts about other players' agents. The key is whether the agent must be in a city where the reader has one.
_DESTROYED = {
    True: N_("You may destroy another player's agent, but not a lead agent, in a city where you have an agent."),
    False: N_("You may destroy another player's agent, but not a lead agent."),
}
_CORRUPTED = {
    True: N_("In a city where you have an agent, you may take over another player's recruited agent and its card."),
    False: N_("You may take over another player's recruited agent and its card."),
}


def _move_option(say: Translator, view: ProvidenceView, op: ops.Move, option: str) -> str:
    mover = str(view.pending.args.get("mover", "")) if view.pending else ""
    if mover:
        return say.t("{agent} to {city}", agent=agent_name(say, mover), city=city_name(say, option))
    return say.t("Move {agent}", agent=placed_agent(say, view, option, owner=op.whose == "any"))


def _turn_option(say: Translator, view: ProvidenceView, op: ops.TurnAgents, option: str) -> str:
    return say.t("Turn {agent}", agent=placed_agent(say, view, option, owner=True))


def _reached(sentence: str) -> OptionText:
    """Return a function that writes the text of an option, where the option is another player's agent."""
    return lambda say, view, _op, option: say.t(sentence, agent=placed_agent(say, view, option, owner=True))


def _mi_go(by: CardWriter, op: ops.MiGo) -> str:
    card = by.content.mythos.get(MI_GO)
    name = by.say.name(card.name) if card else MI_GO
    return by.say.t("Put {agent} on a city: it's your agent from now on.", agent=name)


def _mi_go_option(say: Translator, view: ProvidenceView, op: ops.MiGo, option: str) -> str:
    return say.t("{agent} in {city}", agent=agent_name(say, "mi_go"), city=city_name(say, option))


WORDS: dict[type[Any], VerbWords] = {
    ops.Assassinate: VerbWords(_assassinate),
    ops.Move: VerbWords(
        lambda by, op: _MOVES[op.reach, op.whose](by, op), Asked(N_("{card}: which agent moves?"), _move_option)
    ),
    ops.TurnAgents: VerbWords(
        lambda by, op: _TURNS[op.whose, op.recruited](by, op),
        Asked(N_("{card}: which agent do you turn to the returned side?"), _turn_option),
    ),
    ops.DeepOnes: VerbWords(
        many(
            n(
                "Place {n} Deep One in a city where you have an agent.",
                "Place {n} Deep Ones in cities where you have an agent.",
            )
        ),
        Asked(N_("{card}: where does the Deep One rise?"), shown(N_("Deep One in {city}"), city=city_name)),
    ),
    ops.DestroyAgent: VerbWords(
        lambda by, op: by.say.t(_DESTROYED[op.here]),
        Asked(
            N_("{card}: which agent is destroyed?"),
            _reached(N_("Destroy {agent}")),
            shown(N_("The marker and its card leave the game.")),
        ),
    ),
    ops.Corrupt: VerbWords(
        lambda by, op: by.say.t(_CORRUPTED[op.here]),
        Asked(
            N_("{card}: which agent do you take over?"),
            _reached(N_("Take over {agent}")),
            shown(N_("The agent stays where it is; its card comes to your discard pile.")),
        ),
    ),
    ops.Revive: VerbWords(
        t("You may put a recruited agent from your crypt, returned side up, with your lead agent: it's yours now."),
        Asked(N_("{card}: which agent comes back?"), shown(N_("Bring back {agent}"), agent=agent_name)),
    ),
    ops.MiGo: VerbWords(_mi_go, Asked(N_("{card}: which city does it appear in?"), _mi_go_option)),
}
