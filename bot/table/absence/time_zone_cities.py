"""Well-known cities that stand for the time zones, and their local times."""

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
    """Return the cities' names by time zone, each in all languages."""
    return json.loads(files("data").joinpath("zones.json").read_text("utf-8"))


def zones() -> tuple[str, ...]:
    """Return the time zones that have a city, ordered from one side of the date line to the other."""
    return tuple(_cities())


def city(zone: str, locale: str) -> str:
    """Return the name of a time zone's city in a language; if it has no city, the last part of the zone's name."""
    known = _cities().get(zone)
    return known[locale] if known else zone.rpartition("/")[2].replace("_", " ")


def local_time(zone: str, now: int) -> datetime:
    """Return the local time in a time zone; `now` is in seconds since 1970."""
    return datetime.fromtimestamp(now, ZoneInfo(zone))


def with_hour(hour: int, now: int, locale: str) -> list[str]:
    """Return the time zones where the clock shows this hour now, sorted by their cities' names."""
    found = [zone for zone in _cities() if local_time(zone, now).hour == hour]
    return sorted(found, key=lambda zone: normalised(city(zone, locale)))
