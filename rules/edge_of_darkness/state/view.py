"""The public view, the same for every seat: all but the order of the stack and of the bag (EOD-INFO)."""

from __future__ import annotations

from typing import Literal

from rules.edge_of_darkness.content.effects import Clause
from rules.edge_of_darkness.content.ops import Op
from rules.kernel.data.view import Part, View

#: Black's index in lists of cubes by colour is `View.seats`; lower indices are seats.


class SlotView(Part):
    """One filled slot: `slip` is the advancement's id, or "" when the starter itself fills the top slot."""

    slot: Literal["top", "middle", "bottom"]
    slip: str
    used: bool = False


class CardView(Part):
    """A visible card. The content pack has its starter and slips."""

    id: str
    owner: int | None
    claimed: bool
    slots: list[SlotView]
    #: Sum of cube icons (City side) and of Damage (Blight side).
    cubes: int
    damage: int
    #: Influence on it, in the Street.
    influence: int = 0
    #: In the active player's hand: whether an effect of it was resolved this turn.
    resolved: bool = False


class LocationView(Part):
    """A Location in play: Agents by seat, and copies left of each of its slips by slip id."""

    id: str
    agents: list[int]
    supply: dict[str, int]
    picked: bool
    used: int = 0


class SpotView(Part):
    """A tower spot (1 to 3) with its tray's cubes by colour."""

    spot: int
    card: CardView | None
    cubes: list[int]


class PlayerView(Part):
    """One seat's board."""

    seat: int
    guild: str
    coins: int
    influence: int
    goodwill: int
    reputation: int
    untrained: int
    pool: int
    agents: dict[str, int]
    slips: int
    #: Spaces below the top of the Defense track, and the value there.
    moved_down: int
    defence_value: int
    zone: list[int]
    staged: list[int]
    hand: list[CardView]
    hall: list[CardView]
    starters: list[CardView]
    guild_cards: int


class TurnView(Part):
    """The turn in progress."""

    seat: int
    battle: int
    may_hunt: bool
    sleeved: bool


class PendingView(Part):
    """The open question: its key and arguments, and the part of an effect it belongs to.

    `parts` are the clauses to choose from, by option number; `op` is the operation that asks for a number, card, cube
    or spot. `home` is the Location the effect is tied to.
    """

    key: str
    args: dict[str, int | str]
    home: str = ""
    parts: list[Clause] = []
    op: Op | None = None


class EdgeView(View):
    """The board. `street` holds the five spaces, 1st first; `sixth` is the visible top card of the stack."""

    pack: str
    setup: str
    phase: Literal["prologue", "assembly", "action", "over"]
    round: int
    rounds: int
    first: int
    active: int | None
    threshold: int
    street: list[CardView | None]
    sixth: CardView | None
    #: Cards in the stack, the 6th included, and whether the deck is depleted.
    stack_count: int
    depleted: bool
    #: The cards of the stack, sorted by id: never in their real order.
    stack_cards: list[CardView]
    discard: list[CardView]
    tower: list[SpotView]
    bag: list[int]
    aside: list[int]
    locations: list[LocationView]
    players: list[PlayerView]
    turn: TurnView | None
    #: Cards that the drafting player has marked to be skipped.
    skipping: list[str]
    defence_track: list[int]
    #: The open question; None when the match is over.
    pending: PendingView | None = None
