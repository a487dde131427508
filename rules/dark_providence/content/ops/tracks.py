"""Operations on the tracks: VP, ritual and investigation."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.dark_providence.content.shared_field_types import Amount, Count, Many, Record, Track


class GainVp(Record):
    """Gain VP at once or, with a negative amount, lose VP."""

    op: Literal["vp"]
    amount: Amount = 1


class RivalVp(Record):
    """Make another player lose VP."""

    op: Literal["rival_vp"]
    amount: Many = 1


class Meddle(Record):
    """Move the marker of a track up or, with a negative number, down."""

    op: Literal["track"]
    track: Track
    by: Annotated[int, Field(ge=-12, le=12)] | Count
