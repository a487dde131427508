"""Well-known cities that represent time zones, and the local time in a time zone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo

from rules.kernel.content.deck_lines import normalised


@cache
def _cities() -> Mapping[str, Mapping[str, str]]:
    """Return, for each time zone, the name of its representative city in every language."""
    return json.loads(files("data").joinpath("zones.json").read_text("utf-8"))


def zones() -> tuple[str, ...]:
    """Return the time zones that have a representative city, ordered by geography from the date line."""
    return tuple(_cities())


def city(zone: str, locale: str) -> str:
    """Return the name of a time zone's representative city; if it has none, return the last part of the zone's name."""
    name_by_locale = _cities().get(zone)
    return name_by_locale[locale] if name_by_locale else zone.rpartition("/")[2].replace("_", " ")


def local_time(zone: str, now: int) -> datetime:
    """Return the local time in a time zone at `now`, which is in seconds since 1970."""
    return datetime.fromtimestamp(now, ZoneInfo(zone))


def with_hour(hour: int, now: int, locale: str) -> list[str]:
    """Return the time zones where it is currently this hour of the day, sorted by the names of their cities."""
    matching_zones = [zone for zone in _cities() if local_time(zone, now).hour == hour]
    return sorted(matching_zones, key=lambda zone: normalised(city(zone, locale)))
