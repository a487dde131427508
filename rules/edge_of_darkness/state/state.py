"""The state of a match: plain data, saved whole. seen/views.py decides what players see."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from rules.edge_of_darkness.content.load import EARLIER
from rules.edge_of_darkness.state.options import Options
from rules.edge_of_darkness.state.steps import AnyStep
from rules.kernel.content.packs import BASE
from rules.kernel.engine.match import Match
from rules.kernel.engine.match import State as KernelState

#: The number of Street spaces and tower spots.
STREET = 5
SPOTS = 3
ROUNDS = 8
#: The reading of the rules for new matches; older matches keep theirs, so that their journals stay valid (section 38.3
#: of RULES.md).
ORDERS_VERSION = 3


@dataclass(slots=True)
class Card:
    """One sleeve: its starter, its owner (-1 is Neutral), and the slips in its slots ("" is none).

    A slip in `top` covers the Citizen or Patrician. `claimed` marks a card whose owner is set by an Allegiance slip.
    """

    starter: str
    owner: int = -1
    claimed: bool = False
    top: str = ""
    middle: str = ""
    bottom: str = ""


@dataclass(slots=True)
class Player:
    """One seat's board. `moved_down` counts spaces below the top of the Defense track.

    `zone` and `staged` count cubes by colour: index = seat, last index = black.
    """

    guild: str
    zone: list[int]
    staged: list[int]
    coins: int = 5
    influence: int = 4
    goodwill: int = 0
    reputation: int = 0
    untrained: int = 6
    pool: int = 4
    agents: dict[str, int] = field(default_factory=dict[str, int])
    slips: int = 7
    moved_down: int = 0
    hand: list[str] = field(default_factory=list[str])
    hall: list[str] = field(default_factory=list[str])
    #: The four Starters beside the board, until the prologue ends.
    starters: list[str] = field(default_factory=list[str])


@dataclass(slots=True)
class Turn:
    """The events of the current turn. `used` holds "card/slot/slip" of every effect resolved."""

    seat: int = -1
    battle: int = 0
    may_hunt: bool = False
    hunted: bool = False
    sleeved: bool = False
    #: Hunted cards that leave the tower once their rewards are taken.
    defeated: list[str] = field(default_factory=list[str])
    used: list[str] = field(default_factory=list[str])
    abilities: dict[str, int] = field(default_factory=dict[str, int])


@dataclass(slots=True, kw_only=True)
class State(KernelState):
    """A match of Edge of Darkness. Card ids are starter ids; colours index by seat, black last."""

    options: Options
    reading: int = ORDERS_VERSION
    stack: list[AnyStep] = field(default_factory=list["AnyStep"])
    phase: Literal["prologue", "assembly", "action", "over"] = "prologue"
    round: int = 0
    first: int = 0
    players: list[Player] = field(default_factory=list[Player])
    cards: dict[str, Card] = field(default_factory=dict[str, Card])
    locations: list[str] = field(default_factory=list[str])
    #: Copies left of each slip.
    supply: dict[str, int] = field(default_factory=dict[str, int])
    #: The kinds (Locations) picked in the prologue.
    picked: list[str] = field(default_factory=list[str])
    #: The deck without the Street, top card first; players know only the top card.
    deck: list[str] = field(default_factory=list[str])
    #: The Street's spaces, 1st first; "" is empty.
    street: list[str] = field(default_factory=lambda: [""] * STREET)
    #: Influence on Street cards.
    favours: dict[str, int] = field(default_factory=dict[str, int])
    discard: list[str] = field(default_factory=list[str])
    tower: list[str] = field(default_factory=lambda: [""] * SPOTS)
    trays: list[list[int]] = field(default_factory=list["list[int]"])
    #: The bag and the set-aside area, as counts by colour.
    bag: list[int] = field(default_factory=list[int])
    aside: list[int] = field(default_factory=list[int])
    turn: Turn = field(default_factory=Turn)
    #: Final award Reputation by seat and category, once the match is over.
    awards: dict[str, list[int]] = field(default_factory=dict[str, "list[int]"])


def pack_name(state: State) -> str:
    """Return the name of a match's pack; ours has changed since reading 2."""
    return EARLIER if state.reading < 3 and state.options.pack == BASE else state.options.pack


EdgeMatch = Match[State]
