"""The terms that operations use: manoeuvres, numbers, times, windows, amounts, targets and costs."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import Field

from rules.kernel.content.records import Record

Manoeuvre = Literal["plunder", "recruit", "accuse"]
MANOEUVRES: tuple[Manoeuvre, ...] = get_args(Manoeuvre)
#: The numbers of a character that effects can change; "icons" means the numbers of all three icons at the same time.
Stat = Literal["damage", "health", "plunder", "recruit", "accuse", "icons"]
#: The affected player, from the point of view of the card's player.
Who = Literal["me", "opponent", "both"]
Until = Literal["conflict", "round", "game"]
#: The windows for Deus Ex Machina (AH-DEM.10 to DEM.21).
WindowName = Literal[
    "prologue_end", "chapter_revealed", "chapter_paid", "enlistment_end", "heresy_paid", "heresy_resolved",
    "manoeuvre_announced", "conflict_end", "consequences_done", "conflict_time_advanced", "pass_declared",
    "epilogue_discard",
]  # fmt: skip
WINDOWS: tuple[WindowName, ...] = get_args(WindowName)
Small = Annotated[int, Field(ge=1, le=20)]
#: The six factions, and "neutral" for cards without a faction (AH-DATA.1).
Faction = Literal["neutral", "deathless", "warrior", "mystics", "opportunist", "scholar", "lords"]
#: A keyword that cards can have and that card text can refer to, such as "witch". The keyword's name is in the pack's
#: keywords.json (AH-CARD.4).
Word = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
Whose = Literal["own", "opposing", "any"]
#: The names of everything that can be counted: cards in play, quantities of one player, and those of the whole table.
CardCount = Literal["characters", "heretics", "participants", "attachments", "hunters"]
PlayerCount = Literal[
    "hand", "pyre", "plot_deck", "heretic_deck", "gold", "souls", "execution", "wounds", "icons", "successes"
]
TableCount = Literal["attached", "counters", "soul_number", "time", "chapter", "round", "that"]
Count = CardCount | PlayerCount | TableCount


class Counted(Record):
    """An amount that depends on the table: `each` × the number counted + `plus`, up to `most`.

    `keyword`, `faction` and `state` restrict which cards are counted. "successes" counts the manoeuvres of this Round
    that the player won as initiator or blocker, "icons" the icons of the player's team, "wounds" the damage on the
    player's Damned, "attached" the cards attached to this card, "counters" the counters on this card, and "time" the
    times of day that have passed at the Location. "that" stands for the result of a roll or, in a triggered ability,
    for the amount in the event.
    """

    count: Count
    whose: Whose = "own"
    each: int = Field(default=1, ge=-5, le=5)
    plus: int = Field(default=0, ge=-9, le=9)
    #: The maximum amount.
    most: Annotated[int, Field(ge=1, le=20)] = 20
    keyword: Word | Literal[""] = ""
    faction: Faction | Literal[""] = ""
    state: Literal["", "ready", "spent"] = ""


Amount = Small | Counted


def each(of: int | Counted) -> int:
    """Return a fixed amount unchanged; for a counted amount, return the amount that each counted card or unit adds."""
    return of if isinstance(of, int) else of.each


class Target(Record):
    """The target of a verb (AH-DATA.7).

    The scope "card" means "participants" for a Story, and "anywhere" for any other card. "this" (the card itself),
    "host" (the character that the card is attached to) and "it" (the card whose event triggered the ability) each refer
    to one particular card, so the player doesn't choose a target.
    """

    what: Literal["character", "heretic", "damned", "attachment", "hunter"] = "character"
    whose: Literal["own", "opposing", "any", "this", "host", "it"] = "opposing"
    scope: Literal["card", "participants", "anywhere"] = "card"
    #: Only characters with at most this much Health are legal targets.
    most_health: int = Field(default=99, ge=0, le=99)
    #: If not "", only Ready characters or only Spent characters are legal targets.
    state: Literal["", "ready", "spent"] = ""
    #: If not "", only cards with this keyword are legal targets.
    keyword: Word | Literal[""] = ""
    #: If not "", only cards of this faction are legal targets.
    faction: Faction | Literal[""] = ""
    #: The maximum number of targets. The player must choose at least one, unless `may` is true.
    count: Annotated[int, Field(ge=1, le=3)] = 1
    #: If true, the player may choose no target.
    may: bool = False


class Cost(Record):
    """A cost (AH-DATA.3). Caster, targets and host aren't fields, because the rest of the card determines them."""

    gold: int = Field(default=0, ge=0, le=20)
    souls: int = Field(default=0, ge=0, le=9)
    #: The number of cards to discard from the hand.
    cards: int = Field(default=0, ge=0, le=9)
    #: If true, the card itself becomes Spent (abilities of characters only).
    turn: bool = False
    #: If true, one of the payer's Ready characters becomes Spent.
    turn_own: bool = False
    #: If true, one of the payer's Heretics is sacrificed.
    sacrifice: bool = False
    #: The number of counters to remove from the card itself (abilities only).
    counters: int = Field(default=0, ge=0, le=9)
