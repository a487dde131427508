"""What happens in Aevum Haeresis, in the past tense."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.aevum_haeresis.state.events_pieces import (
    Burned,
    Changed,
    ControlChanged,
    Damaged,
    Discarded,
    Drew,
    DrewCards,
    Entered,
    ExecutionChanged,
    GoldChanged,
    Healed,
    LocationsReturned,
    Milled,
    SoulsChanged,
    TimeAdvanced,
    Turned,
)
from rules.kernel.data.events import Body


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


EVENTS: dict[str, type[Body]] = {
    body.kind: body
    for body in (
        Drew,
        DrewCards,
        Milled,
        Discarded,
        GoldChanged,
        SoulsChanged,
        ExecutionChanged,
        Entered,
        Burned,
        LocationsReturned,
        Damaged,
        Healed,
        Turned,
        ControlChanged,
        TimeAdvanced,
        Changed,
        PaidFor,
        NotPaid,
        Sacrificed,
        Raised,
        Peeked,
        SawHand,
        Rolled,
        PlayedDem,
        UsedDem,
        NobodyActed,
        LaidRow,
        ChapterRevealed,
        Passed,
        UsedHeresy,
        Announced,
        TeamChosen,
        Succeeded,
        Failed,
        Evaluated,
        ActiveChosen,
        MulliganDecided,
        RoundBegan,
        Stalled,
        Decided,
        MatchEnded,
    )
}

__all__ = [
    "EVENTS",
    "ActiveChosen",
    "Announced",
    "Burned",
    "Changed",
    "ChapterRevealed",
    "ControlChanged",
    "Damaged",
    "Decided",
    "Discarded",
    "Drew",
    "DrewCards",
    "Entered",
    "Evaluated",
    "ExecutionChanged",
    "Failed",
    "GoldChanged",
    "Healed",
    "LaidRow",
    "LocationsReturned",
    "MatchEnded",
    "Milled",
    "MulliganDecided",
    "NobodyActed",
    "NotPaid",
    "PaidFor",
    "Passed",
    "Peeked",
    "PlayedDem",
    "Raised",
    "Rolled",
    "RoundBegan",
    "Sacrificed",
    "SawHand",
    "SoulsChanged",
    "Stalled",
    "Succeeded",
    "TeamChosen",
    "TimeAdvanced",
    "Turned",
    "UsedDem",
    "UsedHeresy",
]
