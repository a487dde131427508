"""The occasions that trigger "when" abilities: events, and moments in the Round."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.aevum_haeresis.content.ops import Faction, Manoeuvre, Word
from rules.kernel.content.records import Record

#: The acting or affected player, from the point of view of the player whose card has the ability.
Who = Literal["me", "opponent", "any"]


class AtMoment(Record):
    """The game reaches a moment in the Round or in a Conflict."""

    event: Literal["moment"]
    moment: Literal[
        "enlistment_start", "enlistment_end", "plot_start", "plot_end", "epilogue_start", "round_end",
        "conflict_start", "chapter_revealed", "conflict_end",
    ]  # fmt: skip


class OnTime(Record):
    """A time of day in `times` begins at the Location."""

    event: Literal["time"]
    times: list[Literal["morning", "noon", "evening", "night"]] = Field(min_length=1, max_length=4)


class OnManoeuvre(Record):
    """A player's manoeuvre is announced, succeeds, or is unsuccessful."""

    event: Literal["announced", "succeeded", "failed"]
    who: Who = "me"
    manoeuvre: Manoeuvre | Literal["any"] = "any"


class OnConflict(Record):
    """A player wins a Conflict, as the initiator or as the blocker."""

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
    """Something happens to a card in play. The event "left" means that the card goes to the Pyre.

    `of` says which card: "this" is the card with the ability, and "host" is the character that this card is attached
    to. If `others`, events that happen to the card with the ability don't count.
    """

    event: Literal["entered", "left", "damaged", "spent", "readied", "attached"]
    of: Literal["this", "host", "own", "opposing", "any"] = "own"
    what: Literal["character", "heretic", "damned", "attachment", "hunter", "location"] = "character"
    keyword: Word | Literal[""] = ""
    faction: Faction | Literal[""] = ""
    others: bool = False


class OnPlayer(Record):
    """A player does something or is affected by something, for example gains souls, draws cards or passes."""

    event: Literal[
        "souls_gained", "souls_lost", "gold_gained", "gold_lost", "execution_rose", "drew", "discarded", "milled",
        "raised", "sacrificed", "rolled", "passed", "used_heresy", "used_dem",
    ]  # fmt: skip
    who: Who = "me"


class OnPlayed(Record):
    """A player plays a card of this type. The event occurs when the card has been paid for."""

    event: Literal["played"]
    who: Who = "me"
    type: Literal["any", "heretic", "story", "event", "hunter"] = "any"
    keyword: Word | Literal[""] = ""


Occasion = Annotated[
    AtMoment | OnTime | OnManoeuvre | OnConflict | OnTeam | OnCard | OnPlayer | OnPlayed, Field(discriminator="event")
]
