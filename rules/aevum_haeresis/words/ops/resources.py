"""The sentences of the verbs that affect gold, souls and the Execution level."""

from __future__ import annotations

from typing import Any

from rules.aevum_haeresis.content import ops
from rules.aevum_haeresis.words.amounts import CardWriter, gold, souls
from rules.aevum_haeresis.words.ops.verb import VerbWords
from rules.kernel.words.translation import N_

#: The sentences with an icon for the resource, by player and by whether the resource is gained or lost. Without icons,
#: each resource has separate sentences, because some languages inflect its name.
_TOKENS = {
    ("me", True): N_("Gain {what}."),
    ("opponent", True): N_("The opponent gains {what}."),
    ("both", True): N_("Both players gain {what}."),
    ("me", False): N_("Lose {what}."),
    ("opponent", False): N_("The opponent loses {what}."),
    ("both", False): N_("Both players lose {what}."),
}
_GOLD = {
    ("me", True): N_("Gain {n} gold."),
    ("opponent", True): N_("The opponent gains {n} gold."),
    ("both", True): N_("Both players gain {n} gold."),
    ("me", False): N_("Lose {n} gold."),
    ("opponent", False): N_("The opponent loses {n} gold."),
    ("both", False): N_("Both players lose {n} gold."),
}


def _gold(by: CardWriter, op: ops.Gold) -> str:
    key, n = (op.who, ops.each(op.amount) >= 0), abs(ops.each(op.amount))
    return by.say.t(_TOKENS[key], what=gold(by, n)) if by.icons else by.say.t(_GOLD[key], n=n)


_SOUL = {
    ("me", True): N_("Gain 1 soul."),
    ("opponent", True): N_("The opponent gains 1 soul."),
    ("both", True): N_("Both players gain 1 soul."),
    ("me", False): N_("Lose 1 soul."),
    ("opponent", False): N_("The opponent loses 1 soul."),
    ("both", False): N_("Both players lose 1 soul."),
}
_SOULS = {
    ("me", True): N_("Gain {n} souls."),
    ("opponent", True): N_("The opponent gains {n} souls."),
    ("both", True): N_("Both players gain {n} souls."),
    ("me", False): N_("Lose {n} souls."),
    ("opponent", False): N_("The opponent loses {n} souls."),
    ("both", False): N_("Both players lose {n} souls."),
}


def _souls(by: CardWriter, op: ops.Souls) -> str:
    key, n = (op.who, ops.each(op.amount) >= 0), abs(ops.each(op.amount))
    return by.say.t(_TOKENS[key], what=souls(by, n)) if by.icons else by.say.t((_SOUL if n == 1 else _SOULS)[key], n=n)


def _hand_over(by: CardWriter, op: ops.HandOver) -> str:
    if by.icons:
        return by.say.t("The opponent hands over {gold}.", gold=gold(by, ops.each(op.gold)))
    return by.say.t("The opponent hands over {n} gold.", n=op.gold)


_EXECUTIONS = {
    ("me", True): N_("Raise your Execution level by {n}, at most once a Round."),
    ("opponent", True): N_("Raise the opponent's Execution level by {n}, at most once a Round."),
    ("both", True): N_("Raise both Execution levels by {n}, each at most once a Round."),
    ("me", False): N_("Lower your Execution level by {n}."),
    ("opponent", False): N_("Lower the opponent's Execution level by {n}."),
    ("both", False): N_("Lower both Execution levels by {n}."),
}


def _execution(by: CardWriter, op: ops.Execution) -> str:
    return by.say.t(_EXECUTIONS[op.who, op.amount > 0], n=abs(op.amount))


def _free(by: CardWriter, op: ops.Free) -> str:
    return by.say.t("The next card you pay for this Round costs up to {gold} less.", gold=gold(by, op.gold))


WORDS: dict[type[Any], VerbWords] = {
    ops.Gold: VerbWords(_gold),
    ops.Souls: VerbWords(_souls),
    ops.HandOver: VerbWords(_hand_over),
    ops.Execution: VerbWords(_execution),
    ops.Free: VerbWords(_free),
}
