"""The language in which effects, abilities, rewards and threats are written as data.

Behaviour (`resolve.py`) and card text (`card_text.py`) are both made from these records, so they can't disagree.
"""

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


class Count(Record):
    """An amount that depends on the table: `plus` + `times` x the count, between `least` and `most`."""

    count: Literal[
        "agents_here",  # own Agents at the Location of the effect
        "rival_agents_here",  # Agents of the other Guilds there
        "own_hand",  # own Guild cards in hand
        "neutral_hand",  # Neutral cards in hand
        "zone_cubes",  # cubes in the own Threat Zone
        "tower_cubes",  # cubes of the own colour in the tower
        "guild_cards",  # own Guild cards anywhere
    ]
    times: int = Field(default=1, ge=-99, le=99)
    plus: int = Field(default=0, ge=-99, le=99)
    least: int = Field(default=0, ge=-99, le=99)
    most: int = Field(default=99, ge=-99, le=99)


Amount = Annotated[int, Field(ge=-99, le=99)] | Count


# -- costs: paid in full, or the part they buy is lost (EOD-USE.7) ------------------------------------------


class Pay(Record):
    """Pay tokens to the supply."""

    cost: Literal["pay"]
    what: Token
    amount: Amount = 1


class PayAgents(Record):
    """Return exactly this many own Agents from the Location of the effect (EOD-RET.7)."""

    cost: Literal["return"]
    count: int = Field(default=1, ge=1, le=99)


class PayCard(Record):
    """Discard unresolved cards from the hand."""

    cost: Literal["discard"]
    count: int = Field(default=1, ge=1, le=99)


Cost = Annotated[Pay | PayAgents | PayCard, Field(discriminator="cost")]


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


class Reduce(Record):
    """Reduce the Damage of the attack (only in effects that work when attacked)."""

    op: Literal["reduce"]
    amount: Amount = 1


Op = Annotated[
    Gain | Lose | Rivals | Dispatch | Return | Train | Claim | Hunt | Draw | Cubes | ClearZone | ClearTray
    | MoveCube | SwapTower | SinkStreet | DelayStreet | Sleeve | FetchHall | RaiseDefence | Reduce,
    Field(discriminator="op"),
]  # fmt: skip


class Clause(Record):
    """A part of an effect: what it costs, if anything, and what it does, in order."""

    cost: list[Cost] = []
    do: list[Op] = Field(min_length=1)


class Effect(Record):
    """One effect (EOD-CARD.18).

    mode "all": the clauses in order, a clause with a cost being optional; mode "one": one clause of choice.
    prologue "rule" applies EOD-PROL.15 to PROL.19 to each operation; "all" and "none" overrule them (EOD-HC.12).
    """

    mode: Literal["all", "one"] = "all"
    clauses: list[Clause] = Field(min_length=1)
    prologue: Literal["rule", "all", "none"] = "rule"


class Threat(Record):
    """The Blight side of a slip or starter. `unless_defended` hits attacked players who fail (EOD-DMG.13)."""

    damage: int = Field(default=0, ge=-20, le=20)
    rewards: list[Op] = []
    unless_defended: list[Op] = []
