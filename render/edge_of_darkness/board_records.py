"""Small frozen records with the contents of the Edge of Darkness pictures, read from a view.

They are hashable, because each record is the cache key of the picture that is drawn from it.
"""

from dataclasses import dataclass

from render.sheets.board_header import Head

SLOTS = ("top", "middle", "bottom")


@dataclass(frozen=True, slots=True)
class Slip:
    """The advancement in one slot of a card, with both its sides. `seed` determines its crest.

    The texts contain icons.
    """

    seed: str
    name: str
    short: str
    full: str
    cubes: int
    threat: str
    damage: int
    rewards: str
    threat_text: str = ""
    spent: bool = False
    flavour: str = ""
    threat_flavour: str = ""


@dataclass(frozen=True, slots=True)
class Banner:
    """The banner of a Guild's card. `guild` determines its colour and shape."""

    guild: int
    sigil: str


@dataclass(frozen=True, slots=True)
class Card:
    """One sleeved card. `seed` determines its picture. `penalty` is the cost of a failed defence."""

    seed: str
    banner: Banner | None
    slips: tuple[Slip | None, ...]
    damage: int = 0
    rewards: str = ""
    penalty: str = ""

    @property
    def key(self) -> str:
        """The key of this card as a piece of a picture."""
        return f"card:{self.seed}"

    @property
    def name(self) -> str:
        """The names of the contacts and of the person on its City side."""
        return " + ".join(slip.name for slip in self.slips if slip)

    @property
    def threats(self) -> str:
        """The names of the threats on its Blight side."""
        return " · ".join(slip.threat for slip in self.slips if slip)


@dataclass(frozen=True, slots=True)
class StreetCard:
    """A card in the Street with the Influence on it.

    `space` is the number of its space, and `name` the space's name without icons.
    """

    card: Card | None
    place: str
    space: int
    name: str
    influence: int = 0
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Tray:
    """A spot of the tower: its card, and the cubes in its tray as pairs of Guild and count.

    Guild -1 stands for black. `name` is the spot's name.
    """

    number: int
    name: str
    card: Card | None
    cubes: tuple[tuple[int, int], ...]
    threshold: int
    mark: str = ""

    @property
    def total(self) -> int:
        """Return the number of cubes in the tray."""
        return sum(count for _, count in self.cubes)


@dataclass(frozen=True, slots=True)
class Place:
    """A Location: its contact's effect, its ability, its Agents, and how many advancements are left for each slot.

    An entry of `left` is None for a slot that this kind of advancement never has. `owners` are the names of the Agents
    in the order of `agents`.
    """

    seed: str
    name: str
    contact: str
    ability: str
    agents: tuple[tuple[int, int], ...]
    left: tuple[int | None, ...]
    owners: tuple[str, ...] = ()
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Player:
    """A player's strip: counts, cubes, hand and Guild Hall."""

    seat: int
    name: str
    banner: Banner
    guild: str
    coins: int
    influence: int
    goodwill: int
    reputation: int
    pool: int
    placed: int
    untrained: int
    slips: int
    defence: int
    guild_cards: int
    zone: tuple[tuple[int, int], ...]
    staged: tuple[tuple[int, int], ...]
    hand: tuple[Card, ...]
    hall: tuple[Card, ...]
    acting: bool = False
    first: bool = False
    battle: int = 0
    hunting: bool = False
    mark: str = ""
    touched: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Words:
    """The fixed texts on the board in the picture's language."""

    tower: str
    threshold: str
    empty: str
    street: str


@dataclass(frozen=True, slots=True)
class Track:
    """The round track, and the counts beside it. `name` is the name of the current round, and `words` are the names of
    the counts in the order of the fields.
    """

    name: str
    words: tuple[str, str, str, str]
    round: int
    rounds: int
    deck: int
    discard: int
    bag: int
    aside: int


@dataclass(frozen=True, slots=True)
class Board:
    """The contents of the whole board."""

    head: Head
    track: Track
    tower: tuple[Tray, ...]
    street: tuple[StreetCard, ...]
    places: tuple[Place, ...]
    players: tuple[Player, ...]
    words: Words
