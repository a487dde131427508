"""Operations that contain other operations."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.aevum_haeresis.content.ops.cards import CardOp
from rules.aevum_haeresis.content.ops.characters import CharacterOp
from rules.aevum_haeresis.content.ops.conditions import Condition
from rules.aevum_haeresis.content.ops.conflict import ConflictOp
from rules.aevum_haeresis.content.ops.resources import ResourceOp
from rules.aevum_haeresis.content.ops.terms import Cost
from rules.kernel.content.records import Record

Plain = Annotated[ResourceOp | CardOp | CharacterOp | ConflictOp, Field(discriminator="op")]


#: A row of a die table: the highest roll that it covers, and the operations for such a roll.
Row = Annotated[tuple[Annotated[int, Field(ge=1, le=10)], list[Plain]], Field(examples=[[3, [{"op": "draw"}]]])]


class Choice(Record):
    """Let a player choose one of several effects. An impossible effect can't be chosen (AH-GEN.10)."""

    op: Literal["choice"]
    who: Literal["me", "opponent"] = "me"
    ways: list[Annotated[list[Plain], Field(min_length=1)]] = Field(min_length=2, max_length=4)


class Roll(Record):
    """Roll a die and execute the operations of the first row whose number is at least the roll (AH-GEN.16).

    In the rows, the amount "that" stands for the roll.
    """

    op: Literal["roll"]
    die: Literal[6, 10] = 6
    rows: list[Row] = Field(min_length=1)


class Contest(Record):
    """Make both players roll a die. If you roll higher, execute `do`, otherwise execute `otherwise`.

    The amount "that" stands for the difference between the two rolls.
    """

    op: Literal["contest"]
    die: Literal[6, 10] = 6
    do: list[Plain] = Field(min_length=1)
    otherwise: list[Plain] = []


class If(Record):
    """Execute `do` if all conditions are met, and `otherwise` if not."""

    op: Literal["if"]
    conditions: list[Condition] = Field(min_length=1, max_length=3)
    do: list[Plain] = Field(min_length=1)
    otherwise: list[Plain] = []


class InChapter(Record):
    """Execute operations only in Chapter `least` or later (AH-STORY.15)."""

    op: Literal["in_chapter"]
    least: Annotated[int, Field(ge=2, le=3)] = 3
    do: list[Plain] = Field(min_length=1)


class IfSuccessful(Record):
    """Execute operations at the end of the Conflict if you are successful in it."""

    op: Literal["if_successful"]
    do: list[Plain] = Field(min_length=1)


class MayPay(Record):
    """Execute operations if you pay a cost, which you may decline."""

    op: Literal["may_pay"]
    cost: Cost
    do: list[Plain] = Field(min_length=1)


ComposedOp = Choice | Roll | Contest | If | InChapter | IfSuccessful | MayPay
Op = Annotated[ResourceOp | CardOp | CharacterOp | ConflictOp | ComposedOp, Field(discriminator="op")]
