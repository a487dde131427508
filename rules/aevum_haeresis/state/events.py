"""What happens in Aevum Haeresis, in the past tense."""

from __future__ import annotations

from dataclasses import dataclass

from rules.kernel.data.events import Body, bodies

# -- cards, numbers and characters -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Drew(Body, kind="drew"):
    """A player drew from a deck; which cards is private."""

    seat: int
    deck: str
    count: int


@dataclass(frozen=True, slots=True)
class DrewCards(Body, kind="drew_cards"):
    """The cards a player drew, for that player only."""

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Milled(Body, kind="milled"):
    """Cards from the top of a Plot deck went to the Pyre."""

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Discarded(Body, kind="discarded"):
    """Cards of a hand went to the Pyre."""

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GoldChanged(Body, kind="gold_changed"):
    """A player's gold changed, by a Conflict if `conflict`."""

    seat: int
    amount: int
    total: int
    conflict: bool = False


@dataclass(frozen=True, slots=True)
class SoulsChanged(Body, kind="souls_changed"):
    """A player's souls changed."""

    seat: int
    amount: int
    total: int


@dataclass(frozen=True, slots=True)
class ExecutionChanged(Body, kind="execution_changed"):
    """A player's Execution level changed."""

    seat: int
    amount: int
    level: int


@dataclass(frozen=True, slots=True)
class Entered(Body, kind="entered"):
    """A card came into play."""

    seat: int
    card: str
    host: str


@dataclass(frozen=True, slots=True)
class Burned(Body, kind="burned"):
    """A card went to the Pyre."""

    card: str


@dataclass(frozen=True, slots=True)
class LocationsReturned(Body, kind="locations_returned"):
    """A player's used Locations came back to the Location deck."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class Damaged(Body, kind="damaged"):
    """A character took damage."""

    card: str
    amount: int


@dataclass(frozen=True, slots=True)
class Healed(Body, kind="healed"):
    """Damage was removed from a Damned."""

    card: str
    amount: int


@dataclass(frozen=True, slots=True)
class Turned(Body, kind="turned"):
    """A character became Ready or Spent; `usual` if the order of play did it, as everybody expects."""

    card: str
    ready: bool
    usual: bool = False


@dataclass(frozen=True, slots=True)
class ControlChanged(Body, kind="control_changed"):
    """Control of a card changed."""

    card: str
    seat: int


@dataclass(frozen=True, slots=True)
class TimeAdvanced(Body, kind="time_advanced"):
    """A card with times of day advanced."""

    card: str
    time: int


@dataclass(frozen=True, slots=True)
class Changed(Body, kind="changed"):
    """Numbers changed for a time, of a card or of a group of a seat's characters."""

    what: str
    stat: str
    amount: int
    until: str


# -- what players do, and the order of play ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PaidFor(Body, kind="paid_for"):
    """A card or ability was paid for."""

    seat: int
    card: str
    ability: int
    caster: str
    targets: tuple[str, ...]
    host: str


@dataclass(frozen=True, slots=True)
class NotPaid(Body, kind="not_paid"):
    """A revealed card went to the Pyre unpaid."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Sacrificed(Body, kind="sacrificed"):
    """A card was sacrificed."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Raised(Body, kind="raised"):
    """A card came back from the Pyre."""

    seat: int
    card: str
    place: str


@dataclass(frozen=True, slots=True)
class Peeked(Body, kind="peeked"):
    """A player looked at the opponent's hand."""

    seat: int


@dataclass(frozen=True, slots=True)
class SawHand(Body, kind="saw_hand"):
    """What the player saw there, for that player only."""

    seat: int
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rolled(Body, kind="rolled"):
    """A die was rolled."""

    seat: int
    result: int


@dataclass(frozen=True, slots=True)
class PlayedDem(Body, kind="played_dem"):
    """A card was played from hand in a window."""

    seat: int
    card: str
    window: str


@dataclass(frozen=True, slots=True)
class NobodyActed(Body, kind="nobody_acted"):
    """A window closed in which nobody used Deus Ex Machina; emitted only at paces that hide how it was answered."""

    window: str


@dataclass(frozen=True, slots=True)
class UsedDem(Body, kind="used_dem"):
    """A Deus Ex Machina in play was used."""

    seat: int
    card: str
    window: str


@dataclass(frozen=True, slots=True)
class LaidRow(Body, kind="laid_row"):
    """A Story row of this many cards was laid."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class ChapterRevealed(Body, kind="chapter_revealed"):
    """A player's cards of a Chapter were revealed."""

    seat: int
    chapter: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Passed(Body, kind="passed"):
    """A player passed."""

    seat: int


@dataclass(frozen=True, slots=True)
class UsedHeresy(Body, kind="used_heresy"):
    """A Heresy was announced."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Announced(Body, kind="announced"):
    """A manoeuvre was announced."""

    seat: int
    manoeuvre: str


@dataclass(frozen=True, slots=True)
class TeamChosen(Body, kind="team_chosen"):
    """A team was chosen, or nobody blocked."""

    seat: int
    blocking: bool
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Succeeded(Body, kind="succeeded"):
    """A manoeuvre was successful."""

    seat: int
    manoeuvre: str


@dataclass(frozen=True, slots=True)
class Failed(Body, kind="failed"):
    """A manoeuvre was unsuccessful."""

    seat: int
    manoeuvre: str


@dataclass(frozen=True, slots=True)
class Evaluated(Body, kind="evaluated"):
    """The icons of a Conflict: the initiator's and the other's."""

    seat: int
    own: int
    other: int


@dataclass(frozen=True, slots=True)
class ActiveChosen(Body, kind="active_chosen"):
    """Who is Active in the first Round."""

    seat: int
    active: int


@dataclass(frozen=True, slots=True)
class MulliganDecided(Body, kind="mulligan_decided"):
    """A player kept the opening hand or not."""

    seat: int
    again: bool


@dataclass(frozen=True, slots=True)
class RoundBegan(Body, kind="round_began"):
    """A Round began."""

    round: int
    active: int


@dataclass(frozen=True, slots=True)
class Stalled(Body, kind="stalled"):
    """For this many Rounds in a row nobody paid for a card or acted (AH-PBP.26)."""

    rounds: int


@dataclass(frozen=True, slots=True)
class Decided(Body, kind="decided"):
    """The game is decided, and why."""

    winner: int
    reason: str


@dataclass(frozen=True, slots=True)
class MatchEnded(Body, kind="match_ended"):
    """The match is over."""

    winners: tuple[int, ...]


EVENTS = bodies(globals())
