"""The state of a match: plain data, saved whole. seen/views.py decides what each player sees."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from rules.aevum_haeresis.content.ops import Manoeuvre, Op, Stat, Until, WindowName
from rules.aevum_haeresis.state.options import Options
from rules.aevum_haeresis.state.steps import AnyStep, Due
from rules.kernel.engine.match import Match
from rules.kernel.engine.match import State as KernelState

#: The version of the starting orders (flow/orders.py). A match keeps the version that it began with.
ORDERS_VERSION = 2
#: The Prologue fills hands up to this number of cards (AH-PROLOGUE.2).
HAND = 9
#: The number of souls that wins, and the Execution level that loses (AH-WIN.2, WIN.4).
SOULS_TO_WIN = 10
EXECUTED = 3
#: The most Chapters in a Conflict row (AH-STORY.9).
CHAPTERS = 3
#: The number of cards that a Plunder discards in addition to the soul number (AH-CONS.3).
PLUNDER = 4
TIMES = ("morning", "noon", "evening", "night")


@dataclass(slots=True)
class Player:
    """One player's cards and numbers. Card ids are "kind.seat.number", with random numbers; a deck's first card is its
    top.

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
    #: Whether the Execution level has risen in this Round (AH-EXEC.3).
    rose: bool = False
    mulligan: bool = False
    #: The discount in gold on the next card paid for in this Round.
    free: int = 0
    #: The Location that the player has planned to put at the end of the current action; secret, "" for none
    #: (AH-PBP.32).
    next_location: str = ""
    #: The kinds of cards that an effect has shown in the opponent's hand, as it was at that moment.
    peeked: list[str] = field(default_factory=list[str])


@dataclass(slots=True)
class InPlay:
    """A card in play: on the Verge, the Damned, the Camp, the Location, or one attached to these.

    `until` is when it goes to the Pyre automatically. `time` is the index of the time of day on its track (-1: no
    track). `used` are the numbers of its abilities used in this Round, `window` those used in the open window.
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
    #: The numbers of abilities that are used up for the rest of the game, and the number of counters on the card.
    done: list[str] = field(default_factory=list[str])
    counters: int = 0
    #: The seat that gets control of the card back at the end of the Round; -1: none.
    returns_to: int = -1


@dataclass(slots=True)
class Modifier:
    """A temporary change of numbers: of one card, or of a group of a seat's characters."""

    stat: Literal["damage", "health", "plunder", "recruit", "accuse", "icons", "shield", "team"]
    amount: int
    until: Until
    seat: int
    card: str = ""
    group: Literal["", "heretics", "participants"] = ""


@dataclass(slots=True)
class DelayedEffect:
    """A card's effect at the end of the Conflict, if its player is successful."""

    seat: int
    card: str
    ops: list[Op]


@dataclass(slots=True)
class Paid:
    """A card or ability that is paid for but not resolved (AH-COST.17). `might` is the caster's last Damage."""

    seat: int
    card: str
    ability: int = -1
    caster: str = ""
    host: str = ""
    targets: list[str] = field(default_factory=list[str])
    might: int = 0


@dataclass(slots=True)
class CurrentManoeuvre:
    """The current manoeuvre (AH-MAN)."""

    type: Manoeuvre
    initiator: int
    teams: list[list[str]] = field(default_factory=lambda: [[], []])
    #: The initiator's team as planned at the announcement, secret until the next window has closed (AH-PBP.9).
    plan: list[str] = field(default_factory=list[str])
    blocked: bool = False
    failed: bool = False
    #: The damage that effects add in the current Chapter and in the next one, by seat.
    rage: list[int] = field(default_factory=lambda: [0, 0])
    next_rage: list[int] = field(default_factory=lambda: [0, 0])
    extra: list[int] = field(default_factory=lambda: [0, 0])
    later: list[DelayedEffect] = field(default_factory=list[DelayedEffect])
    successful: int = -1


@dataclass(slots=True)
class Tally:
    """Public facts that standing orders depend on (orders.py).

    `windows` counts the openings of each window. `dems` and `manoeuvres` count reactions and manoeuvres by seat in the
    whole match. By seat, `reacted` has the played cards and used abilities ("card/ability") in the open window, and
    `bought` the cards paid for in a Chapter, until the window after it closes. `let_go` has the declined cards of the
    last rows.
    """

    windows: dict[str, int] = field(default_factory=dict[str, int])
    dems: list[int] = field(default_factory=lambda: [0, 0])
    manoeuvres: list[int] = field(default_factory=lambda: [0, 0])
    reacted: list[list[str]] = field(default_factory=lambda: [[], []])
    bought: list[list[str]] = field(default_factory=lambda: [[], []])
    let_go: list[str] = field(default_factory=list[str])
    #: Whether a player paid for a card or acted in this Round, and the number of Rounds in a row without that.
    busy: bool = False
    idle: int = 0
    #: The number of each seat's successes in manoeuvres of this Round, as initiator or by blocking.
    successes: list[int] = field(default_factory=lambda: [0, 0])


@dataclass(slots=True)
class Drafter:
    """One seat's boosters and the deck that it builds from them, all as kinds of cards (AH-FMT.5, FMT.6).

    For each booster number, `opened` is its contents, `own` the cards that the seat kept, and `passed` those it took
    from the rival's booster with that number.
    """

    opened: list[list[str]] = field(default_factory=list["list[str]"])
    own: list[list[str]] = field(default_factory=list["list[str]"])
    passed: list[list[str]] = field(default_factory=list["list[str]"])
    deck: dict[str, int] = field(default_factory=dict[str, int])
    ready: bool = False


@dataclass(slots=True)
class Limited:
    """The boosters of a match with decks from boosters: their factions, and both players' cards."""

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
    #: The player to act in the Plot phase, and the number of Passes in a row.
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
    #: Whether a Plot action is in progress: souls are checked only at its end (AH-WIN.10).
    in_action: bool = False
    entered: int = 0
    #: By seat, the revealed cards of the current Chapter that are neither paid for nor declined yet.
    open: list[list[str]] = field(default_factory=lambda: [[], []])
    #: The cards paid for in the current Chapter, and the current Heresy.
    paid: list[Paid] = field(default_factory=list[Paid])
    heresy: Paid | None = None
    #: The cards that are paid for and being resolved; they are in no other zone.
    table: list[str] = field(default_factory=list[str])
    #: Whether an end condition is met: nothing more is resolved (AH-WIN.7).
    ended: bool = False
    winner: int = -1
    reason: str = ""
    tally: Tally = field(default_factory=Tally)
    #: The Heresies used in this Round, as "card/ability", including those of cards that have left (AH-HERESY.17).
    heresies: list[str] = field(default_factory=list[str])
    #: The queue of triggered abilities, and those ("card/ability") that have begun since it was last empty. An ability
    #: that has begun isn't triggered again, so that it can't be triggered by its own consequences.
    due: list[Due] = field(default_factory=list[Due])
    begun: list[str] = field(default_factory=list[str])
    reading: int = ORDERS_VERSION
    #: The boosters of the match; None if its decks were brought or dealt.
    limited: Limited | None = None


Haeresis = Match[State]

__all__ = [
    "CurrentManoeuvre", "DelayedEffect", "Drafter", "Haeresis", "InPlay", "Limited", "Modifier", "Player", "Stat",
    "State", "Tally",
]  # fmt: skip
