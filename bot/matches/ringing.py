"""Where people want to be rung when it is their turn."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import StrEnum

from bot.matches.rest import EVENING as QUIET_FROM
from bot.matches.rest import MORNING as QUIET_UNTIL
from bot.matches.rest import Rest, zone_of
from bot.store import UserRow

#: The settings of a person: where to ring, the hour of the digest, and when the last digest went out.
RING, HOUR, DIGEST = "ring", "hour", "digest"
#: Their time zone by its IANA name, that they were asked for it once, their quiet hours like "22-8" ("0-0" for none),
#: and whether others may not see what time it is for them.
ZONE, ASKED, QUIET, HIDES = "zone", "zone_asked", "quiet", "hides_time"
#: Until when they are away from matches that begin meanwhile, in seconds.
AWAY = "away"
#: The hour of a digest without a choice.
EVENING = 18


class Ring(StrEnum):
    """Where a person is rung for a call."""

    CHANNEL = "channel"
    PRIVATE = "private"
    BOTH = "both"
    #: By one private message a day about all matches that wait.
    DAILY = "daily"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Wish:
    """Where a person wants to be rung."""

    ring: Ring = Ring.CHANNEL
    #: The hour of the digest, 0 to 23, in their zone; in UTC while nobody knows it.
    hour: int = EVENING
    #: Whether the last private message reached this person.
    takes_mail: bool = True
    #: When the last digest went out, in seconds.
    digest: int = 0
    #: The time zone, by its IANA name; "" while nobody knows it.
    zone: str = ""
    #: When nobody rings; None without a zone, and for whoever wants no quiet hours.
    rest: Rest | None = None
    #: Whether others may not see what time it is for this person.
    hides_time: bool = False
    #: Until when this person is away from matches that begin meanwhile; 0 for one who is there.
    away: int = 0

    @classmethod
    def of(cls, user: UserRow) -> Wish:
        """Read a person's settings."""
        prefs = user.prefs or {}
        ring = Ring(prefs[RING]) if prefs.get(RING) in set(Ring) else Ring.CHANNEL
        zone = str(prefs.get(ZONE, ""))
        rest = _rest(zone, str(prefs.get(QUIET, f"{QUIET_FROM}-{QUIET_UNTIL}")))
        hour, digest = int(prefs.get(HOUR, EVENING)) % 24, int(prefs.get(DIGEST, 0))
        hides, away = bool(prefs.get(HIDES)), int(prefs.get(AWAY, 0))
        return cls(ring, hour, not user.dm_closed, digest, zone, rest, hides, away)

    def was_digested(self, at: int, now: int) -> bool:
        """Tell whether a digest went out at this time or later, or on this day.

        One of later than now, by a clock set back, is none.
        """
        return at <= self.digest <= now or self._had_one(self._day(now), now)

    def _had_one(self, day: date, now: int) -> bool:
        return 0 < self.digest <= now and self._day(self.digest) == day

    def _day(self, at: int) -> date:
        """Return the day that it is for this person; in UTC while nobody knows their zone."""
        return datetime.fromtimestamp(at, _zone(self.zone)).date()

    @property
    def in_channel(self) -> bool:
        """Whether a call in the channel rings; whoever can't be reached privately is rung there."""
        return self.ring in (Ring.CHANNEL, Ring.BOTH) or (not self.takes_mail and self.ring is not Ring.NEVER)

    @property
    def in_private(self) -> bool:
        """Whether a private message rings at once."""
        return self.ring in (Ring.PRIVATE, Ring.BOTH)

    def reminded_in_channel(self, *, costs: bool) -> bool:
        """Tell whether a reminder comes in the channel; `costs` says whether a clock can cost the turn."""
        if self.ring in (Ring.DAILY, Ring.NEVER):
            return costs and not self.takes_mail
        return self.in_channel

    def reminded_in_private(self, *, costs: bool) -> bool:
        """Tell whether a reminder comes by private message."""
        return self.in_private or (costs and self.takes_mail and self.ring in (Ring.DAILY, Ring.NEVER))

    def next_digest(self, now: int) -> int:
        """Return the next time after now at which a digest is due: once on each day of theirs.

        An hour that the clocks leave out comes right after the gap, one that they repeat the first time.
        """
        day = self._day(now)
        while True:
            at = int(datetime.combine(day, time(self.hour), _zone(self.zone)).timestamp())
            if at > now and not self._had_one(day, now):
                return at
            day += timedelta(days=1)


def _zone(name: str) -> tzinfo:
    return zone_of(name) or UTC


def _rest(zone: str, quiet: str) -> Rest | None:
    """Return the quiet hours that a person has saved."""
    begin, dash, end = quiet.partition("-")
    return Rest.of(f"{zone} {begin} {end}") if dash and begin.isdecimal() and end.isdecimal() else None
