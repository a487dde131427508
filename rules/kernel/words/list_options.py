"""Options whose value is a list that the host can pick: a fixed number of things of one kind, by id."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rules.kernel.words.translation import Entry

#: The separator of ids in a list.
BETWEEN = ","


@dataclass(frozen=True, slots=True)
class Picks:
    """A host's choice for a list option: `count` of the `things`. The texts are in the host's language."""

    count: int
    #: The available things, in the order of the pack; an entry's kind is its group.
    things: tuple[Entry, ...]
    #: The ids in the option's current value; empty if they will be drawn at the start of the match.
    present: tuple[str, ...]
    #: The labels of the button that picks by name, of the button that draws again, and of a picked list.
    pick: str
    draw: str
    own: str
    #: Draw ids at random with this seed.
    drawn: Callable[[str], list[str]]

    def value(self, ids: list[str]) -> str:
        """Return the option's value for these ids."""
        return BETWEEN.join(ids)
