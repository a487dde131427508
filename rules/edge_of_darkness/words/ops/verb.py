"""The words of a verb of the effect language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.edge_of_darkness.state.view import EdgeView
from rules.kernel.words.text import N_, ActionText, Say, clip

#: The label and the detail of passing: "no more", or nothing at all.
NO_MORE = (N_("No more"), N_("The rest of the effect is left."))
UNCHANGED = (N_("Change nothing"), N_("This part of the effect is left."))


@dataclass(frozen=True, slots=True)
class Asked:
    """The words of a verb's choice."""

    #: The question; {source} is the effect that asks.
    question: str
    #: Return how one choice is shown.
    shown: Callable[[Say, EdgeView, Any], ActionText]
    #: The label and the detail of passing.
    passing: tuple[str, str] = NO_MORE


@dataclass(frozen=True, slots=True)
class VerbWords:
    """A verb's words."""

    #: Return the card text, a sentence without a full stop. Gains and losses take several operations in a row.
    text: Callable[..., str]
    asked: Asked | None = None


def chosen(say: Say, label: str, detail: str) -> ActionText:
    """Return how a choice is shown."""
    return ActionText(clip(label), detail, say.t("Choice"))
