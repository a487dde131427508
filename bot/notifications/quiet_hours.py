"""Quiet hours in a player's local time: no pings, and short clocks stop."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

HOUR, DAY = 3_600, 86_400
#: The default quiet hours of a player with a known zone: from the evening to the morning.
DEFAULT_BEGIN, DEFAULT_END = 22, 8
#: The most quiet seconds per day that stop a clock, and that a player may choose. The night in which the clocks go back
#: can be longer, without pings throughout.
MAX_QUIET_SECONDS = 10 * HOUR


@lru_cache(maxsize=1024)
def zone_of(name: str) -> ZoneInfo | None:
    """Return a time zone by its name, like "Europe/Budapest"; None for an unknown name."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return None


@dataclass(frozen=True, slots=True)
class QuietHours:
    """A player's quiet hours: from one hour to another, 0 to 23, in a zone."""

    zone: str
    begin: int = DEFAULT_BEGIN
    end: int = DEFAULT_END

    @classmethod
    def parse(cls, text: str | None) -> QuietHours | None:
        """Parse the result of `text`; None without quiet hours."""
        parts = (text or "").split()
        if len(parts) != 3 or zone_of(parts[0]) is None:
            return None
        begin, end = (int(part) % 24 for part in parts[1:])
        return None if begin == end else cls(parts[0], begin, end)

    @property
    def text(self) -> str:
        """These quiet hours in saved form."""
        return f"{self.zone} {self.begin} {self.end}"

    def _nights(self, since: int) -> Iterator[tuple[int, int]]:
        """Yield the quiet times that end after this moment, in order; one is shorter or longer when clocks change."""
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
        """Return the begin and the end of the quiet time at this moment; None outside of quiet hours."""
        begin, end = next(self._nights(at))
        return (begin, end) if begin <= at else None

    def _stops(self, since: int) -> Iterator[tuple[int, int]]:
        """Yield the times that stop a clock and end after this moment, in order."""
        for begin, end in self._nights(since):
            if begin + MAX_QUIET_SECONDS > since:
                yield begin, min(end, begin + MAX_QUIET_SECONDS)

    def awake_seconds(self, since: int, until: int) -> int:
        """Return how many seconds between two moments are not quiet."""
        quiet = 0
        for begin, end in self._stops(since):
            if begin >= until:
                break
            quiet += min(end, until) - max(begin, since)
        return max(0, until - since - quiet)

    def add_awake_seconds(self, since: int, seconds: int) -> int:
        """Return the time at which this many seconds outside of quiet hours have passed since a moment."""
        at = since
        for begin, end in self._stops(since):
            if begin >= at + seconds:
                break
            seconds -= max(0, begin - at)
            at = max(at, end)
        return at + seconds


def awake_seconds(rest: QuietHours | None, since: int, until: int) -> int:
    """Return how many seconds between two moments count; all of them for a player without quiet hours."""
    return max(0, until - since) if rest is None else rest.awake_seconds(since, until)


def add_awake_seconds(rest: QuietHours | None, since: int, seconds: int) -> int:
    """Return the time at which this many counting seconds have passed since a moment."""
    return since + seconds if rest is None else rest.add_awake_seconds(since, seconds)


def held_back(rest: QuietHours | None, at: int) -> int:
    """Return when to send a ping due at this moment: at the end of quiet hours, or at once."""
    night = None if rest is None else rest.night_at(at)
    return at if night is None else night[1]
