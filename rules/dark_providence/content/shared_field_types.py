"""Types of fields shared by several records of packs: icons, tracks, amounts."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.kernel.content.records import Record

#: The nine kinds of resources (DP-ICON.1 to ICON.6).
Icon = Literal[
    "influence", "recover", "wealth", "force", "arcane",
    "ritual_up", "ritual_down", "investigation_up", "investigation_down",
]  # fmt: skip
ICONS: tuple[Icon, ...] = (
    "influence", "recover", "wealth", "force", "arcane",
    "ritual_up", "ritual_down", "investigation_up", "investigation_down",
)  # fmt: skip
Track = Literal["ritual", "investigation"]
#: The kinds of targets for influence: a city space, a primary asset, or a mythos card in the row.
Kind = Literal["city", "asset", "mythos"]
Small = Annotated[int, Field(ge=1, le=20)]


#: The numbers that cards can count, most of them for one seat.
CountName = Literal[
    "cities",  # cities that the seat controls
    "agents",  # the seat's agents on the map, including the lead agent and Deep Ones
    "recruited",  # the seat's recruited agents
    "mythos",  # the seat's mythos cards
    "crypt",  # markers in the seat's crypt
    "gates",  # gates that the seat has opened or closed
    "opened",  # gates that the seat has opened
    "closed",  # gates that the seat has closed
    "returned",  # the seat's returned agents
    "madness",  # the seat's MADNESS tokens
    "deep_ones",  # the seat's Deep Ones on the map
    "hand",  # cards in the seat's hand
    "limbo",  # the seat's markers in Limbo
    "supply",  # markers in the seat's supply
    "rivals",  # the other players or, in solo play, the Great Old One
    "locks",  # locks on the map and the mythos row
    "row",  # mythos cards in the row
    "ritual",  # the number of the ritual marker's space
    "investigation",  # the number of the investigation marker's space
]


class Count(Record):
    """An amount that depends on the position: `times` x the counted number, at most `most`."""

    count: CountName
    times: int = Field(default=1, ge=-9, le=9)
    most: int = Field(default=20, ge=0, le=20)


class Each(Count):
    """An amount that depends on the position and is never negative: `times` x the counted number, at most `most`."""

    times: int = Field(default=1, ge=1, le=9)
    most: int = Field(default=20, ge=1, le=20)


class Limit(Record):
    """The maximum control point for acquiring a city or an asset: `times` x the counted number, at most `most`."""

    count: Literal[
        "cities", "agents", "recruited", "mythos", "crypt", "gates", "returned", "madness", "deep_ones",
        "agents_there",  # the seat's agents in the target's city
        "deep_ones_there",  # the seat's Deep Ones in the target's city
    ]  # fmt: skip
    times: int = Field(default=1, ge=-9, le=9)
    most: int = Field(default=20, ge=0, le=20)


class Condition(Record):
    """A condition: the counted number must be at least `least`.

    `who` selects the player whose number is compared with `least`: "you" means you, and "rival" any other player. With
    "leader", your number must be larger than every other player's instead.
    """

    count: Literal[CountName, "vp"]
    least: int = Field(default=1, ge=1, le=40)
    who: Literal["you", "rival", "leader"] = "you"


Amount = Annotated[int, Field(ge=-20, le=20)] | Count
#: A fixed number, or an amount that depends on the position and is never negative.
Many = Small | Each
