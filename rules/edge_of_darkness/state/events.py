"""What can happen in Edge of Darkness. Everything is public (EOD-INFO.9), so every event goes to everyone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.kernel.data.events import Body


@dataclass(frozen=True, slots=True)
class Began(Body):
    """The match is set up; `first` holds the First Player marker."""

    kind: ClassVar[str] = "began"
    first: int


@dataclass(frozen=True, slots=True)
class ChoseGuild(Body):
    """A player chose a Guild."""

    kind: ClassVar[str] = "chose_guild"
    seat: int
    guild: str


@dataclass(frozen=True, slots=True)
class Picked(Body):
    """A prologue pick."""

    kind: ClassVar[str] = "picked"
    seat: int
    slip: str
    card: str


@dataclass(frozen=True, slots=True)
class Kept(Body):
    """A Starter went to the Guild Hall at the end of the prologue."""

    kind: ClassVar[str] = "kept"
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class PrologueEnded(Body):
    """The unpicked kinds went onto Neutral cards and the Street was laid; `slips` and `cards` go in pairs."""

    kind: ClassVar[str] = "prologue_ended"
    slips: tuple[str, ...]
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundBegan(Body):
    """A round begins; `first` holds the First Player marker."""

    kind: ClassVar[str] = "round_began"
    round: int
    first: int


@dataclass(frozen=True, slots=True)
class Drafted(Body):
    """Cards taken, cards skipped for 1 Influence each, and the Goodwill gained."""

    kind: ClassVar[str] = "drafted"
    seat: int
    cards: tuple[str, ...]
    skipped: tuple[str, ...]
    goodwill: int


@dataclass(frozen=True, slots=True)
class DrewCubes(Body):
    """Cubes drawn from the bag into the Threat Zone, by colour (a seat, or the number of seats for black)."""

    kind: ClassVar[str] = "drew_cubes"
    seat: int
    cubes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DroppedCubes(Body):
    """Cubes dropped into the tower: how many landed in each tray."""

    kind: ClassVar[str] = "dropped_cubes"
    seat: int
    trays: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Attacked(Body):
    """A tower card attacks; `spot` counts from 1."""

    kind: ClassVar[str] = "attacked"
    spot: int
    card: str
    damage: int
    targets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Defended(Body):
    """A player reduced all Damage and gained 1 Reputation, or moved down to the value `value`."""

    kind: ClassVar[str] = "defended"
    seat: int
    card: str
    left: int
    success: bool
    value: int


@dataclass(frozen=True, slots=True)
class TrayEmptied(Body):
    """A full tray without a card was set aside (only with that option)."""

    kind: ClassVar[str] = "tray_emptied"
    spot: int


@dataclass(frozen=True, slots=True)
class EmptiedTray(Body):
    """A player set aside all cubes of a tray, counted from 1, by an effect."""

    kind: ClassVar[str] = "emptied_tray"
    seat: int
    spot: int


@dataclass(frozen=True, slots=True)
class TowerFilled(Body):
    """A card came from the bottom of the stack into a spot, counted from 1."""

    kind: ClassVar[str] = "tower_filled"
    spot: int
    card: str


@dataclass(frozen=True, slots=True)
class Reshuffled(Body):
    """The Discard pile went into the deck; `cards` is how many."""

    kind: ClassVar[str] = "reshuffled"
    cards: int


@dataclass(frozen=True, slots=True)
class Sleeved(Body):
    """An advancement was sleeved onto a card."""

    kind: ClassVar[str] = "sleeved"
    seat: int
    slip: str
    card: str


@dataclass(frozen=True, slots=True)
class Used(Body):
    """An effect (`slot` set, `slip` the advancement in it) or a Location ability (`slot` empty) is being resolved."""

    kind: ClassVar[str] = "used"
    seat: int
    what: str
    slot: str
    where: str
    slip: str = ""


@dataclass(frozen=True, slots=True)
class PaidOwner(Body):
    """1 Coin went to the owner of a card, for its effect."""

    kind: ClassVar[str] = "paid_owner"
    seat: int
    owner: int


@dataclass(frozen=True, slots=True)
class Changed(Body):
    """A player's tokens, Battle Strength or Defense changed by `amount` (negative: paid or lost)."""

    kind: ClassVar[str] = "changed"
    seat: int
    what: str
    amount: int


@dataclass(frozen=True, slots=True)
class MovedAgents(Body):
    """Agents dispatched (positive) to, or returned (negative) from, a Location."""

    kind: ClassVar[str] = "moved_agents"
    seat: int
    location: str
    count: int


@dataclass(frozen=True, slots=True)
class Trained(Body):
    """Untrained Agents joined the pool, or (negative) trained ones left it and are untrained again."""

    kind: ClassVar[str] = "trained"
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class Claimed(Body):
    """A Neutral card in this place became a Guild card of the seat."""

    kind: ClassVar[str] = "claimed"
    seat: int
    card: str
    place: str


@dataclass(frozen=True, slots=True)
class MayHunt(Body):
    """Permission to hunt for the rest of the turn."""

    kind: ClassVar[str] = "may_hunt"
    seat: int


@dataclass(frozen=True, slots=True)
class Hunted(Body):
    """Tower cards defeated, for this much Battle Strength."""

    kind: ClassVar[str] = "hunted"
    seat: int
    cards: tuple[str, ...]
    spots: tuple[int, ...]
    battle: int


@dataclass(frozen=True, slots=True)
class Drew(Body):
    """Cards drawn from the Street by an effect."""

    kind: ClassVar[str] = "drew"
    seat: int
    cards: tuple[str, ...]
    goodwill: int


@dataclass(frozen=True, slots=True)
class MovedCard(Body):
    """A card went somewhere by an effect: to "under_stack", "street_5", "tower", "pile" (banished),
    or to the hand: "hand" from the Guild Hall, "from_pile" from the Discard pile; or "hall".
    """

    kind: ClassVar[str] = "moved_card"
    seat: int
    card: str
    place: str


@dataclass(frozen=True, slots=True)
class MovedCube(Body):
    """A cube left a tray (1 to 3), the Threat Zone (0) or the set-aside area (-1) for a tray or that area (0)."""

    kind: ClassVar[str] = "moved_cube"
    seat: int
    colour: int
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Discarded(Body):
    """Hand cards discarded: as a price, for an Agent, for a Street effect, or at the end of the turn."""

    kind: ClassVar[str] = "discarded"
    seat: int
    cards: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Awarded(Body):
    """A final award, or the final Goodwill (category "goodwill"): what each seat got."""

    kind: ClassVar[str] = "awarded"
    category: str
    amounts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ended(Body):
    """The match is over."""

    kind: ClassVar[str] = "ended"
    winners: tuple[int, ...]


_KINDS: tuple[type[Body], ...] = (
    Began, ChoseGuild, Picked, Kept, PrologueEnded, RoundBegan, Drafted, DrewCubes, DroppedCubes, Attacked, Defended,
    TrayEmptied, EmptiedTray, TowerFilled, Reshuffled, Sleeved, Used, PaidOwner, Changed, MovedAgents, Trained, Claimed,
    MayHunt, Hunted, Drew, MovedCard, MovedCube, Discarded, Awarded, Ended,
)  # fmt: skip
EVENTS: dict[str, type[Body]] = {kind.kind: kind for kind in _KINDS}
