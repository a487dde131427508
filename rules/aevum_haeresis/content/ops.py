"""The operations of card effects as data: what an effect can do, one record each."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Manoeuvre = Literal["plunder", "recruit", "accuse"]
MANOEUVRES: tuple[Manoeuvre, ...] = ("plunder", "recruit", "accuse")
#: What a character's numbers can be changed in.
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
WINDOWS: tuple[WindowName, ...] = (
    "prologue_end", "chapter_revealed", "chapter_paid", "enlistment_end", "heresy_paid", "heresy_resolved",
    "manoeuvre_announced", "conflict_end", "consequences_done", "conflict_time_advanced", "pass_declared",
    "epilogue_discard",
)  # fmt: skip
Small = Annotated[int, Field(ge=1, le=20)]


class Record(BaseModel):
    """A piece of content. Unknown fields are an error, so that a typing mistake can't pass unseen."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Target(Record):
    """Who can be named (AH-DATA.7). `scope` "card" is participants for a Story and anywhere for everything else."""

    what: Literal["character", "heretic", "damned", "attachment", "hunter"] = "character"
    whose: Literal["own", "opposing", "any"] = "opposing"
    scope: Literal["card", "participants", "anywhere"] = "card"
    #: Only characters of at most this Health, and only Ready or Spent ones.
    most_health: int = Field(default=99, ge=0, le=99)
    state: Literal["", "ready", "spent"] = ""
    #: Up to so many may be named; one is the least unless the text says "may".
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
    #: Any one own Ready character turns.
    turn_own: bool = False
    #: An own Heretic is sacrificed.
    sacrifice: bool = False


# -- resources and cards --------------------------------------------------------------------------------------


class Gold(Record):
    """Gain gold, or lose it."""

    op: Literal["gold"]
    amount: int = Field(ge=-20, le=20)
    who: Who = "me"


class Souls(Record):
    """Gain souls, or lose them."""

    op: Literal["souls"]
    amount: int = Field(ge=-9, le=9)
    who: Who = "me"


class Draw(Record):
    """Draw from the Plot deck or the Heretic deck."""

    op: Literal["draw"]
    deck: Literal["plot", "heretic"] = "plot"
    count: Small = 1
    who: Who = "me"


class Mill(Record):
    """Cards from the top of a Plot deck go to the Pyre."""

    op: Literal["mill"]
    count: Small = 1
    who: Who = "opponent"


class Discard(Record):
    """A player discards cards of choice from the hand, or random ones."""

    op: Literal["discard"]
    count: Small = 1
    who: Who = "opponent"
    random: bool = False


class HandOver(Record):
    """The opponent hands over gold, as far as there is any (AH-GEN.11)."""

    op: Literal["hand_over"]
    gold: Small = 1


class Raise(Record):
    """Cards of choice come back from the own Pyre, to the hand, under the deck they came from, or to the Verge."""

    op: Literal["raise"]
    what: Literal["heretic", "plot", "any"] = "any"
    to: Literal["hand", "deck", "verge"] = "hand"
    count: Small = 1
    may: bool = True


class Call(Record):
    """Put a Heretic of the own Background deck into play (AH-BACK.2)."""

    op: Literal["call"]
    card: str


class Execution(Record):
    """Raise a player's Execution level, within the limit of once a Round, or lower it (AH-EXEC.5, EXEC.8)."""

    op: Literal["execution"]
    amount: int = Field(ge=-3, le=1)
    who: Who = "opponent"


class Peek(Record):
    """Look at the opponent's hand, in private."""

    op: Literal["peek"]


# -- characters -----------------------------------------------------------------------------------------------


class Damage(Record):
    """Deal damage."""

    op: Literal["damage"]
    amount: Small = 1
    target: Target = Target()


class Heal(Record):
    """Remove damage from the own Damned."""

    op: Literal["heal"]
    amount: Small = 1


class Ready(Record):
    """Make characters Ready."""

    op: Literal["ready"]
    target: Target = Target(whose="own", scope="anywhere")


class Spend(Record):
    """Make characters Spent."""

    op: Literal["spend"]
    target: Target = Target()


class Modify(Record):
    """Change a number of characters for a time. Without a target: of the card's host, caster or own team."""

    op: Literal["modify"]
    stat: Stat
    amount: int = Field(ge=-9, le=9)
    until: Until = "conflict"
    target: Target | None = None
    of: Literal["target", "caster", "heretics", "participants"] = "target"


class Team(Record):
    """The own team counts more icons of the manoeuvre's type until the end of the Conflict."""

    op: Literal["team"]
    amount: int = Field(ge=-5, le=5)
    who: Literal["me", "opponent"] = "me"


class Control(Record):
    """Take control of a Heretic, until the end of the Round or for good (AH-CTRL.2)."""

    op: Literal["control"]
    until: Literal["round", "game"] = "round"
    target: Target = Target(what="heretic", scope="anywhere")


class Destroy(Record):
    """Send a card in play to its owner's Pyre; that is not damage."""

    op: Literal["destroy"]
    target: Target = Target()


class Sacrifice(Record):
    """A player sacrifices an own Heretic, if there is one (AH-SAC.5)."""

    op: Literal["sacrifice"]
    who: Who = "opponent"


# -- the table ------------------------------------------------------------------------------------------------


class Burn(Record):
    """The Location goes to the Pyre and is replaced at once (AH-LOC.2)."""

    op: Literal["burn"]


class Fail(Record):
    """The announced manoeuvre is unsuccessful, unless it is blocked (AH-MAN.21)."""

    op: Literal["fail"]


class Free(Record):
    """The next card paid for this Round costs less gold (AH-COST.2)."""

    op: Literal["free"]
    gold: Small = 3


class NextChapter(Record):
    """Damage dealt by own cards of the next Chapter is higher."""

    op: Literal["next_chapter"]
    damage: Small = 1


class Shield(Record):
    """Until the end of the Conflict or Round, all damage dealt to own characters is lower."""

    op: Literal["shield"]
    amount: Small = 1
    until: Literal["conflict", "round"] = "conflict"


class Extra(Record):
    """The Consequence of this manoeuvre is stronger, if its initiator is me and succeeds."""

    op: Literal["extra"]
    amount: Small = 1


Plain = Annotated[
    Gold | Souls | Draw | Mill | Discard | HandOver | Raise | Call | Execution | Peek | Damage | Heal | Ready | Spend
    | Modify | Team | Control | Destroy | Sacrifice | Burn | Fail | Free | NextChapter | Shield | Extra,
    Field(discriminator="op"),
]  # fmt: skip


# -- operations made of others --------------------------------------------------------------------------------


class Choice(Record):
    """Choose one of several ways; what can't be fulfilled can't be chosen (AH-GEN.10)."""

    op: Literal["choice"]
    who: Literal["me", "opponent"] = "me"
    ways: list[Annotated[list[Plain], Field(min_length=1)]] = Field(min_length=2, max_length=4)


class Roll(Record):
    """Roll a d6: the first row whose number is at least the result is carried out (AH-GEN.16)."""

    op: Literal["roll"]
    rows: list[tuple[Annotated[int, Field(ge=1, le=6)], list[Plain]]] = Field(min_length=1)


class InChapter(Record):
    """Only in this Chapter or a later one (AH-STORY.15)."""

    op: Literal["in_chapter"]
    least: Annotated[int, Field(ge=2, le=3)] = 3
    do: list[Plain] = Field(min_length=1)


class IfSuccessful(Record):
    """At the end of the Conflict, if the player of this card is successful."""

    op: Literal["if_successful"]
    do: list[Plain] = Field(min_length=1)


class MayPay(Record):
    """Its player may pay to have something done."""

    op: Literal["may_pay"]
    cost: Cost
    do: list[Plain] = Field(min_length=1)


Op = Annotated[
    Gold | Souls | Draw | Mill | Discard | HandOver | Raise | Call | Execution | Peek | Damage | Heal | Ready | Spend
    | Modify | Team | Control | Destroy | Sacrifice | Burn | Fail | Free | NextChapter | Shield | Extra | Choice
    | Roll | InChapter | IfSuccessful | MayPay,
    Field(discriminator="op"),
]  # fmt: skip
