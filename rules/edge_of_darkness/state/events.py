"""The events of Edge of Darkness. All of them are public, because the game has no private information (EOD-INFO.9).

`threats` has the visible threats on the event's tower cards, each as "card/slip"; the slip is empty for a starter's
threat. `threats` is None for a card outside the tower, and in journals from before the field existed.
"""

from __future__ import annotations

from rules.kernel.data.events import Body, event_classes
from rules.kernel.data.frozen_records import immutable


@immutable
class Began(Body, kind="began"):
    """The match was set up; `first` is the seat with the First Player marker."""

    first: int


@immutable
class ChoseGuild(Body, kind="chose_guild"):
    """A player chose a Guild."""

    seat: int
    guild: str


@immutable
class Picked(Body, kind="picked"):
    """A player picked an advancement in the prologue."""

    seat: int
    slip: str
    card: str


@immutable
class Kept(Body, kind="kept"):
    """A player put a Starter into the Guild Hall at the end of the prologue."""

    seat: int
    card: str


@immutable
class PrologueEnded(Body, kind="prologue_ended"):
    """The prologue ended. Each unpicked slip in `slips` went onto the card with the same index in `cards`."""

    slips: tuple[str, ...]
    cards: tuple[str, ...]


@immutable
class RoundBegan(Body, kind="round_began"):
    """A round began; `first` is the seat with the First Player marker."""

    round: int
    first: int


@immutable
class Drafted(Body, kind="drafted"):
    """A player drafted `cards`, skipped `skipped` for 1 Influence each, and gained Goodwill."""

    seat: int
    cards: tuple[str, ...]
    skipped: tuple[str, ...]
    goodwill: int


@immutable
class DrewCubes(Body, kind="drew_cubes"):
    """A player drew cubes into the Threat Zone; `cubes` has their colours: a seat, or the number of seats for black."""

    seat: int
    cubes: tuple[int, ...]


@immutable
class DroppedCubes(Body, kind="dropped_cubes"):
    """Cubes were dropped into the tower; `trays` has the number that landed in each tray."""

    seat: int
    trays: tuple[int, ...]


@immutable
class Attacked(Body, kind="attacked"):
    """A tower card attacked; `spot` counts from 1."""

    spot: int
    card: str
    damage: int
    targets: tuple[int, ...]
    threats: tuple[str, ...] | None = None


@immutable
class Defended(Body, kind="defended"):
    """A player was attacked.

    If `success`, the Damage was reduced to 0 and the player gained 1 Reputation. Otherwise `left` Damage remained and
    Defense fell to a space worth `value`.
    """

    seat: int
    card: str
    left: int
    success: bool
    value: int


@immutable
class TraySpared(Body, kind="tray_spared"):
    """A full tray was emptied without an attack, to end an endless series of attacks."""

    spot: int


@immutable
class TrayEmptied(Body, kind="tray_emptied"):
    """A full tray without a card was emptied, as a match option requires."""

    spot: int


@immutable
class EmptiedTray(Body, kind="emptied_tray"):
    """An effect let a player set aside all cubes in a tray; `spot` counts from 1."""

    seat: int
    spot: int


@immutable
class TowerFilled(Body, kind="tower_filled"):
    """A spot was filled with a card from the bottom of the stack; `spot` counts from 1."""

    spot: int
    card: str
    threats: tuple[str, ...] | None = None


@immutable
class Reshuffled(Body, kind="reshuffled"):
    """The Discard pile was shuffled into the deck; `cards` is the number of its cards."""

    cards: int


@immutable
class Sleeved(Body, kind="sleeved"):
    """An advancement was sleeved onto a card."""

    seat: int
    slip: str
    card: str


@immutable
class Used(Body, kind="used"):
    """A player used an effect or an ability.

    For an effect, `what` is the card, `slot` its slot and `slip` the advancement in it; for an ability, `what` is the
    Location and `slot` is "".
    """

    seat: int
    what: str
    slot: str
    where: str
    slip: str = ""


@immutable
class PaidOwner(Body, kind="paid_owner"):
    """A player paid 1 Coin to a card's owner to use its effect."""

    seat: int
    owner: int


@immutable
class Changed(Body, kind="changed"):
    """A player's tokens, Battle Strength or Defense changed by `amount`; a negative amount was paid or lost."""

    seat: int
    what: str
    amount: int


@immutable
class MovedAgents(Body, kind="moved_agents"):
    """A player's Agents moved to a Location or, if `count` is negative, back from it."""

    seat: int
    location: str
    count: int


@immutable
class Trained(Body, kind="trained"):
    """Untrained Agents joined the pool or, if `count` is negative, Agents in the pool became untrained."""

    seat: int
    count: int


@immutable
class Claimed(Body, kind="claimed"):
    """A player claimed the Neutral card in `place`, which is now one of the player's Guild cards."""

    seat: int
    card: str
    place: str
    threats: tuple[str, ...] | None = None


@immutable
class MayHunt(Body, kind="may_hunt"):
    """A player gained permission to hunt for the rest of the turn."""

    seat: int


@immutable
class Hunted(Body, kind="hunted"):
    """A player defeated tower cards, spending `battle` Battle Strength."""

    seat: int
    cards: tuple[str, ...]
    spots: tuple[int, ...]
    battle: int
    threats: tuple[str, ...] | None = None


@immutable
class Drew(Body, kind="drew"):
    """An effect let a player draw cards from the Street."""

    seat: int
    cards: tuple[str, ...]
    goodwill: int


@immutable
class MovedCard(Body, kind="moved_card"):
    """An effect moved a card to `place`.

    The places are "under_stack", "street_5", "tower", "pile" (for a banished card) and "hall". "hand" means from the
    Guild Hall to the hand, and "from_pile" means from the Discard pile to the hand.
    """

    seat: int
    card: str
    place: str
    threats: tuple[str, ...] | None = None


@immutable
class MovedCube(Body, kind="moved_cube"):
    """An effect moved a cube from `source` to `target`. Trays are 1 to 3.

    As a source, 0 is the Threat Zone and -1 the set-aside area; as a target, 0 is the set-aside area.
    """

    seat: int
    colour: int
    source: int
    target: int


@immutable
class Discarded(Body, kind="discarded"):
    """A player discarded hand cards: as a cost, to recall an Agent, for a Street effect, or at the end of the turn."""

    seat: int
    cards: tuple[str, ...]
    why: str


@immutable
class Awarded(Body, kind="awarded"):
    """A final award or the final Goodwill (category "goodwill") was given; `amounts` has the amount for each seat."""

    category: str
    amounts: tuple[int, ...]


@immutable
class Ended(Body, kind="ended"):
    """The match ended."""

    winners: tuple[int, ...]


EVENTS = event_classes(globals())
