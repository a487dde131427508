"""The state of a match: plain data that is saved as a whole. seen/views.py decides which parts each player sees."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from rules.aevum_haeresis.content.ops import Manoeuvre, Op, Stat, Until, WindowName
from rules.aevum_haeresis.state.options import Options
from rules.aevum_haeresis.state.steps import AnyStep, Due
from rules.kernel.engine.match import Match
from rules.kernel.engine.match import State as KernelState

#: The current version of the starting orders (flow/standing_orders.py). A match keeps the version that it started with.
ORDERS_VERSION = 3
#: The size of the hand after drawing in the Prologue (AH-PROLOGUE.2).
HAND = 9
#: The number of souls that wins the game, and the Execution level that loses it (AH-WIN.2, WIN.4).
SOULS_TO_WIN = 10
EXECUTED = 3
#: Maximum number of Chapters in a Conflict row (AH-STORY.9).
CHAPTERS = 3
#: The number of cards that a Plunder discards in addition to the soul number (AH-CONS.3).
PLUNDER = 4
TIMES = ("morning", "noon", "evening", "night")


@dataclass(slots=True)
class Player:
    """One player's cards, resources and Execution level.

    Card ids have the form "kind.seat.number", with random numbers. The first card of a deck is its top card. `row` is
    the face-down Story row: a list of Chapters, each a list of cards.
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
    #: The amount of gold that the player saves on the next card that is paid for in this Round.
    free: int = 0
    #: The Location that the player plans to put into play at the end of the current action; "" if none. The plan is
    #: secret (AH-PBP.32).
    next_location: str = ""
    #: The kinds of cards that were in the opponent's hand when the player last looked at it through an effect.
    peeked: list[str] = field(default_factory=list[str])


@dataclass(slots=True)
class InPlay:
    """A card in play: on the Verge, or the Damned, the Camp, the Location, or a card attached to one of these.

    `until` says when the card goes to the Pyre automatically. `time` is the index of the time of day on the card's
    track, or -1 if it has no track. `used` contains the numbers of the card's abilities that were used in this Round,
    and `window` the numbers of those used in the open window.
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
    #: Which abilities, by number, are used up for the rest of the game; and how many counters are on the card.
    done: list[str] = field(default_factory=list[str])
    counters: int = 0
    #: The seat that regains control of the card at the end of the Round; -1 if none.
    returns_to: int = -1


@dataclass(slots=True)
class Modifier:
    """A temporary change of the numbers of one card, or of a group of characters of one seat."""

    stat: Literal["damage", "health", "plunder", "recruit", "accuse", "icons", "shield", "team"]
    amount: int
    until: Until
    seat: int
    card: str = ""
    group: Literal["", "heretics", "participants"] = ""


@dataclass(slots=True)
class DelayedEffect:
    """An effect that a card will have at the end of the Conflict if its player is successful."""

    seat: int
    card: str
    ops: list[Op]


@dataclass(slots=True)
class Paid:
    """A card or ability that is paid for but not resolved (AH-COST.17). `might` is the caster's last known Damage."""

    seat: int
    card: str
    ability: int = -1
    caster: str = ""
    host: str = ""
    targets: list[str] = field(default_factory=list[str])
    might: int = 0


@dataclass(slots=True)
class CurrentManoeuvre:
    """The manoeuvre that is in progress (AH-MAN)."""

    type: Manoeuvre
    initiator: int
    teams: list[list[str]] = field(default_factory=lambda: [[], []])
    #: The team that the initiator planned at the announcement. It is secret until the next window has closed
    #: (AH-PBP.9).
    plan: list[str] = field(default_factory=list[str])
    blocked: bool = False
    failed: bool = False
    #: The damage that effects add for each seat's casters, in the current Chapter and in the next one.
    rage: list[int] = field(default_factory=lambda: [0, 0])
    next_rage: list[int] = field(default_factory=lambda: [0, 0])
    extra: list[int] = field(default_factory=lambda: [0, 0])
    later: list[DelayedEffect] = field(default_factory=list[DelayedEffect])
    successful: int = -1


@dataclass(slots=True)
class Tally:
    """Public facts that standing orders depend on (standing_orders.py).

    `windows` counts the openings of each window. `dems` and `manoeuvres` count each seat's reactions and manoeuvres in
    the whole match. `reacted` contains the cards that each seat played and the abilities ("card/ability") that it used
    in the open window. `bought` contains the cards that each seat paid for in a Chapter, until the next window closes.
    `let_go` contains the cards declined since the current rows were laid.
    """

    windows: dict[str, int] = field(default_factory=dict[str, int])
    dems: list[int] = field(default_factory=lambda: [0, 0])
    manoeuvres: list[int] = field(default_factory=lambda: [0, 0])
    reacted: list[list[str]] = field(default_factory=lambda: [[], []])
    bought: list[list[str]] = field(default_factory=lambda: [[], []])
    let_go: list[str] = field(default_factory=list[str])
    #: Whether a player paid for a card or acted in this Round, and the number of consecutive Rounds when no one did.
    busy: bool = False
    idle: int = 0
    #: How many of this Round's manoeuvres each seat has won, whether as the initiator or by blocking.
    successes: list[int] = field(default_factory=lambda: [0, 0])


@dataclass(slots=True)
class Drafter:
    """One seat's boosters, and the deck that it builds from them (AH-FMT.5, FMT.6). Cards are given by kind.

    Each list has one entry for each booster: `opened` the contents of the seat's booster, `own` the cards that the seat
    kept from it, and `passed` the cards that the seat took from the rival's booster.
    """

    opened: list[list[str]] = field(default_factory=list["list[str]"])
    own: list[list[str]] = field(default_factory=list["list[str]"])
    passed: list[list[str]] = field(default_factory=list["list[str]"])
    deck: dict[str, int] = field(default_factory=dict[str, int])
    ready: bool = False


@dataclass(slots=True)
class Limited:
    """The boosters of a match whose decks are built from boosters: the factions in them, and each player's cards."""

    factions: list[str]
    seats: list[Drafter] = field(default_factory=lambda: [Drafter(), Drafter()])


@dataclass(slots=True, kw_only=True)
class State(KernelState):
    """The complete state of a match of Aevum Haeresis."""

    options: Options
    stack: list[AnyStep] = field(default_factory=list["AnyStep"])
    phase: Literal["draft", "building", "setup", "prologue", "enlistment", "plot", "epilogue", "over"] = "setup"
    round: int = 1
    active: int = 0
    #: The player who acts next in the Plot phase, and the number of consecutive Passes.
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
    #: Whether a Plot action is in progress. Souls are only checked at the end of the action (AH-WIN.10).
    in_action: bool = False
    entered: int = 0
    #: For each seat, the revealed cards of the current Chapter that are neither paid for nor declined yet.
    open: list[list[str]] = field(default_factory=lambda: [[], []])
    #: The cards that have been paid for in the current Chapter, and the Heresy that is in progress.
    paid: list[Paid] = field(default_factory=list[Paid])
    heresy: Paid | None = None
    #: The cards that are paid for and being resolved. They are in no other zone.
    table: list[str] = field(default_factory=list[str])
    #: Whether an end condition has been met. If so, no further effects are resolved (AH-WIN.7).
    ended: bool = False
    winner: int = -1
    reason: str = ""
    tally: Tally = field(default_factory=Tally)
    #: The Heresies used in this Round ("card/ability"), including those of cards that have left play (AH-HERESY.17).
    heresies: list[str] = field(default_factory=list[str])
    #: The queue of triggered abilities; and the abilities ("card/ability") that have started since the queue was last
    #: empty. These can't be triggered a second time, so no ability can be triggered by its own consequences.
    due: list[Due] = field(default_factory=list[Due])
    begun: list[str] = field(default_factory=list[str])
    reading: int = ORDERS_VERSION
    #: The boosters of the match; None if players brought their decks or received ready decks.
    limited: Limited | None = None


Haeresis = Match[State]

__all__ = [
    "CurrentManoeuvre", "DelayedEffect", "Drafter", "Haeresis", "InPlay", "Limited", "Modifier", "Player", "Stat",
    "State", "Tally",
]  # fmt: skip
