"""What a game says about decks that are built within a match, so that they can be read and written as lists."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.kernel.content.decks import Deck
from rules.kernel.data.actions import Action


@dataclass(frozen=True, slots=True, kw_only=True)
class Building:
    """How a seat's deck is read and changed while it is being built."""

    #: The option of a match that says how its decks are made.
    option: str
    #: Tell whether a match is still about its decks, and nothing is on the table yet.
    under_way: Callable[[Any], bool]
    #: Return the deck that a seat is building now; None for a seat that is building none. Only this seat may see it.
    deck: Callable[[Any, int], Deck | None]
    #: Return the actions that make it a listed one, in their order; raises IllegalAction for one that can't be built.
    toward: Callable[[Any, int, Deck], list[Action]]
