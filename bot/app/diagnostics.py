"""The findings of `tenebrae doctor`, from all layers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

#: In order; worth knowing; or wrong, so that something doesn't work.
State = Literal["ok", "note", "wrong"]

#: How the bot receives presses: over the gateway, or over HTTP.
Door = Literal["run", "serve"]

#: The tolerated difference of two clocks in seconds: Discord sends whole seconds, and its answer takes a while.
MAX_CLOCK_DIFFERENCE = 5


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A sentence on one subject: its state and, if wrong, the remedy."""

    about: str
    text: str
    state: State = "ok"


@dataclass(frozen=True, slots=True)
class MatchChannel:
    """A channel that the bot must post in."""

    guild_id: int
    channel_id: int
    #: Its purpose, as in "match 7".
    what: str
    #: The game of a match.
    game: str | None = None


def clock(whose: str, ahead: float) -> Diagnostic:
    """Report how many seconds this machine's clock is ahead of another one."""
    if abs(ahead) <= MAX_CLOCK_DIFFERENCE:
        return Diagnostic("clock", f"This machine and {whose} tell the same time.")
    which = "ahead of" if ahead > 0 else "behind"
    return Diagnostic(
        "clock",
        f"This machine's clock is {abs(ahead):.0f} seconds {which} that of {whose}; let both be set by the network"
        " (here: timedatectl set-ntp true), or clocks and reminders come at wrong times.",
        "wrong",
    )
