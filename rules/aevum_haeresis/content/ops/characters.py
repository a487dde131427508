"""Operations on characters and other cards in play."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.aevum_haeresis.content.ops.terms import Amount, Counted, Stat, Target, Until, Who
from rules.kernel.content.records import Record


class Damage(Record):
    """Deal this much damage to each target."""

    op: Literal["damage"]
    amount: Amount = 1
    target: Target = Target()


class Heal(Record):
    """Remove damage from your Damned."""

    op: Literal["heal"]
    amount: Amount = 1


class Ready(Record):
    """Make the targets Ready."""

    op: Literal["ready"]
    target: Target = Target(whose="own", scope="anywhere")


class Spend(Record):
    """Make the targets Spent."""

    op: Literal["spend"]
    target: Target = Target()


class Modify(Record):
    """Raise or lower the Damage, Health or icons of characters until the end of the Conflict, Round or game.

    `of` says which characters: those in `target`, the Story's caster, all your Heretics, or all your participants.
    """

    op: Literal["modify"]
    stat: Stat
    amount: Annotated[int, Field(ge=-9, le=9)] | Counted
    until: Until = "conflict"
    target: Target | None = None
    of: Literal["target", "caster", "heretics", "participants"] = "target"


class Control(Record):
    """Take control of the target until the end of the Round or permanently (AH-CTRL.2)."""

    op: Literal["control"]
    until: Literal["round", "game"] = "round"
    target: Target = Target(what="heretic", scope="anywhere")


class Destroy(Record):
    """Send the target to its owner's Pyre without dealing damage."""

    op: Literal["destroy"]
    target: Target = Target()


class Sacrifice(Record):
    """Make a player sacrifice a Heretic of that player's choice, if there is one (AH-SAC.5)."""

    op: Literal["sacrifice"]
    who: Who = "opponent"


class Counter(Record):
    """Put counters on the target or, if there is no target, on the card itself. A negative amount removes counters."""

    op: Literal["counter"]
    amount: Annotated[int, Field(ge=-9, le=9)] | Counted = 1
    target: Target | None = None


CharacterOp = Damage | Heal | Ready | Spend | Modify | Control | Destroy | Sacrifice | Counter
