"""Small frozen records with the contents of the chat board, which are also the cache keys of its parts.

Texts may contain icons, such as "{cube0}2". Colours are indices in `theme.SEATS`.
"""

from dataclasses import dataclass

from render.dark_providence.board_records import Mythos, Named, Road, Track


@dataclass(frozen=True, slots=True)
class ChatHead:
    """The head: who decides, the state of play, the number of actions left, and the news.

    Each line of the news has its importance.
    """

    headline: str
    icon: str
    detail: str
    actions: int
    news: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Plate:
    """A city: its values, its signs (agents, influence and locks), its asset and the asset's signs, and the labels of
    changes.

    `sign_pieces` and `asset_sign_pieces` have the key and the name of each sign as a piece of the picture.
    """

    id: str
    name: str
    control: int
    gate: int
    controller: int | None
    face: str
    gate_owner: int | None
    signs: tuple[str, ...]
    asset: str
    asset_id: str = ""
    asset_signs: tuple[str, ...] = ()
    mark: str = ""
    asset_mark: str = ""
    control_name: str = ""
    gate_name: str = ""
    sign_pieces: Named = ()
    asset_sign_pieces: Named = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A city's plate with its position as longitude and latitude."""

    where: tuple[float, float]
    plate: Plate


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of the table of players: icon, name, and the cells with VP, influence, agents and Madness.

    `key` is the row's key as a piece. `gain` is the latest change of the VP. `colour` is None for the Great Old One.
    """

    key: str
    icon: str
    name: str
    cells: tuple[str, str, str, str]
    colour: int | None
    allegiance: str = ""
    gain: str = ""
    acting: bool = False
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Standings:
    """The table of players, the tracks, and the end condition. `goal` is the Great Old One's goal in solo play."""

    words: tuple[str, str, str, str]
    rows: tuple[Standing, ...]
    tracks: tuple[Track, ...]
    end: str
    control: str
    gate: str
    goal: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """The mythos row. `more` is the text about cards that are left out."""

    title: str
    cards: tuple[Mythos, ...]
    more: str = ""


@dataclass(frozen=True, slots=True)
class ChatBoard:
    """The whole chat board."""

    head: ChatHead
    places: tuple[Place, ...]
    roads: tuple[Road, ...]
    row: Row
    standings: Standings
