"""Operations on cities: gates, locks, martial law, Cthulhu and Whateley markers."""

from __future__ import annotations

from typing import Literal

from rules.dark_providence.content.shared_field_types import Record


class Gate(Record):
    """Open or close a gate with the card's own agent or, if `any_agent`, with any of your agents (DP-GATE.3)."""

    op: Literal["gate"]
    face: Literal["open", "close", "either"]
    any_agent: bool = False


class Lock(Record):
    """Place or remove a lock (DP-LOCK.1)."""

    op: Literal["lock"]
    mode: Literal["place", "remove", "either"] = "either"


class MartialLaw(Record):
    """Put the martial-law marker on a city of your choice. No one can travel there (DP-TRAVEL.8)."""

    op: Literal["martial_law"]


class Cthulhu(Record):
    """Put Cthulhu on a city of your choice.

    The city's controller loses the city, and no one can travel, place influence or acquire anything there.
    """

    op: Literal["cthulhu"]


class Whateley(Record):
    """Put a Whateley marker on a city of your choice. Your gate actions there have 1 more ARCANE."""

    op: Literal["whateley"]
