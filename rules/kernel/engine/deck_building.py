"""Decks built during a match, which players can read and write as lists."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.kernel.content.decks import Deck
from rules.kernel.data.actions import Action


@dataclass(frozen=True, slots=True, kw_only=True)
class Building:
    """How to read and change a seat's deck while it is being built."""

    #: The match option that selects how decks are made.
    option: str
    #: Return whether the match is still in deck building, with nothing on the table.
    under_way: Callable[[Any], bool]
    #: Return the deck that a seat is building now; None if it isn't building. Only this seat may see it.
    deck: Callable[[Any, int], Deck | None]
    #: Return the actions that build a listed deck, in order; raises IllegalAction if it can't be built.
    toward: Callable[[Any, int, Deck], list[Action]]
