"""What happens in Aevum Haeresis, in the past tense."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.kernel.data.events import Body

# -- cards, numbers and characters -------------------------------------------------------------------------------


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


# -- what players do, and the order of play ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PaidFor(Body):
    """A card or ability was paid for."""

    kind: ClassVar[str] = "paid_for"
    seat: int
    card: str
    ability: int
    caster: str
    targets: tuple[str, ...]
    host: str


@dataclass(frozen=True, slots=True)
class NotPaid(Body):
    """A revealed card went to the Pyre unpaid."""

    kind: ClassVar[str] = "not_paid"
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Sacrificed(Body):
    """A card was sacrificed."""

    kind: ClassVar[str] = "sacrificed"
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Raised(Body):
    """A card came back from the Pyre."""

    kind: ClassVar[str] = "raised"
    seat: int
    card: str
    place: str


@dataclass(frozen=True, slots=True)
class Peeked(Body):
    """A player looked at the opponent's hand."""

    kind: ClassVar[str] = "peeked"
    seat: int


@dataclass(frozen=True, slots=True)
class SawHand(Body):
    """What was seen there, for that player only."""

    kind: ClassVar[str] = "saw_hand"
    seat: int
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rolled(Body):
    """A die was rolled."""

    kind: ClassVar[str] = "rolled"
    seat: int
    result: int


@dataclass(frozen=True, slots=True)
class PlayedDem(Body):
    """A card was played from hand in a window."""

    kind: ClassVar[str] = "played_dem"
    seat: int
    card: str
    window: str


@dataclass(frozen=True, slots=True)
class NobodyActed(Body):
    """A window closed in which nobody used Deus Ex Machina; told only at paces that hide how it was answered."""

    kind: ClassVar[str] = "nobody_acted"
    window: str


@dataclass(frozen=True, slots=True)
class UsedDem(Body):
    """A Deus Ex Machina in play was used."""

    kind: ClassVar[str] = "used_dem"
    seat: int
    card: str
    window: str


@dataclass(frozen=True, slots=True)
class LaidRow(Body):
    """A Story row was laid, so many cards."""

    kind: ClassVar[str] = "laid_row"
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class ChapterRevealed(Body):
    """A player's cards of a Chapter were revealed."""

    kind: ClassVar[str] = "chapter_revealed"
    seat: int
    chapter: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Passed(Body):
    """A player passed."""

    kind: ClassVar[str] = "passed"
    seat: int


@dataclass(frozen=True, slots=True)
class UsedHeresy(Body):
    """A Heresy was announced."""

    kind: ClassVar[str] = "used_heresy"
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Announced(Body):
    """A manoeuvre was announced."""

    kind: ClassVar[str] = "announced"
    seat: int
    manoeuvre: str


@dataclass(frozen=True, slots=True)
class TeamChosen(Body):
    """A team was chosen, or nobody blocked."""

    kind: ClassVar[str] = "team_chosen"
    seat: int
    blocking: bool
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Succeeded(Body):
    """A manoeuvre was successful."""

    kind: ClassVar[str] = "succeeded"
    seat: int
    manoeuvre: str


@dataclass(frozen=True, slots=True)
class Failed(Body):
    """A manoeuvre was unsuccessful."""

    kind: ClassVar[str] = "failed"
    seat: int
    manoeuvre: str


@dataclass(frozen=True, slots=True)
class Evaluated(Body):
    """The icons of a Conflict: the initiator's and the other's."""

    kind: ClassVar[str] = "evaluated"
    seat: int
    own: int
    other: int


@dataclass(frozen=True, slots=True)
class ActiveChosen(Body):
    """Who is Active in the first Round."""

    kind: ClassVar[str] = "active_chosen"
    seat: int
    active: int


@dataclass(frozen=True, slots=True)
class MulliganDecided(Body):
    """A player kept the opening hand or not."""

    kind: ClassVar[str] = "mulligan_decided"
    seat: int
    again: bool


@dataclass(frozen=True, slots=True)
class RoundBegan(Body):
    """A Round began."""

    kind: ClassVar[str] = "round_began"
    round: int
    active: int


@dataclass(frozen=True, slots=True)
class Stalled(Body):
    """So many Rounds in a row nobody paid for a card or acted (AH-PBP.26)."""

    kind: ClassVar[str] = "stalled"
    rounds: int


@dataclass(frozen=True, slots=True)
class Decided(Body):
    """The game is decided, and why."""

    kind: ClassVar[str] = "decided"
    winner: int
    reason: str


@dataclass(frozen=True, slots=True)
class MatchEnded(Body):
    """The match is over."""

    kind: ClassVar[str] = "match_ended"
    winners: tuple[int, ...]


_BODIES: tuple[type[Body], ...] = (
    Drew, DrewCards, Milled, Discarded, GoldChanged, SoulsChanged, ExecutionChanged, Entered, Burned,
    LocationsReturned, Damaged, Healed, Turned, ControlChanged, TimeAdvanced, Changed, PaidFor, NotPaid,
    Sacrificed, Raised, Peeked, SawHand, Rolled, PlayedDem, UsedDem, NobodyActed, LaidRow, ChapterRevealed,
    Passed, UsedHeresy, Announced, TeamChosen, Succeeded, Failed, Evaluated, ActiveChosen, MulliganDecided,
    RoundBegan, Stalled, Decided, MatchEnded,
)  # fmt: skip

EVENTS: dict[str, type[Body]] = {body.kind: body for body in _BODIES}
