"""The state of a match: plain data, saved completely. The module seen/views.py decides what players see."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from rules.edge_of_darkness.content.load import EARLIER
from rules.edge_of_darkness.state.options import Options
from rules.edge_of_darkness.state.steps import AnyStep
from rules.kernel.content.packs import BASE
from rules.kernel.engine.match import Match
from rules.kernel.engine.match import State as KernelState

#: The numbers of spaces in the Street, spots in the tower, and rounds.
STREET = 5
SPOTS = 3
ROUNDS = 8
#: The interpretation of the rules that new matches use. Older matches keep their own interpretation, because otherwise
#: their journals would become invalid (section 38.3 of RULES.md).
ORDERS_VERSION = 3


@dataclass(slots=True)
class Card:
    """A sleeve with its starter, its owner (-1 for Neutral) and the slip in each slot ("" if there is none).

    A slip in `top` covers the Citizen or Patrician. `claimed` is true if its owner claimed the card with an Allegiance
    slip.
    """

    starter: str
    owner: int = -1
    claimed: bool = False
    top: str = ""
    middle: str = ""
    bottom: str = ""


@dataclass(slots=True)
class Player:
    """The board and cards of one seat. `moved_down` counts spaces from the top of the Defense track.

    `zone` and `staged` are counts of cubes by colour. A colour's index is its seat; black comes last.
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
    #: The four Starters of the Guild; empty after the prologue.
    starters: list[str] = field(default_factory=list[str])


@dataclass(slots=True)
class Turn:
    """The current turn so far. `used` has an entry "card/slot/slip" for every effect that was used."""

    seat: int = -1
    battle: int = 0
    may_hunt: bool = False
    hunted: bool = False
    sleeved: bool = False
    #: Hunted cards. They leave the tower after their rewards have been taken.
    defeated: list[str] = field(default_factory=list[str])
    used: list[str] = field(default_factory=list[str])
    abilities: dict[str, int] = field(default_factory=dict[str, int])


@dataclass(slots=True, kw_only=True)
class State(KernelState):
    """The state of a match. Cards are named by their starter's id; lists of cubes are indexed by colour, black last."""

    options: Options
    reading: int = ORDERS_VERSION
    stack: list[AnyStep] = field(default_factory=list["AnyStep"])
    phase: Literal["prologue", "assembly", "action", "over"] = "prologue"
    round: int = 0
    first: int = 0
    players: list[Player] = field(default_factory=list[Player])
    cards: dict[str, Card] = field(default_factory=dict[str, Card])
    locations: list[str] = field(default_factory=list[str])
    #: The number of remaining copies of each slip.
    supply: dict[str, int] = field(default_factory=dict[str, int])
    #: The Locations whose advancements were picked in the prologue.
    picked: list[str] = field(default_factory=list[str])
    #: The stack from the top card down. Players know only the top card.
    deck: list[str] = field(default_factory=list[str])
    #: The cards in the spaces of the Street, starting with the 1st; "" for an empty space.
    street: list[str] = field(default_factory=lambda: [""] * STREET)
    #: The Influence on each Street card.
    favours: dict[str, int] = field(default_factory=dict[str, int])
    discard: list[str] = field(default_factory=list[str])
    tower: list[str] = field(default_factory=lambda: [""] * SPOTS)
    trays: list[list[int]] = field(default_factory=list["list[int]"])
    #: The cubes in the bag and in the set-aside area, counted by colour.
    bag: list[int] = field(default_factory=list[int])
    aside: list[int] = field(default_factory=list[int])
    turn: Turn = field(default_factory=Turn)
    #: The Reputation that each seat received from the final awards, by category; empty until the match is over.
    awards: dict[str, list[int]] = field(default_factory=dict[str, "list[int]"])


def pack_name(state: State) -> str:
    """Return the name of a match's pack.

    Matches that use the built-in pack and have a `reading` below 3 get its earlier version.
    """
    return EARLIER if state.reading < 3 and state.options.pack == BASE else state.options.pack


EdgeMatch = Match[State]
