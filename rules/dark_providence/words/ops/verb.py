"""The records for the texts of a verb, and functions that write these texts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.dark_providence.content.shared_field_types import Count
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.amounts import CardWriter, per_text
from rules.dark_providence.words.names import rival_name
from rules.kernel.words.operation_sentences import Words
from rules.kernel.words.translation import Translator

#: A function that returns an option's text. The arguments are the language, the view, the operation and the option.
OptionText = Callable[[Translator, ProvidenceView, Any, str], str]


def shown(sentence: str, **named: Callable[[Translator, str], str]) -> OptionText:
    """Return a function that writes an option's text: the sentence, with each field filled by a function in `named`."""
    return lambda say, _view, _op, option: say.t(
        sentence, **{field: name(say, option) for field, name in named.items()}
    )


def placed(sentence: str, **named: Callable[[Translator, ProvidenceView, str], str]) -> OptionText:
    """Return a function like that of `shown`, except that the functions in `named` also receive the view."""
    return lambda say, view, _op, option: say.t(
        sentence, **{field: name(say, view, option) for field, name in named.items()}
    )


def rival_vp(say: Translator, view: ProvidenceView, _op: Any, option: str) -> str:
    """Return a sentence with the VP of the player that an option stands for; "" for an option that isn't a player."""
    if not option.isdecimal():
        return ""
    return say.t("{player} has {n} VP.", player=rival_name(say, view, option), n=view.players[int(option)].vp)


def rival_madness(say: Translator, view: ProvidenceView, _op: Any, option: str) -> str:
    """Return a sentence with the Madness of the player that an option stands for; "" for any other option."""
    if not option.isdecimal():
        return ""
    player, count = rival_name(say, view, option), view.players[int(option)].madness
    return say.n("{player} has {n} Madness token.", "{player} has {n} Madness tokens.", count, player=player)


@dataclass(frozen=True, slots=True)
class Asked:
    """The texts of the choice that a verb requires."""

    #: The question; {card} is the name of the card with the verb.
    question: str
    #: `option` returns an option's label, and `detail` its consequences.
    option: OptionText
    detail: OptionText = lambda _say, _view, _op, _option: ""
    #: Whether the player acquires the chosen option. The detail then describes the gains and includes the card's text.
    acquires: bool = False
    #: Whether a single choice covers the verb's whole effect. The question then omits the number of choices.
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class VerbWords:
    """The texts of a verb: its card text, and its choice if it has one."""

    #: Returns the card text as a sentence.
    text: Callable[[CardWriter, Any], str]
    asked: Asked | None = None


def up_to(one: str, more: str) -> Words:
    """Return a function that writes a verb's text: `one` if the count is 1, otherwise `more` ("up to {n}")."""
    return lambda by, op: by.say.t(one) if op.count == 1 else by.say.t(more, n=op.count)


def many(words: Words, field: str = "count") -> Words:
    """Return a function that writes a verb's text. If its amount depends on a count, the text ends with that count."""

    def told(by: CardWriter, op: Any) -> str:
        number = getattr(op, field)
        if not isinstance(number, Count):
            return words(by, op)
        deed = words(by, op.model_copy(update={field: number.times})).removesuffix(".")
        return by.say.t("{deed} {per}.", deed=deed, per=per_text(by.say, number))

    return told


def card_action(by: CardWriter, icon: str, words: str, any_agent: bool) -> str:
    """Return the text of a common card action, with the agent that performs it (DP-CARDACT.3)."""
    deed = icon if by.icons else by.say.t(words)
    return by.say.t("{deed} with any of your agents." if any_agent else "{deed} with this agent.", deed=deed)
