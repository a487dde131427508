"""Operations on players: actions, sanity and allegiances."""

from __future__ import annotations

from typing import Literal

from rules.dark_providence.content.shared_field_types import Many, Record, Small


class Actions(Record):
    """Gain additional actions in this turn (DP-TURN.13)."""

    op: Literal["actions"]
    count: Small = 1


class Calm(Record):
    """Put your MADNESS tokens back into the bag."""

    op: Literal["calm"]
    count: Many = 1


class SanityTest(Record):
    """Take a sanity test."""

    op: Literal["sanity"]


class Peek(Record):
    """Look at another player's allegiance card in secret."""

    op: Literal["peek"]


class Unmask(Record):
    """Make another player reveal their allegiance card; in solo play, reveal a hidden cultist."""

    op: Literal["unmask"]


class Haunt(Record):
    """Make another player of your choice take a sanity test."""

    op: Literal["haunt"]
