"""The data of views, which seats and spectators see (section 35.1 of RULES.md)."""

from __future__ import annotations

from typing import Any

from rules.aevum_haeresis.content.effects import Bar, Bounty
from rules.aevum_haeresis.content.ops import Cost, Op
from rules.kernel.data.view import Part, View


class CardView(Part):
    """A card in play: Damned, Camp, Location, Heretic, Hunter, Attachment, or a temporary card.

    The numbers are the current ones, 0 for types without such a number. `time` is the index of the time of day on the
    card's track, -1 without a track. `used` are the numbers of its abilities used in this Round, `usable` those that
    can be used now.
    """

    id: str
    kind: str
    type: str
    owner: int
    controller: int
    ready: bool
    health: int
    damage: int
    #: The damage on a Damned; 0 for other cards.
    wounds: int
    plunder: int
    recruit: int
    accuse: int
    #: The character or Location that the card is attached to, "" for none.
    host: str
    #: When the card goes to the Pyre automatically: "conflict" or "round" (at its end), "" for never.
    until: str
    time: int
    used: list[int]
    counters: int = 0


class PlayerView(Part):
    """One player's side. Private fields are None unless the viewer is this player (AH-INFO.4).

    `row` has the number of cards in each face-down Chapter; others see nothing of an unfinished row. `plot` and
    `heretics` are numbers of cards; `own_plot` and `own_heretics` are the kinds left in the viewer's own decks, sorted.
    """

    seat: int
    damned: str
    camp: str
    gold: int
    souls: int
    execution: int
    #: Whether the Execution level has risen in this Round.
    rose: bool
    #: The discount in gold on the next card paid for in this Round.
    free: int
    mulligan: bool
    income: int
    hand_count: int
    plot: int
    heretics: int
    locations: int
    background: int
    row: list[int]
    #: The revealed cards of the current Chapter that are neither paid for nor declined yet.
    open: list[str]
    pyre: list[str]
    hand: list[str] | None
    own_row: list[list[str]] | None
    own_locations: list[str] | None
    own_background: list[str] | None
    own_plot: list[str] | None
    own_heretics: list[str] | None
    #: The kinds of cards that an effect has shown in the opponent's hand, as it was at that moment.
    peeked: list[str] | None


class ManoeuvreView(Part):
    """The current manoeuvre. `icons` has each team's number of icons; `successful` is the successful seat, -1 before
    that.
    """

    type: str
    initiator: int
    teams: list[list[str]]
    blocked: bool
    icons: list[int]
    successful: int


class PaidView(Part):
    """A card or ability that is paid for but not resolved; `ability` is its number on the card, -1 for a card."""

    seat: int
    card: str
    ability: int
    caster: str
    host: str
    targets: list[str]


class ModifierView(Part):
    """A temporary change of numbers of one card, or of a seat's characters: "heretics", "participants" or, with "",
    all.
    """

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
    #: The card that the question is about, and the operation.
    card: str
    op: Op | None


class StakeView(Part):
    """A card whose passive gives the viewer's manoeuvres a bonus, or makes them fail unless they are blocked."""

    card: str
    passive: Bounty | Bar


class LimitedView(Part):
    """Decks that are being built from boosters; the viewer's own fields are None for other viewers (AH-FMT.8)."""

    format: str
    factions: list[str]
    #: The number of boosters for each player.
    boosters: int
    #: The number of packets that each seat has finished in a draft, its own and passed ones; and the seats with
    #: finished decks.
    done: list[int]
    ready: list[bool]
    #: The cards of the viewer's packet, and whether it is the viewer's own booster.
    packet: list[str] | None
    own: bool
    #: The viewer's whole pool, and its cards from boosters, in the order received.
    pool: dict[str, int] | None
    drafted: list[str] | None
    deck: dict[str, int] | None


class HaeresisView(View):
    """The whole view of a seat or a spectator."""

    pack: str
    pace: str
    phase: str
    round: int
    active: int
    #: The player to act in the Plot phase, and the number of Passes in a row.
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
    #: The viewer's current costs: by kind for cards in the hand, laid or revealed; by "card/ability" for abilities in
    #: play.
    costs: dict[str, Cost]
    #: The kinds of the viewer's cards that can be played from their row or in the open window.
    fitting: list[str]
    #: Those of the kinds in `fitting` whose cost the viewer can pay, in gold, souls and cards.
    affordable: list[str]
    stakes: list[StakeView]
    #: The decks being built from boosters; None in other matches, and once the game has begun.
    limited: LimitedView | None
    #: The reason for the end of the match, and the winner.
    reason: str
    winner: int
