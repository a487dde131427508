"""What happens in Dark Providence, in the past tense. Owners are seats; in solo play 1 and 2 are the cultists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.kernel.data.events import Body

# -- setting up -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Began(Body):
    """The starting player is known (DP-SETUP.28)."""

    kind: ClassVar[str] = "began"
    seat: int


@dataclass(frozen=True, slots=True)
class OldOneRose(Body):
    """Solo: the Great Old One to play against (DP-SOLO.6)."""

    kind: ClassVar[str] = "old_one_rose"
    card: str


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
class GotAllegiance(Body):
    """A player looked at the own allegiance card; private (DP-VIS.17)."""

    kind: ClassVar[str] = "got_allegiance"
    seat: int
    allegiance: str


# -- a player's turn ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnBegan(Body):
    """A player's turn began."""

    kind: ClassVar[str] = "turn_began"
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
class GainedActions(Body):
    """Additional actions in this turn."""

    kind: ClassVar[str] = "gained_actions"
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class PaidWith(Body):
    """Cards were played for one kind of resource, when no other event names them."""

    kind: ClassVar[str] = "paid_with"
    seat: int
    use: str
    cards: tuple[str, ...]


# -- a player's cards -----------------------------------------------------------------------------------------


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
class Discarded(Body):
    """A player discarded cards."""

    kind: ClassVar[str] = "discarded"
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GotCard(Body):
    """A card came to a player's discard pile or hand by an effect."""

    kind: ClassVar[str] = "got_card"
    seat: int
    card: str
    zone: str


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


# -- influence ------------------------------------------------------------------------------------------------


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
class MarkersLeft(Body):
    """Markers left an acquired or vanished target: to Limbo or back to the supply."""

    kind: ClassVar[str] = "markers_left"
    owner: int
    target: str
    count: int
    limbo: bool


@dataclass(frozen=True, slots=True)
class DroveOff(Body):
    """Another player's markers were sent back to their supply."""

    kind: ClassVar[str] = "drove_off"
    seat: int
    owner: int
    target: str
    count: int


# -- cities, assets and the mythos row ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Acquired(Body):
    """A player acquired a primary asset, a mythos card or a city; `city` is where an asset lay."""

    kind: ClassVar[str] = "acquired"
    seat: int
    target: str
    city: str


@dataclass(frozen=True, slots=True)
class ControlChanged(Body):
    """A city changed hands; -1 is nobody."""

    kind: ClassVar[str] = "control_changed"
    city: str
    owner: int
    before: int


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
class MarkerPut(Body):
    """Cthulhu, martial law or a Whateley came to a city."""

    kind: ClassVar[str] = "marker_put"
    piece: str
    city: str


@dataclass(frozen=True, slots=True)
class GateWorked(Body):
    """A gate was opened or closed; `cards` gave their ARCANE."""

    kind: ClassVar[str] = "gate_worked"
    owner: int
    city: str
    face: str
    actor: str
    cards: tuple[str, ...]


# -- agents ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AgentJoined(Body):
    """An agent came to the map."""

    kind: ClassVar[str] = "agent_joined"
    owner: int
    agent: str
    city: str


@dataclass(frozen=True, slots=True)
class Travelled(Body):
    """An agent went from one city to another."""

    kind: ClassVar[str] = "travelled"
    owner: int
    agent: str
    origin: str
    city: str


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


# -- tracks, VP and sanity ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MovedTrack(Body):
    """A track's marker moved, and where it stands now."""

    kind: ClassVar[str] = "moved_track"
    track: str
    by: int
    space: int


@dataclass(frozen=True, slots=True)
class Vp(Body):
    """A player's VP changed at once; seat -1 is the Great Old One."""

    kind: ClassVar[str] = "vp"
    seat: int
    amount: int
    total: int


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
class TokensCalmed(Body):
    """MADNESS tokens went back into the bag."""

    kind: ClassVar[str] = "tokens_calmed"
    seat: int
    count: int


# -- allegiances ----------------------------------------------------------------------------------------------


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


# -- the Great Old One's turn in solo play; cultists are named 1 and 2 ----------------------------------------


@dataclass(frozen=True, slots=True)
class ControlDrawn(Body):
    """Solo: the control card of the Great Old One's turn."""

    kind: ClassVar[str] = "control_drawn"
    card: str


@dataclass(frozen=True, slots=True)
class ControlShuffled(Body):
    """Solo: all control cards were shuffled back (DP-SOLO.118)."""

    kind: ClassVar[str] = "control_shuffled"


@dataclass(frozen=True, slots=True)
class CultistActs(Body):
    """Solo: a cultist's instruction begins (1 or 2); `order` is its kind."""

    kind: ClassVar[str] = "cultist_acts"
    who: int
    order: str
    city: str


@dataclass(frozen=True, slots=True)
class CultistFailed(Body):
    """Solo: an instruction or a resource action could not be carried out."""

    kind: ClassVar[str] = "cultist_failed"
    who: int
    order: str


@dataclass(frozen=True, slots=True)
class CultistResource(Body):
    """Solo: a resource action from an acquired card begins."""

    kind: ClassVar[str] = "cultist_resource"
    who: int
    icon: str
    card: str


@dataclass(frozen=True, slots=True)
class KeptCard(Body):
    """Solo: the Great Old One keeps a primary asset instead of destroying it (DP-SOLO.88)."""

    kind: ClassVar[str] = "kept_card"
    card: str


@dataclass(frozen=True, slots=True)
class CultistRevealed(Body):
    """Solo: a cultist's card was turned to its revealed side (DP-SOLO.37)."""

    kind: ClassVar[str] = "cultist_revealed"
    who: int


@dataclass(frozen=True, slots=True)
class GoalReached(Body):
    """Solo: the Great Old One reached its goal (DP-SOLO.26)."""

    kind: ClassVar[str] = "goal_reached"
    card: str


# -- the end --------------------------------------------------------------------------------------------------


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
        Began,
        OldOneRose,
        ChoseColour,
        ChoseLead,
        GotAllegiance,
        TurnBegan,
        Used,
        Passed,
        GainedActions,
        PaidWith,
        DrewHidden,
        DrewCards,
        Reshuffled,
        Discarded,
        GotCard,
        CardLeft,
        CardDestroyed,
        SearchedStock,
        SawStock,
        Placed,
        Recovered,
        Bought,
        TookFromPool,
        MarkersLeft,
        DroveOff,
        Acquired,
        ControlChanged,
        TurnedUp,
        StackRanOut,
        RowGrew,
        Locked,
        Unlocked,
        MarkerPut,
        GateWorked,
        AgentJoined,
        Travelled,
        Assassinated,
        LeadSpared,
        AgentLost,
        AgentReturned,
        MovedTrack,
        Vp,
        TookToken,
        WentMad,
        TokensCalmed,
        Revealed,
        RevealFailed,
        LookedAt,
        SawAllegiance,
        ControlDrawn,
        ControlShuffled,
        CultistActs,
        CultistFailed,
        CultistResource,
        KeptCard,
        CultistRevealed,
        GoalReached,
        EndCalled,
        Excluded,
        MatchEnded,
    )
}
