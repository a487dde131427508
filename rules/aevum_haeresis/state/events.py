"""The events of Aevum Haeresis."""

from __future__ import annotations

from rules.kernel.data.events import Body, event_classes
from rules.kernel.data.frozen_records import immutable

# -- cards, numbers and characters -------------------------------------------------------------------------------


@immutable
class Drew(Body, kind="drew"):
    """A player drew cards from a deck. The cards themselves are private."""

    seat: int
    deck: str
    count: int


@immutable
class DrewCards(Body, kind="drew_cards"):
    """The cards that a player drew, for that player only."""

    seat: int
    cards: tuple[str, ...]


@immutable
class Milled(Body, kind="milled"):
    """Cards from the top of a Plot deck went to the Pyre."""

    seat: int
    cards: tuple[str, ...]


@immutable
class Discarded(Body, kind="discarded"):
    """Cards were discarded from a hand."""

    seat: int
    cards: tuple[str, ...]


@immutable
class GoldChanged(Body, kind="gold_changed"):
    """A player's gold changed. `conflict` is true if the player gained the gold in a Conflict."""

    seat: int
    amount: int
    total: int
    conflict: bool | None = None


@immutable
class SoulsChanged(Body, kind="souls_changed"):
    """A player's souls changed."""

    seat: int
    amount: int
    total: int


@immutable
class ExecutionChanged(Body, kind="execution_changed"):
    """A player's Execution level changed."""

    seat: int
    amount: int
    level: int


@immutable
class Entered(Body, kind="entered"):
    """A card came into play."""

    seat: int
    card: str
    host: str


@immutable
class Burned(Body, kind="burned"):
    """A card went to the Pyre."""

    card: str


@immutable
class LocationsReturned(Body, kind="locations_returned"):
    """A player's used Locations returned to the Location deck."""

    seat: int
    count: int


@immutable
class Damaged(Body, kind="damaged"):
    """A character took damage."""

    card: str
    amount: int


@immutable
class Healed(Body, kind="healed"):
    """Damage was removed from a Damned."""

    card: str
    amount: int


@immutable
class Turned(Body, kind="turned"):
    """A character became Ready or Spent. `usual` is true if this happened automatically in the order of play."""

    card: str
    ready: bool
    usual: bool = False


@immutable
class ControlChanged(Body, kind="control_changed"):
    """Control of a card changed."""

    card: str
    seat: int


@immutable
class TimeAdvanced(Body, kind="time_advanced"):
    """The time of day on a card with a track advanced."""

    card: str
    time: int


@immutable
class Changed(Body, kind="changed"):
    """The numbers of a card, or of a group of characters of one seat, were changed temporarily."""

    what: str
    stat: str
    amount: int
    until: str


@immutable
class Countered(Body, kind="countered"):
    """Counters were put on a card or removed from it."""

    card: str
    amount: int
    total: int


# -- boosters and decks ------------------------------------------------------------------------------------------


@immutable
class PacketSeen(Body, kind="packet_seen"):
    """The cards of a packet. Only the player who is looking at the packet receives this event.

    `passed` is true if the rival passed the packet on, and false if it is the player's own booster.
    """

    seat: int
    number: int
    passed: bool
    cards: tuple[str, ...]


@immutable
class Took(Body, kind="took"):
    """A player took a card from a packet. Only that player receives this event."""

    seat: int
    card: str


@immutable
class PacketDone(Body, kind="packet_done"):
    """A player has taken all their cards from a packet, which was either their own booster or passed to them.

    The rest of the player's booster is then passed to the rival.
    """

    seat: int
    number: int
    passed: bool


@immutable
class DeckBuilt(Body, kind="deck_built"):
    """A player finished building a deck."""

    seat: int


# -- players' actions and the order of play ----------------------------------------------------------------------


@immutable
class PaidFor(Body, kind="paid_for"):
    """A card or ability was paid for."""

    seat: int
    card: str
    ability: int
    caster: str
    targets: tuple[str, ...]
    host: str


@immutable
class NotPaid(Body, kind="not_paid"):
    """A revealed card went to the Pyre without being paid for."""

    seat: int
    card: str


@immutable
class Sacrificed(Body, kind="sacrificed"):
    """A card was sacrificed."""

    seat: int
    card: str


@immutable
class Raised(Body, kind="raised"):
    """A card was brought back from the Pyre."""

    seat: int
    card: str
    place: str


@immutable
class Peeked(Body, kind="peeked"):
    """A player looked at the opponent's hand. The cards themselves are private."""

    seat: int


@immutable
class SawHand(Body, kind="saw_hand"):
    """The cards in a hand. Only the player who looked at the hand receives this event."""

    seat: int
    kinds: tuple[str, ...]


@immutable
class Rolled(Body, kind="rolled"):
    """A player rolled a die."""

    seat: int
    result: int


@immutable
class PlayedDem(Body, kind="played_dem"):
    """A card was played from the hand in a window."""

    seat: int
    card: str
    window: str


@immutable
class NobodyActed(Body, kind="nobody_acted"):
    """A window closed without anyone using Deus Ex Machina.

    This event is emitted only with those values of the option `pace` that hide whether a player could have reacted.
    """

    window: str


@immutable
class UsedDem(Body, kind="used_dem"):
    """A player used the Deus Ex Machina of a card in play."""

    seat: int
    card: str
    window: str


@immutable
class SetOff(Body, kind="set_off"):
    """An ability of a card was triggered."""

    seat: int
    card: str


@immutable
class LaidRow(Body, kind="laid_row"):
    """A player finished laying a Story row with this many cards."""

    seat: int
    count: int


@immutable
class ChapterRevealed(Body, kind="chapter_revealed"):
    """A player's cards of a Chapter were revealed."""

    seat: int
    chapter: int
    cards: tuple[str, ...]


@immutable
class Passed(Body, kind="passed"):
    """A player passed.

    `forced` is true if the player could do nothing else, and None in older journals.
    """

    seat: int
    forced: bool | None = None


@immutable
class UsedHeresy(Body, kind="used_heresy"):
    """A player announced a Heresy."""

    seat: int
    card: str


@immutable
class Announced(Body, kind="announced"):
    """A player announced a manoeuvre."""

    seat: int
    manoeuvre: str


@immutable
class TeamChosen(Body, kind="team_chosen"):
    """A player chose a team; an empty team of blockers leaves the manoeuvre unopposed."""

    seat: int
    blocking: bool
    cards: tuple[str, ...]


@immutable
class Succeeded(Body, kind="succeeded"):
    """A manoeuvre was successful."""

    seat: int
    manoeuvre: str


@immutable
class Failed(Body, kind="failed"):
    """A manoeuvre was unsuccessful."""

    seat: int
    manoeuvre: str


@immutable
class Evaluated(Body, kind="evaluated"):
    """The icons in a Conflict were compared: the initiating team's with the blocking team's."""

    seat: int
    own: int
    other: int


@immutable
class ActiveChosen(Body, kind="active_chosen"):
    """A player decided who is Active in the first Round."""

    seat: int
    active: int


@immutable
class MulliganDecided(Body, kind="mulligan_decided"):
    """A player kept the opening hand or took a mulligan."""

    seat: int
    again: bool


@immutable
class RoundBegan(Body, kind="round_began"):
    """A Round began."""

    round: int
    active: int


@immutable
class Stalled(Body, kind="stalled"):
    """For this many consecutive Rounds, no player has paid for anything or taken an action (AH-PBP.26)."""

    rounds: int


@immutable
class Decided(Body, kind="decided"):
    """The game was decided. The event names the winner and the reason."""

    winner: int
    reason: str


@immutable
class MatchEnded(Body, kind="match_ended"):
    """The match is over."""

    winners: tuple[int, ...]


EVENTS = event_classes(globals())
