"""Operations on influence markers: place, recover, take from the pool, drive off."""

from __future__ import annotations

from typing import Literal

from rules.dark_providence.content.shared_field_types import Many, Record


class Place(Record):
    """Place markers from your supply on one target of your choice."""

    op: Literal["influence"]
    count: Many = 1
    at: Literal["any", "city", "asset", "mythos"] = "any"


class Recover(Record):
    """Recover markers of your choice (DP-RECOVER.2)."""

    op: Literal["recover"]
    count: Many = 1


class Pool(Record):
    """Take your markers from the common pool to your supply."""

    op: Literal["pool"]
    count: Many = 1


class DriveOff(Record):
    """Move up to `count` of another player's markers from one target to that player's supply or to Limbo."""

    op: Literal["drive_off"]
    count: Many = 1
    to: Literal["supply", "limbo"] = "supply"


class Spread(Record):
    """Place markers from your supply one by one, each on a target of your choice."""

    op: Literal["spread"]
    count: Many = 1
    at: Literal["any", "city", "asset", "mythos"] = "any"


class Shift(Record):
    """Move up to `count` of your markers from one target of your choice to another."""

    op: Literal["shift"]
    count: Many = 1
