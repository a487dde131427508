"""Quiet hours: when nobody rings a person, and short clocks stand still, by the clock on the person's wall."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

HOUR, DAY = 3_600, 86_400
#: Quiet hours of whoever has told their zone and chosen no others: from the evening to the morning.
EVENING, MORNING = 22, 8
#: The most seconds of quiet a day that stop a clock, and that anybody may choose. The night in which the clocks go back
#: can be longer: nobody is rung in it.
MOST = 10 * HOUR


@lru_cache(maxsize=1024)
def zone_of(name: str) -> ZoneInfo | None:
    """Return a time zone by its name, like "Europe/Budapest"; None if there is none of this name."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return None


@dataclass(frozen=True, slots=True)
class Rest:
    """A person's quiet hours: from one hour to another, 0 to 23, in a zone."""

    zone: str
    begin: int = EVENING
    end: int = MORNING

    @classmethod
    def of(cls, text: str | None) -> Rest | None:
        """Read what `text` wrote; None without quiet hours."""
        parts = (text or "").split()
        if len(parts) != 3 or zone_of(parts[0]) is None:
            return None
        begin, end = (int(part) % 24 for part in parts[1:])
        return None if begin == end else cls(parts[0], begin, end)

    @property
    def text(self) -> str:
        """These quiet hours in a form that can be saved."""
        return f"{self.zone} {self.begin} {self.end}"

    def _nights(self, since: int) -> Iterator[tuple[int, int]]:
        """Yield the quiet times that end after this moment, in order; when clocks are set, one is shorter or longer."""
        zone = zone_of(self.zone)
        day = datetime.fromtimestamp(since, zone).date() - timedelta(days=1)
        while True:
            morning = day + timedelta(days=self.end < self.begin)
            begin = int(datetime.combine(day, time(self.begin), zone).timestamp())
            end = int(datetime.combine(morning, time(self.end), zone).timestamp())
            if end > since and end > begin:
                yield begin, end
            day += timedelta(days=1)

    def night_at(self, at: int) -> tuple[int, int] | None:
        """Return when the quiet time began that it is at this moment, and when it ends; None if it is none."""
        begin, end = next(self._nights(at))
        return (begin, end) if begin <= at else None

    def _stops(self, since: int) -> Iterator[tuple[int, int]]:
        """Yield the times that stop a clock and end after this moment, in order."""
        for begin, end in self._nights(since):
            if begin + MOST > since:
                yield begin, min(end, begin + MOST)

    def awake(self, since: int, until: int) -> int:
        """Return how many seconds between two moments are not quiet."""
        quiet = 0
        for begin, end in self._stops(since):
            if begin >= until:
                break
            quiet += min(end, until) - max(begin, since)
        return max(0, until - since - quiet)

    def later(self, since: int, seconds: int) -> int:
        """Return when so many seconds have passed since a moment that are not quiet."""
        at = since
        for begin, end in self._stops(since):
            if begin >= at + seconds:
                break
            seconds -= max(0, begin - at)
            at = max(at, end)
        return at + seconds


def awake(rest: Rest | None, since: int, until: int) -> int:
    """Return how many seconds between two moments count; all of them for a person without quiet hours."""
    return max(0, until - since) if rest is None else rest.awake(since, until)


def later(rest: Rest | None, since: int, seconds: int) -> int:
    """Return when so many seconds that count have passed since a moment."""
    return since + seconds if rest is None else rest.later(since, seconds)


def held_back(rest: Rest | None, at: int) -> int:
    """Return when a person may be rung who is to be rung at this moment: at the end of quiet hours, or at once."""
    night = None if rest is None else rest.night_at(at)
    return at if night is None else night[1]
