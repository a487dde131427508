"""The state of a match: plain data, saved completely. The module seen/views.py decides what each player sees."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import SerializerFunctionWrapHandler, WrapSerializer

from rules.dark_providence.content.component_counts import CONTROLS, MARKERS, Allegiance
from rules.dark_providence.state.options import Options
from rules.dark_providence.state.steps import AnyStep
from rules.kernel.engine.match import Match
from rules.kernel.engine.match import State as KernelState


@dataclass(slots=True)
class Player:
    """The cards, markers and tokens of one seat.

    `allegiance` is secret unless `revealed` or `shown` is true; the seats in `seen` have looked at it. `scored` is true
    once a reveal as an action has scored the gates and the track, which don't score again at the end (DP-REVEAL.8).
    """

    allegiance: Allegiance
    colour: int
    supply: int = 6
    pool: int = 12
    lead: str = ""
    limbo: int = 0
    controls: int = CONTROLS
    vp: int = 0
    hand: list[str] = field(default_factory=list[str])
    deck: list[str] = field(default_factory=list[str])
    discard: list[str] = field(default_factory=list[str])
    mythos: list[str] = field(default_factory=list[str])
    crypt: list[str] = field(default_factory=list[str])
    sane: int = 0
    madness: int = 0
    revealed: bool = False
    scored: bool = False
    #: Whether all players have seen the allegiance card in a failed reveal. The card is face down again (DP-HC.39).
    shown: bool = False
    seen: list[int] = field(default_factory=list[int])


@dataclass(slots=True)
class Place:
    """A city: its controller, the face and owner of its gate, and its stack with the face-up card first."""

    stack: list[str]
    controller: int = -1
    gate: Literal["", "open", "close"] = ""
    gate_owner: int = -1


@dataclass(slots=True)
class Piece:
    """An agent on the map. `owner` is -1 for Deep Ones, which belong to the owner of their card (DP-HC.49)."""

    owner: int
    city: str
    returned: bool = False


@dataclass(slots=True)
class CultistSide:
    """One of the Great Old One's cultists, with the markers of its colour (DP-SOLO.10)."""

    card: str
    colour: int
    supply: int = MARKERS
    limbo: int = 0
    controls: int = CONTROLS
    revealed: bool = False


@dataclass(slots=True)
class OldOneSide:
    """The Great Old One's side in solo play. Its cultists are the owners 1 and 2."""

    card: str
    cultists: list[CultistSide]
    vp: int = 6
    madness: int = 0
    mythos: list[str] = field(default_factory=list[str])
    kept: list[str] = field(default_factory=list[str])
    crypt: list[str] = field(default_factory=list[str])
    assets: int = 0
    deck: list[str] = field(default_factory=list[str])
    discard: list[str] = field(default_factory=list[str])
    #: This turn's control card, and the number of control cards with a cultist effect that have been used since the
    #: control deck was last shuffled.
    control: str = ""
    effects: int = 0
    #: Reasons to end the game as soon as the Great Old One's turn is over (DP-SOLO.141).
    ending: list[str] = field(default_factory=list[str])


@dataclass(slots=True)
class Turn:
    """The current turn: actions left and taken, acquisitions, and mythos cards whose bonus action was used."""

    seat: int = -1
    actions: int = 0
    taken: int = 0
    acquired: int = 0
    free_move: bool = False
    passed: bool = False
    used: list[str] = field(default_factory=list[str])


def _saved_options(options: Options, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
    """Return the options as they are saved. Matches with dissenters are saved as before there was an option for them.

    So their saves and hashes stay the same.
    """
    saved: dict[str, Any] = dump(options)
    return {name: value for name, value in saved.items() if name != "dissenters" or not value}


@dataclass(slots=True, kw_only=True)
class State(KernelState):
    """The state of a match of Dark Providence."""

    options: Annotated[Options, WrapSerializer(_saved_options)]
    stack: list[AnyStep] = field(default_factory=list["AnyStep"])
    phase: Literal["setup", "play", "old_one", "over"] = "setup"
    turns: int = 0
    first: int = 0
    players: list[Player] = field(default_factory=list[Player])
    old_one: OldOneSide | None = None
    places: dict[str, Place] = field(default_factory=dict[str, Place])
    agents: dict[str, Piece] = field(default_factory=dict[str, Piece])
    #: The number of influence markers on each target, indexed by owner. Targets without markers are left out.
    marks: dict[str, list[int]] = field(default_factory=dict[str, "list[int]"])
    locks: list[str] = field(default_factory=list[str])
    row: list[str] = field(default_factory=list[str])
    mythos_deck: list[str] = field(default_factory=list[str])
    stock: list[str] = field(default_factory=list[str])
    #: The city cards in area E, which belong to no player.
    area_e: list[str] = field(default_factory=list[str])
    #: The owner of each asset card in a hand, a deck or a discard pile, or on the table.
    owners: dict[str, int] = field(default_factory=dict[str, int])
    #: The cards used in the current action, each with its use: "action", "bonus", or the resource that it pays for.
    table: dict[str, str] = field(default_factory=dict[str, str])
    destroyed: list[str] = field(default_factory=list[str])
    #: The number of SANE tokens and of MADNESS tokens: in the bag, and out of the game.
    bag: list[int] = field(default_factory=lambda: [6, 12])
    spent: list[int] = field(default_factory=lambda: [0, 0])
    ritual: int = 0
    investigation: int = 0
    cthulhu: str = ""
    martial_law: str = ""
    #: The city of each Whateley marker, and the seat that benefits from the markers.
    whateleys: list[str] = field(default_factory=list[str])
    whateley_seat: int = -1
    #: The allegiance cards that were set aside unseen (DP-SETUP.23).
    aside: list[Allegiance] = field(default_factory=list["Allegiance"])
    #: Whether the allegiance cards have been dealt. Before that, players don't know even their own (DP-SETUP.22).
    dealt: bool = False
    turn: Turn = field(default_factory=Turn)
    #: The reasons for the end of the game, in chronological order (DP-HC.43).
    ending: list[str] = field(default_factory=list[str])
    #: Whether the Great Old One has won by reaching its goal (DP-SOLO.26).
    goal_met: bool = False
    #: The final points by seat and category; empty until the match is over.
    scores: dict[int, dict[str, int]] = field(default_factory=dict[int, "dict[str, int]"])


Providence = Match[State]
