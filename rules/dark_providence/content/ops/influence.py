"""Operations on influence markers: place, recover, take from the pool, drive off."""

from __future__ import annotations

from typing import Literal

from rules.dark_providence.content.fields import Record, Small


class Place(Record):
    """Place markers from one's supply on one chosen target."""

    op: Literal["influence"]
    count: Small = 1
    at: Literal["any", "city", "asset", "mythos"] = "any"


class Recover(Record):
    """Recover chosen markers of one's own (DP-RECOVER.2)."""

    op: Literal["recover"]
    count: Small = 1


class Pool(Record):
    """Take markers of one's own from the common pool to one's supply."""

    op: Literal["pool"]
    count: Small = 1


class DriveOff(Record):
    """Return up to `count` markers of one other player from one chosen target to that player's supply."""

    op: Literal["drive_off"]
    count: Small = 1
