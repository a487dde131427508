"""The records of a content pack: cards of seven types, ready decks, and the pack as a whole."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field

from rules.aevum_haeresis.content.effects import Ability, Passive
from rules.aevum_haeresis.content.ops import Cost, Faction, Op, Stat, Target, WindowName, Word
from rules.kernel.content.deck_lines import MOST_COPIES
from rules.kernel.content.records import Flavoured, Record
from rules.kernel.words.translation import Localised

Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
#: All factions except "neutral" (AH-DATA.1).
FACTIONS: tuple[Faction, ...] = ("deathless", "warrior", "mystics", "opportunist", "scholar", "lords")
Type = Literal["damned", "heretic", "hunter", "story", "event", "camp", "location"]
Number = Annotated[int, Field(ge=0, le=30)]


class Icons(Record):
    """The manoeuvre icons of a character (AH-CARD.8)."""

    plunder: Annotated[int, Field(ge=0, le=5)] = 0
    recruit: Annotated[int, Field(ge=0, le=5)] = 0
    accuse: Annotated[int, Field(ge=0, le=5)] = 0


class Icon(Record):
    """A square of a Story's icon band: a white, a black or no icon, with or without a skull (AH-ICON.1 to ICON.6)."""

    colour: Literal["none", "black", "white"] = "none"
    skull: bool = False


class Band(Record):
    """The icon band of a Story: one square for each type of manoeuvre."""

    plunder: Icon = Icon()
    recruit: Icon = Icon()
    accuse: Icon = Icon()


class Need(Record):
    """A requirement for a Story's caster: a minimum for one of its numbers, or that it is a Heretic or the Damned."""

    stat: Stat | None = None
    least: Annotated[int, Field(ge=1, le=9)] = 1
    what: Literal["character", "heretic", "damned"] = "character"


class Attachment(Record):
    """The Attachment fields of an Event. A character can have at most `most` of this type attached (AH-ATT.1-4)."""

    type: Literal["weapon", "relic", "curse", "vow"]
    most: Annotated[int, Field(ge=1, le=3)] = 1
    #: "own" if the Event is attached to a character of its player, "opposing" if to a character of the opponent.
    host: Literal["own", "opposing"] = "own"
    until: Literal["game", "round"] = "game"


class Card(Flavoured):
    """A card of any of the seven types. The type determines which fields the card can have (AH-DATA.2)."""

    id: Id
    name: Localised
    type: Type
    faction: Faction = "neutral"
    #: The card's keywords, such as `witch`, which card texts can refer to. Each must be listed in keywords.json.
    keywords: list[Word] = Field(default=[], max_length=4)
    #: If true, the card belongs in the Background deck.
    background: bool = False
    #: The card's rarity, which must be listed in boosters.json. A card without a rarity isn't in boosters (AH-FMT.2).
    rarity: Id | None = None
    cost: Cost = Cost()
    # Health, Damage and icons are only for characters.
    health: Number = 0
    damage: Number = 0
    icons: Icons = Icons()
    #: The number on the card's gold icon, which changes its controller's income.
    gold_icon: Annotated[int, Field(ge=-5, le=5)] = 0
    #: The income that a Camp gives.
    income: Number = 0
    #: The number of counters on the card when it comes into play.
    counters: Annotated[int, Field(ge=0, le=9)] = 0
    abilities: list[Ability] = []
    passives: list[Passive] = []
    # The operations of Stories and Events, and of the upper block of Hunters.
    do: list[Op] = []
    #: How long the effect of a Story or an Event lasts, and so how long the card stays in play.
    duration: Literal["immediate", "conflict", "round", "attached", "track"] = "immediate"
    band: Band = Band()
    #: The number added to the caster's Damage when a Story's skull deals damage.
    modifier: Annotated[int, Field(ge=-3, le=9)] = 0
    need: Need | None = None
    #: The target of the damage that a Story's skull deals.
    skull_target: Target = Target()
    #: The kinds of row that an Event can be played from.
    rows: list[Literal["enlistment", "conflict"]] = ["enlistment", "conflict"]
    attachment: Attachment | None = None
    #: The windows that allow the card to be played from the hand. If this is left out, a Hunter can be played in every
    #: window, and any other card in none.
    dem: list[WindowName] | None = None
    #: If true, a Hunter stays in play until the Location leaves, even beyond the end of the Round.
    stays: bool = False
    #: The numbers for Morning, Noon, Evening and Night: a Location's soul numbers, or the gold that an Event gives.
    track: tuple[Number, Number, Number, Number] | None = None


class Keyword(Record):
    """A keyword that cards can have, with its name in three languages."""

    id: Word
    name: Localised


class DeckList(Record):
    """A ready deck: its Damned, Camp and Locations, and the copies of each other card (AH-DECK.1 to DECK.10).

    `plot`, `heretics` and `background` contain the number of copies for each card id.
    """

    id: Id
    name: Localised
    blurb: Localised
    damned: Id
    camp: Id
    locations: list[Id]
    plot: dict[Id, Annotated[int, Field(ge=1, le=48)]]
    heretics: dict[Id, Annotated[int, Field(ge=1, le=20)]]
    background: dict[Id, Annotated[int, Field(ge=1, le=MOST_COPIES)]] = {}


#: A number of boosters that a player opens, of cards in a booster, or of cards that a player takes from a booster.
Few = Annotated[int, Field(ge=1, le=30)]


class Sealed(Record):
    """The numbers for the sealed format (AH-FMT.5): how many boosters each player opens."""

    boosters: Few


class Draft(Record):
    """The numbers for the draft format (AH-FMT.6): boosters for each player, and cards taken from each booster."""

    boosters: Few
    #: The number of cards that a player takes from each booster before passing on the rest.
    first: Few
    #: The number of cards that a player takes from each booster that the opponent passes on.
    second: Few


class Boosters(Record):
    """The contents of a booster, the formats with boosters, and the cards that every player has (AH-FMT.2 to FMT.6)."""

    #: The number of different cards of each rarity in a booster.
    booster: Annotated[dict[Id, Few], Field(min_length=1)]
    #: The number of factions in the boosters of a match, which are drawn at random. If the pack has fewer factions, all
    #: of them are used.
    factions: Annotated[int, Field(ge=1, le=6)] = 6
    sealed: Sealed
    draft: Draft
    #: The cards that every player has in addition to the boosters, with the number of copies of each. These cards alone
    #: must be enough for a legal deck (AH-FMT.4).
    besides: dict[Id, Annotated[int, Field(ge=1, le=48)]]


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Content:
    """The content of a whole pack. Cards and other records are stored by id."""

    cards: dict[str, Card]
    decks: dict[str, DeckList]
    keywords: dict[str, Keyword] = field(default_factory=dict[str, Keyword])
    #: The rules for boosters; None for a pack without boosters, whose matches use ready decks and players' own decks.
    boosters: Boosters | None = None
    #: A cache for values computed from this pack.
    known: dict[Any, Any] = field(init=False, repr=False, compare=False, default_factory=dict[Any, Any])
