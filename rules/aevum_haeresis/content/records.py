"""The records of a pack: cards of seven types, ready decks, and the pack as a whole."""

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
#: The factions, without "neutral" (AH-DATA.1).
FACTIONS: tuple[Faction, ...] = ("deathless", "warrior", "mystics", "opportunist", "scholar", "lords")
Type = Literal["damned", "heretic", "hunter", "story", "event", "camp", "location"]
Number = Annotated[int, Field(ge=0, le=30)]


class Icons(Record):
    """Manoeuvre icons of a character (AH-CARD.8)."""

    plunder: Annotated[int, Field(ge=0, le=5)] = 0
    recruit: Annotated[int, Field(ge=0, le=5)] = 0
    accuse: Annotated[int, Field(ge=0, le=5)] = 0


class Icon(Record):
    """A square of a Story's icon band: its icon is black, white or missing, with or without a skull (AH-ICON.1 to
    ICON.6).
    """

    colour: Literal["none", "black", "white"] = "none"
    skull: bool = False


class Band(Record):
    """The icon band of a Story."""

    plunder: Icon = Icon()
    recruit: Icon = Icon()
    accuse: Icon = Icon()


class Need(Record):
    """A Story's requirement for its caster: a minimum of a number, or to be a Heretic or the Damned."""

    stat: Stat | None = None
    least: Annotated[int, Field(ge=1, le=9)] = 1
    what: Literal["character", "heretic", "damned"] = "character"


class Attachment(Record):
    """The properties of an Event that is attached: its Type, and the limit for that Type per character (AH-ATT.1 to
    ATT.4).
    """

    type: Literal["weapon", "relic", "curse", "vow"]
    most: Annotated[int, Field(ge=1, le=3)] = 1
    host: Literal["own", "opposing"] = "own"
    until: Literal["game", "round"] = "game"


class Card(Flavoured):
    """A card of any of the seven types; its type determines its fields (AH-DATA.2)."""

    id: Id
    name: Localised
    type: Type
    faction: Faction = "neutral"
    #: Keywords, such as witch, that texts may refer to; keywords.json of the pack has their names.
    keywords: list[Word] = Field(default=[], max_length=4)
    background: bool = False
    #: The card's rarity in boosters, one of the pack's own names; left out for a card that boosters don't have
    #: (AH-FMT.2).
    rarity: Id | None = None
    cost: Cost = Cost()
    # Only for characters.
    health: Number = 0
    damage: Number = 0
    icons: Icons = Icons()
    # The gold icon, positive or negative, and the income of a Camp.
    gold_icon: Annotated[int, Field(ge=-5, le=5)] = 0
    income: Number = 0
    #: The number of counters on the card when it comes into play.
    counters: Annotated[int, Field(ge=0, le=9)] = 0
    abilities: list[Ability] = []
    passives: list[Passive] = []
    # For Stories and Events, and for the upper block of Hunters.
    do: list[Op] = []
    duration: Literal["immediate", "conflict", "round", "attached", "track"] = "immediate"
    band: Band = Band()
    modifier: Annotated[int, Field(ge=-3, le=9)] = 0
    need: Need | None = None
    #: The targets that a Story's skull may strike.
    skull_target: Target = Target()
    rows: list[Literal["enlistment", "conflict"]] = ["enlistment", "conflict"]
    attachment: Attachment | None = None
    #: Windows that allow the card to be played from the hand by Deus Ex Machina. None means no windows; for a Hunter,
    #: all.
    dem: list[WindowName] | None = None
    #: A Hunter that stays until the Location leaves, even beyond the end of the Round.
    stays: bool = False
    #: The numbers for Morning, Noon, Evening and Night: soul numbers of a Location, gold of other cards with a track.
    track: tuple[Number, Number, Number, Number] | None = None


class Keyword(Record):
    """A keyword of cards, with its name in three languages."""

    id: Word
    name: Localised


class DeckList(Record):
    """A ready deck: its Damned, Camp and four Locations, and the copies of each further card (AH-DECK.1 to DECK.10)."""

    id: Id
    name: Localised
    blurb: Localised
    damned: Id
    camp: Id
    locations: list[Id]
    plot: dict[Id, Annotated[int, Field(ge=1, le=48)]]
    heretics: dict[Id, Annotated[int, Field(ge=1, le=20)]]
    background: dict[Id, Annotated[int, Field(ge=1, le=MOST_COPIES)]] = {}


#: A number of boosters to open, or a number of cards in a booster or to take from one.
Few = Annotated[int, Field(ge=1, le=30)]


class Sealed(Record):
    """The sealed format, with the number of boosters for each player (AH-FMT.5)."""

    boosters: Few


class Draft(Record):
    """The draft: the boosters of each player, and the numbers of cards to keep from them (AH-FMT.6)."""

    boosters: Few
    #: The number of cards to keep from each of one's own boosters before passing the rest on.
    first: Few
    #: The number of cards to take from the rest of each booster that the rival passes on.
    second: Few


class Boosters(Record):
    """The contents of a booster, the two formats, and the cards that every player has (AH-FMT.2 to FMT.6)."""

    #: The number of different cards of each rarity.
    booster: Annotated[dict[Id, Few], Field(min_length=1)]
    #: The number of factions in the boosters of one match, which are drawn at random; all if the pack has no more.
    factions: Annotated[int, Field(ge=1, le=6)] = 6
    sealed: Sealed
    draft: Draft
    #: The cards that every player has, with their copies. By themselves they must allow a legal deck (AH-FMT.4).
    besides: dict[Id, Annotated[int, Field(ge=1, le=48)]]


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Content:
    """The content of a whole pack, by id."""

    cards: dict[str, Card]
    decks: dict[str, DeckList]
    keywords: dict[str, Keyword] = field(default_factory=dict[str, Keyword])
    #: The rules for boosters; None for a pack without boosters, whose matches use ready decks and players' own decks.
    boosters: Boosters | None = None
    #: A cache for values derived from this pack.
    known: dict[Any, Any] = field(init=False, repr=False, compare=False, default_factory=dict[Any, Any])
