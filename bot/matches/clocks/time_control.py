"""The pace of a table: no clock, a time per turn, or a bank of time; and the consequence of a clock's end.

A table agrees on it in the lobby. Three days without a move make a seat late in a friendly match too, but without
consequences.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from bot.notifications.quiet_hours import DAY, HOUR


class TimeControlKind(StrEnum):
    """The type of a table's clock."""

    FRIENDLY = "friendly"
    #: A time for each turn.
    STEADY = "steady"
    #: A time for the whole match, with an increment per turn.
    BANK = "bank"


class OnTimeout(StrEnum):
    """The consequence of a clock's end."""

    #: The seat is late, and the others choose.
    LATE = "late"
    #: The game's default answer is given, if it has one.
    ANSWER = "answer"
    #: A computer makes this turn.
    TURN = "turn"
    #: A computer holds the seat until its player is back.
    HOLD = "hold"
    #: The player concedes, if the game allows it.
    CONCEDE = "concede"


#: After this many seconds without a move a seat of a friendly match is late.
FRIENDLY_LATE_AFTER = 72 * HOUR
#: The defaults in seconds: per turn, of a bank, and the bank's increment per turn.
DEFAULT_TURN, DEFAULT_BANK, DEFAULT_INCREMENT = 48 * HOUR, 5 * DAY, 12 * HOUR
#: The minimum and maximum seconds of a turn or a bank, and the maximum increment.
MIN_TIME, MAX_TIME, MAX_INCREMENT = 6 * HOUR, 14 * DAY, 2 * DAY
#: Only clocks of turns shorter than these seconds stop in quiet hours.
QUIET_HOURS_LIMIT = 24 * HOUR


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The pace of a table. `seconds` are those of a turn or of a bank, `back` is the bank's increment."""

    kind: TimeControlKind = TimeControlKind.FRIENDLY
    seconds: int = FRIENDLY_LATE_AFTER
    back: int = 0
    end: OnTimeout = OnTimeout.LATE

    @classmethod
    def from_json(cls, saved: Mapping[str, Any]) -> TimeControl:
        """Return a saved pace; impossible values are moved into range."""
        kind = TimeControlKind(saved.get("kind", TimeControlKind.FRIENDLY))
        if kind is TimeControlKind.FRIENDLY:
            return cls()
        seconds = int(saved.get("seconds", DEFAULT_TURN if kind is TimeControlKind.STEADY else DEFAULT_BANK))
        back = int(saved.get("back", DEFAULT_INCREMENT)) if kind is TimeControlKind.BANK else 0
        end = OnTimeout(saved.get("end", OnTimeout.LATE))
        return cls(kind, min(max(seconds, MIN_TIME), MAX_TIME), min(max(back, 0), MAX_INCREMENT), end)

    def to_json(self) -> dict[str, Any]:
        """Return the saved form; nothing for a friendly match."""
        if not self.has_clock:
            return {}
        bank = {"back": self.back} if self.kind is TimeControlKind.BANK else {}
        return {"kind": self.kind.value, "seconds": self.seconds, **bank, "end": self.end.value}

    @property
    def has_clock(self) -> bool:
        """Whether time can cost a seat anything."""
        return self.kind is not TimeControlKind.FRIENDLY

    @property
    def stops_in_quiet_hours(self) -> bool:
        """Whether the clocks stop in quiet hours."""
        return self.kind is TimeControlKind.STEADY and self.seconds < QUIET_HOURS_LIMIT


#: The paces in menus, by their names in custom_ids.
PRESET_PACES: Mapping[str, TimeControl] = {
    "friendly": TimeControl(),
    "steady": TimeControl(TimeControlKind.STEADY, DEFAULT_TURN),
    "daily": TimeControl(TimeControlKind.STEADY, DAY),
    "bank": TimeControl(TimeControlKind.BANK, DEFAULT_BANK, DEFAULT_INCREMENT),
}
