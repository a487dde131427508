"""Types of the fields of content records: icons, tracks, amounts."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.kernel.content.records import Record

#: The nine kinds of resource (DP-ICON.1 to ICON.6).
Icon = Literal[
    "influence", "recover", "wealth", "force", "arcane",
    "ritual_up", "ritual_down", "investigation_up", "investigation_down",
]  # fmt: skip
ICONS: tuple[Icon, ...] = (
    "influence", "recover", "wealth", "force", "arcane",
    "ritual_up", "ritual_down", "investigation_up", "investigation_down",
)  # fmt: skip
Track = Literal["ritual", "investigation"]
#: What can hold influence: a city space, a primary asset, a mythos card of the row.
Kind = Literal["city", "asset", "mythos"]
Small = Annotated[int, Field(ge=1, le=20)]


class Count(Record):
    """An amount that depends on the table: `times` x the count, at most `most`."""

    count: Literal[
        "cities",  # cities controlled
        "agents",  # the seat's agents on the map, lead agent and Deep Ones included
        "recruited",  # the seat's recruited agents
        "mythos",  # the seat's mythos cards
        "crypt",  # markers in the seat's crypt
        "gates",  # gates marked by the player
        "returned",  # the seat's returned agents
        "madness",  # the seat's MADNESS tokens
        "deep_ones",  # the seat's Deep Ones on the map
    ]
    times: int = Field(default=1, ge=-9, le=9)
    most: int = Field(default=20, ge=0, le=20)


Amount = Annotated[int, Field(ge=-20, le=20)] | Count
