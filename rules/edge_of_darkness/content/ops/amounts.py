"""Records used in operations and prices: tokens, slots, conditions, and amounts that depend on the position."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, cast, get_args

from pydantic import Field, model_validator

from rules.kernel.content.records import Record

Token = Literal["coins", "influence", "goodwill", "reputation"]
Thing = Literal["coins", "influence", "goodwill", "reputation", "battle"]
Slot = Literal["top", "middle", "bottom"]
SLOTS: tuple[Slot, ...] = ("top", "middle", "bottom")


class Operation(Record):
    """A verb of the effect language. Its behaviour is in the package `effects`, its text in `words.ops`."""

    #: The timings that make the verb useless. Packs that use the verb with such a timing are refused.
    IDLE: ClassVar[tuple[str, ...]] = ()
    #: Whether the verb moves Agents to or from the effect's Location and therefore needs one (EOD-USE.11).
    NEEDS_HOME: ClassVar[bool] = False
    #: Whether the verb depends on the cards in hand.
    NEEDS_HAND: ClassVar[bool] = False
    #: Whether the verb works in the prologue, because it affects only the player's own tokens and Agents
    #: (EOD-PROL.15, PROL.16, PROL.18).
    IN_PROLOGUE: ClassVar[bool] = False


CountName = Literal[
    "agents_here",  # the player's Agents at the effect's Location
    "rival_agents_here",  # the other Guilds' Agents at the effect's Location
    "agents_out",  # the player's Agents at all Locations
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
    "coins",  # the player's Coins; the next three are also tokens
    "influence",
    "goodwill",
    "reputation",
    "battle",  # the player's Battle Strength in this turn
    "slips_left",  # the player's unused Allegiance slips
    "rivals",  # the other players
]
#: Counts that conditions may also use for other players.
RivalCount = Literal[
    "coins", "influence", "goodwill", "reputation", "agents_here", "agents_out", "guild_cards", "hall_cards",
    "zone_cubes",
]  # fmt: skip
RIVAL_COUNTS: tuple[RivalCount, ...] = get_args(RivalCount)


class Count(Record):
    """An amount that depends on the position: `times` x the counted number + `plus`, from `least` to `most`."""

    count: CountName
    times: int = Field(default=1, ge=-99, le=99)
    plus: int = Field(default=0, ge=-99, le=99)
    least: int = Field(default=0, ge=-99, le=99)
    most: int = Field(default=99, ge=-99, le=99)


class Condition(Record):
    """A condition of a clause: the counted number must be at least `least` and at most `most`."""

    count: CountName
    #: The minimum. If only `most` is given, the minimum is 0.
    least: int = Field(default=1, ge=0, le=99)
    most: int = Field(default=99, ge=0, le=99)
    #: The player whose number is compared with the limits: "you" means you, "rival" any other player. With "most" or
    #: "fewest", your number must instead be larger or smaller than every other player's.
    who: Literal["you", "rival", "most", "fewest"] = "you"

    @model_validator(mode="before")
    @classmethod
    def _none_at_least(cls, data: Any) -> Any:
        """Set `least` to 0 if the record contains only `most`."""
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
    """How many times a clause is repeated: the counted number, at most `most`."""

    count: CountName
    most: int = Field(default=9, ge=1, le=20)


Amount = Annotated[int, Field(ge=-99, le=99)] | Count
