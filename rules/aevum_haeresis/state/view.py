"""What a seat or a spectator may see of Aevum Haeresis (section 35.1 of RULES.md)."""

from __future__ import annotations

from typing import Any

from rules.aevum_haeresis.content.effects import Bar, Bounty
from rules.aevum_haeresis.content.ops import Cost, Op
from rules.kernel.data.view import Part, View


class CardView(Part):
    """A card in play: Damned, Camp, Location, Heretic, Hunter, Attachment, or what lasts for a time.

    The numbers are the current ones, 0 where a type has none. `time` is the place on the card's own track,
    -1 without one. `used` are the places of its abilities used in this Round, `usable` those its user could use now.
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
    #: What it is attached to: a character or the Location.
    host: str
    #: "", "conflict" or "round": when it goes to the Pyre by itself.
    until: str
    time: int
    used: list[int]
    counters: int = 0


class PlayerView(Part):
    """One seat. What only its owner may see is None for everybody else (AH-INFO.4).

    `row` are the sizes of the face-down Chapters that lie ready; while a row is being laid others see nothing of it.
    `plot` and `heretics` are counts; `own_plot` and `own_heretics` list the kinds left in one's own decks, sorted.
    """

    seat: int
    damned: str
    camp: str
    gold: int
    souls: int
    execution: int
    #: The Execution level has risen in this Round.
    rose: bool
    #: Gold that the next card of this Round costs less.
    free: int
    mulligan: bool
    income: int
    hand_count: int
    plot: int
    heretics: int
    locations: int
    background: int
    row: list[int]
    #: Revealed cards of the current Chapter that are not decided about yet.
    open: list[str]
    pyre: list[str]
    hand: list[str] | None
    own_row: list[list[str]] | None
    own_locations: list[str] | None
    own_background: list[str] | None
    own_plot: list[str] | None
    own_heretics: list[str] | None
    #: Kinds seen in the opponent's hand by an effect, at that moment.
    peeked: list[str] | None


class ManoeuvreView(Part):
    """The manoeuvre under way; `icons` is what each team counts now, `successful` is -1 until it is evaluated."""

    type: str
    initiator: int
    teams: list[list[str]]
    blocked: bool
    icons: list[int]
    successful: int


class PaidView(Part):
    """A card or ability (`ability` is its place, -1 for a card) that is paid for and not resolved yet."""

    seat: int
    card: str
    ability: int
    caster: str
    host: str
    targets: list[str]


class ModifierView(Part):
    """A change of numbers for a time: of one card, or of a group ("heretics", "participants", "" all) of a seat."""

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
    """Decks that are being made from boosters; what is the viewer's own is None for everybody else (AH-FMT.8)."""

    format: str
    factions: list[str]
    #: How many boosters each player opens.
    boosters: int
    #: How many packets each seat is done with in a draft, its own and passed ones, and whose deck is ready.
    done: list[int]
    ready: list[bool]
    #: The packet that the viewer takes from: its cards, and whether it is an own one.
    packet: list[str] | None
    own: bool
    #: All that the viewer can build a deck from, and what of it is from boosters, in the order in which it came.
    pool: dict[str, int] | None
    drafted: list[str] | None
    deck: dict[str, int] | None


class HaeresisView(View):
    """Everything one seat may see."""

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
    #: The Location in play, who placed it, its time of day (0 to 3) and the current soul number.
    location: str
    placer: int
    time: int
    soul_number: int
    manoeuvre: ManoeuvreView | None
    paid: list[PaidView]
    mods: list[ModifierView]
    pending: PendingView | None
    #: What the viewer would pay now: for cards in hand, laid or revealed by their kinds, in play by "card/ability".
    costs: dict[str, Cost]
    #: Kinds of the viewer's cards that can be played from the row it lays, or in the window that is open for it.
    fitting: list[str]
    #: Those of them for which it has gold, souls and cards enough.
    affordable: list[str]
    stakes: list[StakeView]
    #: None in a match with decks that were brought or dealt, and when the game has begun.
    limited: LimitedView | None
    #: Why the match ended, and for whom.
    reason: str
    winner: int
