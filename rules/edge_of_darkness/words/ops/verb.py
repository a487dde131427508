"""The records that define the wording of a verb, and functions to word its choices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.edge_of_darkness.state.view import EdgeView
from rules.edge_of_darkness.words.names import named
from rules.kernel.words.translation import N_, ActionText, Translator, truncate

#: The label and the detail of passing: after some choices were possible, and where passing changes nothing.
NO_MORE = (N_("No more"), N_("The rest of the effect is left."))
UNCHANGED = (N_("Change nothing"), N_("This part of the effect is left."))


#: A function that returns the wording of one option.
Shown = Callable[[Translator, EdgeView, Any], ActionText]


@dataclass(frozen=True, slots=True)
class Asked:
    """The wording of the choice that a verb asks for."""

    #: The question; {source} is the name of the effect.
    question: str
    shown: Shown
    #: The label and the detail of passing.
    passing: tuple[str, str] = NO_MORE


@dataclass(frozen=True, slots=True)
class VerbWords:
    """The wording of a verb: its card text, and the choice that it may ask for."""

    #: Returns the card text, a sentence without a full stop. For gains and losses it takes several operations in a
    #: row.
    text: Callable[..., str]
    asked: Asked | None = None


def chosen(label: str, detail: str) -> ActionText:
    """Return the wording of an option. The caller adds the name of its menu."""
    return ActionText(truncate(label), detail, "")


def whom(label: str) -> Shown:
    """Return a function that writes the text of choosing another player; {player} in the label is the name."""
    return lambda say, _view, action: chosen(say.t(label, player=say.seat(action.seat)), "")


def picked(label: str, detail: str) -> Shown:
    """Return a function that writes the text of choosing a card; {card} in the label is its name."""
    return lambda say, view, action: chosen(say.t(label, card=named(say, view, action.card)), say.t(detail))
