"""Users' notification preferences."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import StrEnum

from bot.notifications.quiet_hours import DEFAULT_BEGIN as QUIET_FROM
from bot.notifications.quiet_hours import DEFAULT_END as QUIET_UNTIL
from bot.notifications.quiet_hours import QuietHours, zone_of
from bot.store.statements.rows import UserRow

#: The names of settings: where to ping the user, the hour of their digest, and the time of the last digest.
RING_SETTING, HOUR_SETTING, DIGEST_SETTING = "ring", "hour", "digest"
#: The names of settings: the IANA name of the time zone, whether the user was asked for their time zone, the quiet
#: hours (such as "22-8", or "0-0" for none), and whether others can't see the user's local time.
ZONE_SETTING, ZONE_ASKED_SETTING, QUIET_SETTING, HIDES_TIME_SETTING = "zone", "zone_asked", "quiet", "hides_time"
#: The name of the setting with the end of the user's absence in seconds since 1970. It applies to matches that start
#: before this time.
AWAY_SETTING = "away"
#: The default hour of the digest.
DEFAULT_DIGEST_HOUR = 18


class PingMode(StrEnum):
    """Where a user is pinged about their turns."""

    CHANNEL = "channel"
    PRIVATE = "private"
    BOTH = "both"
    #: Once a day, in a private message about all matches where it is their turn.
    DAILY = "daily"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class NotificationPrefs:
    """A user's notification preferences."""

    ping_mode: PingMode = PingMode.CHANNEL
    #: The hour of the digest, 0 to 23, in the user's time zone, or in UTC if their time zone is unknown.
    digest_hour: int = DEFAULT_DIGEST_HOUR
    #: Whether the user accepted the last private message.
    accepts_dms: bool = True
    #: The time of the last digest, in seconds since 1970.
    last_digest_at: int = 0
    #: The IANA name of the user's time zone; "" if it is unknown.
    zone: str = ""
    #: The user's quiet hours; None if the time zone is unknown or the user wants none.
    quiet_hours: QuietHours | None = None
    #: Whether others can't see this user's local time.
    hides_time: bool = False
    #: When this user's absence ends, for matches that start before then; 0 if the user isn't away.
    away_until: int = 0

    @classmethod
    def from_user(cls, user: UserRow) -> NotificationPrefs:
        """Read the preferences from a user's row in the database."""
        prefs = user.prefs or {}
        ring = PingMode(prefs[RING_SETTING]) if prefs.get(RING_SETTING) in set(PingMode) else PingMode.CHANNEL
        zone = str(prefs.get(ZONE_SETTING, ""))
        quiet_hours = _rest(zone, str(prefs.get(QUIET_SETTING, f"{QUIET_FROM}-{QUIET_UNTIL}")))
        hour, digest = int(prefs.get(HOUR_SETTING, DEFAULT_DIGEST_HOUR)) % 24, int(prefs.get(DIGEST_SETTING, 0))
        hides, away = bool(prefs.get(HIDES_TIME_SETTING)), int(prefs.get(AWAY_SETTING, 0))
        return cls(ring, hour, not user.dm_closed, digest, zone, quiet_hours, hides, away)

    def was_digested(self, at: int, now: int) -> bool:
        """Return whether a digest was sent at this time or later, or on the same day as `now`.

        A digest with a time in the future was sent before the clock was set back, and doesn't count.
        """
        return at <= self.last_digest_at <= now or self._had_one(self._day(now), now)

    def _had_one(self, day: date, now: int) -> bool:
        return 0 < self.last_digest_at <= now and self._day(self.last_digest_at) == day

    def _day(self, at: int) -> date:
        """Return the date in this user's time zone, or in UTC if their time zone is unknown."""
        return datetime.fromtimestamp(at, _zone(self.zone)).date()

    @property
    def pings_in_channel(self) -> bool:
        """Whether notifications ping this user in the channel.

        This is also the case if the user wants private pings but doesn't accept private messages.
        """
        return self.ping_mode in (PingMode.CHANNEL, PingMode.BOTH) or (
            not self.accepts_dms and self.ping_mode is not PingMode.NEVER
        )

    @property
    def pings_privately(self) -> bool:
        """Whether this user gets a private message as soon as it is their turn."""
        return self.ping_mode in (PingMode.PRIVATE, PingMode.BOTH)

    def reminds_in_channel(self, *, costs: bool) -> bool:
        """Return whether reminders ping in the channel.

        `costs` says whether the player would lose something by running out of time.
        """
        if self.ping_mode in (PingMode.DAILY, PingMode.NEVER):
            return costs and not self.accepts_dms
        return self.pings_in_channel

    def reminds_privately(self, *, costs: bool) -> bool:
        """Return whether reminders are sent as private messages. For `costs`, see `reminds_in_channel`."""
        return self.pings_privately or (
            costs and self.accepts_dms and self.ping_mode in (PingMode.DAILY, PingMode.NEVER)
        )

    def next_digest(self, now: int) -> int:
        """Return when the next digest after `now` is due. There is one digest a day in the user's time zone.

        If the change to summer time skips the hour of the digest, the digest comes right after the gap. If the hour
        occurs twice, the digest comes the first time.
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
    """Parse a user's saved quiet hours; None if there are none."""
    begin, dash, end = quiet.partition("-")
    return QuietHours.parse(f"{zone} {begin} {end}") if dash and begin.isdecimal() and end.isdecimal() else None
