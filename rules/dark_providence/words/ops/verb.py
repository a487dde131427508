"""The words of a verb of the effect language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.dark_providence.content.fields import Count
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.amounts import CardWriter, per_text
from rules.kernel.words.operations import Words
from rules.kernel.words.translation import Translator

#: Return the words of an option: say, view, record of the verb, option.
Told = Callable[[Translator, ProvidenceView, Any, str], str]


def shown(sentence: str, **named: Callable[[Translator, str], str]) -> Told:
    """Return an option's words from one sentence; `named` puts the option's name into a field of it."""
    return lambda say, _view, _op, option: say.t(
        sentence, **{field: name(say, option) for field, name in named.items()}
    )


def placed(sentence: str, **named: Callable[[Translator, ProvidenceView, str], str]) -> Told:
    """Return the same where the option's name depends on the table."""
    return lambda say, view, _op, option: say.t(
        sentence, **{field: name(say, view, option) for field, name in named.items()}
    )


@dataclass(frozen=True, slots=True)
class Asked:
    """The words of a verb's choice."""

    #: The question; {card} is the card that asks.
    question: str
    #: Return an option in a few words, and its consequences.
    option: Told
    detail: Told = lambda _say, _view, _op, _option: ""
    #: Whether the option is acquired: the detail then gives the effects, with the card's text.
    acquires: bool = False
    #: Whether one choice covers the verb's whole count, so that no more choices follow.
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class VerbWords:
    """A verb's words."""

    #: Return its card text, as a sentence.
    text: Callable[[CardWriter, Any], str]
    asked: Asked | None = None


def up_to(one: str, more: str) -> Words:
    """Return the words of an act done once, or up to {n} times: two sentences in every language."""
    return lambda by, op: by.say.t(one) if op.count == 1 else by.say.t(more, n=op.count)


def many(words: Words, field: str = "count") -> Words:
    """Return the words of a repeated act: with a number, or with the thing counted at the end."""

    def told(by: CardWriter, op: Any) -> str:
        number = getattr(op, field)
        if not isinstance(number, Count):
            return words(by, op)
        deed = words(by, op.model_copy(update={field: number.times})).removesuffix(".")
        return by.say.t("{deed} {per}.", deed=deed, per=per_text(by.say, number))

    return told


def card_action(by: CardWriter, icon: str, words: str, any_agent: bool) -> str:
    """Return a common card action and its actor (DP-CARDACT.3)."""
    deed = icon if by.icons else by.say.t(words)
    return by.say.t("{deed} with any of your agents." if any_agent else "{deed} with this agent.", deed=deed)
