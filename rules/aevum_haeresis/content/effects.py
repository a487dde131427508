"""Records for abilities and passives, which determine both what a card does and its text.

The operations that abilities contain are in `ops`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.aevum_haeresis.content.occasions import Occasion
from rules.aevum_haeresis.content.ops import Condition, Cost, Counted, Faction, Manoeuvre, Op, Stat, WindowName, Word
from rules.kernel.content.records import Record

# -- passive abilities (Status Quo, the lower block of Hunters, Attachments) ------------------------------------


class Lasting(Record):
    """A passive, which applies while all its conditions are met."""

    conditions: list[Condition] = Field(default=[], max_length=3)


class OfCharacters(Lasting):
    """A passive that affects the card's host, the card itself, or all characters that match the passive's fields."""

    of: Literal["host", "self", "own", "opposing", "all"] = "host"
    what: Literal["character", "heretic", "damned"] = "character"
    keyword: Word | Literal[""] = ""
    faction: Faction | Literal[""] = ""
    #: If true, the card itself is excluded.
    others: bool = False


class Alter(OfCharacters):
    """Raise or lower the Damage, Health or icons of the host, of the card itself, or of all characters that match."""

    passive: Literal["alter"]
    stat: Stat
    amount: Annotated[int, Field(ge=-9, le=9)] | Counted


class Cannot(OfCharacters):
    """Prevent characters from initiating, blocking, being the opponent's target, or becoming Ready in the Prologue."""

    passive: Literal["cannot"]
    deed: Literal["initiate", "block", "be_target", "ready"]
    #: The type of manoeuvre that the characters can't initiate or block.
    manoeuvre: Manoeuvre | Literal["any"] = "any"


class SoulNumber(Lasting):
    """Raise or lower the soul number of the Location, but not below 0."""

    passive: Literal["soul_number"]
    amount: Annotated[int, Field(ge=-3, le=3)] | Counted


class Tax(Lasting):
    """Make the opponent's Heresies cost more gold."""

    passive: Literal["tax"]
    gold: Annotated[int, Field(ge=1, le=5)] | Counted = 1


class Price(Lasting):
    """Make a player's cards of one type cost more or less gold."""

    passive: Literal["price"]
    gold: Annotated[int, Field(ge=-5, le=5)] | Counted
    of: Literal["own", "opposing"] = "own"
    type: Literal["any", "heretic", "story", "event", "hunter"] = "any"


class Ward(Lasting):
    """Reduce all damage to characters that the card's controller controls."""

    passive: Literal["ward"]
    amount: Annotated[int, Field(ge=1, le=5)] | Counted = 1


class Bar(Lasting):
    """Make the opponent's unopposed manoeuvres of one type unsuccessful (AH-MAN.21)."""

    passive: Literal["bar"]
    manoeuvre: Manoeuvre


class Bounty(Lasting):
    """Give a bonus to the initiator of a successful manoeuvre of one type."""

    passive: Literal["bounty"]
    manoeuvre: Manoeuvre
    souls: Annotated[int, Field(ge=0, le=3)] = 0
    gold: Annotated[int, Field(ge=0, le=5)] = 0
    #: The number of additional cards discarded from the other player's Plot deck (Plunder only).
    cards: Annotated[int, Field(ge=0, le=5)] = 0
    whose: Literal["own", "both"] = "own"
    #: If true, only a team without the Damned gets the bonus.
    without_damned: bool = False


class Twin(Lasting):
    """Let the card's controller lay two cards in the first Chapter of an Enlistment row (AH-STORY.2)."""

    passive: Literal["twin"]


Passive = Annotated[
    Alter | Cannot | SoulNumber | Tax | Price | Ward | Bar | Bounty | Twin, Field(discriminator="passive")
]


class Ability(Record):
    """An ability that a player uses or that happens automatically (AH-DATA.4).

    A "heresy" (Heresy) is an action that a player can use once a Round. A "dem" (Deus Ex Machina) can be used in each
    of `windows`, or in every window if the list is empty; `limit` says whether once per window, Round or game. An "imr"
    (In Medias Res) happens when the card enters play, a "start" ability at the start of each Round, and a "when"
    ability each time the occasion in `when` occurs, unless `limit` sets a limit. All conditions must be met.
    """

    kind: Literal["heresy", "dem", "imr", "start", "when"]
    when: Occasion | None = None
    conditions: list[Condition] = Field(default=[], max_length=3)
    cost: Cost = Cost()
    windows: list[WindowName] = []
    limit: Literal["window", "round", "game"] = "window"
    do: list[Op] = Field(min_length=1)
