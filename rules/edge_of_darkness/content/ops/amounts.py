"""What operations and prices speak of: tokens, slots, amounts that depend on the table, conditions."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.kernel.content.records import Record

Token = Literal["coins", "influence", "goodwill", "reputation"]
Thing = Literal["coins", "influence", "goodwill", "reputation", "battle"]
Slot = Literal["top", "middle", "bottom"]
SLOTS: tuple[Slot, ...] = ("top", "middle", "bottom")


class Operation(Record):
    """A verb of the effect language. What it does stands in `effects/`, how it reads in `words/ops/`."""

    #: The moments at which it would do nothing, so that no pack may put it there.
    IDLE: ClassVar[tuple[str, ...]] = ()
    #: Whether it needs a Location of its own, to send Agents to or to take them from (EOD-USE.11).
    NEEDS_HOME: ClassVar[bool] = False
    #: Whether it does more or less depending on the cards in hand.
    NEEDS_HAND: ClassVar[bool] = False
    #: Whether it works in the prologue: it touches nothing but the player's own tokens and Agents
    #: (EOD-PROL.15, PROL.16, PROL.18).
    IN_PROLOGUE: ClassVar[bool] = False


CountName = Literal[
    "agents_here",  # own Agents at the Location of the effect
    "rival_agents_here",  # Agents of the other Guilds there
    "agents_out",  # own Agents at all Locations together
    "places_held",  # Locations with at least one own Agent
    "pool_agents",  # trained own Agents that wait in the pool
    "own_hand",  # own Guild cards in hand
    "neutral_hand",  # Neutral cards in hand
    "hall_cards",  # cards in the own Guild Hall
    "guild_cards",  # own Guild cards anywhere
    "card_slots",  # filled slots of the card that the effect stands on
    "zone_cubes",  # cubes in the own Threat Zone
    "tower_cubes",  # cubes of the own colour in the tower
    "black_cubes",  # black cubes in the tower
    "spaces_down",  # spaces of the own Defense token below the top
]


class Count(Record):
    """An amount that depends on the table: `plus` + `times` x the count, between `least` and `most`."""

    count: CountName
    times: int = Field(default=1, ge=-99, le=99)
    plus: int = Field(default=0, ge=-99, le=99)
    least: int = Field(default=0, ge=-99, le=99)
    most: int = Field(default=99, ge=-99, le=99)


class Condition(Record):
    """What must be so for a part of an effect to work: there are at least so many of something."""

    count: CountName
    least: int = Field(default=1, ge=1, le=99)


Amount = Annotated[int, Field(ge=-99, le=99)] | Count
