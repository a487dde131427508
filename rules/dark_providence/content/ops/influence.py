"""What happens to influence markers: placed, recovered, taken from the pool, driven off."""

from __future__ import annotations

from typing import Literal

from rules.dark_providence.content.fields import Record, Small


class Place(Record):
    """Place markers from the personal supply on one target of choice."""

    op: Literal["influence"]
    count: Small = 1
    at: Literal["any", "city", "asset", "mythos"] = "any"


class Recover(Record):
    """Recover own markers of choice (DP-RECOVER.2)."""

    op: Literal["recover"]
    count: Small = 1


class Pool(Record):
    """Take own markers from the common pool to the personal supply."""

    op: Literal["pool"]
    count: Small = 1


class DriveOff(Record):
    """Return up to `count` markers of one other player from one target of choice to that player's supply."""

    op: Literal["drive_off"]
    count: Small = 1
