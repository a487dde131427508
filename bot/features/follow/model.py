"""The database row for a follower of a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from bot.store.decoding import decoded

#: The news that a follower receives: about the end of each round, or about turns that change the lead.
What = Literal["rounds", "turns"]


@dataclass(frozen=True, slots=True)
class FollowRow:
    """A user who follows a match, and the news that they have received."""

    match_id: int
    user_id: int
    what: What
    #: The last journal entry, the last completed round and the last scores that were reported to the follower.
    told_seq: int
    round: int
    points: tuple[float, ...]
    at: int
    #: When private messages first failed to reach the follower; None if no message has failed.
    lost_at: int | None = None

    @classmethod
    def from_row(cls, row: Any) -> FollowRow:
        """Build a follower from a row of `follows`; raises UnreadableValue."""
        plain = {name: getattr(row, name) for name in cls.__slots__ if name != "points"}
        points = decoded("follows.points", row.points, f"{row.match_id}/{row.user_id}")
        return cls(**plain, points=tuple(points))
