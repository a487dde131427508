"""The conditions that abilities, passives and parts of effects can have."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.aevum_haeresis.content.ops.terms import Count, Faction, Manoeuvre, PlayerCount, Whose, Word
from rules.kernel.content.records import Record


class IsCount(Record):
    """A count is between `least` and `most`, inclusive.

    `keyword`, `faction` and `state` restrict which cards are counted.
    """

    condition: Literal["count"]
    count: Count
    whose: Whose = "own"
    least: Annotated[int, Field(ge=0, le=60)] = 0
    most: Annotated[int, Field(ge=0, le=60)] = 60
    keyword: Word | Literal[""] = ""
    faction: Faction | Literal[""] = ""
    state: Literal["", "ready", "spent"] = ""


class HasMore(Record):
    """A count is larger for the player `who` than for the other player."""

    condition: Literal["more"]
    count: PlayerCount | Literal["characters", "heretics", "attachments"]
    who: Literal["me", "opponent"] = "me"


class AtTime(Record):
    """The time of day at the Location is one of `times`."""

    condition: Literal["time"]
    times: list[Literal["morning", "noon", "evening", "night"]] = Field(min_length=1, max_length=3)


class IsActive(Record):
    """The player `who` is the Active player in this Round (AH-GEN.5)."""

    condition: Literal["active"]
    who: Literal["me", "opponent"] = "me"


class InManoeuvre(Record):
    """You are taking part in a manoeuvre, as the initiator or the blocker (AH-GEN.6)."""

    condition: Literal["manoeuvre"]
    role: Literal["any", "initiator", "blocker"] = "any"
    manoeuvre: Manoeuvre | Literal["any"] = "any"


class IsThis(Record):
    """The card or, for an Attachment, its host is Ready, Spent, or taking part in a manoeuvre."""

    condition: Literal["this"]
    state: Literal["ready", "spent", "participant"]


Condition = Annotated[IsCount | HasMore | AtTime | IsActive | InManoeuvre | IsThis, Field(discriminator="condition")]
