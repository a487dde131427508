"""Abilities and passives as records, which determine both behaviour and card text.

The operations that they contain are in `ops`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.aevum_haeresis.content.occasions import Occasion
from rules.aevum_haeresis.content.ops import Condition, Cost, Counted, Faction, Manoeuvre, Op, Stat, WindowName, Word
from rules.kernel.content.records import Record

# -- passive abilities (Status Quo, the lower block of Hunters, Attachments) ------------------------------------


class Lasting(Record):
    """A passive that applies while all its conditions are met."""

    conditions: list[Condition] = Field(default=[], max_length=3)


class OfCharacters(Lasting):
    """A passive that applies to characters: to the card's host, to the card itself, or to all that match the fields."""

    of: Literal["host", "self", "own", "opposing", "all"] = "host"
    what: Literal["character", "heretic", "damned"] = "character"
    keyword: Word | Literal[""] = ""
    faction: Faction | Literal[""] = ""
    #: If true, the card itself is excluded.
    others: bool = False


class Alter(OfCharacters):
    """Change numbers of characters: of the host, of the card itself, or of all that match."""

    passive: Literal["alter"]
    stat: Stat
    amount: Annotated[int, Field(ge=-9, le=9)] | Counted


class Cannot(OfCharacters):
    """Forbid characters to initiate or block, to be named as a target by the opponent, or to become Ready in
    the Prologue.
    """

    passive: Literal["cannot"]
    deed: Literal["initiate", "block", "be_target", "ready"]
    manoeuvre: Manoeuvre | Literal["any"] = "any"


class SoulNumber(Lasting):
    """Change the soul numbers of the Location, never below 0."""

    passive: Literal["soul_number"]
    amount: Annotated[int, Field(ge=-3, le=3)] | Counted


class Tax(Lasting):
    """Make the opponent's Heresies cost more gold."""

    passive: Literal["tax"]
    gold: Annotated[int, Field(ge=1, le=5)] | Counted = 1


class Price(Lasting):
    """Make a player's cards of a type cost more or less gold."""

    passive: Literal["price"]
    gold: Annotated[int, Field(ge=-5, le=5)] | Counted
    of: Literal["own", "opposing"] = "own"
    type: Literal["any", "heretic", "story", "event", "hunter"] = "any"


class Ward(Lasting):
    """Reduce damage to the controller's characters."""

    passive: Literal["ward"]
    amount: Annotated[int, Field(ge=1, le=5)] | Counted = 1


class Bar(Lasting):
    """Unopposed manoeuvres of one type are unsuccessful (AH-MAN.21)."""

    passive: Literal["bar"]
    manoeuvre: Manoeuvre


class Bounty(Lasting):
    """Give the initiator of a successful manoeuvre of one type a bonus."""

    passive: Literal["bounty"]
    manoeuvre: Manoeuvre
    souls: Annotated[int, Field(ge=0, le=3)] = 0
    gold: Annotated[int, Field(ge=0, le=5)] = 0
    cards: Annotated[int, Field(ge=0, le=5)] = 0  # additional cards discarded from the opponent's Plot deck
    whose: Literal["own", "both"] = "own"
    #: Only for teams without the Damned.
    without_damned: bool = False


class Twin(Lasting):
    """The first Chapter of an Enlistment row may hold two cards (AH-STORY.2)."""

    passive: Literal["twin"]


Passive = Annotated[
    Alter | Cannot | SoulNumber | Tax | Price | Ward | Bar | Bounty | Twin, Field(discriminator="passive")
]


class Ability(Record):
    """An ability that a player uses or that happens automatically (AH-DATA.4).

    The kind "heresy" is an action, once a Round. "dem" can be used in the windows named (in all if none is named), at
    most once a window or as `limit` says. "imr" happens when the card enters play, "start" at the start of a Round, and
    "when" on each occasion in `when`, without a limit unless `limit` sets one. All conditions must hold.
    """

    kind: Literal["heresy", "dem", "imr", "start", "when"]
    when: Occasion | None = None
    conditions: list[Condition] = Field(default=[], max_length=3)
    cost: Cost = Cost()
    windows: list[WindowName] = []
    limit: Literal["window", "round", "game"] = "window"
    do: list[Op] = Field(min_length=1)
