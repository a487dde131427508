"""Abilities and passives as data; behaviour and card text both come from these records.

The single operations are in `ops`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.aevum_haeresis.content.ops import Cost, Manoeuvre, Op, Stat, WindowName
from rules.kernel.content.records import Record

# -- passive abilities (Status Quo, the lower block of Hunters, Attachments) ------------------------------------


class Alter(Record):
    """Change numbers of characters: of the host, of the card itself, or of all that match."""

    passive: Literal["alter"]
    stat: Stat
    amount: int = Field(ge=-9, le=9)
    of: Literal["host", "self", "own", "opposing", "all"] = "host"
    what: Literal["character", "heretic", "damned"] = "character"
    #: Leaves out the card itself.
    others: bool = False


class SoulNumber(Record):
    """Change the soul numbers of the Location, never below 0."""

    passive: Literal["soul_number"]
    amount: int = Field(ge=-3, le=3)


class Tax(Record):
    """Make the opponent's Heresies cost more gold."""

    passive: Literal["tax"]
    gold: Annotated[int, Field(ge=1, le=5)] = 1


class Ward(Record):
    """Reduce damage dealt to the controller's characters."""

    passive: Literal["ward"]
    amount: Annotated[int, Field(ge=1, le=5)] = 1


class Bar(Record):
    """Unopposed manoeuvres of one type are unsuccessful (AH-MAN.21)."""

    passive: Literal["bar"]
    manoeuvre: Manoeuvre


class Bounty(Record):
    """Give the initiator of a successful manoeuvre of one type something more."""

    passive: Literal["bounty"]
    manoeuvre: Manoeuvre
    souls: Annotated[int, Field(ge=0, le=3)] = 0
    gold: Annotated[int, Field(ge=0, le=5)] = 0
    cards: Annotated[int, Field(ge=0, le=5)] = 0  # discarded from the opponent's Plot deck
    whose: Literal["own", "both"] = "own"
    #: Only for teams without the Damned.
    without_damned: bool = False


class Twin(Record):
    """The first Chapter of an Enlistment row may hold two cards (AH-STORY.2)."""

    passive: Literal["twin"]


Passive = Annotated[Alter | SoulNumber | Tax | Ward | Bar | Bounty | Twin, Field(discriminator="passive")]


class Ability(Record):
    """An ability that a player uses or that takes effect by itself (AH-DATA.4).

    kind "heresy" is an action, once a Round; "dem" works in the windows named (all of them when none is named), at
    most once a window, or once a Round with `limit`; "imr" happens on entering; "start" at the start of a Round.
    """

    kind: Literal["heresy", "dem", "imr", "start"]
    cost: Cost = Cost()
    windows: list[WindowName] = []
    limit: Literal["window", "round"] = "window"
    do: list[Op] = Field(min_length=1)
