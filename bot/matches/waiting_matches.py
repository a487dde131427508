"""A match where it is a user's turn, with the data that lists of such matches show."""

from __future__ import annotations

from dataclasses import dataclass

from bot.matches.clocks import seat_clock
from bot.store.statements.matches import WaitingRow


@dataclass(frozen=True, slots=True)
class WaitingMatch:
    """A match where a user must act."""

    match_id: int
    game: str
    guild_id: int
    channel_id: int
    #: The message in the channel with the board, if there is one.
    board_message_id: int | None
    seat: int
    since: int
    #: When the user's clock will run out or has run out; None if there is no clock or the clock is stopped.
    ends_at: int | None
    #: When another player last nudged the user.
    nudged_at: int | None

    @classmethod
    def from_row(cls, row: WaitingRow) -> WaitingMatch:
        """Build a waiting match from the row of a match and the user's seat."""
        place, seat = (row.match_id, row.game, row.guild_id, row.channel_id, row.board_message_id), row.seat
        assert seat.waiting_since is not None
        return cls(*place, seat.seat, seat.waiting_since, _ends_at(row), seat.nudged_at)

    @property
    def urgency(self) -> tuple[bool, int, int]:
        """The sort key for lists: matches with the least time left come first, then those with the longest wait."""
        return self.ends_at is None, self.ends_at or self.since, self.match_id


def _ends_at(row: WaitingRow) -> int | None:
    if row.is_stopped:
        return None
    # In a friendly match, nothing happens when the clock runs out.
    ends_at = (row.seat.late_since or seat_clock.ends_at(row.seat)) if row.pace else None
    return row.deadline if ends_at is None else ends_at
