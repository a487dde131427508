"""Small frozen records with the contents of the Dark Providence board, read from a view.

They are hashable, because each record is the cache key of the picture that is drawn from it. Colours are
indices in `theme.SEATS`. Markers are pairs of colour and count.
"""

from dataclasses import dataclass

from render.sheets.board_header import Head

Marks = tuple[tuple[int, int], ...]
#: Cards as pairs of id and name.
Named = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Agent:
    """An agent's token; `count` is above 1 for a group of Deep Ones.

    `id` is the agent's id, or for Deep Ones the name of their kind, their city and their owner.
    """

    kind: str
    initials: str
    colour: int | None
    returned: bool = False
    force: int = 0
    arcane: int = 0
    count: int = 1
    touched: bool = False
    id: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Asset:
    """A city's face-up primary asset, and the number of cards left in its stack."""

    name: str
    agent: bool
    stack: int
    lock: bool = False
    marks: Marks = ()
    mark: str = ""
    id: str = ""
    lock_name: str = ""
    marks_name: str = ""


@dataclass(frozen=True, slots=True)
class City:
    """A city: its control, gate, markers, agents and asset.

    `pieces` are special markers, and `icons` the resources on the city card (DP-BOARD.2), as pairs of icon and count.
    `control_name`, `gate_name`, `marks_name`, `lock_name` and `piece_names` are the names of the control, the gate, the
    influence, the lock and the special markers as pieces of the picture.
    """

    id: str
    where: tuple[float, float]
    name: str
    control: int
    gate: int
    controller: int | None = None
    face: str = ""
    gate_owner: int | None = None
    lock: bool = False
    marks: Marks = ()
    agents: tuple[Agent, ...] = ()
    asset: Asset | None = None
    pieces: tuple[tuple[str, int], ...] = ()
    icons: tuple[tuple[str, int], ...] = ()
    mark: str = ""
    gate_name: str = ""
    marks_name: str = ""
    control_name: str = ""
    lock_name: str = ""
    piece_names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Road:
    """A route between two cities and its cost."""

    ends: tuple[str, str]
    cost: int


@dataclass(frozen=True, slots=True)
class Mythos:
    """A mythos card in the row. `seed` determines its picture. `worth` is its points and signs as text with icons."""

    seed: str
    name: str
    worth: str
    lock: bool = False
    marks: Marks = ()
    mark: str = ""
    lock_name: str = ""
    marks_name: str = ""


@dataclass(frozen=True, slots=True)
class Track:
    """A track: the VP of each space, and the position of its marker."""

    icon: str
    name: str
    values: tuple[int, ...]
    space: int
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """The area with the mythos row and the tracks.

    `goal` is the text about when the match ends. `empty` is the text shown if the row is empty.
    """

    title: str
    deck: int
    deck_name: str
    empty: str
    row: tuple[Mythos, ...]
    tracks: tuple[Track, ...]
    goal: str


@dataclass(frozen=True, slots=True)
class Player:
    """A player's strip. `counts` are pairs of icon and number. `allegiance` is "" while the card is face down; then
    `allegiance_name` says only what the card is. `piles` are the names of the counts of cards.
    """

    seat: int
    colour: int
    name: str
    lead: str
    token: Agent | None
    vp: int
    counts: tuple[tuple[str, str], ...]
    sane: int
    madness: int
    mythos: Named
    piles: Named = ()
    allegiance: str = ""
    allegiance_name: str = ""
    crypt: tuple[Agent, ...] = ()
    acting: bool = False
    first: bool = False
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Cultist:
    """One of the Great Old One's two cultists, with its order for this turn."""

    id: str
    colour: int
    name: str
    city: str
    counts: tuple[tuple[str, str], ...]
    order: str
    revealed: bool
    mark: str = ""


@dataclass(frozen=True, slots=True)
class OldOne:
    """The strip of the Great Old One."""

    seed: str
    name: str
    vp: int
    goal: str
    reached: int
    needed: int
    madness: int
    counts: tuple[tuple[str, str], ...]
    mythos: Named
    cultists: tuple[Cultist, ...]
    acting: bool = False
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """The whole board. `actions` is the number of actions left in this turn."""

    head: Head
    actions: int
    cities: tuple[City, ...]
    roads: tuple[Road, ...]
    side: Side
    players: tuple[Player, ...]
    old_one: OldOne | None
