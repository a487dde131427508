"""The data of views, which are what seats and spectators see (section 35.1 of RULES.md)."""

from __future__ import annotations

from typing import Any

from rules.aevum_haeresis.content.effects import Bar, Bounty
from rules.aevum_haeresis.content.ops import Cost, Op
from rules.kernel.data.view import Part, View


class CardView(Part):
    """A card in play: Damned, Camp, Location, Heretic, Hunter, Attachment, or a temporary card.

    The numbers are the current ones; they are 0 if the card's type has no such number. `time` is the index of the time
    of day on the card's track, or -1 if it has no track. `used` contains the numbers of the card's abilities that were
    used in this Round.
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
    #: The character or Location that the card is attached to; "" if none.
    host: str
    #: When the card goes to the Pyre automatically: at the end of the "conflict" or "round", or "" if never.
    until: str
    time: int
    used: list[int]
    counters: int = 0


class PlayerView(Part):
    """One player's side of the table. Private fields are None unless the viewer is this player (AH-INFO.4).

    `row` contains the number of cards in each face-down Chapter; other viewers see nothing of an unfinished row. `plot`
    and `heretics` are numbers of cards. `own_plot` and `own_heretics` are the kinds of cards left in the viewer's own
    decks, sorted.
    """

    seat: int
    damned: str
    camp: str
    gold: int
    souls: int
    execution: int
    #: Whether the Execution level has risen in this Round.
    rose: bool
    #: The amount of gold that the player saves on the next card that is paid for in this Round.
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
    #: The kinds of cards that were in the opponent's hand when the player last looked at it through an effect.
    peeked: list[str] | None


class ManoeuvreView(Part):
    """The manoeuvre that is in progress.

    `icons` contains each team's number of icons; `successful` is the successful seat, or -1 while the outcome is open.
    """

    type: str
    initiator: int
    teams: list[list[str]]
    blocked: bool
    icons: list[int]
    successful: int


class PaidView(Part):
    """A card or ability that is paid for but not resolved yet.

    `ability` is the ability's number on the card, or -1 if the card itself was paid for.
    """

    seat: int
    card: str
    ability: int
    caster: str
    host: str
    targets: list[str]


class ModifierView(Part):
    """A temporary change of the numbers of one card, or of a group of characters of one seat.

    `group` is "heretics", "participants", or "" for all characters.
    """

    stat: str
    amount: int
    until: str
    seat: int
    card: str
    group: str


class PendingView(Part):
    """The question that the viewer must answer now."""

    key: str
    args: dict[str, Any]
    #: The card that the question is about, and the operation that asks it.
    card: str
    op: Op | None


class StakeView(Part):
    """A card with a passive that gives the viewer's manoeuvres a bonus, or makes them fail if no one blocks them."""

    card: str
    passive: Bounty | Bar


class LimitedView(Part):
    """The decks that are being built from boosters. Other viewers see None in the viewer's own fields (AH-FMT.8)."""

    format: str
    factions: list[str]
    #: The number of boosters for each player.
    boosters: int
    #: For each seat, the number of packets that it has finished in a draft, counting its own and those passed to it.
    #: Also whether its deck is finished.
    done: list[int]
    ready: list[bool]
    #: The cards of the viewer's packet, and whether the packet is the viewer's own booster.
    packet: list[str] | None
    own: bool
    #: The viewer's whole pool; and the viewer's cards from boosters, in the order they were received.
    pool: dict[str, int] | None
    drafted: list[str] | None
    deck: dict[str, int] | None


class HaeresisView(View):
    """All that a seat or a spectator can see of a match."""

    pack: str
    pace: str
    phase: str
    round: int
    active: int
    #: The player who acts next in the Plot phase, and the number of consecutive Passes.
    actor: int
    passes: int
    chapter: int
    #: The open window of Deus Ex Machina; "" if none is open.
    window: str
    players: list[PlayerView]
    cards: list[CardView]
    #: The Location in play, the seat that placed it, its time of day (0 to 3), and its current soul number.
    location: str
    placer: int
    time: int
    soul_number: int
    manoeuvre: ManoeuvreView | None
    paid: list[PaidView]
    mods: list[ModifierView]
    pending: PendingView | None
    #: The current costs of the viewer's cards. Cards in the hand, laid or revealed are listed by kind, abilities in
    #: play by "card/ability".
    costs: dict[str, Cost]
    #: The kinds of the viewer's cards that can be played from their row or in the open window.
    fitting: list[str]
    #: The kinds in `fitting` that the viewer can also pay for, in gold, souls and cards.
    affordable: list[str]
    stakes: list[StakeView]
    #: The decks that are being built from boosters; None in other matches, and once the game has started.
    limited: LimitedView | None
    #: The reason why the match ended, and the winner.
    reason: str
    winner: int
