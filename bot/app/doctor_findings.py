"""The type of `tenebrae doctor`'s findings. All layers of the bot can return such findings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

#: "ok": no problem. "note": works, but the operator should know about it. "wrong": something doesn't work.
State = Literal["ok", "note", "wrong"]

#: The command that runs the bot: `run` receives interactions over the gateway, `serve` over HTTP.
Door = Literal["run", "serve"]

#: Largest allowed difference between two clocks in seconds. Discord's times are whole seconds, and its answers arrive
#: with a delay.
MAX_CLOCK_DIFFERENCE = 5


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: its state, and a sentence that says what was found and, for a fault, how to fix it."""

    about: str
    text: str
    state: State = "ok"


@dataclass(frozen=True, slots=True)
class MatchChannel:
    """A channel where the bot must be able to post."""

    guild_id: int
    channel_id: int
    #: The subject of the bot's posts in the channel, such as "match 7".
    what: str
    #: The match's game, if this is the channel of a match.
    game: str | None = None


def clock_finding(whose: str, seconds_ahead: float) -> Diagnostic:
    """Return the finding about this machine's clock, which is `seconds_ahead` seconds ahead of the clock of `whose`."""
    if abs(seconds_ahead) <= MAX_CLOCK_DIFFERENCE:
        return Diagnostic("clock", f"This machine and {whose} tell the same time.")
    which = "ahead of" if seconds_ahead > 0 else "behind"
    return Diagnostic(
        "clock",
        f"This machine's clock is {abs(seconds_ahead):.0f} seconds {which} that of {whose}; let both be set by the"
        " network (here: timedatectl set-ntp true), or clocks and reminders come at wrong times.",
        "wrong",
    )
