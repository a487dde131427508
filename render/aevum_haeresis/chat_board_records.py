"""Small frozen records with the contents of the chat board, read from a view.

They are hashable, because each record is the cache key of the picture that is drawn from it.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChatHead:
    """The seat that decides, its decision, and the Round. `icon` is the seat's icon, or "" if several seats decide."""

    headline: str
    icon: str
    asked: str
    round: str


@dataclass(frozen=True, slots=True)
class ChatHunter:
    """A Hunter under the Location, with its controller's seat."""

    name: str
    seat: int
    changed: bool = False
    seed: str = ""


@dataclass(frozen=True, slots=True)
class ChatPlace:
    """The Location: its soul numbers for the four times of day, the time of day, and the current soul number.

    `now` is the current time and soul number as text. `shift` is 1 if the soul number is above the printed number, -1
    if it is below, and 0 otherwise.
    """

    seed: str
    faction: str
    name: str
    placer: int
    track: tuple[int, ...]
    time: int
    number: int
    shift: int
    now: str
    changed: bool = False


@dataclass(frozen=True, slots=True)
class ChatCard:
    """A card in a player's column: its name, its figures as text with icons, and the names of attached cards.

    `note` is the text of a line without a card. `change` is the label of the latest change.
    """

    seed: str = ""
    type: str = ""
    faction: str = ""
    name: str = ""
    figures: str = ""
    attached: tuple[str, ...] = ()
    spent: bool = False
    fights: bool = False
    changed: bool = False
    change: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class ChatOpen:
    """A revealed card of the current Chapter, with its cost or the names of its caster and targets once it is paid."""

    seed: str
    type: str
    faction: str
    name: str
    cost: str
    paid: bool = False
    aim: str = ""


@dataclass(frozen=True, slots=True)
class ChatRow:
    """A player's Story row: revealed cards, and the number of face-down cards as a number and as text."""

    cards: tuple[ChatOpen, ...] = ()
    backs: int = 0
    words: str = ""


@dataclass(frozen=True, slots=True)
class ChatSide:
    """A player's column: its head, and its cards in several levels of detail, from full to brief."""

    seat: int
    name: str
    active: bool
    acting: bool
    levels: tuple[tuple[ChatCard, ...], ...]


@dataclass(frozen=True, slots=True)
class ChatConflict:
    """The current manoeuvre: its name, its stage with the initiator as text, and both teams' icons by seat.

    `leader` is the seat that is successful or would be now.
    """

    type: str
    name: str
    stage: str
    icons: tuple[int, int]
    leader: int
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class ChatCount:
    """A line of the comparison of both players: an icon with its name, and by seat the values and their changes.

    `goal` is the number that ends the game, or 0. `notes` are written after the values. `owners` are the names of the
    players.
    """

    icon: str
    word: str
    values: tuple[int, int]
    changes: tuple[int, int] = (0, 0)
    goal: int = 0
    notes: tuple[str, str] = ("", "")
    owners: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class ChatBoard:
    """The whole chat board. In each pair of values, the first is about the first seat."""

    head: ChatHead
    #: The changes, in lines: the fullest version first.
    news: tuple[tuple[str, ...], ...]
    place: ChatPlace | None
    no_place: str
    hunters: tuple[ChatHunter, ...]
    conflict: ChatConflict | None
    rows: tuple[ChatRow, ChatRow]
    sides: tuple[ChatSide, ChatSide]
    counts: tuple[ChatCount, ...]
    goal: str
    #: Icons with their names.
    signs: tuple[tuple[str, str], ...] = ()
