"""The public view, the same for every seat. It omits only the order of the stack and future draws (EOD-INFO)."""

from __future__ import annotations

from typing import Literal

from rules.edge_of_darkness.content.effects import Clause
from rules.edge_of_darkness.content.ops import Count, Op
from rules.kernel.data.view import Part, View

#: Lists of cubes by colour have one number per seat, followed by the number of black cubes at the index `seats`.


class SlotView(Part):
    """One filled slot of a card. `slip` is the advancement's id, or "" if the top slot shows the starter."""

    slot: Literal["top", "middle", "bottom"]
    slip: str
    used: bool = False


class CardView(Part):
    """A visible card. Its names, effects and threats are in the content pack."""

    id: str
    owner: int | None
    claimed: bool
    slots: list[SlotView]
    #: The total of the cube icons on the City side, and the total Damage on the Blight side.
    cubes: int
    damage: int
    #: The Influence on a card in the Street.
    influence: int = 0
    #: For cards in the active player's hand: whether any of their effects has been used this turn.
    resolved: bool = False


class LocationView(Part):
    """A Location in play: the number of Agents by seat, and the number of remaining copies by slip."""

    id: str
    agents: list[int]
    supply: dict[str, int]
    picked: bool
    used: int = 0


class SpotView(Part):
    """A spot in the tower (1 to 3) with its card and the cubes in its tray, by colour."""

    spot: int
    card: CardView | None
    cubes: list[int]


class PlayerView(Part):
    """The public view of one seat's board and cards."""

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
    #: The number of spaces below the top of the Defense track, and the value of the current space.
    moved_down: int
    defence_value: int
    zone: list[int]
    staged: list[int]
    hand: list[CardView]
    hall: list[CardView]
    starters: list[CardView]
    guild_cards: int


class TurnView(Part):
    """The public view of the current turn."""

    seat: int
    battle: int
    may_hunt: bool
    sleeved: bool


class AmountView(Part):
    """The present value of an amount that depends on the position."""

    amount: Count
    now: int


class PendingView(Part):
    """The open question: its key, its arguments, and the effect it belongs to.

    `parts` are the clauses to choose from, by option number. `op` is the operation that requires a number, card, cube
    or spot. `home` is the Location of the effect. In an attack, `reductions` is the Damage that each defence takes off,
    by its Location or its card and slot; `reducible` is what all of them take off at most; and `useless` are those that
    change nothing, because the attack can't be stopped. If an effect offers several parts and one is possible,
    `only` has its number, by the effect's Location or its card and slot. `amounts` are the present values of the
    effects' amounts by the same key, or by "" for the `parts`.
    """

    key: str
    args: dict[str, int | str]
    home: str = ""
    parts: list[Clause] = []
    op: Op | None = None
    reductions: dict[str, int] = {}
    reducible: int = 0
    useless: list[str] = []
    only: dict[str, int] = {}
    amounts: dict[str, list[AmountView]] = {}


class EdgeView(View):
    """The view of a match. `street` has the five spaces in order; `sixth` is the visible top card of the stack."""

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
    #: The number of cards in the stack, including the visible one, and whether the deck is depleted.
    stack_count: int
    depleted: bool
    #: The cards of the stack, sorted by id to hide their order.
    stack_cards: list[CardView]
    discard: list[CardView]
    tower: list[SpotView]
    bag: list[int]
    aside: list[int]
    locations: list[LocationView]
    players: list[PlayerView]
    turn: TurnView | None
    #: The cards that the drafting player has marked to skip.
    skipping: list[str]
    defence_track: list[int]
    #: The open question; None when the match is over.
    pending: PendingView | None = None
