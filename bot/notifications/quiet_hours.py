"""Quiet hours: the hours of a player's local day when they aren't pinged and short clocks stop."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from bot.app.clock import HOUR

#: The default quiet hours of players whose time zone is known.
DEFAULT_BEGIN, DEFAULT_END = 22, 8
#: Maximum length of a player's quiet hours in seconds per day, and so the longest time that they stop a clock. In the
#: night when summer time ends, quiet hours can last an hour longer: that hour has no pings, but clocks run.
MAX_QUIET_SECONDS = 10 * HOUR


@lru_cache(maxsize=1024)
def zone_of(name: str) -> ZoneInfo | None:
    """Return the time zone with a name such as "Europe/Budapest"; None if the name is unknown."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return None


@dataclass(frozen=True, slots=True)
class QuietHours:
    """A player's quiet hours: the first and the last hour, from 0 to 23, in a time zone."""

    zone: str
    begin: int = DEFAULT_BEGIN
    end: int = DEFAULT_END

    @classmethod
    def parse(cls, text: str | None) -> QuietHours | None:
        """Parse quiet hours from a text in the format of the property `text`; None if the text has none."""
        parts = (text or "").split()
        if len(parts) != 3 or zone_of(parts[0]) is None:
            return None
        begin, end = (int(part) % 24 for part in parts[1:])
        return None if begin == end else cls(parts[0], begin, end)

    @property
    def text(self) -> str:
        """The quiet hours as text, for saving them."""
        return f"{self.zone} {self.begin} {self.end}"

    def _nights(self, since: int) -> Iterator[tuple[int, int]]:
        """Yield the start and end of each period of quiet hours that ends after the time `since`, in order."""
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
        """Return the start and end of the quiet hours around this time; None if it isn't in quiet hours."""
        begin, end = next(self._nights(at))
        return (begin, end) if begin <= at else None

    def _stops(self, since: int) -> Iterator[tuple[int, int]]:
        """Yield the start and end of each period that stops a clock and ends after the time `since`, in order."""
        for begin, end in self._nights(since):
            if begin + MAX_QUIET_SECONDS > since:
                yield begin, min(end, begin + MAX_QUIET_SECONDS)

    def awake_seconds(self, since: int, until: int) -> int:
        """Return how many seconds between these two times are outside quiet hours."""
        quiet = 0
        for begin, end in self._stops(since):
            if begin >= until:
                break
            quiet += min(end, until) - max(begin, since)
        return max(0, until - since - quiet)

    def add_awake_seconds(self, since: int, seconds: int) -> int:
        """Return when this many seconds outside quiet hours will have passed since this time."""
        at = since
        for begin, end in self._stops(since):
            if begin >= at + seconds:
                break
            seconds -= max(0, begin - at)
            at = max(at, end)
        return at + seconds


def awake_seconds(quiet_hours: QuietHours | None, since: int, until: int) -> int:
    """Return how many seconds between these two times are outside quiet hours; without quiet hours, all of them."""
    return max(0, until - since) if quiet_hours is None else quiet_hours.awake_seconds(since, until)


def add_awake_seconds(quiet_hours: QuietHours | None, since: int, seconds: int) -> int:
    """Return when this many seconds will have passed since this time, not counting quiet hours."""
    return since + seconds if quiet_hours is None else quiet_hours.add_awake_seconds(since, seconds)


def after_quiet_hours(quiet_hours: QuietHours | None, at: int) -> int:
    """Return when to send a ping that is due at this time: then or, if that is in quiet hours, at their end."""
    night = None if quiet_hours is None else quiet_hours.night_at(at)
    return at if night is None else night[1]
