"""Options whose value is a list picked by the host: a fixed number of things of a kind, by id."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rules.kernel.words.translation import Entry

#: The separator of ids in a list.
BETWEEN = ","


@dataclass(frozen=True, slots=True)
class Picks:
    """The host's choices for an option: `count` of the `things`. The words are in the host's language."""

    count: int
    #: The available things, in the order of the pack; an entry's kind is its group.
    things: tuple[Entry, ...]
    #: The ids in the option's present value; empty while chance decides at the start.
    present: tuple[str, ...]
    #: The labels of the buttons that pick by name and draw again, and of a picked list.
    pick: str
    draw: str
    own: str
    #: Return a list drawn with this seed.
    drawn: Callable[[str], list[str]]

    def value(self, ids: list[str]) -> str:
        """Return a list as the option's value."""
        return BETWEEN.join(ids)
