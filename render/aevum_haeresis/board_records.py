"""Small frozen records with the contents of the Aevum Haeresis board, read from a view.

They are hashable, because each record is the cache key of the picture that is drawn from it.
"""

from dataclasses import dataclass

from render.sheets.board_header import Head


@dataclass(frozen=True, slots=True)
class Number:
    """A number on a card. `shift` is 1 if it is above the printed number, -1 if it is below, and 0 otherwise."""

    value: int
    shift: int = 0


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign on a card: an ability's icon and whether the ability was used this Round, or a number of counters."""

    icon: str
    used: bool = False
    count: int = 0


@dataclass(frozen=True, slots=True)
class Attachment:
    """A card attached to a character: its name and the icon of its type."""

    icon: str
    name: str
    seed: str = ""


@dataclass(frozen=True, slots=True)
class Character:
    """A Damned or a Heretic in play.

    `icons` are the numbers for PLUNDER, RECRUIT and ACCUSE. `foreign` is the owner's seat if another seat controls the
    card. `fights` is the manoeuvre that the card takes part in.
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
    tied: tuple[Attachment, ...] = ()
    foreign: int | None = None
    fights: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Lasting:
    """A Story or Event that stays in play.

    `icon` shows how long it stays. `track` has the numbers of the card's track, and the current position on the track.
    """

    faction: str
    name: str
    icon: str
    track: tuple[int, ...] = ()
    time: int = -1
    mark: str = ""
    seed: str = ""


@dataclass(frozen=True, slots=True)
class Camp:
    """A Camp, with its gold and its abilities."""

    seed: str
    faction: str
    name: str
    income: int
    signs: tuple[Sign, ...] = ()
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Piles:
    """The sizes of a seat's Pyre and of its decks."""

    pyre: int
    plot: int
    heretics: int
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """A seat's part of the Verge. `name` is its name.

    `damned` is None while the Damned is in the Pyre; `fallen` is the text shown instead.
    """

    seat: int
    damned: Character | None
    fallen: str
    camp: Camp | None
    characters: tuple[Character, ...]
    lasting: tuple[Lasting, ...]
    piles: Piles
    name: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """A seat's status bar: name, role, souls, gold, Execution and hand.

    `pieces` are the icons of the counts with their names.
    """

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
    pieces: tuple[tuple[str, str], ...] = ()
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Hunter:
    """A Hunter attached to the Location, with its controller."""

    faction: str
    name: str
    seat: int
    mark: bool = False
    seed: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """The Location: its soul numbers for the four times of day, the time of day, and the current soul number.

    `empty` is the text shown if there is no Location.
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
class OpenCard:
    """A revealed card of the current Chapter.

    `band` is a Story's icon band. `paid` is True if the card was paid for.
    """

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
class OwnCard:
    """One of the viewer's own face-down cards in a Story row."""

    seed: str
    type: str
    faction: str
    name: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """One Chapter of a seat's Story row: its revealed cards, or the number of its face-down cards, also as text.

    `own` are the face-down cards known to the viewer.
    """

    seat: int
    number: int
    backs: int = 0
    words: str = ""
    open: tuple[OpenCard, ...] = ()
    own: tuple[OwnCard, ...] = ()


@dataclass(frozen=True, slots=True)
class Fighter:
    """A member of a team: its picture, its name, and the number of its icons for the manoeuvre."""

    seed: str
    type: str
    faction: str
    name: str
    icons: int


@dataclass(frozen=True, slots=True)
class Conflict:
    """The current manoeuvre. In each pair of values, the first is about the team at the top of the board."""

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
    """The area between the players: Story rows, the Conflict, and revealed cards.

    In each pair of values, the first is about the upper player.
    """

    title: str
    icon: str
    detail: str
    rows: tuple[tuple[Chapter, ...], tuple[Chapter, ...]]
    empty: tuple[str, str]
    conflict: Conflict | None = None
    asked: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """The whole board. In each pair of values, the first is about the upper seat."""

    head: Head
    bars: tuple[Bar, Bar]
    sides: tuple[Side, Side]
    place: Place
    stage: Stage
