"""The database row of a follower."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from bot.store.decoding import decoded

#: Which news the follower receives: about the end of each round, or about turns that change the lead.
What = Literal["rounds", "turns"]


@dataclass(frozen=True, slots=True)
class FollowRow:
    """A follower of a match."""

    match_id: int
    user_id: int
    what: What
    #: The last journal entry, the last completed round and the last scores that the follower was told about.
    told_seq: int
    round: int
    points: tuple[float, ...]
    at: int
    #: When the first private message failed to reach the follower; None if all messages have arrived.
    lost_at: int | None = None

    @classmethod
    def from_row(cls, row: Any) -> FollowRow:
        """Build a follower from a row of `follows`; raises UnreadableValue."""
        plain = {name: getattr(row, name) for name in cls.__slots__ if name != "points"}
        points = decoded("follows.points", row.points, f"{row.match_id}/{row.user_id}")
        return cls(**plain, points=tuple(points))
