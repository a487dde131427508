"""Well-known cities for the time zones, and the cities where it is a given hour now."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo

from rules.kernel.content.deck_lines import plain


@cache
def _cities() -> Mapping[str, Mapping[str, str]]:
    """Return the names of the cities in each language, by zone."""
    return json.loads(files("data").joinpath("zones.json").read_text("utf-8"))


def zones() -> tuple[str, ...]:
    """Return the zones with a city, from east to west around the Pacific."""
    return tuple(_cities())


def city(zone: str, locale: str) -> str:
    """Return the city of a zone in a language. For a zone without one, return the last part of the zone's name."""
    known = _cities().get(zone)
    return known[locale] if known else zone.rpartition("/")[2].replace("_", " ")


def local_time(zone: str, now: int) -> datetime:
    """Return the local time of a zone."""
    return datetime.fromtimestamp(now, ZoneInfo(zone))


def with_hour(hour: int, now: int, locale: str) -> list[str]:
    """Return the zones where it is this hour now, at any minute, sorted by their cities' names."""
    found = [zone for zone in _cities() if local_time(zone, now).hour == hour]
    return sorted(found, key=lambda zone: plain(city(zone, locale)))
