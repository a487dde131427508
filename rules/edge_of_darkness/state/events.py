"""The events of Edge of Darkness. Everything is public (EOD-INFO.9), so every event goes to everyone.

`threats` are the visible ones on the tower cards of an event, as "card/slip"; a starter's own has no slip. None stands
for a card outside the tower, and for journals older than the field.
"""

from __future__ import annotations

from rules.kernel.data.events import Body, bodies
from rules.kernel.data.frozen_records import fact


@fact
class Began(Body, kind="began"):
    """The match is set up; `first` holds the First Player marker."""

    first: int


@fact
class ChoseGuild(Body, kind="chose_guild"):
    """A player chose a Guild."""

    seat: int
    guild: str


@fact
class Picked(Body, kind="picked"):
    """A prologue pick."""

    seat: int
    slip: str
    card: str


@fact
class Kept(Body, kind="kept"):
    """A Starter went to the Guild Hall at the end of the prologue."""

    seat: int
    card: str


@fact
class PrologueEnded(Body, kind="prologue_ended"):
    """The unpicked kinds went onto Neutral cards and the Street was laid; `slips` and `cards` go in pairs."""

    slips: tuple[str, ...]
    cards: tuple[str, ...]


@fact
class RoundBegan(Body, kind="round_began"):
    """A round begins; `first` holds the First Player marker."""

    round: int
    first: int


@fact
class Drafted(Body, kind="drafted"):
    """Cards taken, cards skipped for 1 Influence each, and the Goodwill gained."""

    seat: int
    cards: tuple[str, ...]
    skipped: tuple[str, ...]
    goodwill: int


@fact
class DrewCubes(Body, kind="drew_cubes"):
    """Cubes drawn from the bag into the Threat Zone, by colour (a seat, or the number of seats for black)."""

    seat: int
    cubes: tuple[int, ...]


@fact
class DroppedCubes(Body, kind="dropped_cubes"):
    """Cubes dropped into the tower: how many landed in each tray."""

    seat: int
    trays: tuple[int, ...]


@fact
class Attacked(Body, kind="attacked"):
    """A tower card attacks; `spot` counts from 1."""

    spot: int
    card: str
    damage: int
    targets: tuple[int, ...]
    threats: tuple[str, ...] | None = None


@fact
class Defended(Body, kind="defended"):
    """A player reduced all Damage and gained 1 Reputation, or moved down to the space with this `value`."""

    seat: int
    card: str
    left: int
    success: bool
    value: int


@fact
class TraySpared(Body, kind="tray_spared"):
    """A full tray was set aside without an attack, to end an endless series of attacks."""

    spot: int


@fact
class TrayEmptied(Body, kind="tray_emptied"):
    """A full tray without a card was set aside (only with that option)."""

    spot: int


@fact
class EmptiedTray(Body, kind="emptied_tray"):
    """A player set aside all cubes of a tray, counted from 1, by an effect."""

    seat: int
    spot: int


@fact
class TowerFilled(Body, kind="tower_filled"):
    """A card came from the bottom of the stack into a spot, counted from 1."""

    spot: int
    card: str
    threats: tuple[str, ...] | None = None


@fact
class Reshuffled(Body, kind="reshuffled"):
    """The Discard pile, `cards` cards, went into the deck."""

    cards: int


@fact
class Sleeved(Body, kind="sleeved"):
    """An advancement was sleeved onto a card."""

    seat: int
    slip: str
    card: str


@fact
class Used(Body, kind="used"):
    """An effect (`slot` set, `slip` the advancement in it) or a Location ability (`slot` empty) is being resolved."""

    seat: int
    what: str
    slot: str
    where: str
    slip: str = ""


@fact
class PaidOwner(Body, kind="paid_owner"):
    """1 Coin went to the owner of a card, for its effect."""

    seat: int
    owner: int


@fact
class Changed(Body, kind="changed"):
    """A player's tokens, Battle Strength or Defense changed by `amount` (negative: paid or lost)."""

    seat: int
    what: str
    amount: int


@fact
class MovedAgents(Body, kind="moved_agents"):
    """Agents dispatched (positive) to, or returned (negative) from, a Location."""

    seat: int
    location: str
    count: int


@fact
class Trained(Body, kind="trained"):
    """Untrained Agents joined the pool, or (negative) trained ones left it and became untrained."""

    seat: int
    count: int


@fact
class Claimed(Body, kind="claimed"):
    """A Neutral card in this place became a Guild card of the seat."""

    seat: int
    card: str
    place: str
    threats: tuple[str, ...] | None = None


@fact
class MayHunt(Body, kind="may_hunt"):
    """Permission to hunt for the rest of the turn."""

    seat: int


@fact
class Hunted(Body, kind="hunted"):
    """Tower cards defeated, for this much Battle Strength."""

    seat: int
    cards: tuple[str, ...]
    spots: tuple[int, ...]
    battle: int
    threats: tuple[str, ...] | None = None


@fact
class Drew(Body, kind="drew"):
    """Cards drawn from the Street by an effect."""

    seat: int
    cards: tuple[str, ...]
    goodwill: int


@fact
class MovedCard(Body, kind="moved_card"):
    """An effect moved a card: to "under_stack", "street_5", "tower", "pile" (banished), or to the hand: "hand" from the
    Guild Hall, "from_pile" from the Discard pile; or "hall".
    """

    seat: int
    card: str
    place: str
    threats: tuple[str, ...] | None = None


@fact
class MovedCube(Body, kind="moved_cube"):
    """A cube left a tray (1 to 3), the Threat Zone (0) or the set-aside area (-1) for a tray or that area (0)."""

    seat: int
    colour: int
    source: int
    target: int


@fact
class Discarded(Body, kind="discarded"):
    """Hand cards discarded: as a price, for an Agent, for a Street effect, or at the end of the turn."""

    seat: int
    cards: tuple[str, ...]
    why: str


@fact
class Awarded(Body, kind="awarded"):
    """A final award, or the final Goodwill (category "goodwill"), with each seat's share."""

    category: str
    amounts: tuple[int, ...]


@fact
class Ended(Body, kind="ended"):
    """The match is over."""

    winners: tuple[int, ...]


EVENTS = bodies(globals())
