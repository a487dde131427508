"""The view of a seat or a spectator (section 35.1 of RULES.md)."""

from __future__ import annotations

from typing import Any

from rules.aevum_haeresis.content.effects import Bar, Bounty
from rules.aevum_haeresis.content.ops import Cost, Op
from rules.kernel.data.view import Part, View


class CardView(Part):
    """A card in play: Damned, Camp, Location, Heretic, Hunter, Attachment, or a temporary card.

    The numbers are the current ones, 0 where a type has none. `time` is the place on the card's own track, -1 without
    one. `used` are the places of its abilities used in this Round, `usable` those its user could use now.
    """

    id: str
    kind: str
    type: str
    owner: int
    controller: int
    ready: bool
    health: int
    damage: int
    #: Damage collected (Damned only).
    wounds: int
    plunder: int
    recruit: int
    accuse: int
    #: Its host: a character or the Location.
    host: str
    #: "", "conflict" or "round": when it goes to the Pyre automatically.
    until: str
    time: int
    used: list[int]
    counters: int = 0


class PlayerView(Part):
    """One seat. The owner's private fields are None for all other viewers (AH-INFO.4).

    `row` has the sizes of the finished face-down Chapters; others see nothing of a row in progress. `plot` and
    `heretics` are counts; `own_plot` and `own_heretics` list the kinds left in the viewer's decks, sorted.
    """

    seat: int
    damned: str
    camp: str
    gold: int
    souls: int
    execution: int
    #: Whether the Execution level has risen in this Round.
    rose: bool
    #: The discount in gold on the next card of this Round.
    free: int
    mulligan: bool
    income: int
    hand_count: int
    plot: int
    heretics: int
    locations: int
    background: int
    row: list[int]
    #: Undecided revealed cards of the current Chapter.
    open: list[str]
    pyre: list[str]
    hand: list[str] | None
    own_row: list[list[str]] | None
    own_locations: list[str] | None
    own_background: list[str] | None
    own_plot: list[str] | None
    own_heretics: list[str] | None
    #: Kinds that an effect showed in the opponent's hand, at that moment.
    peeked: list[str] | None


class ManoeuvreView(Part):
    """The current manoeuvre; `icons` is each team's present number, `successful` is -1 until it is evaluated."""

    type: str
    initiator: int
    teams: list[list[str]]
    blocked: bool
    icons: list[int]
    successful: int


class PaidView(Part):
    """A paid, unresolved card or ability (`ability` is its place, -1 for a card)."""

    seat: int
    card: str
    ability: int
    caster: str
    host: str
    targets: list[str]


class ModifierView(Part):
    """A temporary change of numbers: of one card, or of a group ("heretics", "participants", "" all) of a seat."""

    stat: str
    amount: int
    until: str
    seat: int
    card: str
    group: str


class PendingView(Part):
    """The viewer's own open question."""

    key: str
    args: dict[str, Any]
    #: The card and the operation it is about.
    card: str
    op: Op | None


class StakeView(Part):
    """A passive that makes the viewer's manoeuvres pay more, or fail unless blocked, and its card."""

    card: str
    passive: Bounty | Bar


class LimitedView(Part):
    """Decks that are being built from boosters; the viewer's own fields are None for all others (AH-FMT.8)."""

    format: str
    factions: list[str]
    #: The number of boosters for each player.
    boosters: int
    #: The number of packets each seat is done with in a draft, its own and passed ones; and the seats with finished
    #: decks.
    done: list[int]
    ready: list[bool]
    #: The viewer's packet: its cards, and whether it is an own one.
    packet: list[str] | None
    own: bool
    #: The viewer's whole pool, and its cards from boosters, in the order received.
    pool: dict[str, int] | None
    drafted: list[str] | None
    deck: dict[str, int] | None


class HaeresisView(View):
    """The whole view of one seat."""

    pack: str
    pace: str
    phase: str
    round: int
    active: int
    #: The player to act in the Plot phase, and the Passes in a row.
    actor: int
    passes: int
    chapter: int
    #: The open window of Deus Ex Machina, "" without one.
    window: str
    players: list[PlayerView]
    cards: list[CardView]
    #: The Location in play, its placer, its time of day (0 to 3) and the current soul number.
    location: str
    placer: int
    time: int
    soul_number: int
    manoeuvre: ManoeuvreView | None
    paid: list[PaidView]
    mods: list[ModifierView]
    pending: PendingView | None
    #: The viewer's present costs: by kind for cards in hand, laid or revealed, by "card/ability" in play.
    costs: dict[str, Cost]
    #: Kinds of the viewer's cards that are playable from the row in progress, or in the open window.
    fitting: list[str]
    #: The affordable ones among them, in gold, souls and cards.
    affordable: list[str]
    stakes: list[StakeView]
    #: None in a match with decks that were brought or dealt, and once the game has begun.
    limited: LimitedView | None
    #: The reason for the end of the match, and the winner.
    reason: str
    winner: int
