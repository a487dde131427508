"""The occasions that trigger abilities of the kind "when": events, and moments in the Round."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.aevum_haeresis.content.ops import Faction, Manoeuvre, Word
from rules.kernel.content.records import Record

#: The acting or affected player, from the point of view of the player whose card has the ability.
Who = Literal["me", "opponent", "any"]


class AtMoment(Record):
    """A moment in the Round or in a Conflict is reached."""

    event: Literal["moment"]
    moment: Literal[
        "enlistment_start", "enlistment_end", "plot_start", "plot_end", "epilogue_start", "round_end",
        "conflict_start", "chapter_revealed", "conflict_end",
    ]  # fmt: skip


class OnTime(Record):
    """A time of day begins at the Location."""

    event: Literal["time"]
    times: list[Literal["morning", "noon", "evening", "night"]] = Field(min_length=1, max_length=4)


class OnManoeuvre(Record):
    """A player announces a manoeuvre, or is successful or unsuccessful with one."""

    event: Literal["announced", "succeeded", "failed"]
    who: Who = "me"
    manoeuvre: Manoeuvre | Literal["any"] = "any"


class OnConflict(Record):
    """A player is successful in a Conflict, as its initiator or by blocking."""

    event: Literal["won"]
    who: Who = "me"


class OnTeam(Record):
    """A character joins a team, as an initiator or as a blocker."""

    event: Literal["joined"]
    of: Literal["this", "host", "own", "opposing", "any"] = "this"
    role: Literal["any", "initiator", "blocker"] = "any"
    what: Literal["character", "heretic", "damned"] = "character"
    keyword: Word | Literal[""] = ""


class OnCard(Record):
    """Something happens to a card in play; "left" means that it goes to the Pyre.

    "this" is the card itself, "host" the character that it is attached to; `others` excludes the card itself.
    """

    event: Literal["entered", "left", "damaged", "spent", "readied", "attached"]
    of: Literal["this", "host", "own", "opposing", "any"] = "own"
    what: Literal["character", "heretic", "damned", "attachment", "hunter", "location"] = "character"
    keyword: Word | Literal[""] = ""
    faction: Faction | Literal[""] = ""
    others: bool = False


class OnPlayer(Record):
    """A player gains or loses something, draws, loses cards, sacrifices, rolls, passes or uses an ability."""

    event: Literal[
        "souls_gained", "souls_lost", "gold_gained", "gold_lost", "execution_rose", "drew", "discarded", "milled",
        "raised", "sacrificed", "rolled", "passed", "used_heresy", "used_dem",
    ]  # fmt: skip
    who: Who = "me"


class OnPlayed(Record):
    """A player pays for a card of a type."""

    event: Literal["played"]
    who: Who = "me"
    type: Literal["any", "heretic", "story", "event", "hunter"] = "any"
    keyword: Word | Literal[""] = ""


Occasion = Annotated[
    AtMoment | OnTime | OnManoeuvre | OnConflict | OnTeam | OnCard | OnPlayer | OnPlayed, Field(discriminator="event")
]
