"""The records for the texts of a verb, and functions that write the texts of its choices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.edge_of_darkness.state.view import EdgeView
from rules.edge_of_darkness.words.names import visible_card_name
from rules.kernel.words.translation import N_, ActionText, Translator, truncate

#: The label and detail of passing: after some choices (NO_MORE), or if passing changes nothing (UNCHANGED).
NO_MORE = (N_("No more"), N_("You don't use the rest of the effect."))
UNCHANGED = (N_("Change nothing"), N_("You don't use this part of the effect."))


#: A function that returns the text of an option.
Shown = Callable[[Translator, EdgeView, Any], ActionText]


@dataclass(frozen=True, slots=True)
class Asked:
    """The texts of the choice that a verb requires."""

    #: The question; {source} is the name of the effect.
    question: str
    shown: Shown
    #: The label and detail of passing.
    passing: tuple[str, str] = NO_MORE


@dataclass(frozen=True, slots=True)
class VerbWords:
    """The texts of a verb: its card text, and its choice if it has one."""

    #: Returns the card text as a sentence without a full stop. For gains and losses, several operations are passed.
    text: Callable[..., str]
    asked: Asked | None = None


def chosen(label: str, detail: str) -> ActionText:
    """Return the text of an option. The caller adds the name of the option's menu."""
    return ActionText(truncate(label), detail, "")


def whom(label: str) -> Shown:
    """Return a function that writes the text for choosing another player; {player} in the label is their name."""
    return lambda say, _view, action: chosen(say.t(label, player=say.seat(action.seat)), "")


def picked(label: str, detail: str) -> Shown:
    """Return a function that writes the text for choosing a card; {card} in the label is the card's name."""
    return lambda say, view, action: chosen(say.t(label, card=visible_card_name(say, view, action.card)), say.t(detail))
