"""Where people want to be rung when it is their turn."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.store import UserRow

#: The settings of a person: where to ring, the hour of the digest in UTC, and when the last digest went out.
RING, HOUR, DIGEST = "ring", "hour", "digest"
#: Their time zone by its IANA name, and that they were asked for it once.
ZONE, ASKED = "zone", "zone_asked"
#: The hour of a digest without a choice.
EVENING = 18
_DAY, _HOUR = 86_400, 3_600


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
    #: The hour of the digest, 0 to 23 in UTC.
    hour: int = EVENING
    #: Whether the last private message reached this person.
    takes_mail: bool = True
    #: When the last digest went out, in seconds.
    digest: int = 0
    #: The time zone, by its IANA name; "" while nobody knows it.
    zone: str = ""

    @classmethod
    def of(cls, user: UserRow) -> Wish:
        """Read a person's settings."""
        prefs = user.prefs or {}
        ring = Ring(prefs[RING]) if prefs.get(RING) in set(Ring) else Ring.CHANNEL
        hour, digest = int(prefs.get(HOUR, EVENING)) % 24, int(prefs.get(DIGEST, 0))
        return cls(ring, hour, not user.dm_closed, digest, str(prefs.get(ZONE, "")))

    def was_digested(self, at: int, now: int) -> bool:
        """Tell whether a digest went out at this time or later; one of later than now, by a clock set back, is none."""
        return at <= self.digest <= now

    @property
    def in_channel(self) -> bool:
        """Whether a call in the channel rings; whoever can't be reached privately is rung there."""
        return self.ring in (Ring.CHANNEL, Ring.BOTH) or (not self.takes_mail and self.ring is not Ring.NEVER)

    @property
    def in_private(self) -> bool:
        """Whether a private message rings at once."""
        return self.ring in (Ring.PRIVATE, Ring.BOTH)

    def next_digest(self, now: int) -> int:
        """Return the next time after now at which a digest is due."""
        today = now - now % _DAY + self.hour * _HOUR
        return today if today > now else today + _DAY
