"""Operations on the current manoeuvre and Conflict."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.aevum_haeresis.content.ops.terms import Amount, Counted
from rules.kernel.content.records import Record


class Team(Record):
    """Raise or lower the number of icons that a team has until the end of the Conflict."""

    op: Literal["team"]
    amount: Annotated[int, Field(ge=-5, le=5)] | Counted
    who: Literal["me", "opponent"] = "me"


class Shield(Record):
    """Reduce all damage to your characters until the end of the Conflict or Round."""

    op: Literal["shield"]
    amount: Amount = 1
    until: Literal["conflict", "round"] = "conflict"


class NextChapter(Record):
    """Raise the damage that your casters deal in the next Chapter."""

    op: Literal["next_chapter"]
    damage: Amount = 1


class Extra(Record):
    """Raise the soul number for the Consequence of this manoeuvre, if you initiated it and are successful."""

    op: Literal["extra"]
    amount: Amount = 1


class Fail(Record):
    """Make the announced manoeuvre unsuccessful unless someone blocks it (AH-MAN.21)."""

    op: Literal["fail"]


ConflictOp = Team | Shield | NextChapter | Extra | Fail
