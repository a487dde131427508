"""Operations on influence markers: place, recover, take from the pool, drive off."""

from __future__ import annotations

from typing import Literal

from rules.dark_providence.content.fields import Many, Record


class Place(Record):
    """Place markers from one's supply on one chosen target."""

    op: Literal["influence"]
    count: Many = 1
    at: Literal["any", "city", "asset", "mythos"] = "any"


class Recover(Record):
    """Recover chosen markers of one's own (DP-RECOVER.2)."""

    op: Literal["recover"]
    count: Many = 1


class Pool(Record):
    """Take markers of one's own from the common pool to one's supply."""

    op: Literal["pool"]
    count: Many = 1


class DriveOff(Record):
    """Send up to `count` markers of one other player from one chosen target to that player's supply, or to Limbo."""

    op: Literal["drive_off"]
    count: Many = 1
    to: Literal["supply", "limbo"] = "supply"


class Spread(Record):
    """Place markers from one's supply one by one, each on any target."""

    op: Literal["spread"]
    count: Many = 1
    at: Literal["any", "city", "asset", "mythos"] = "any"


class Shift(Record):
    """Move up to `count` of one's markers from one chosen target to another."""

    op: Literal["shift"]
    count: Many = 1
