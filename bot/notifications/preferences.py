"""Users' ping preferences for their turns."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import StrEnum

from bot.notifications.quiet_hours import DEFAULT_BEGIN as QUIET_FROM
from bot.notifications.quiet_hours import DEFAULT_END as QUIET_UNTIL
from bot.notifications.quiet_hours import QuietHours, zone_of
from bot.store.statements.rows import UserRow

#: A user's settings: where to ping, the hour of the digest, and the time of the last digest.
RING_SETTING, HOUR_SETTING, DIGEST_SETTING = "ring", "hour", "digest"
#: Their time zone by its IANA name, whether they were asked for it, their quiet hours like "22-8" ("0-0" for none), and
#: whether their local time is hidden.
ZONE_SETTING, ZONE_ASKED_SETTING, QUIET_SETTING, HIDES_TIME_SETTING = "zone", "zone_asked", "quiet", "hides_time"
#: The end of an absence from matches that begin meanwhile, in seconds.
AWAY_SETTING = "away"
#: The default hour of a digest.
DEFAULT_DIGEST_HOUR = 18


class PingMode(StrEnum):
    """Where a call pings a user."""

    CHANNEL = "channel"
    PRIVATE = "private"
    BOTH = "both"
    #: By one private message a day about all waiting matches.
    DAILY = "daily"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class NotificationPrefs:
    """A user's ping preference."""

    ping_mode: PingMode = PingMode.CHANNEL
    #: The hour of the digest, 0 to 23, in their zone; in UTC while it is unknown.
    digest_hour: int = DEFAULT_DIGEST_HOUR
    #: Whether the last private message reached this user.
    accepts_dms: bool = True
    #: The time of the last digest, in seconds.
    last_digest_at: int = 0
    #: The time zone, by its IANA name; "" while unknown.
    zone: str = ""
    #: Quiet hours; None without a zone, and for users who want none.
    quiet_hours: QuietHours | None = None
    #: Whether this user's local time is hidden from others.
    hides_time: bool = False
    #: The end of this user's absence from matches that begin meanwhile; 0 for none.
    away_until: int = 0

    @classmethod
    def from_user(cls, user: UserRow) -> NotificationPrefs:
        """Read a user's settings."""
        prefs = user.prefs or {}
        ring = PingMode(prefs[RING_SETTING]) if prefs.get(RING_SETTING) in set(PingMode) else PingMode.CHANNEL
        zone = str(prefs.get(ZONE_SETTING, ""))
        rest = _rest(zone, str(prefs.get(QUIET_SETTING, f"{QUIET_FROM}-{QUIET_UNTIL}")))
        hour, digest = int(prefs.get(HOUR_SETTING, DEFAULT_DIGEST_HOUR)) % 24, int(prefs.get(DIGEST_SETTING, 0))
        hides, away = bool(prefs.get(HIDES_TIME_SETTING)), int(prefs.get(AWAY_SETTING, 0))
        return cls(ring, hour, not user.dm_closed, digest, zone, rest, hides, away)

    def was_digested(self, at: int, now: int) -> bool:
        """Return whether a digest went out at this time or later, or on this day.

        A digest in the future, after the clock was set back, doesn't count.
        """
        return at <= self.last_digest_at <= now or self._had_one(self._day(now), now)

    def _had_one(self, day: date, now: int) -> bool:
        return 0 < self.last_digest_at <= now and self._day(self.last_digest_at) == day

    def _day(self, at: int) -> date:
        """Return this user's local date; in UTC while their zone is unknown."""
        return datetime.fromtimestamp(at, _zone(self.zone)).date()

    @property
    def pings_in_channel(self) -> bool:
        """Whether a call in the channel pings; users without private messages are pinged there."""
        return self.ping_mode in (PingMode.CHANNEL, PingMode.BOTH) or (
            not self.accepts_dms and self.ping_mode is not PingMode.NEVER
        )

    @property
    def pings_privately(self) -> bool:
        """Whether a private message pings at once."""
        return self.ping_mode in (PingMode.PRIVATE, PingMode.BOTH)

    def reminds_in_channel(self, *, costs: bool) -> bool:
        """Return whether a reminder comes in the channel; `costs` says whether a clock can cost the turn."""
        if self.ping_mode in (PingMode.DAILY, PingMode.NEVER):
            return costs and not self.accepts_dms
        return self.pings_in_channel

    def reminds_privately(self, *, costs: bool) -> bool:
        """Return whether a reminder comes by private message."""
        return self.pings_privately or (
            costs and self.accepts_dms and self.ping_mode in (PingMode.DAILY, PingMode.NEVER)
        )

    def next_digest(self, now: int) -> int:
        """Return the next time after now at which a digest is due: once per local day.

        An hour skipped by a clock change comes right after the gap, a repeated one the first time.
        """
        day = self._day(now)
        while True:
            at = int(datetime.combine(day, time(self.digest_hour), _zone(self.zone)).timestamp())
            if at > now and not self._had_one(day, now):
                return at
            day += timedelta(days=1)


def _zone(name: str) -> tzinfo:
    return zone_of(name) or UTC


def _rest(zone: str, quiet: str) -> QuietHours | None:
    """Return a user's saved quiet hours."""
    begin, dash, end = quiet.partition("-")
    return QuietHours.parse(f"{zone} {begin} {end}") if dash and begin.isdecimal() and end.isdecimal() else None
