"""What happens in Dark Providence, in the past tense: what players do and the end, and the table of all events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.dark_providence.state.events_pieces import (
    AgentJoined,
    AgentLost,
    AgentReturned,
    Bought,
    CardDestroyed,
    CardLeft,
    ControlChanged,
    Discarded,
    DrewCards,
    DrewHidden,
    DroveOff,
    GateWorked,
    GotCard,
    Locked,
    MarkerPut,
    MarkersLeft,
    MovedTrack,
    Placed,
    Recovered,
    Reshuffled,
    RowGrew,
    StackRanOut,
    TokensCalmed,
    TookFromPool,
    Travelled,
    TurnedUp,
    Unlocked,
)
from rules.dark_providence.state.events_solo import (
    ControlDrawn,
    ControlShuffled,
    CultistActs,
    CultistFailed,
    CultistResource,
    CultistRevealed,
    GoalReached,
    KeptCard,
    OldOneRose,
)
from rules.kernel.data.events import Body


@dataclass(frozen=True, slots=True)
class ChoseColour(Body):
    """A player took a colour; owners 1 and 2 in solo are the cultists."""

    kind: ClassVar[str] = "chose_colour"
    seat: int
    owner: int
    colour: int


@dataclass(frozen=True, slots=True)
class ChoseLead(Body):
    """A player took a lead agent with its ten starting cards (DP-SETUP.15)."""

    kind: ClassVar[str] = "chose_lead"
    seat: int
    lead: str


@dataclass(frozen=True, slots=True)
class Began(Body):
    """The starting player is known (DP-SETUP.28)."""

    kind: ClassVar[str] = "began"
    seat: int


@dataclass(frozen=True, slots=True)
class GotAllegiance(Body):
    """A player looked at the own allegiance card; private (DP-VIS.17)."""

    kind: ClassVar[str] = "got_allegiance"
    seat: int
    allegiance: str


@dataclass(frozen=True, slots=True)
class TurnBegan(Body):
    """A player's turn began."""

    kind: ClassVar[str] = "turn_began"
    seat: int


@dataclass(frozen=True, slots=True)
class PaidWith(Body):
    """Cards were played for one kind of resource, when no other event names them."""

    kind: ClassVar[str] = "paid_with"
    seat: int
    use: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Acquired(Body):
    """A player acquired a primary asset, a mythos card or a city; `city` is where an asset lay."""

    kind: ClassVar[str] = "acquired"
    seat: int
    target: str
    city: str


@dataclass(frozen=True, slots=True)
class Vp(Body):
    """A player's VP changed at once; seat -1 is the Great Old One."""

    kind: ClassVar[str] = "vp"
    seat: int
    amount: int
    total: int


@dataclass(frozen=True, slots=True)
class Assassinated(Body):
    """An agent was assassinated by another; `cards` gave their FORCE."""

    kind: ClassVar[str] = "assassinated"
    seat: int
    actor: str
    victim: str
    owner: int
    city: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LeadSpared(Body):
    """The victim turned out to be a cultist: the lead agent stays (DP-ASSASSINATE.23)."""

    kind: ClassVar[str] = "lead_spared"
    seat: int
    agent: str


@dataclass(frozen=True, slots=True)
class TookToken(Body):
    """A sanity token was drawn; how many MADNESS tokens there are now (seat -1: the Great Old One)."""

    kind: ClassVar[str] = "took_token"
    seat: int
    madness: bool
    total: int


@dataclass(frozen=True, slots=True)
class WentMad(Body):
    """A player drew the last MADNESS token a mind can bear (DP-MAD.1)."""

    kind: ClassVar[str] = "went_mad"
    seat: int


@dataclass(frozen=True, slots=True)
class Used(Body):
    """A card's action, bonus action or reaction was used."""

    kind: ClassVar[str] = "used"
    seat: int
    card: str
    timing: str


@dataclass(frozen=True, slots=True)
class Passed(Body):
    """A player ended the turn with actions left (DP-PASS.1)."""

    kind: ClassVar[str] = "passed"
    seat: int


@dataclass(frozen=True, slots=True)
class Revealed(Body):
    """An allegiance became public, and why."""

    kind: ClassVar[str] = "revealed"
    seat: int
    allegiance: str
    cause: str


@dataclass(frozen=True, slots=True)
class RevealFailed(Body):
    """A reveal fell short and was undone (DP-REVEAL.11)."""

    kind: ClassVar[str] = "reveal_failed"
    seat: int
    allegiance: str


@dataclass(frozen=True, slots=True)
class LookedAt(Body):
    """A player looked at another's allegiance card."""

    kind: ClassVar[str] = "looked_at"
    seat: int
    other: int


@dataclass(frozen=True, slots=True)
class SawAllegiance(Body):
    """What the look showed, for that player only."""

    kind: ClassVar[str] = "saw_allegiance"
    seat: int
    other: int
    allegiance: str


@dataclass(frozen=True, slots=True)
class SearchedStock(Body):
    """A player looked at cards of the secret stock."""

    kind: ClassVar[str] = "searched_stock"
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class SawStock(Body):
    """The cards seen there, for that player only."""

    kind: ClassVar[str] = "saw_stock"
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GainedActions(Body):
    """Additional actions in this turn."""

    kind: ClassVar[str] = "gained_actions"
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class EndCalled(Body):
    """The end of the game was triggered."""

    kind: ClassVar[str] = "end_called"
    seat: int
    trigger: str


@dataclass(frozen=True, slots=True)
class Excluded(Body):
    """A player's side had the lowest total and can't win (DP-WIN.1)."""

    kind: ClassVar[str] = "excluded"
    seat: int


@dataclass(frozen=True, slots=True)
class MatchEnded(Body):
    """The match is over."""

    kind: ClassVar[str] = "match_ended"
    winners: tuple[int, ...]


EVENTS: dict[str, type[Body]] = {
    body.kind: body
    for body in (
        ChoseColour,
        ChoseLead,
        Began,
        OldOneRose,
        GotAllegiance,
        TurnBegan,
        DrewHidden,
        DrewCards,
        Reshuffled,
        Placed,
        Recovered,
        PaidWith,
        Bought,
        TookFromPool,
        Travelled,
        MovedTrack,
        Acquired,
        MarkersLeft,
        TurnedUp,
        StackRanOut,
        RowGrew,
        AgentJoined,
        ControlChanged,
        Vp,
        CardLeft,
        CardDestroyed,
        GotCard,
        Locked,
        Unlocked,
        Assassinated,
        LeadSpared,
        GateWorked,
        TookToken,
        WentMad,
        AgentLost,
        AgentReturned,
        Discarded,
        Used,
        Passed,
        Revealed,
        RevealFailed,
        LookedAt,
        SawAllegiance,
        SearchedStock,
        SawStock,
        MarkerPut,
        DroveOff,
        TokensCalmed,
        GainedActions,
        ControlDrawn,
        CultistActs,
        CultistFailed,
        CultistResource,
        KeptCard,
        CultistRevealed,
        ControlShuffled,
        EndCalled,
        GoalReached,
        Excluded,
        MatchEnded,
    )
}
