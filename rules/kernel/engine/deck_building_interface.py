"""Deck building during a match: a game's functions that let players export and import their decks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.kernel.content.decks import Deck
from rules.kernel.data.actions import Action


@dataclass(frozen=True, slots=True, kw_only=True)
class Building:
    """A game's functions to read and change the deck that a seat is building."""

    #: The name of the match option that determines how players get their decks.
    option: str
    #: Returns whether the match is still in the deck-building phase.
    under_way: Callable[[Any], bool]
    #: Returns the deck that a seat is building now; None if the seat isn't building one. Only this seat may see the
    #: deck.
    deck: Callable[[Any, int], Deck | None]
    #: Returns the actions that turn a seat's deck into the given deck, in order; raises IllegalAction if that isn't
    #: possible.
    toward: Callable[[Any, int, Deck], list[Action]]
