"""What happens to cards, numbers and characters, in the past tense."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.kernel.data.events import Body


@dataclass(frozen=True, slots=True)
class Drew(Body):
    """A player drew from a deck; which cards is private."""

    kind: ClassVar[str] = "drew"
    seat: int
    deck: str
    count: int


@dataclass(frozen=True, slots=True)
class DrewCards(Body):
    """The cards a player drew, for that player only."""

    kind: ClassVar[str] = "drew_cards"
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Milled(Body):
    """Cards from the top of a Plot deck went to the Pyre."""

    kind: ClassVar[str] = "milled"
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Discarded(Body):
    """Cards of a hand went to the Pyre."""

    kind: ClassVar[str] = "discarded"
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GoldChanged(Body):
    """A player's gold changed."""

    kind: ClassVar[str] = "gold_changed"
    seat: int
    amount: int
    total: int


@dataclass(frozen=True, slots=True)
class SoulsChanged(Body):
    """A player's souls changed."""

    kind: ClassVar[str] = "souls_changed"
    seat: int
    amount: int
    total: int


@dataclass(frozen=True, slots=True)
class ExecutionChanged(Body):
    """A player's Execution level changed."""

    kind: ClassVar[str] = "execution_changed"
    seat: int
    amount: int
    level: int


@dataclass(frozen=True, slots=True)
class Entered(Body):
    """A card came into play."""

    kind: ClassVar[str] = "entered"
    seat: int
    card: str
    host: str


@dataclass(frozen=True, slots=True)
class Burned(Body):
    """A card went to the Pyre."""

    kind: ClassVar[str] = "burned"
    card: str


@dataclass(frozen=True, slots=True)
class LocationsReturned(Body):
    """A player's used-up Locations came back to the Location deck."""

    kind: ClassVar[str] = "locations_returned"
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class Damaged(Body):
    """A character took damage."""

    kind: ClassVar[str] = "damaged"
    card: str
    amount: int


@dataclass(frozen=True, slots=True)
class Healed(Body):
    """Damage was removed from a Damned."""

    kind: ClassVar[str] = "healed"
    card: str
    amount: int


@dataclass(frozen=True, slots=True)
class Turned(Body):
    """A character became Ready or Spent; `usual`: by the order of play, as everybody expects."""

    kind: ClassVar[str] = "turned"
    card: str
    ready: bool
    usual: bool = False


@dataclass(frozen=True, slots=True)
class ControlChanged(Body):
    """Control of a card changed."""

    kind: ClassVar[str] = "control_changed"
    card: str
    seat: int


@dataclass(frozen=True, slots=True)
class TimeAdvanced(Body):
    """A card with times of day went on."""

    kind: ClassVar[str] = "time_advanced"
    card: str
    time: int


@dataclass(frozen=True, slots=True)
class Changed(Body):
    """Numbers changed for a time; `what` is a card or a group with its seat."""

    kind: ClassVar[str] = "changed"
    what: str
    stat: str
    amount: int
    until: str
