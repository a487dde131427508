"""Time controls: no clock, a time per turn, or a bank of time; and what happens when a clock runs out.

Players choose the time control in the lobby. In a friendly match, which has no clock, a seat is late after three days
without a move, but nothing happens automatically.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from bot.app.clock import DAY, HOUR


class TimeControlKind(StrEnum):
    """The kind of clock in a match."""

    FRIENDLY = "friendly"
    #: A time limit for each turn.
    STEADY = "steady"
    #: A bank of time for the whole match, with an increment after each turn.
    BANK = "bank"


class OnTimeout(StrEnum):
    """The automatic consequence when a clock runs out."""

    #: Nothing happens: the seat is late, and the other players decide.
    LATE = "late"
    #: The game's default answer is given for the player, if the game has one.
    ANSWER = "answer"
    #: A computer plays this turn.
    TURN = "turn"
    #: A computer plays the seat until its player is back.
    HOLD = "hold"
    #: The player concedes, if the game allows it.
    CONCEDE = "concede"


#: In a friendly match a seat is late after this many seconds without a move.
FRIENDLY_LATE_AFTER = 72 * HOUR
#: The default times in seconds: for a turn, for a bank, and for a bank's increment after each turn.
DEFAULT_TURN, DEFAULT_BANK, DEFAULT_INCREMENT = 48 * HOUR, 5 * DAY, 12 * HOUR
#: The minimum and maximum time of a turn or a bank, and the maximum increment, in seconds.
MIN_TIME, MAX_TIME, MAX_INCREMENT = 6 * HOUR, 14 * DAY, 2 * DAY
#: A clock per turn stops in quiet hours only if a turn has less time than this, in seconds.
QUIET_HOURS_LIMIT = 24 * HOUR


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A time control. `seconds` is the time of a turn or bank; `back` is a bank's increment after each turn."""

    kind: TimeControlKind = TimeControlKind.FRIENDLY
    seconds: int = FRIENDLY_LATE_AFTER
    back: int = 0
    end: OnTimeout = OnTimeout.LATE

    @classmethod
    def from_json(cls, saved: Mapping[str, Any]) -> TimeControl:
        """Read a saved time control. Values beyond the limits are clamped to them."""
        kind = TimeControlKind(saved.get("kind", TimeControlKind.FRIENDLY))
        if kind is TimeControlKind.FRIENDLY:
            return cls()
        seconds = int(saved.get("seconds", DEFAULT_TURN if kind is TimeControlKind.STEADY else DEFAULT_BANK))
        back = int(saved.get("back", DEFAULT_INCREMENT)) if kind is TimeControlKind.BANK else 0
        end = OnTimeout(saved.get("end", OnTimeout.LATE))
        return cls(kind, min(max(seconds, MIN_TIME), MAX_TIME), min(max(back, 0), MAX_INCREMENT), end)

    def to_json(self) -> dict[str, Any]:
        """Return the time control as JSON to save; an empty dict for a friendly match."""
        if not self.has_clock:
            return {}
        bank = {"back": self.back} if self.kind is TimeControlKind.BANK else {}
        return {"kind": self.kind.value, "seconds": self.seconds, **bank, "end": self.end.value}

    @property
    def has_clock(self) -> bool:
        """Whether the players' time is limited, as it is in all matches except friendly ones."""
        return self.kind is not TimeControlKind.FRIENDLY

    @property
    def stops_in_quiet_hours(self) -> bool:
        """Whether clocks stop in quiet hours."""
        return self.kind is TimeControlKind.STEADY and self.seconds < QUIET_HOURS_LIMIT


#: The time controls that menus offer, by their names in custom_ids.
PRESET_TIME_CONTROLS: Mapping[str, TimeControl] = {
    "friendly": TimeControl(),
    "steady": TimeControl(TimeControlKind.STEADY, DEFAULT_TURN),
    "daily": TimeControl(TimeControlKind.STEADY, DAY),
    "bank": TimeControl(TimeControlKind.BANK, DEFAULT_BANK, DEFAULT_INCREMENT),
}
