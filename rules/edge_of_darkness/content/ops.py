"""The operations of effects as data: amounts, conditions, prices, and what an effect can do, one record each."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Token = Literal["coins", "influence", "goodwill", "reputation"]
Thing = Literal["coins", "influence", "goodwill", "reputation", "battle"]
Slot = Literal["top", "middle", "bottom"]
SLOTS: tuple[Slot, ...] = ("top", "middle", "bottom")


class Record(BaseModel):
    """A piece of content. Unknown fields are an error, so that a typing mistake can't pass unseen."""

    model_config = ConfigDict(extra="forbid", frozen=True)


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


# -- costs: paid in full, or the part they buy is lost (EOD-USE.7) ------------------------------------------


class Pay(Record):
    """Pay tokens to the supply, or Battle Strength of this turn."""

    cost: Literal["pay"]
    what: Thing
    amount: Amount = 1


class PayAgents(Record):
    """Return exactly this many own Agents from the Location of the effect (EOD-RET.7)."""

    cost: Literal["return"]
    count: int = Field(default=1, ge=1, le=99)


class Retire(Record):
    """Give up trained Agents of the own pool: they are untrained again (EOD-AGENT.2)."""

    cost: Literal["retire"]
    count: int = Field(default=1, ge=1, le=99)


class PayCard(Record):
    """Discard unresolved cards from the hand."""

    cost: Literal["discard"]
    count: int = Field(default=1, ge=1, le=99)


Cost = Annotated[Pay | PayAgents | Retire | PayCard, Field(discriminator="cost")]


# -- operations ---------------------------------------------------------------------------------------------


class Gain(Record):
    """Gain tokens, or Battle Strength for this turn."""

    op: Literal["gain"]
    what: Thing
    amount: Amount = 1


class Lose(Record):
    """Lose what is there, up to the amount (EOD-ICON.11)."""

    op: Literal["lose"]
    what: Thing
    amount: Amount = 1


class Rivals(Record):
    """Every other player loses tokens, as far as there are any."""

    op: Literal["rivals_lose"]
    what: Token
    amount: int = Field(default=1, ge=1, le=99)


class Dispatch(Record):
    """Move own Agents from the pool to the Location of the effect."""

    op: Literal["dispatch"]
    count: int = Field(default=1, ge=1, le=99)
    up_to: bool = False


class Return(Record):
    """Move own Agents from the Location of the effect back to the pool."""

    op: Literal["return"]
    count: int = Field(default=1, ge=1, le=99)
    up_to: bool = True


class Station(Record):
    """Move own Agents from the pool, each to a Location of the player's choice."""

    op: Literal["station"]
    count: int = Field(default=1, ge=1, le=99)


class Withdraw(Record):
    """Move own Agents back to the pool, each from a Location of the player's choice."""

    op: Literal["withdraw"]
    count: int = Field(default=1, ge=1, le=99)


class Gather(Record):
    """Move own Agents from other Locations to the Location of the effect."""

    op: Literal["gather"]
    count: int = Field(default=1, ge=1, le=99)


class Untrain(Record):
    """Lose trained Agents of the own pool, as far as there are any: they are untrained again."""

    op: Literal["untrain"]
    count: int = Field(default=1, ge=1, le=99)


class Train(Record):
    """Move own untrained Agents to the pool."""

    op: Literal["train"]
    count: int = Field(default=1, ge=1, le=99)


class Claim(Record):
    """Claim one Neutral card that lies in one of the named places."""

    op: Literal["claim"]
    places: list[Literal["hand", "street", "tower", "discard"]] = Field(min_length=1)


class Hunt(Record):
    """Permission to hunt for the rest of the turn."""

    op: Literal["hunt"]


class Draw(Record):
    """Take the rightmost Street cards into the hand."""

    op: Literal["draw"]
    count: int = Field(default=1, ge=1, le=99)


class TakeStreet(Record):
    """Take one Street card of the player's choice into the hand; the Street slides and is refilled."""

    op: Literal["take_street"]


class Salvage(Record):
    """Take one card from the Discard pile into the hand."""

    op: Literal["salvage"]


class CallHome(Record):
    """Put one own Guild card from the Street or the Discard pile into the own Guild Hall."""

    op: Literal["call_home"]


class Cubes(Record):
    """Draw cubes from the bag into the own Threat Zone."""

    op: Literal["cubes"]
    count: int = Field(default=1, ge=1, le=99)


class ClearZone(Record):
    """Set aside cubes of the player's choice from the own Threat Zone."""

    op: Literal["clear_zone"]
    count: int = Field(default=1, ge=1, le=99)


class ClearTray(Record):
    """Set aside cubes of the player's choice from the trays."""

    op: Literal["clear_tray"]
    count: int = Field(default=1, ge=1, le=99)


class MoveCube(Record):
    """Move cubes of the player's choice from one tray to another."""

    op: Literal["move_cube"]
    count: int = Field(default=1, ge=1, le=99)


class SeedCube(Record):
    """Put set-aside cubes of the player's choice into trays."""

    op: Literal["seed_cube"]
    count: int = Field(default=1, ge=1, le=99)


class EmptyTray(Record):
    """Set aside all cubes of one tray."""

    op: Literal["empty_tray"]


class Banish(Record):
    """Discard one tower card without its rewards; its cubes are set aside and the spot is refilled."""

    op: Literal["banish"]


class SwapTower(Record):
    """Exchange two tower cards; the trays and their cubes stay."""

    op: Literal["swap_tower"]


class SinkStreet(Record):
    """Put one Street card under the stack; the Street slides and is refilled."""

    op: Literal["sink_street"]


class DelayStreet(Record):
    """Move one Street card to the 5th space; the others slide."""

    op: Literal["delay_street"]


class Sleeve(Record):
    """Sleeve one more advancement onto a card in hand."""

    op: Literal["sleeve"]


class FetchHall(Record):
    """Take one card from the own Guild Hall into the hand."""

    op: Literal["fetch_hall"]


class RaiseDefence(Record):
    """Move the own Defense token up."""

    op: Literal["raise_defence"]
    count: int = Field(default=1, ge=1, le=99)


class LowerDefence(Record):
    """Move the own Defense token down, not below the last space."""

    op: Literal["lower_defence"]
    count: int = Field(default=1, ge=1, le=99)


class Reduce(Record):
    """Reduce the Damage of the attack (only in effects that work when attacked)."""

    op: Literal["reduce"]
    amount: Amount = 1


Op = Annotated[
    Gain | Lose | Rivals | Dispatch | Return | Station | Withdraw | Gather | Train | Untrain | Claim | Hunt | Draw
    | TakeStreet | Salvage | CallHome | Cubes | ClearZone | ClearTray | MoveCube | SeedCube | EmptyTray | Banish
    | SwapTower | SinkStreet | DelayStreet | Sleeve | FetchHall | RaiseDefence | LowerDefence | Reduce,
    Field(discriminator="op"),
]  # fmt: skip
