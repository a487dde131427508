"""The terms of operations and prices: tokens, slots, amounts that depend on the table, conditions."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.kernel.content.records import Record

Token = Literal["coins", "influence", "goodwill", "reputation"]
Thing = Literal["coins", "influence", "goodwill", "reputation", "battle"]
Slot = Literal["top", "middle", "bottom"]
SLOTS: tuple[Slot, ...] = ("top", "middle", "bottom")


class Operation(Record):
    """A verb of the effect language. `effects/` has what it does, `words/ops/` its words."""

    #: Timings at which it would do nothing; no pack may use it there.
    IDLE: ClassVar[tuple[str, ...]] = ()
    #: Whether its effect must belong to a Location, which Agents are sent to or taken from (EOD-USE.11).
    NEEDS_HOME: ClassVar[bool] = False
    #: Whether it depends on the cards in hand.
    NEEDS_HAND: ClassVar[bool] = False
    #: Whether it works in the prologue: it touches nothing but the player's own tokens and Agents
    #: (EOD-PROL.15, PROL.16, PROL.18).
    IN_PROLOGUE: ClassVar[bool] = False


CountName = Literal[
    "agents_here",  # the player's Agents at the effect's Location
    "rival_agents_here",  # Agents of the other Guilds there
    "agents_out",  # the player's Agents at all Locations together
    "places_held",  # Locations with at least one of the player's Agents
    "pool_agents",  # the player's trained Agents in the pool
    "own_hand",  # the player's Guild cards in hand
    "neutral_hand",  # Neutral cards in hand
    "hall_cards",  # cards in the player's Guild Hall
    "guild_cards",  # the player's Guild cards anywhere
    "card_slots",  # filled slots of the effect's card
    "zone_cubes",  # cubes in the player's Threat Zone
    "tower_cubes",  # cubes of the player's colour in the tower
    "black_cubes",  # black cubes in the tower
    "spaces_down",  # spaces of the player's Defense token below the top
]


class Count(Record):
    """An amount that depends on the table: `plus` + `times` x the count, between `least` and `most`."""

    count: CountName
    times: int = Field(default=1, ge=-99, le=99)
    plus: int = Field(default=0, ge=-99, le=99)
    least: int = Field(default=0, ge=-99, le=99)
    most: int = Field(default=99, ge=-99, le=99)


class Condition(Record):
    """The condition of a part of an effect: there must be at least this many of something."""

    count: CountName
    least: int = Field(default=1, ge=1, le=99)


Amount = Annotated[int, Field(ge=-99, le=99)] | Count
