"""What the board of Aevum Haeresis shows: small frozen records read from a view.

They are hashable, so each drawn part can be kept for as long as what it shows stays the same.
"""

from dataclasses import dataclass

from render.sheets.header import Head


@dataclass(frozen=True, slots=True)
class Number:
    """A number that holds now; `shift` is 1 above and -1 below what is printed on the card."""

    value: int
    shift: int = 0


@dataclass(frozen=True, slots=True)
class Sign:
    """An ability on a card: the icon of its kind, and whether it was used in this Round."""

    icon: str
    used: bool = False


@dataclass(frozen=True, slots=True)
class Tied:
    """A card attached to a character: the icon of its type and its name."""

    icon: str
    name: str


@dataclass(frozen=True, slots=True)
class Character:
    """A Damned or a Heretic in play.

    `icons` are PLUNDER, RECRUIT and ACCUSE; `foreign` is the owner's seat when somebody else controls the card;
    `fights` tells the manoeuvre in whose team it is.
    """

    seed: str
    type: str
    faction: str
    name: str
    ready: bool
    health: Number
    damage: Number
    icons: tuple[Number, Number, Number]
    wounds: int = 0
    signs: tuple[Sign, ...] = ()
    tied: tuple[Tied, ...] = ()
    foreign: int | None = None
    fights: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Lasting:
    """A Story or Event that stays for a time; `icon` tells for how long, `track` its numbers with the place on it."""

    faction: str
    name: str
    icon: str
    track: tuple[int, ...] = ()
    time: int = -1
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Camp:
    """A Camp: the gold it gives, its abilities."""

    seed: str
    faction: str
    name: str
    income: int
    signs: tuple[Sign, ...] = ()
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Piles:
    """A seat's piles: the Pyre with the picture of its last card (seed, type, faction), and the decks by number."""

    pyre: int
    top: tuple[str, str, str] | None
    plot: int
    heretics: int
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """A seat's part of the Verge. Without a `damned` it is in the Pyre; `fallen` says so."""

    seat: int
    damned: Character | None
    fallen: str
    camp: Camp | None
    characters: tuple[Character, ...]
    lasting: tuple[Lasting, ...]
    piles: Piles


@dataclass(frozen=True, slots=True)
class Bar:
    """A seat's bar: name, role, souls, gold, Execution, hand."""

    seat: int
    name: str
    role: str
    active: bool
    acting: bool
    souls: int
    gold: int
    income: int
    free: int
    execution: int
    rose: bool
    hand: int
    locations: int
    background: int
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Hunter:
    """A Hunter attached to the Location, with who controls it."""

    faction: str
    name: str
    seat: int
    mark: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """The Location: its four soul numbers, the time of day and the number that holds now.

    `alone` is said when no Hunter is there, `empty` when no Location is.
    """

    seed: str
    faction: str
    name: str
    placer: int | None
    track: tuple[int, ...]
    time: int
    number: Number
    signs: tuple[Sign, ...] = ()
    hunters: tuple[Hunter, ...] = ()
    alone: str = ""
    empty: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Open:
    """A revealed card of the current Chapter. `band` are a Story's icons; `paid` that it was paid for."""

    seed: str
    type: str
    faction: str
    name: str
    cost: str
    band: tuple[tuple[str, str, bool], ...] = ()
    numbers: str = ""
    paid: bool = False
    note: str = ""
    asked: bool = False


@dataclass(frozen=True, slots=True)
class Own:
    """A face-down card of the viewer's own."""

    seed: str
    type: str
    faction: str
    name: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """One place of a Story row: revealed cards, else as many backs; `own` are what only the viewer sees."""

    number: int
    backs: int = 0
    open: tuple[Open, ...] = ()
    own: tuple[Own, ...] = ()


@dataclass(frozen=True, slots=True)
class Fighter:
    """A member of a team: picture and icons of the manoeuvre's type."""

    seed: str
    type: str
    faction: str
    icons: int


@dataclass(frozen=True, slots=True)
class Conflict:
    """The manoeuvre under way, seen from the viewer: the upper side's team and total first."""

    type: str
    name: str
    initiator: int
    seats: tuple[int, int]
    teams: tuple[tuple[Fighter, ...], tuple[Fighter, ...]]
    icons: tuple[int, int]
    blocked: bool
    successful: int
    notes: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Stage:
    """Between the players: both Story rows, the Conflict, what is open; the upper side's first."""

    title: str
    icon: str
    detail: str
    rows: tuple[tuple[Chapter, ...], tuple[Chapter, ...]]
    empty: tuple[str, str]
    conflict: Conflict | None = None
    asked: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """The whole board; bars and sides are the upper seat's first."""

    head: Head
    bars: tuple[Bar, Bar]
    sides: tuple[Side, Side]
    place: Place
    stage: Stage
