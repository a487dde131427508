"""Small frozen records with the contents of the chat board. Each one is the cache key of the part drawn from it."""

from dataclasses import dataclass

from render.edge_of_darkness.board_records import Banner


@dataclass(frozen=True, slots=True)
class Head:
    """The head of the chat board: who decides and what, the round and the phase. `icon` is "" for several seats."""

    headline: str
    task: str
    icon: str
    round: str
    phase: str


@dataclass(frozen=True, slots=True)
class Effect:
    """An effect as icons, with its contact's name and its Location's crest, which a starter's effect doesn't have."""

    icons: str
    name: str = ""
    crest: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """A card in the Street.

    `plate` is a price, a space or the label of a change, as `kind` tells: "price", "space" or "change". `gain` is the
    Goodwill that its drafter gets, and `cubes` the cubes that its drafter draws. `taken` is True if a draft without
    further skips takes the card.
    """

    seed: str
    banner: Banner | None
    name: str
    effects: tuple[Effect, ...]
    plate: str
    kind: str
    gain: str = ""
    cubes: str = ""
    taken: bool = False

    @property
    def changed(self) -> bool:
        """True if the latest events changed this card."""
        return self.kind == "change"

    @property
    def corner(self) -> str:
        """The text at the right of the card. The label of a change takes the place of the gain, so it is here then."""
        return " ".join(filter(None, [self.gain if self.changed else "", self.cubes]))


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of advancement that can be picked in the prologue, with its contact's effect as icons."""

    seed: str
    name: str
    icons: str
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """A spot of the tower: the threats on its card, their Damage and rewards, and the cubes in its tray by Guild.

    `name` is the spot's name.
    """

    number: int
    name: str
    seed: str
    threats: tuple[str, ...]
    damage: int
    rewards: str
    cubes: tuple[tuple[int, int], ...]
    threshold: int
    mark: str = ""

    @property
    def total(self) -> int:
        """The number of cubes in the tray."""
        return sum(count for _, count in self.cubes)


@dataclass(frozen=True, slots=True)
class Tower:
    """The tower with the words of its heading and of an empty spot."""

    title: str
    rule: str
    empty: str
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Posted:
    """A Location where Agents are, with their numbers by Guild."""

    seed: str
    name: str
    agents: tuple[tuple[int, int], ...]
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """A count of a player: its icon, its number, and whether the latest events changed it."""

    icon: str
    number: int
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's row in the table of counts."""

    seat: int
    banner: Banner
    name: str
    cells: tuple[Cell, ...]
    acting: bool = False
    won: bool = False


@dataclass(frozen=True, slots=True)
class ChatBoard:
    """The contents of the whole chat board.

    `news` are the sentences about the latest events, each with its weight. `street`, `kinds` and `tower` are what is on
    offer: kinds of advancements before the first round, then the Street and the tower. `columns` are the names of the
    counts.
    """

    head: Head
    news: tuple[tuple[int, str], ...]
    street_words: tuple[str, str]
    street: tuple[Offer, ...]
    kinds: tuple[Kind, ...]
    tower: Tower | None
    places_word: str
    places: tuple[Posted, ...]
    columns: tuple[str, ...]
    players: tuple[Standing, ...]
    over: bool = False
