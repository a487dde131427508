"""Options whose value is a list that the host picks: so many things of a kind, named by their ids."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rules.kernel.words.text import Entry

#: Between the ids of a list.
BETWEEN = ","


@dataclass(frozen=True, slots=True)
class Picks:
    """What a host may pick for an option: `count` of the `things`. The words are in the host's language."""

    count: int
    #: What may be picked, in the order of the pack; an entry's kind says what it is for.
    things: tuple[Entry, ...]
    #: The ids that the option's present value stands for; none while chance decides at the start.
    present: tuple[str, ...]
    #: The words of the buttons that pick by name and draw anew, and of a list that was picked.
    pick: str
    draw: str
    own: str
    #: Return a list drawn with this seed.
    drawn: Callable[[str], list[str]]

    def value(self, ids: list[str]) -> str:
        """Return a list as the option's value."""
        return BETWEEN.join(ids)
