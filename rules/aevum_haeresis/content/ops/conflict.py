"""Operations on the manoeuvre and the Conflict under way."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from rules.aevum_haeresis.content.ops.terms import Small
from rules.kernel.content.records import Record


class Team(Record):
    """The own team counts more icons of the manoeuvre's type until the end of the Conflict."""

    op: Literal["team"]
    amount: int = Field(ge=-5, le=5)
    who: Literal["me", "opponent"] = "me"


class Shield(Record):
    """Until the end of the Conflict or Round, all damage dealt to own characters is lower."""

    op: Literal["shield"]
    amount: Small = 1
    until: Literal["conflict", "round"] = "conflict"


class NextChapter(Record):
    """Damage dealt by own cards of the next Chapter is higher."""

    op: Literal["next_chapter"]
    damage: Small = 1


class Extra(Record):
    """The Consequence of this manoeuvre is stronger, if its initiator is me and succeeds."""

    op: Literal["extra"]
    amount: Small = 1


class Fail(Record):
    """The announced manoeuvre is unsuccessful, unless it is blocked (AH-MAN.21)."""

    op: Literal["fail"]


ConflictOp = Team | Shield | NextChapter | Extra | Fail
