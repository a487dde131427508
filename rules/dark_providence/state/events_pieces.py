"""What happens to pieces and cards, in the past tense. Owners are seats; in solo 1 and 2 are the cultists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.kernel.data.events import Body


@dataclass(frozen=True, slots=True)
class DrewHidden(Body):
    """A player drew cards; which ones is private (DP-VIS.29)."""

    kind: ClassVar[str] = "drew_hidden"
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class DrewCards(Body):
    """The cards a player drew, for that player only."""

    kind: ClassVar[str] = "drew_cards"
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reshuffled(Body):
    """A player's discard pile became the deck, or the deck was shuffled anew."""

    kind: ClassVar[str] = "reshuffled"
    seat: int
    cards: int


@dataclass(frozen=True, slots=True)
class Placed(Body):
    """Markers were placed on a target; `cards` were played for it."""

    kind: ClassVar[str] = "placed"
    owner: int
    target: str
    count: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Recovered(Body):
    """Markers came back to a supply from one place; "limbo" is one."""

    kind: ClassVar[str] = "recovered"
    owner: int
    target: str
    count: int


@dataclass(frozen=True, slots=True)
class Bought(Body):
    """Markers were bought from the common pool."""

    kind: ClassVar[str] = "bought"
    seat: int
    count: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TookFromPool(Body):
    """An effect took markers from the common pool."""

    kind: ClassVar[str] = "took_from_pool"
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class Travelled(Body):
    """An agent went from one city to another."""

    kind: ClassVar[str] = "travelled"
    owner: int
    agent: str
    origin: str
    city: str


@dataclass(frozen=True, slots=True)
class MovedTrack(Body):
    """A track's marker moved, and where it stands now."""

    kind: ClassVar[str] = "moved_track"
    track: str
    by: int
    space: int


@dataclass(frozen=True, slots=True)
class MarkersLeft(Body):
    """Markers left an acquired or vanished target: to Limbo or back to the supply."""

    kind: ClassVar[str] = "markers_left"
    owner: int
    target: str
    count: int
    limbo: bool


@dataclass(frozen=True, slots=True)
class TurnedUp(Body):
    """A city's next primary asset lies face up."""

    kind: ClassVar[str] = "turned_up"
    city: str
    card: str


@dataclass(frozen=True, slots=True)
class StackRanOut(Body):
    """A city's stack ran out (DP-ASSET.8, ASSET.9)."""

    kind: ClassVar[str] = "stack_ran_out"
    city: str


@dataclass(frozen=True, slots=True)
class RowGrew(Body):
    """A mythos card came from the deck to the row."""

    kind: ClassVar[str] = "row_grew"
    card: str


@dataclass(frozen=True, slots=True)
class AgentJoined(Body):
    """An agent came to the map."""

    kind: ClassVar[str] = "agent_joined"
    owner: int
    agent: str
    city: str


@dataclass(frozen=True, slots=True)
class ControlChanged(Body):
    """A city changed hands; -1 is nobody."""

    kind: ClassVar[str] = "control_changed"
    city: str
    owner: int
    before: int


@dataclass(frozen=True, slots=True)
class CardLeft(Body):
    """A card was taken out of a player's cards: where it was found is public (DP-VIS.15)."""

    kind: ClassVar[str] = "card_left"
    seat: int
    card: str
    zone: str


@dataclass(frozen=True, slots=True)
class CardDestroyed(Body):
    """A card or marker left the game."""

    kind: ClassVar[str] = "card_destroyed"
    card: str


@dataclass(frozen=True, slots=True)
class GotCard(Body):
    """A card came to a player's discard pile or hand by an effect."""

    kind: ClassVar[str] = "got_card"
    seat: int
    card: str
    zone: str


@dataclass(frozen=True, slots=True)
class Locked(Body):
    """A lock was placed."""

    kind: ClassVar[str] = "locked"
    owner: int
    target: str


@dataclass(frozen=True, slots=True)
class Unlocked(Body):
    """A lock was removed."""

    kind: ClassVar[str] = "unlocked"
    owner: int
    target: str


@dataclass(frozen=True, slots=True)
class GateWorked(Body):
    """A gate was opened or closed; `cards` gave their ARCANE."""

    kind: ClassVar[str] = "gate_worked"
    owner: int
    city: str
    face: str
    actor: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AgentLost(Body):
    """An agent left the map otherwise than by an assassination."""

    kind: ClassVar[str] = "agent_lost"
    agent: str
    owner: int
    city: str


@dataclass(frozen=True, slots=True)
class AgentReturned(Body):
    """An agent turned to its returned side (DP-AGENT.11)."""

    kind: ClassVar[str] = "agent_returned"
    agent: str


@dataclass(frozen=True, slots=True)
class Discarded(Body):
    """A player discarded cards."""

    kind: ClassVar[str] = "discarded"
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MarkerPut(Body):
    """Cthulhu, martial law or a Whateley came to a city."""

    kind: ClassVar[str] = "marker_put"
    piece: str
    city: str


@dataclass(frozen=True, slots=True)
class DroveOff(Body):
    """Another player's markers were sent back to their supply."""

    kind: ClassVar[str] = "drove_off"
    seat: int
    owner: int
    target: str
    count: int


@dataclass(frozen=True, slots=True)
class TokensCalmed(Body):
    """MADNESS tokens went back into the bag."""

    kind: ClassVar[str] = "tokens_calmed"
    seat: int
    count: int
