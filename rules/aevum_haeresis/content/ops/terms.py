"""The terms of operations: manoeuvres, numbers, times, windows, targets and costs."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import Field

from rules.kernel.content.records import Record

Manoeuvre = Literal["plunder", "recruit", "accuse"]
MANOEUVRES: tuple[Manoeuvre, ...] = get_args(Manoeuvre)
#: The numbers of a character that can be changed.
Stat = Literal["damage", "health", "plunder", "recruit", "accuse", "icons"]  # "icons": all three at once
#: Seen from the player who uses the card.
Who = Literal["me", "opponent", "both"]
Until = Literal["conflict", "round", "game"]
#: The windows in which Deus Ex Machina can be used (AH-DEM.10 to DEM.21).
WindowName = Literal[
    "prologue_end", "chapter_revealed", "chapter_paid", "enlistment_end", "heresy_paid", "heresy_resolved",
    "manoeuvre_announced", "conflict_end", "consequences_done", "conflict_time_advanced", "pass_declared",
    "epilogue_discard",
]  # fmt: skip
WINDOWS: tuple[WindowName, ...] = get_args(WindowName)
Small = Annotated[int, Field(ge=1, le=20)]


class Target(Record):
    """What can be named (AH-DATA.7). `scope` "card" means participants for a Story, anywhere for all other cards."""

    what: Literal["character", "heretic", "damned", "attachment", "hunter"] = "character"
    whose: Literal["own", "opposing", "any"] = "opposing"
    scope: Literal["card", "participants", "anywhere"] = "card"
    #: Only characters of at most this Health, and only Ready or Spent ones.
    most_health: int = Field(default=99, ge=0, le=99)
    state: Literal["", "ready", "spent"] = ""
    #: The most that may be named; the least is one, or none with `may`.
    count: Annotated[int, Field(ge=1, le=3)] = 1
    may: bool = False


class Cost(Record):
    """What has to be paid (AH-DATA.3); caster, target and host follow from the card."""

    gold: int = Field(default=0, ge=0, le=20)
    souls: int = Field(default=0, ge=0, le=9)
    #: Cards discarded from the hand.
    cards: int = Field(default=0, ge=0, le=9)
    #: The card itself turns from Ready to Spent (abilities of characters only).
    turn: bool = False
    #: Any one of the payer's Ready characters turns.
    turn_own: bool = False
    #: One of the payer's Heretics is sacrificed.
    sacrifice: bool = False
