"""The records in a pack's files: cities, lead agents, assets, mythos cards and solo cards. Also the pack as a whole."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import Field

from rules.dark_providence.content.effects import CultistEffect, EndEffect, Goal, Ongoing, Order, Power
from rules.dark_providence.content.shared_field_types import Icon, Record
from rules.kernel.content.records import Flavoured, Marked
from rules.kernel.words.translation import Localised

Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
Icons = dict[Icon, Annotated[int, Field(ge=1, le=9)]]
Might = Annotated[int, Field(ge=0, le=9)]
#: The ids of cards that the rules mention by name.
RLYEH = "rlyeh"
DEEP_ONES = "deep_ones"
MI_GO = "mi_go"


class Route(Record):
    """A route to another city and its cost in WEALTH. List each route in only one of its two cities (DP-BOARD.10)."""

    to: Id
    cost: int = Field(ge=1, le=9)


class City(Marked):
    """A city on the map. `where` is its longitude and latitude, for drawing the map."""

    id: Id
    name: Localised
    control: int = Field(ge=1, le=9)
    gate: int = Field(ge=1, le=9)
    where: tuple[float, float]
    routes: list[Route] = []


class Side(Record):
    """One side of an agent marker (DP-CONT.9)."""

    force: Might = 0
    arcane: Might = 0


class Agent(Record):
    """An agent marker. `gift` names a permanent effect, such as that of Houdini (DP-AGENT.5)."""

    original: Side
    returned: Side
    gift: Annotated[str, Field(pattern="^(|free_move|double_influence|unkillable)$")] = ""


class Lead(Flavoured):
    """A lead agent with its marker. `deck` lists its ten starting cards: how many of each kind (DP-SETUP.15)."""

    id: Id
    name: Localised
    agent: Agent
    deck: dict[Id, Annotated[int, Field(ge=1, le=10)]]


class Asset(Flavoured):
    """An asset card: starting, primary or city (DP-CARD.6).

    `vp` is the blue VP on the card, and `pink` the VP that investigators score for it as a recruited agent. If
    `sanity`, acquiring the card requires a sanity test; if `uneasy`, every use of the card requires one.
    """

    id: Id
    name: Localised
    icons: Icons = {}
    powers: list[Power] = []
    agent: Agent | None = None
    vp: int = Field(default=0, ge=0, le=9)
    pink: int = Field(default=0, ge=0, le=9)
    sanity: bool = False
    uneasy: bool = False


class Mythos(Flavoured):
    """A mythos card (DP-CARD.7).

    `vp` is the blue VP on the card, and `green` the VP that cultists score for it. `depicts` names the Great Old One in
    its picture. Only the card of the Mi-Go has an agent marker, in `marker`. If `solo` is false, the card isn't used in
    solo play (DP-SOLO.3).
    """

    id: Id
    name: Localised
    icons: Icons = {}
    powers: list[Power] = []
    ongoing: list[Ongoing] = []
    end: list[EndEffect] = []
    vp: int = Field(default=0, ge=0, le=9)
    green: int = Field(default=0, ge=0, le=9)
    sanity: bool = False
    depicts: str = ""
    marker: Agent | None = None
    solo: bool = True


class OldOne(Flavoured):
    """A Great Old One: its goal, one effect per cultist, and whether it keeps acquired assets (DP-CONT.22)."""

    id: Id
    name: Localised
    goal: Goal
    effects: tuple[CultistEffect, CultistEffect]
    keeps_assets: bool = False


class Cultist(Record):
    """One of the two cultist cards with its marker (DP-CONT.23)."""

    id: Id
    name: Localised
    start: Id
    influence: Might
    wealth: Might
    force: Might
    arcane: Might
    marker: Side


class Control(Record):
    """A control card, with an instruction for each of the two cultists (DP-SOLO.54)."""

    id: Id
    orders: tuple[Order, Order]


class Board(Record):
    """The VP of each space of the two tracks, and the cities on the cultists' route, in order (DP-HC.5, HC.68)."""

    tracks: list[int] = Field(min_length=2)
    route: list[Id]


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Content:
    """A whole pack, indexed by id. `cards` maps the id of every asset card in the box to its record."""

    cities: dict[str, City]
    leads: dict[str, Lead]
    starting: dict[str, Asset]
    assets: dict[str, Asset]
    city_cards: dict[str, Asset]
    mythos: dict[str, Mythos]
    old_ones: dict[str, OldOne]
    cultists: dict[str, Cultist]
    controls: dict[str, Control]
    board: Board
    cards: dict[str, Asset] = field(default_factory=dict[str, Asset])
    #: The markers of all agents except the Deep Ones: leads, recruitable agents and the Mi-Go.
    agents: dict[str, Agent] = field(default_factory=dict[str, Agent])
    #: The cost of each route, by city and neighbouring city. Each route is listed under both of the cities it connects.
    roads: dict[str, dict[str, int]] = field(default_factory=dict[str, "dict[str, int]"])
    #: A cache of values computed from the pack.
    known: dict[Any, Any] = field(init=False, repr=False, compare=False, default_factory=dict[Any, Any])

    def record(self, card: str) -> Asset | Mythos:
        """Return the record of an asset or mythos card. Raises KeyError for an unknown id."""
        return self.mythos.get(card) or self.cards[card]

    def has_card(self, card: str) -> bool:
        """Return whether this is the id of an asset card or a mythos card."""
        return card in self.cards or card in self.mythos

    def has_target(self, name: str) -> bool:
        """Return whether this is the id of a target for influence: a city, a primary asset or a mythos card."""
        return name in self.cities or name in self.assets or name in self.mythos


def starting_cards(lead: Lead) -> list[tuple[str, str]]:
    """Return a lead agent's ten starting cards as pairs of a card id and its kind."""
    return [
        (f"{lead.id}_{kind}_{copy}" if copies > 1 else f"{lead.id}_{kind}", kind)
        for kind, copies in lead.deck.items()
        for copy in range(1, copies + 1)
    ]
