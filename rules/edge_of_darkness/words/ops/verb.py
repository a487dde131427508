"""The words of a verb of the effect language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.edge_of_darkness.state.view import EdgeView
from rules.edge_of_darkness.words.names import named
from rules.kernel.words.translation import N_, ActionText, Translator, truncate

#: The label and the detail of passing: "no more", or nothing at all.
NO_MORE = (N_("No more"), N_("The rest of the effect is left."))
UNCHANGED = (N_("Change nothing"), N_("This part of the effect is left."))


#: Return the words of one option.
Shown = Callable[[Translator, EdgeView, Any], ActionText]


@dataclass(frozen=True, slots=True)
class Asked:
    """The words of a verb's choice."""

    #: The question; {source} is the effect that asks.
    question: str
    shown: Shown
    #: The label and the detail of passing.
    passing: tuple[str, str] = NO_MORE


@dataclass(frozen=True, slots=True)
class VerbWords:
    """A verb's words."""

    #: Return the card text, a sentence without a full stop. Gains and losses take several operations in a row.
    text: Callable[..., str]
    asked: Asked | None = None


def chosen(label: str, detail: str) -> ActionText:
    """Return an option's words, without the name of its menu."""
    return ActionText(truncate(label), detail, "")


def whom(label: str) -> Shown:
    """Return the words of choosing another player, with {player} in the label."""
    return lambda say, _view, action: chosen(say.t(label, player=say.seat(action.seat)), "")


def picked(label: str, detail: str) -> Shown:
    """Return the words of choosing a card, with {card} in the label, where every card has the same detail."""
    return lambda say, view, action: chosen(say.t(label, card=named(say, view, action.card)), say.t(detail))
