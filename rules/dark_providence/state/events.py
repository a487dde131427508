"""The events of Dark Providence, in the past tense. Owners are seats; in solo play, 1 and 2 are the cultists."""

from __future__ import annotations

from rules.kernel.data.events import Body, event_classes
from rules.kernel.data.frozen_records import immutable

# -- setting up -----------------------------------------------------------------------------------------------


@immutable
class Began(Body, kind="began"):
    """The starting player was chosen (DP-SETUP.28)."""

    seat: int


@immutable
class OldOneRose(Body, kind="old_one_rose"):
    """In solo play, the Great Old One was drawn (DP-SOLO.6)."""

    card: str


@immutable
class ChoseColour(Body, kind="chose_colour"):
    """A player took a colour. In solo play, owners 1 and 2 are the cultists."""

    seat: int
    owner: int
    colour: int


@immutable
class ChoseLead(Body, kind="chose_lead"):
    """A player took a lead agent with its ten starting cards (DP-SETUP.15)."""

    seat: int
    lead: str


@immutable
class GotAllegiance(Body, kind="got_allegiance"):
    """A player saw their own allegiance card. Only that player receives the event (DP-VIS.17)."""

    seat: int
    allegiance: str


# -- a player's turn ------------------------------------------------------------------------------------------


@immutable
class TurnBegan(Body, kind="turn_began"):
    """A player's turn began."""

    seat: int


@immutable
class Used(Body, kind="used"):
    """A card's action, bonus action or reaction was used."""

    seat: int
    card: str
    timing: str


@immutable
class Passed(Body, kind="passed"):
    """A player ended the turn with actions left (DP-PASS.1)."""

    seat: int


@immutable
class GainedActions(Body, kind="gained_actions"):
    """A player gained additional actions in the current turn."""

    seat: int
    count: int


@immutable
class PaidWith(Body, kind="paid_with"):
    """A player played cards for one kind of resource; emitted if no other event names these cards."""

    seat: int
    use: str
    cards: tuple[str, ...]


# -- a player's cards -----------------------------------------------------------------------------------------


@immutable
class DrewHidden(Body, kind="drew_hidden"):
    """A player drew cards. This is the public event, which doesn't name them (DP-VIS.29)."""

    seat: int
    count: int


@immutable
class DrewCards(Body, kind="drew_cards"):
    """The names of the cards that a player drew. Only that player receives the event."""

    seat: int
    cards: tuple[str, ...]


@immutable
class Reshuffled(Body, kind="reshuffled"):
    """A player's discard pile became the new deck, or the deck was reshuffled."""

    seat: int
    cards: int


@immutable
class Discarded(Body, kind="discarded"):
    """A player discarded cards."""

    seat: int
    cards: tuple[str, ...]


@immutable
class Milled(Body, kind="milled"):
    """Cards moved from the top of a player's deck to the discard pile."""

    seat: int
    cards: tuple[str, ...]


@immutable
class LookedAtHand(Body, kind="looked_at_hand"):
    """A player looked at another player's hand."""

    seat: int
    other: int


@immutable
class SawHand(Body, kind="saw_hand"):
    """The cards in another player's hand. Only the player who looked at it receives the event."""

    seat: int
    other: int
    cards: tuple[str, ...]


@immutable
class GotCard(Body, kind="got_card"):
    """An effect put a card on a player's discard pile or into the player's hand."""

    seat: int
    card: str
    zone: str


@immutable
class CardLeft(Body, kind="card_left"):
    """A card was taken from a player; `zone` is where the card was, which is public (DP-VIS.15)."""

    seat: int
    card: str
    zone: str


@immutable
class CardDestroyed(Body, kind="card_destroyed"):
    """A card or marker left the game."""

    card: str


@immutable
class SearchedStock(Body, kind="searched_stock"):
    """A player looked at cards of the secret stock."""

    seat: int
    count: int


@immutable
class SawStock(Body, kind="saw_stock"):
    """The cards found in the secret stock. Only the player who searched receives the event."""

    seat: int
    cards: tuple[str, ...]


# -- influence ------------------------------------------------------------------------------------------------


@immutable
class Placed(Body, kind="placed"):
    """Markers were placed on a target; `cards` were played to pay for them."""

    owner: int
    target: str
    count: int
    cards: tuple[str, ...]


@immutable
class Recovered(Body, kind="recovered"):
    """Markers returned to a supply from a target or from Limbo ("limbo")."""

    owner: int
    target: str
    count: int


@immutable
class Bought(Body, kind="bought"):
    """Markers were bought from the common pool."""

    seat: int
    count: int
    cards: tuple[str, ...]


@immutable
class TookFromPool(Body, kind="took_from_pool"):
    """An effect moved markers from the common pool to a player's supply."""

    seat: int
    count: int


@immutable
class MarkersLeft(Body, kind="markers_left"):
    """Markers left a target that was acquired or removed. They went to Limbo or back to the supply."""

    owner: int
    target: str
    count: int
    limbo: bool


@immutable
class DroveOff(Body, kind="drove_off"):
    """Another player's markers were sent back to their supply."""

    seat: int
    owner: int
    target: str
    count: int


@immutable
class SpentMarkers(Body, kind="spent_markers"):
    """Markers moved from a supply to Limbo."""

    owner: int
    count: int


@immutable
class ShiftedMarkers(Body, kind="shifted_markers"):
    """Markers moved from one target to another."""

    owner: int
    origin: str
    target: str
    count: int


# -- cities, assets and the mythos row ------------------------------------------------------------------------


@immutable
class Acquired(Body, kind="acquired"):
    """A player acquired a primary asset, a mythos card or a city; `city` is the city where an asset lay."""

    seat: int
    target: str
    city: str


@immutable
class ControlChanged(Body, kind="control_changed"):
    """Control of a city changed; `owner` is -1 if no one controls it now."""

    city: str
    owner: int
    before: int


@immutable
class TurnedUp(Body, kind="turned_up"):
    """The next primary asset of a city was turned face up."""

    city: str
    card: str


@immutable
class StackRanOut(Body, kind="stack_ran_out"):
    """A city's stack ran out (DP-ASSET.8, ASSET.9)."""

    city: str


@immutable
class RowGrew(Body, kind="row_grew"):
    """A mythos card was added to the row from the deck."""

    card: str


@immutable
class Locked(Body, kind="locked"):
    """A lock was placed."""

    owner: int
    target: str


@immutable
class Unlocked(Body, kind="unlocked"):
    """A lock was removed."""

    owner: int
    target: str


@immutable
class MarkerPut(Body, kind="marker_put"):
    """Cthulhu, martial law or a Whateley marker was put on a city."""

    piece: str
    city: str


@immutable
class GateWorked(Body, kind="gate_worked"):
    """A gate was opened or closed; `cards` were played for their ARCANE."""

    owner: int
    city: str
    face: str
    actor: str
    cards: tuple[str, ...]


# -- agents ---------------------------------------------------------------------------------------------------


@immutable
class AgentJoined(Body, kind="agent_joined"):
    """An agent was placed on the map."""

    owner: int
    agent: str
    city: str


@immutable
class Travelled(Body, kind="travelled"):
    """An agent moved from one city to another."""

    owner: int
    agent: str
    origin: str
    city: str


@immutable
class Assassinated(Body, kind="assassinated"):
    """An agent was assassinated; `cards` were played for their FORCE."""

    seat: int
    actor: str
    victim: str
    owner: int
    city: str
    cards: tuple[str, ...]


@immutable
class LeadSpared(Body, kind="lead_spared"):
    """The victim's player turned out to be a cultist, so the lead agent stays on the map (DP-ASSASSINATE.23)."""

    seat: int
    agent: str


@immutable
class AgentLost(Body, kind="agent_lost"):
    """An agent left the map other than by assassination."""

    agent: str
    owner: int
    city: str


@immutable
class AgentReturned(Body, kind="agent_returned"):
    """An agent turned to its returned side (DP-AGENT.11)."""

    agent: str


@immutable
class AgentDefected(Body, kind="agent_defected"):
    """An agent now belongs to another player."""

    seat: int
    before: int
    agent: str


# -- tracks, VP and sanity ------------------------------------------------------------------------------------


@immutable
class MovedTrack(Body, kind="moved_track"):
    """A track's marker moved to the space `space`."""

    track: str
    by: int
    space: int


@immutable
class Vp(Body, kind="vp"):
    """A player's VP changed; `card` is the card that caused the change, if any. Seat -1 is the Great Old One."""

    seat: int
    amount: int
    total: int
    card: str | None = None


@immutable
class TookToken(Body, kind="took_token"):
    """A seat drew a sanity token; `total` is its new number of MADNESS tokens. Seat -1 is the Great Old One."""

    seat: int
    madness: bool
    total: int


@immutable
class WentMad(Body, kind="went_mad"):
    """A player went mad by drawing a MADNESS token (DP-MAD.1)."""

    seat: int


@immutable
class TokensCalmed(Body, kind="tokens_calmed"):
    """MADNESS tokens were put back into the bag."""

    seat: int
    count: int


# -- allegiances ----------------------------------------------------------------------------------------------


@immutable
class Revealed(Body, kind="revealed"):
    """An allegiance became public; `cause` is the reason."""

    seat: int
    allegiance: str
    cause: str


@immutable
class RevealFailed(Body, kind="reveal_failed"):
    """A player revealed to end the game, but had too few VP, so the card was turned face down again (DP-REVEAL.11)."""

    seat: int
    allegiance: str


@immutable
class LookedAt(Body, kind="looked_at"):
    """A player looked at another player's allegiance card."""

    seat: int
    other: int


@immutable
class SawAllegiance(Body, kind="saw_allegiance"):
    """The allegiance on another player's card. Only the player who looked at it receives the event."""

    seat: int
    other: int
    allegiance: str


# -- the Great Old One's turn in solo play; cultists are named 1 and 2 ----------------------------------------


@immutable
class ControlDrawn(Body, kind="control_drawn"):
    """In solo play, the control card for the Great Old One's turn was turned face up."""

    card: str


@immutable
class ControlShuffled(Body, kind="control_shuffled"):
    """In solo play, all control cards were shuffled into a new deck (DP-SOLO.118)."""


@immutable
class CultistActs(Body, kind="cultist_acts"):
    """In solo play, a cultist (1 or 2) started an instruction; `order` is its kind."""

    who: int
    order: str
    city: str


@immutable
class CultistFailed(Body, kind="cultist_failed"):
    """In solo play, a cultist couldn't execute an instruction or a resource action."""

    who: int
    order: str


@immutable
class CultistResource(Body, kind="cultist_resource"):
    """In solo play, a cultist started a resource action for an acquired card."""

    who: int
    icon: str
    card: str


@immutable
class KeptCard(Body, kind="kept_card"):
    """In solo play, the Great Old One kept a primary asset instead of destroying it (DP-SOLO.88)."""

    card: str


@immutable
class CultistRevealed(Body, kind="cultist_revealed"):
    """In solo play, a cultist's card was turned to its revealed side (DP-SOLO.37)."""

    who: int


@immutable
class GoalReached(Body, kind="goal_reached"):
    """In solo play, the Great Old One reached its goal (DP-SOLO.26)."""

    card: str


# -- the end --------------------------------------------------------------------------------------------------


@immutable
class EndCalled(Body, kind="end_called"):
    """The end of the game was triggered."""

    seat: int
    trigger: str


@immutable
class Excluded(Body, kind="excluded"):
    """A player's side had the lowest total, so the player can't win (DP-WIN.1)."""

    seat: int


@immutable
class MatchEnded(Body, kind="match_ended"):
    """The match ended."""

    winners: tuple[int, ...]


EVENTS = event_classes(globals())
