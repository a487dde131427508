"""The contents of the Aevum Haeresis board: small frozen records read from a view.

They are hashable, so each drawn part is cached by its record.
"""

from dataclasses import dataclass

from render.sheets.board_header import Head


@dataclass(frozen=True, slots=True)
class Number:
    """A current number; `shift` is 1 if it is above the printed one, -1 if below."""

    value: int
    shift: int = 0


@dataclass(frozen=True, slots=True)
class Sign:
    """An ability on a card: its kind's icon, and whether it was used this Round; or a number of counters."""

    icon: str
    used: bool = False
    count: int = 0


@dataclass(frozen=True, slots=True)
class Tied:
    """A card attached to a character: the icon of its type and its name."""

    icon: str
    name: str


@dataclass(frozen=True, slots=True)
class Character:
    """A Damned or a Heretic in play.

    `icons` are PLUNDER, RECRUIT and ACCUSE; `foreign` is the owner's seat if another seat controls the card; `fights`
    is the manoeuvre of its team.
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
    """A Story or Event that stays for a time; `icon` shows how long, `track` its numbers and position."""

    faction: str
    name: str
    icon: str
    track: tuple[int, ...] = ()
    time: int = -1
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Camp:
    """A Camp: its gold and its abilities."""

    seed: str
    faction: str
    name: str
    income: int
    signs: tuple[Sign, ...] = ()
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Piles:
    """The sizes of a seat's Pyre and decks."""

    pyre: int
    plot: int
    heretics: int
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """A seat's part of the Verge. Without `damned`, the Damned is in the Pyre and `fallen` says so."""

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
    """A Hunter attached to the Location, with its controller."""

    faction: str
    name: str
    seat: int
    mark: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """The Location: its four soul numbers, the time of day and the current number.

    `empty` is the text for no Location.
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
    empty: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Open:
    """A revealed card of the current Chapter. `band` has a Story's icons; `paid` marks a card that was paid for."""

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
    """One of the viewer's own face-down cards."""

    seed: str
    type: str
    faction: str
    name: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """One Chapter of a Story row: revealed cards, or a number of backs; `own` are cards visible only to the viewer."""

    number: int
    backs: int = 0
    open: tuple[Open, ...] = ()
    own: tuple[Own, ...] = ()


@dataclass(frozen=True, slots=True)
class Fighter:
    """A team member: picture, and icons of the manoeuvre's type."""

    seed: str
    type: str
    faction: str
    icons: int


@dataclass(frozen=True, slots=True)
class Conflict:
    """The current manoeuvre from the viewer's side: the upper side's team and total come first."""

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
    """The area between the players: Story rows, the Conflict, revealed cards; the upper side's come first."""

    title: str
    icon: str
    detail: str
    rows: tuple[tuple[Chapter, ...], tuple[Chapter, ...]]
    empty: tuple[str, str]
    conflict: Conflict | None = None
    asked: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """The whole board; the upper seat's bar and side come first."""

    head: Head
    bars: tuple[Bar, Bar]
    sides: tuple[Side, Side]
    place: Place
    stage: Stage
