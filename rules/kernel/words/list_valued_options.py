"""Match options whose value is a list that the host can choose: a fixed number of pieces of one kind, by id."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rules.kernel.words.translation import Entry

#: The separator between the ids in an option's value.
BETWEEN = ","


@dataclass(frozen=True, slots=True)
class Picks:
    """The choices that a host has for a list option: `count` of the `things`. The texts are in the host's language."""

    count: int
    #: The available pieces, in the order of the pack. They are grouped by `Entry.kind`.
    things: tuple[Entry, ...]
    #: The ids in the option's current value; empty if they are drawn at random when the match starts.
    present: tuple[str, ...]
    #: The labels of the button that chooses pieces by name, of the button that draws them again, and of a list that the
    #: host has chosen.
    pick: str
    draw: str
    own: str
    #: Returns ids drawn at random with this seed.
    drawn: Callable[[str], list[str]]

    def value(self, ids: list[str]) -> str:
        """Return the option's value that stands for these ids."""
        return BETWEEN.join(ids)
