"""The words of verbs on players: actions, sanity and allegiances."""

from __future__ import annotations

from typing import Any

from rules.dark_providence.content import ops
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.amounts import CardWriter
from rules.dark_providence.words.names import rival_name
from rules.dark_providence.words.ops.verb import Asked, VerbWords
from rules.kernel.words.text import N_, Say


def _actions(by: CardWriter, op: ops.Actions) -> str:
    return by.say.n("You have {n} more action this turn.", "You have {n} more actions this turn.", op.count)


def _calm(by: CardWriter, op: ops.Calm) -> str:
    tokens = by.say.n("{n} Madness token", "{n} Madness tokens", op.count)
    return by.say.t("Put {tokens} of yours back into the bag.", tokens=f"{op.count}{{madness}}" if by.icons else tokens)


def _sanity(by: CardWriter, op: ops.SanityTest) -> str:
    return by.say.t("Take a sanity test.")


def _peek(by: CardWriter, op: ops.Peek) -> str:
    return by.say.t("Look in secret at another player's allegiance card.")


def _peek_option(say: Say, view: ProvidenceView, op: ops.Peek, option: str) -> str:
    return say.t("Look at {player}'s allegiance", player=rival_name(say, view, option))


def _unmask(by: CardWriter, op: ops.Unmask) -> str:
    return by.say.t("Another player of your choice reveals the allegiance card.")


def _unmask_option(say: Say, view: ProvidenceView, op: ops.Unmask, option: str) -> str:
    return say.t("{player} must reveal", player=rival_name(say, view, option))


WORDS: dict[type[Any], VerbWords] = {
    ops.Actions: VerbWords(_actions),
    ops.Calm: VerbWords(_calm),
    ops.SanityTest: VerbWords(_sanity),
    ops.Peek: VerbWords(_peek, Asked(N_("{card}: whose allegiance do you look at?"), _peek_option)),
    ops.Unmask: VerbWords(_unmask, Asked(N_("{card}: who must reveal the allegiance?"), _unmask_option)),
}
