"""The view of a match that a seat or a spectator receives (sections 34.1 to 34.3 of RULES.md)."""

from __future__ import annotations

from typing import Any

from rules.dark_providence.content.ops import Op
from rules.kernel.data.view import Part, View


class AgentView(Part):
    """An agent on the map. `owner` is a seat or a cultist, or None for a Deep One that belongs to no player.

    In solo play, owners 1 and 2 are the cultists. `kind` is "lead", "recruited", "mi_go", "deep_one" or "cultist".
    FORCE and ARCANE are those of the visible side.
    """

    id: str
    kind: str
    owner: int | None
    city: str
    returned: bool
    force: int
    arcane: int


class CityView(Part):
    """A city: its control point, gate value, controller, gate, lock, influence markers by owner, and primary asset."""

    id: str
    control: int
    gate: int
    controller: int | None
    #: "open" or "close", and the owner of the control marker on the gate; "" while the gate is dormant.
    gate_face: str
    gate_owner: int | None
    lock: bool
    marks: list[int]
    #: The influence by owner, including agents, as it counts for acquiring the city (DP-ACQ.5).
    totals: list[int]
    agents: list[str]
    #: The face-up primary asset; "" if the stack is empty.
    asset: str
    asset_lock: bool
    asset_marks: list[int]
    #: The number of cards in the stack, including the face-up card.
    stack: int
    cthulhu: bool
    martial_law: bool
    whateleys: int
    #: The seat that owns the city card; None if it is in area E.
    card_owner: int | None


class MythosView(Part):
    """A mythos card in the row."""

    id: str
    marks: list[int]
    lock: bool


class PlayerView(Part):
    """The view of one seat. `hand` and `allegiance` are None if the viewer may not know them.

    `cards` has all asset cards that the seat owns, sorted (DP-VIS.12). Cards that are neither on the discard pile nor
    on the table are in the seat's hand or deck.
    """

    seat: int
    colour: int
    lead: str
    allegiance: str | None
    revealed: bool
    vp: int
    supply: int
    pool: int
    limbo: int
    controls: int
    frames: int
    hand: list[str] | None
    hand_count: int
    deck_count: int
    #: The discard pile; only its top card if the match has closed discard piles.
    discard: list[str]
    discard_count: int
    cards: list[str]
    mythos: list[str]
    crypt: list[str]
    sane: int
    madness: int


class CultistView(Part):
    """One of the Great Old One's cultists. `owner` is its index in lists of markers."""

    id: str
    owner: int
    colour: int
    city: str
    supply: int
    limbo: int
    controls: int
    revealed: bool


class OldOneView(Part):
    """The Great Old One's side in solo play. `control` is the control card of the most recent turn."""

    id: str
    vp: int
    madness: int
    mythos: list[str]
    kept: list[str]
    crypt: list[str]
    assets: int
    cultists: list[CultistView]
    control: str
    deck_count: int
    discard: list[str]
    #: The progress towards the goal, and the amount needed to reach it.
    goal: tuple[int, int]


class TurnView(Part):
    """The current turn: its seat, actions left, whether the next action is the first, and the cards on the table."""

    seat: int
    actions: int
    first: bool
    table: dict[str, str]


class PendingView(Part):
    """The open question, with the facts that its text needs. Only the seat that must answer receives it."""

    key: str
    args: dict[str, Any]
    card: str = ""
    op: Op | None = None


class ProvidenceView(View):
    """The view of a match as one seat sees it."""

    pack: str
    phase: str
    turns: int
    first: int
    threshold: int
    ritual: int
    investigation: int
    tracks: list[int]
    cities: list[CityView]
    agents: list[AgentView]
    row: list[MythosView]
    mythos_deck: int
    stock: int
    #: The city cards that belong to no player.
    area_e: list[str]
    locks: int
    deep_ones: int
    bag: list[int]
    players: list[PlayerView]
    old_one: OldOneView | None
    turn: TurnView | None
    pending: PendingView | None
    destroyed: list[str]
    ending: list[str]
    #: The current uses of each card in the viewer's hand, by card id.
    usable: dict[str, list[str]]
    #: The number of the only possible alternative of the viewer's powers that have several, by "card/timing".
    only_way: dict[str, int]
    #: The allegiance cards that were set aside; empty until the match is over (DP-VIS.31).
    aside: list[str]

    @property
    def round(self) -> int:
        """Return the number of the current round. Each player has one turn per round."""
        return (self.turns + self.seats - 1) // self.seats
