"""The text of every verb: sentences for cards, and the verbs' choices."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, get_args

from rules.dark_providence.content import ops
from rules.dark_providence.words.amounts import CardWriter
from rules.dark_providence.words.ops import agents, cards, cities, influence, nested, players, tracks
from rules.dark_providence.words.ops.verb import Asked, VerbWords
from rules.kernel.words.translation import Translator

#: The texts of every verb.
WORDS: dict[type[Any], VerbWords] = {
    **agents.WORDS,
    **cards.WORDS,
    **cities.WORDS,
    **influence.WORDS,
    **players.WORDS,
    **tracks.WORDS,
    **nested.words(lambda by, way: ops_text(by, way)),
}
#: The texts of choices, for verbs that require one.
ASKED: dict[type[Any], Asked] = {kind: words.asked for kind, words in WORDS.items() if words.asked}
#: The texts of choices by verb name, because a question contains the verb's name but not its record.
_BY_NAME = {get_args(kind.model_fields["op"].annotation)[0]: asked for kind, asked in ASKED.items()}


def ops_text(by: CardWriter, way: Sequence[ops.Op]) -> str:
    """Return the text of an alternative's operations in order. Consecutive Whateley markers share a sentence.

    After an operation that contains others, "In any case" shows that the next operation is always executed.
    """
    found: list[str] = []
    held = False
    for kind, row in groupby(way, type):
        same = list(row)
        text = " ".join(WORDS[kind].text(by, op) for op in same)
        if kind is ops.Whateley:
            text = cities.whateley_text(by, len(same))
        holds = kind in (ops.If, ops.Pay)
        found.append(by.say.t("In any case: {text}", text=text) if held and not holds else text)
        held = holds
    return " ".join(found)


def question(say: Translator, verb: str, card: str, left: int) -> str:
    """Return the question of a verb's choice, including the number of choices left if there are several."""
    asked = _BY_NAME[verb]
    line = say.t(asked.question, card=card)
    return line if asked.at_once or left <= 1 else f"{line} {say.t('(up to {n} more)', n=left)}"
