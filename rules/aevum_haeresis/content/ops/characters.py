"""Operations on characters and other cards in play."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.aevum_haeresis.content.ops.terms import Amount, Counted, Stat, Target, Until, Who
from rules.kernel.content.records import Record


class Damage(Record):
    """Deal damage."""

    op: Literal["damage"]
    amount: Amount = 1
    target: Target = Target()


class Heal(Record):
    """Remove damage from your Damned."""

    op: Literal["heal"]
    amount: Amount = 1


class Ready(Record):
    """Make characters Ready."""

    op: Literal["ready"]
    target: Target = Target(whose="own", scope="anywhere")


class Spend(Record):
    """Make characters Spent."""

    op: Literal["spend"]
    target: Target = Target()


class Modify(Record):
    """Change a number of characters for a time: of the target or, without one, of the card's host, caster or team."""

    op: Literal["modify"]
    stat: Stat
    amount: Annotated[int, Field(ge=-9, le=9)] | Counted
    until: Until = "conflict"
    target: Target | None = None
    of: Literal["target", "caster", "heretics", "participants"] = "target"


class Control(Record):
    """Take control of a Heretic, until the end of the Round or permanently (AH-CTRL.2)."""

    op: Literal["control"]
    until: Literal["round", "game"] = "round"
    target: Target = Target(what="heretic", scope="anywhere")


class Destroy(Record):
    """Put a card in play on its owner's Pyre, without damage."""

    op: Literal["destroy"]
    target: Target = Target()


class Sacrifice(Record):
    """Sacrifice one of your Heretics, if there is one (AH-SAC.5)."""

    op: Literal["sacrifice"]
    who: Who = "opponent"


class Counter(Record):
    """Put counters on a card in play or take them off; without a target, this card."""

    op: Literal["counter"]
    amount: Annotated[int, Field(ge=-9, le=9)] | Counted = 1
    target: Target | None = None


CharacterOp = Damage | Heal | Ready | Spend | Modify | Control | Destroy | Sacrifice | Counter
