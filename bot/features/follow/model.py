"""The row of a follower, as a record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from bot.store.decoding import decoded

#: The follower's kind of news: the end of each round, or turns that change the lead.
What = Literal["rounds", "turns"]


@dataclass(frozen=True, slots=True)
class FollowRow:
    """A follower of a match."""

    match_id: int
    user_id: int
    what: What
    #: The last news that the follower received: the last journal entry, the last completed round, and the scores.
    told_seq: int
    round: int
    points: tuple[float, ...]
    at: int
    #: The time of the first private message that did not reach the follower; None if all did.
    lost_at: int | None = None

    @classmethod
    def from_row(cls, row: Any) -> FollowRow:
        """Build from a row of `follows`; raises UnreadableValue."""
        plain = {name: getattr(row, name) for name in cls.__slots__ if name != "points"}
        points = decoded("follows.points", row.points, f"{row.match_id}/{row.user_id}")
        return cls(**plain, points=tuple(points))
