"""Parses times that people type in their time zone: a number of days or hours, a date, or a time of day."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

#: The hour of the day for a date that is typed without a time.
DEFAULT_HOUR = 8
_HOURS = {"h": 1, "hour": 1, "hours": 1, "óra": 1, "ora": 1, "hora": 1, "horas": 1}
_DAYS = {"d": 24, "day": 24, "days": 24, "nap": 24, "día": 24, "dia": 24, "días": 24, "dias": 24}
_WEEKS = {"w": 168, "week": 168, "weeks": 168, "hét": 168, "het": 168, "semana": 168, "semanas": 168}
_UNITS = _HOURS | _DAYS | _WEEKS
_SPAN = re.compile(r"(\d{1,4})\s*([^\W\d]*)")
_DATE = re.compile(r"(?:(\d{4})[-./])?(\d{1,2})[-./](\d{1,2})\.?(?:[ T]+(\d{1,2}):(\d{2}))?")
_HOUR = re.compile(r"(\d{1,2}):(\d{2})")


def parse_time(text: str, now: int, zone: ZoneInfo) -> int | None:
    """Return the typed time in seconds since 1970, or None if the text isn't a time.

    A number without a unit is a number of days from now. Dates are written in the order year, month, day. A date
    without a year means its next occurrence, and a date without a time means the morning of that day. A time of day
    without a date means the next occurrence of that time.
    """
    cleaned_text = text.strip().casefold()
    if match := _SPAN.fullmatch(cleaned_text):
        hours = _UNITS.get(match[2] or "d")
        return None if hours is None else now + int(match[1]) * hours * 3_600
    local_now = datetime.fromtimestamp(now, zone)
    try:
        if match := _HOUR.fullmatch(cleaned_text):
            at = local_now.replace(hour=int(match[1]), minute=int(match[2]), second=0, microsecond=0)
            return round((at if at > local_now else at + timedelta(days=1)).timestamp())
        if match := _DATE.fullmatch(cleaned_text):
            return _time_of_date(match, local_now)
    except (ValueError, OverflowError):
        return None
    return None


def _time_of_date(match: re.Match[str], local_now: datetime) -> int:
    year, month, day, hour, minute = (None if part is None else int(part) for part in match.groups())
    assert month is not None
    assert day is not None
    at = datetime(
        local_now.year if year is None else year, month, day, DEFAULT_HOUR if hour is None else hour, minute or 0,
        tzinfo=local_now.tzinfo,
    )  # fmt: skip
    if year is None and at <= local_now:
        at = at.replace(year=at.year + 1)
    return round(at.timestamp())


def suggested_mornings(now: int, zone: ZoneInfo, days: tuple[int, ...]) -> list[tuple[int, str]]:
    """Return pairs of a number of days and the morning that many days ahead, as text that `parse_time` can parse."""
    today = datetime.fromtimestamp(now, zone)
    return [(day, (today + timedelta(days=day)).strftime(f"%Y-%m-%d {DEFAULT_HOUR:02}:00")) for day in days]
