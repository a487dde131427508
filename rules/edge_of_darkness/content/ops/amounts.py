"""The terms of operations and prices: tokens, slots, amounts that depend on the table, conditions."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, cast, get_args

from pydantic import Field, model_validator

from rules.kernel.content.records import Record

Token = Literal["coins", "influence", "goodwill", "reputation"]
Thing = Literal["coins", "influence", "goodwill", "reputation", "battle"]
Slot = Literal["top", "middle", "bottom"]
SLOTS: tuple[Slot, ...] = ("top", "middle", "bottom")


class Operation(Record):
    """A verb of the effect language. `effects/` has its behaviour, `words/ops/` its words."""

    #: Timings when it would do nothing; packs may not use it there.
    IDLE: ClassVar[tuple[str, ...]] = ()
    #: Whether its effect must belong to a Location, as Agents move to or from it (EOD-USE.11).
    NEEDS_HOME: ClassVar[bool] = False
    #: Whether it depends on the cards in hand.
    NEEDS_HAND: ClassVar[bool] = False
    #: Whether it works in the prologue: it affects only the player's own tokens and Agents (EOD-PROL.15, PROL.16,
    #: PROL.18).
    IN_PROLOGUE: ClassVar[bool] = False


CountName = Literal[
    "agents_here",  # the player's Agents at the effect's Location
    "rival_agents_here",  # Agents of the other Guilds there
    "agents_out",  # the player's Agents at all Locations together
    "places_held",  # Locations with at least one of the player's Agents
    "pool_agents",  # the player's trained Agents in the pool
    "untrained_agents",  # the player's untrained Agents
    "hand_cards",  # cards in hand
    "own_hand",  # the player's Guild cards in hand
    "neutral_hand",  # Neutral cards in hand
    "hall_cards",  # cards in the player's Guild Hall
    "guild_cards",  # the player's Guild cards anywhere
    "card_slots",  # filled slots of the effect's card
    "zone_cubes",  # cubes in the player's Threat Zone
    "tower_cubes",  # cubes of the player's colour in the tower
    "black_cubes",  # black cubes in the tower
    "spaces_down",  # spaces of the player's Defense token below the top
    "coins",  # the player's Coins, and so on
    "influence",
    "goodwill",
    "reputation",
    "battle",  # the player's Battle Strength of this turn
    "slips_left",  # the player's unused Allegiance slips
    "rivals",  # the other players
]
#: Counts that also work for other players.
RivalCount = Literal[
    "coins", "influence", "goodwill", "reputation", "agents_here", "agents_out", "guild_cards", "hall_cards",
    "zone_cubes",
]  # fmt: skip
RIVAL_COUNTS: tuple[RivalCount, ...] = get_args(RivalCount)


class Count(Record):
    """An amount that depends on the table: `plus` + `times` x the count, between `least` and `most`."""

    count: CountName
    times: int = Field(default=1, ge=-99, le=99)
    plus: int = Field(default=0, ge=-99, le=99)
    least: int = Field(default=0, ge=-99, le=99)
    most: int = Field(default=99, ge=-99, le=99)


class Condition(Record):
    """The condition of a part of an effect: the number of something must be in a range, for you or another player."""

    count: CountName
    #: 0 if only `most` is given.
    least: int = Field(default=1, ge=0, le=99)
    most: int = Field(default=99, ge=0, le=99)
    #: Who must have that number: you, or any other player; or you must have more, or fewer, than every other player.
    who: Literal["you", "rival", "most", "fewest"] = "you"

    @model_validator(mode="before")
    @classmethod
    def _none_at_least(cls, data: Any) -> Any:
        """Read a condition that gives only `most`, with 0 as its least number."""
        given = cast("dict[str, Any]", data) if isinstance(data, dict) else {}
        return {**given, "least": 0} if "most" in given and "least" not in given else data  # type: ignore[reportUnknownVariableType]

    @model_validator(mode="after")
    def _possible(self) -> Condition:
        if self.least > self.most:
            raise ValueError("there can't be at least more than at most")
        if self.least == 0 and self.most == 99 and self.who in ("you", "rival"):
            raise ValueError("it is always met; say `least` or `most`")
        if self.who != "you" and self.count not in RIVAL_COUNTS:
            raise ValueError(f"of other players can be asked: {', '.join(RIVAL_COUNTS)}")
        if self.who in ("most", "fewest") and (self.least != 1 or self.most != 99):
            raise ValueError("whoever must have more or fewer than the others needs no number")
        return self


class Each(Record):
    """How often a part of an effect is carried out: once for each of something."""

    count: CountName
    most: int = Field(default=9, ge=1, le=20)


Amount = Annotated[int, Field(ge=-99, le=99)] | Count
