"""Deck building within a match: lets players export and import the deck as a list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.kernel.content.decks import Deck
from rules.kernel.data.actions import Action


@dataclass(frozen=True, slots=True, kw_only=True)
class Building:
    """A game's functions to read and change a seat's deck while it is being built."""

    #: The name of the match option that selects how decks are made.
    option: str
    #: Return whether the match is still in the phase of deck building.
    under_way: Callable[[Any], bool]
    #: Return the deck that a seat is building now; None if it isn't building. Only this seat may see it.
    deck: Callable[[Any, int], Deck | None]
    #: Return the actions that turn a seat's deck into a listed one, in order; raises IllegalAction if that isn't
    #: possible.
    toward: Callable[[Any, int, Deck], list[Action]]
