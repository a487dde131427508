"""The state of a match: plain data, saved whole. Who may see what of it is decided in seen/views.py."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from rules.aevum_haeresis.content.ops import Manoeuvre, Op, Stat, Until, WindowName
from rules.aevum_haeresis.state.options import Options
from rules.aevum_haeresis.state.steps import AnyStep, Due
from rules.kernel.engine.match import Match
from rules.kernel.engine.match import State as KernelState

#: The orders that everybody starts with (flow/orders.py): matches keep those they began with.
READING = 2
#: The hand is filled up to this in the Prologue (AH-PROLOGUE.2).
HAND = 9
#: Souls that win, and the Execution level that loses (AH-WIN.2, WIN.4).
SOULS_TO_WIN = 10
EXECUTED = 3
#: Chapters in a Conflict row (AH-STORY.9).
CHAPTERS = 3
#: Cards discarded by Plunder besides the soul number (AH-CONS.3).
PLUNDER = 4
TIMES = ("morning", "noon", "evening", "night")


@dataclass(slots=True)
class Player:
    """One seat. Card ids are "kind.seat.number", with numbers by lot; the first card of a deck is its top.

    `row` is the face-down Story row: a list of Chapters, each a list of cards.
    """

    damned: str
    camp: str
    plot: list[str]
    heretics: list[str]
    locations: list[str]
    background: list[str]
    hand: list[str] = field(default_factory=list[str])
    pyre: list[str] = field(default_factory=list[str])
    row: list[list[str]] = field(default_factory=list["list[str]"])
    gold: int = 5
    souls: int = 1
    execution: int = 0
    #: The Execution level has risen in this Round (AH-EXEC.3).
    rose: bool = False
    mulligan: bool = False
    #: Gold that the next card paid for in this Round costs less.
    free: int = 0
    #: The Location meant to follow the one in play at the end of the action under way: secret, "" for none (AH-PBP.32).
    next_location: str = ""
    #: Kinds seen in the opponent's hand by an effect, at that moment.
    peeked: list[str] = field(default_factory=list[str])


@dataclass(slots=True)
class InPlay:
    """A card on the Verge, the Damned, the Camp, the Location, or what is attached to them.

    `until` names when it goes to the Pyre by itself; `time` is the place on its track (-1: none); `used` are abilities
    used this Round, `window` those used in the open window.
    """

    controller: int
    ready: bool = True
    damage: int = 0
    host: str = ""
    until: Literal["", "conflict", "round"] = ""
    time: int = -1
    order: int = 0
    used: list[str] = field(default_factory=list[str])
    window: list[str] = field(default_factory=list[str])
    #: Abilities that are used up for the rest of the game, and the counters on the card.
    done: list[str] = field(default_factory=list[str])
    counters: int = 0
    #: Who gets control back at the end of the Round; -1: nobody.
    returns_to: int = -1


@dataclass(slots=True)
class Modifier:
    """A change of numbers for a time: of one card, or of a group of a seat's characters."""

    stat: Literal["damage", "health", "plunder", "recruit", "accuse", "icons", "shield", "team"]
    amount: int
    until: Until
    seat: int
    card: str = ""
    group: Literal["", "heretics", "participants"] = ""


@dataclass(slots=True)
class DelayedEffect:
    """What a card does at the end of the Conflict, if its player is successful."""

    seat: int
    card: str
    ops: list[Op]


@dataclass(slots=True)
class Paid:
    """A card or ability that is paid for and not resolved yet (AH-COST.17). `might` is the caster's Damage."""

    seat: int
    card: str
    ability: int = -1
    caster: str = ""
    host: str = ""
    targets: list[str] = field(default_factory=list[str])
    might: int = 0


@dataclass(slots=True)
class CurrentManoeuvre:
    """The manoeuvre under way (AH-MAN)."""

    type: Manoeuvre
    initiator: int
    teams: list[list[str]] = field(default_factory=lambda: [[], []])
    #: The initiator's team as meant at the announcement: secret until the window after it has closed (AH-PBP.9).
    plan: list[str] = field(default_factory=list[str])
    blocked: bool = False
    failed: bool = False
    #: Damage added in the current and in the next Chapter, by seat.
    rage: list[int] = field(default_factory=lambda: [0, 0])
    next_rage: list[int] = field(default_factory=lambda: [0, 0])
    extra: list[int] = field(default_factory=lambda: [0, 0])
    later: list[DelayedEffect] = field(default_factory=list[DelayedEffect])
    successful: int = -1


@dataclass(slots=True)
class Tally:
    """Public counts that standing orders depend on (orders.py).

    `windows` counts how often each window has opened; `dems` and `manoeuvres` count by seat in the whole match.
    `reacted` is what each seat has played (a card) or used ("card/ability") in the open window, `bought` what it has
    paid for in a Chapter until the window after it closes, `let_go` what was not paid for of the last rows.
    """

    windows: dict[str, int] = field(default_factory=dict[str, int])
    dems: list[int] = field(default_factory=lambda: [0, 0])
    manoeuvres: list[int] = field(default_factory=lambda: [0, 0])
    reacted: list[list[str]] = field(default_factory=lambda: [[], []])
    bought: list[list[str]] = field(default_factory=lambda: [[], []])
    let_go: list[str] = field(default_factory=list[str])
    #: Whether a card was paid for or somebody acted in this Round, and the Rounds in a row in which nobody did.
    busy: bool = False
    idle: int = 0
    #: Manoeuvres in which each seat was successful in this Round, as initiator or by blocking.
    successes: list[int] = field(default_factory=lambda: [0, 0])


@dataclass(slots=True)
class Drafter:
    """One seat's boosters and the deck that it builds from them, all by kinds (AH-FMT.5, FMT.6).

    Of the booster with a number, `opened` is what was in it, `own` what the seat kept of it, and `passed` what it took
    of the rival's booster with that number.
    """

    opened: list[list[str]] = field(default_factory=list["list[str]"])
    own: list[list[str]] = field(default_factory=list["list[str]"])
    passed: list[list[str]] = field(default_factory=list["list[str]"])
    deck: dict[str, int] = field(default_factory=dict[str, int])
    ready: bool = False


@dataclass(slots=True)
class Limited:
    """A match with decks from boosters: whose cards are in them, and what both players have of them."""

    factions: list[str]
    seats: list[Drafter] = field(default_factory=lambda: [Drafter(), Drafter()])


@dataclass(slots=True, kw_only=True)
class State(KernelState):
    """A match of Aevum Haeresis."""

    options: Options
    stack: list[AnyStep] = field(default_factory=list["AnyStep"])
    phase: Literal["draft", "building", "setup", "prologue", "enlistment", "plot", "epilogue", "over"] = "setup"
    round: int = 1
    active: int = 0
    #: The player to act in the Plot phase, and the Passes in a row.
    actor: int = 0
    passes: int = 0
    chapter: int = 0
    players: list[Player] = field(default_factory=list[Player])
    cards: dict[str, InPlay] = field(default_factory=dict[str, InPlay])
    location: str = ""
    placer: int = -1
    mods: list[Modifier] = field(default_factory=list[Modifier])
    man: CurrentManoeuvre | None = None
    window: WindowName | Literal[""] = ""
    #: A Plot action is under way: souls are checked only at its end (AH-WIN.10).
    in_action: bool = False
    entered: int = 0
    #: The revealed cards of the current Chapter, by seat, that nobody has decided about yet.
    open: list[list[str]] = field(default_factory=lambda: [[], []])
    #: What was paid for in the current Chapter, and the Heresy under way.
    paid: list[Paid] = field(default_factory=list[Paid])
    heresy: Paid | None = None
    #: Cards that are paid for and being resolved; they are in no other zone.
    table: list[str] = field(default_factory=list[str])
    #: An end condition is met: nothing more is resolved (AH-WIN.7).
    ended: bool = False
    winner: int = -1
    reason: str = ""
    tally: Tally = field(default_factory=Tally)
    #: Heresies used in this Round as "card/ability", also of cards that have left since (AH-HERESY.17).
    heresies: list[str] = field(default_factory=list[str])
    #: Abilities that something has set off and that have not begun yet, and those ("card/ability") that have begun
    #: since the last moment without any: none is set off again by what it led to.
    due: list[Due] = field(default_factory=list[Due])
    begun: list[str] = field(default_factory=list[str])
    reading: int = READING
    #: None in a match with decks that were brought or dealt.
    limited: Limited | None = None


Haeresis = Match[State]

__all__ = [
    "CurrentManoeuvre", "DelayedEffect", "Drafter", "Haeresis", "InPlay", "Limited", "Modifier", "Player", "Stat",
    "State", "Tally",
]  # fmt: skip
