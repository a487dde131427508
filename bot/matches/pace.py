"""How fast a table plays: by no clock, so long for each turn, or from a bank of time; and what the end of a clock does.

A table agrees on it in the lobby. Whoever lets a friendly match wait for three days is late, too, but nothing happens
by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from bot.matches.rest import DAY, HOUR


class Kind(StrEnum):
    """By which clock a table plays."""

    FRIENDLY = "friendly"
    #: So long for each turn.
    STEADY = "steady"
    #: So long for the whole match, and some of it back for each turn.
    BANK = "bank"


class End(StrEnum):
    """What the end of a clock does."""

    #: The seat is late, and the others choose what happens.
    LATE = "late"
    #: The game's plainest answer is given, where the game has one.
    ANSWER = "answer"
    #: A computer makes this turn.
    TURN = "turn"
    #: A computer holds the seat until its person is back.
    HOLD = "hold"
    #: The person concedes, where the game knows it.
    CONCEDE = "concede"


#: After so many seconds without a move a seat of a friendly match is late.
FRIENDLY_LATE = 72 * HOUR
#: What a table gets that chooses nothing else, in seconds: of a turn, of a bank, and back into it for each turn.
STEADY, BANK, BACK = 48 * HOUR, 5 * DAY, 12 * HOUR
#: The least and the most seconds that a turn or a bank may have, and that may come back.
LEAST, MOST, MOST_BACK = 6 * HOUR, 14 * DAY, 2 * DAY
#: Only the clocks of turns shorter than these seconds stand still in quiet hours.
RESTS = 24 * HOUR


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a table plays. `seconds` are those of a turn or of a bank, `back` what returns into the bank."""

    kind: Kind = Kind.FRIENDLY
    seconds: int = FRIENDLY_LATE
    back: int = 0
    end: End = End.LATE

    @classmethod
    def of(cls, saved: Mapping[str, Any]) -> Pace:
        """Return the pace that is saved; what can't be is as near to it as possible."""
        kind = Kind(saved.get("kind", Kind.FRIENDLY))
        if kind is Kind.FRIENDLY:
            return cls()
        seconds = int(saved.get("seconds", STEADY if kind is Kind.STEADY else BANK))
        back = int(saved.get("back", BACK)) if kind is Kind.BANK else 0
        end = End(saved.get("end", End.LATE))
        return cls(kind, min(max(seconds, LEAST), MOST), min(max(back, 0), MOST_BACK), end)

    def data(self) -> dict[str, Any]:
        """Return what is saved; nothing for a friendly match."""
        if not self.has_clock:
            return {}
        bank = {"back": self.back} if self.kind is Kind.BANK else {}
        return {"kind": self.kind.value, "seconds": self.seconds, **bank, "end": self.end.value}

    @property
    def has_clock(self) -> bool:
        """Whether time can cost a seat anything."""
        return self.kind is not Kind.FRIENDLY

    @property
    def rests(self) -> bool:
        """Whether the clocks stand still in quiet hours."""
        return self.kind is Kind.STEADY and self.seconds < RESTS


#: The paces that menus offer, by the names that stand on the wire.
OFFERED: Mapping[str, Pace] = {
    "friendly": Pace(),
    "steady": Pace(Kind.STEADY, STEADY),
    "daily": Pace(Kind.STEADY, DAY),
    "bank": Pace(Kind.BANK, BANK, BACK),
}
