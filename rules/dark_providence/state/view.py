"""The view of a seat or a spectator (sections 34.1 to 34.3 of RULES.md)."""

from __future__ import annotations

from typing import Any

from rules.dark_providence.content.ops import Op
from rules.kernel.data.view import Part, View


class AgentView(Part):
    """An agent on the map. `owner` is a seat, in solo also 1 or 2 for the cultists; None: an unowned Deep One.

    `kind` is "lead", "recruited", "mi_go", "deep_one" or "cultist"; FORCE and ARCANE are those of the visible side.
    """

    id: str
    kind: str
    owner: int | None
    city: str
    returned: bool
    force: int
    arcane: int


class CityView(Part):
    """A city: its numbers, control, gate, lock, influence markers by owner, and the asset spot with its stack."""

    id: str
    control: int
    gate: int
    controller: int | None
    #: "" is a dormant gate; else "open" or "close", with the owner of the control marker on it.
    gate_face: str
    gate_owner: int | None
    lock: bool
    marks: list[int]
    #: Influence including that of agents, which counts when the city is acquired (DP-ACQ.5).
    totals: list[int]
    agents: list[str]
    #: The face-up primary asset, "" when the stack has run out.
    asset: str
    asset_lock: bool
    asset_marks: list[int]
    #: Cards in the stack, the face-up one included.
    stack: int
    cthulhu: bool
    martial_law: bool
    whateleys: int
    #: The city card: its owner's seat, None in area E.
    card_owner: int | None


class MythosView(Part):
    """A mythos card of the row, leftmost first."""

    id: str
    marks: list[int]
    lock: bool


class PlayerView(Part):
    """One seat. `hand` is None for all other viewers; `allegiance` is None for viewers who may not know it.

    `cards` are all asset cards owned (DP-VIS.12), sorted; hand and deck together are `cards` less discard and table.
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
    #: The discard pile; only its top card if the match uses closed piles.
    discard: list[str]
    discard_count: int
    cards: list[str]
    mythos: list[str]
    crypt: list[str]
    sane: int
    madness: int


class CultistView(Part):
    """One of the Great Old One's cultists; `owner` is the index of its markers."""

    id: str
    owner: int
    colour: int
    city: str
    supply: int
    limbo: int
    controls: int
    revealed: bool


class OldOneView(Part):
    """The Great Old One in solo play. `control` is the control card of its last turn."""

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
    #: The progress of the goal: reached and needed.
    goal: tuple[int, int]


class TurnView(Part):
    """The turn: its seat, actions left, whether the next one is the first, cards on the table with their use."""

    seat: int
    actions: int
    first: bool
    table: dict[str, str]


class PendingView(Part):
    """The open question, with the facts that its words need; only for the seat being asked."""

    key: str
    args: dict[str, Any]
    card: str = ""
    op: Op | None = None


class ProvidenceView(View):
    """The whole table as one seat sees it."""

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
    #: City cards without an owner.
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
    #: The present uses of the seat's hand cards: card id to verbs (viewer only).
    usable: dict[str, list[str]]
    #: Allegiance cards set aside, once the match is over (DP-VIS.31).
    aside: list[str]

    @property
    def round(self) -> int:
        """The current round; each player has one turn per round."""
        return (self.turns + self.seats - 1) // self.seats
