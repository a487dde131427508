"""Builds positions for examples and tests, and plays moves in them. Each is a real match with a changed state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from rules.aevum_haeresis.board.card_lookup import kind, owner
from rules.aevum_haeresis.content.decklist import copies_by_card
from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.content.records import DeckList
from rules.aevum_haeresis.flow.setup import laid_out, number_in_order
from rules.aevum_haeresis.flow.windows import half_of
from rules.aevum_haeresis.seen.invariants import cards_outside_zones
from rules.aevum_haeresis.state.actions import Announce, Choose, Decline, Done, DrawFrom, Join, Lay, Pass, PayFor, Waive
from rules.aevum_haeresis.state.options import Options
from rules.aevum_haeresis.state.state import Haeresis, InPlay
from rules.aevum_haeresis.state.steps import ActStep, AnyStep, DemStep, RowStep
from rules.kernel import registry
from rules.kernel.data.actions import Action
from rules.kernel.engine.example import Examples
from rules.kernel.engine.match import Match, arrange
from rules.kernel.engine.sequence import Sequence

#: The worked examples, by rule id.
HAERESIS_EXAMPLES = Examples[Haeresis]()
#: The seats in the examples. Anna is the Active player.
ANNA, BELA = 0, 1
#: The indexes of the times of day.
MORNING, NOON, EVENING, NIGHT = range(4)
#: Actions that change as little as possible, in order of preference.
LITTLE: tuple[Action, ...] = (Waive(), Decline(), Done(), DrawFrom("none"), Pass())

Moves = Iterator[tuple[int, Action]]


@cache
def decks() -> tuple[DeckList, DeckList]:
    """Return the ready decks that Anna and Béla play with."""
    return base().decks["drowned_saints"], base().decks["torches_of_the_margrave"]


@cache
def ready_cards() -> frozenset[str]:
    """Return the ids of all cards in the two ready decks."""
    return frozenset(
        f"{name}.{seat}.{copy}"
        for seat, deck in enumerate(decks())
        for name, copies in copies_by_card(deck).items()
        for copy in range(1, copies + 1)
    )


def new(seed: str = "test", **options: Any) -> Haeresis:
    """Return a new match at its first decision: Anna has the Drowned Saints, Béla the Torches of the Margrave.

    By default, players choose teams and Locations when the rulebook says so, and not in advance (`plan_ahead`).
    """
    state = laid_out(2, seed, Options.model_validate({"plan_ahead": False, **options}), decks(), number_in_order)
    match = Match(registry.GAMES["aevum_haeresis"], state)
    match.start()
    return match


def scene(active: int = ANNA, **options: Any) -> Haeresis:
    """Return the standard position: the Plot phase of the second Round, when the Active seat must choose an action.

    Both players have an empty hand, no Heretics in play, 30 cards in the Plot deck, 12 in the Heretic deck, 5 gold and
    1 soul. The Location is "causeway_village" at Morning, placed by the Active seat. Because hands are empty, windows
    close without asking.
    """
    match = new(**options)
    with arrange(match) as state:
        for player in state.players:
            heretics = [card for card in player.hand if match.content.cards[kind(card)].type == "heretic"]
            player.heretics += heretics
            player.plot += [card for card in player.hand if card not in heretics]
            player.hand = []
            player.pyre += player.plot[30:] + player.heretics[12:]
            player.plot, player.heretics = player.plot[:30], player.heretics[:12]
        state.round, state.active = 2, active
        _locate(match, "causeway_village", active, MORNING)
        _begin_action(match, active)
    return match


def acting(match: Haeresis, seat: int) -> Haeresis:
    """Change the position so that this seat must choose an action of the Plot phase and no action is in progress."""
    with arrange(match):
        _begin_action(match, seat)
    return match


def _begin_action(match: Haeresis, seat: int) -> None:
    stack: list[AnyStep] = [Sequence("game", "round"), Sequence("epilogue"), Sequence("plot", "next_actor")]
    match.state.stack[:] = [*stack, ActStep(seat)]
    match.state.phase, match.state.actor, match.state.man = "plot", seat, None


def enlisting(match: Haeresis) -> Haeresis:
    """Start an Enlistment phase, where the Active seat must lay its row."""
    stack: list[AnyStep] = [Sequence("game", "round"), Sequence("epilogue"), Sequence("plot")]
    with arrange(match) as state:
        state.stack[:] = [*stack, Sequence("enlistment", "passive_row"), RowStep(state.active)]
        state.phase = "enlistment"
    return match


# -- changes to a position ------------------------------------------------------------------------------------


def put(match: Haeresis, seat: int, name: str, *, controller: int | None = None, **fields: Any) -> str:
    """Put a copy of a card into play for a seat; return its id. A Damned or Camp replaces the seat's current one."""
    with arrange(match):
        return _enter(match, seat, name, seat if controller is None else controller, **fields)


def hold(match: Haeresis, seat: int, *names: str) -> list[str]:
    """Put copies of cards into a seat's hand; return their ids."""
    with arrange(match) as state:
        return add(match, seat, names, state.players[seat].hand)


def deck(
    match: Haeresis, seat: int, *, plot: int | None = None, heretics: int | None = None, locations: int | None = None
) -> None:
    """Leave this many cards in a seat's decks, and put the rest on the Pyre."""
    with arrange(match) as state:
        player = state.players[seat]
        for pile, count in ((player.plot, plot), (player.heretics, heretics), (player.locations, locations)):
            if count is not None:
                assert len(pile) >= count
                player.pyre += pile[count:]
                del pile[count:]


def location(match: Haeresis, name: str, placer: int, time: int = MORNING) -> str:
    """Replace the Location in play with this one. The old Location goes to the bottom of its owner's Location deck."""
    with arrange(match):
        return _locate(match, name, placer, time)


def set_player(match: Haeresis, seat: int, **fields: Any) -> None:
    """Set the given fields of a player, such as `gold=9, souls=2`."""
    with arrange(match) as state:
        _set(state.players[seat], fields)


def set_card(match: Haeresis, name: str, **fields: Any) -> None:
    """Set the given fields of a card in play, such as `time=NIGHT` for the Location."""
    with arrange(match) as state:
        _set(state.cards[name], fields)


def _set(record: object, fields: dict[str, Any]) -> None:
    for name, value in fields.items():
        assert hasattr(record, name)
        setattr(record, name, value)


def _locate(match: Haeresis, name: str, placer: int, time: int) -> str:
    state = match.state
    if state.location in state.cards:
        del state.cards[state.location]
        state.players[owner(state.location)].locations.append(state.location)
    state.location, state.placer = _enter(match, placer, name, placer, time=time), placer
    return state.location


def _enter(match: Haeresis, seat: int, name: str, controller: int, **fields: Any) -> str:
    made = copy_of(match, seat, name)
    if (part := part_of(match, name)) in ("damned", "camp"):
        setattr(match.state.players[seat], part, made)
    match.state.entered += 1
    match.state.cards[made] = InPlay(controller, order=match.state.entered, **fields)
    return made


def add(match: Haeresis, seat: int, names: tuple[str, ...], pile: list[str]) -> list[str]:
    """Put copies of cards on a seat's pile; return their ids."""
    for name in names:
        pile.append(copy_of(match, seat, name))
    return pile[len(pile) - len(names) :]


def copy_of(match: Haeresis, seat: int, name: str) -> str:
    """Return an id for an additional copy of a card.

    A card of the same part of the deck is removed, so that the total number of cards stays the same.
    """
    state = match.state
    lying = cards_outside_zones(state)
    for player in state.players:
        lying += [*player.plot, *player.heretics, *player.locations, *player.background, *player.hand, *player.pyre]
        lying += [card for chapter in player.row for card in chapter]
    copies = [int(card.split(".")[2]) for card in lying if kind(card) == name and owner(card) == seat]
    _make_room(match, seat, name)
    return f"{name}.{seat}.{max(copies, default=0) + 1}"


def _make_room(match: Haeresis, seat: int, name: str) -> None:
    """Make room for a card: remove one of the same deck part from the Pyre, or else from the end of a deck."""
    part, player = part_of(match, name), match.state.players[seat]
    if part in ("damned", "camp"):
        leader = player.damned if part == "damned" else player.camp
        match.state.cards.pop(leader, None)
        player.pyre = [card for card in player.pyre if card != leader]
        return
    if part == "background":
        return
    for pile, end in ((player.pyre, 0), (player.plot, -1), (player.heretics, -1), (player.locations, -1)):
        like = [card for card in pile if card in ready_cards() and part_of(match, kind(card)) == part]
        if like:
            pile.remove(next((card for card in like if kind(card) == name), like[end]))
            return
    raise AssertionError(f"nothing makes room for {name}")


def part_of(match: Haeresis, name: str) -> str:
    """Return the name of the part of a deck that this card belongs to."""
    record = match.content.cards[name]
    if record.background:
        return "background"
    return record.type if record.type in ("damned", "camp", "location", "heretic") else "plot"


def the(match: Haeresis, seat: int, name: str, number: int = 1) -> str:
    """Return the id of a seat's `number`th copy of a card, counting from 1.

    Only copies in play, in the hand and in the row count, and not those in a deck or on the Pyre.
    """
    player = match.state.players[seat]
    out = [
        *match.state.cards,
        *player.hand,
        *match.state.open[seat],
        *(card for chapter in player.row for card in chapter),
    ]
    copies = [card for card in out if kind(card) == name and owner(card) == seat]
    return sorted(copies, key=lambda card: int(card.split(".")[2]))[number - 1]


# -- moves ----------------------------------------------------------------------------------------------------


def question(match: Haeresis) -> str:
    """Return the key of the question that a player must answer now; "" if the match is over."""
    return next((decision.prompt.key for decision in match.decisions().values()), "")


def after(match: Haeresis, moves: Moves) -> Haeresis:
    """Apply these moves to the match to prepare a position; return the match."""
    for seat, action in moves:
        match.apply(seat, action)
    return match


def waive(match: Haeresis) -> Moves:
    """Yield moves that waive all open windows, until a different question is asked."""
    while match.state.stack and isinstance(top := match.state.stack[-1], DemStep):
        yield half_of(match, top), Waive()


def idle(match: Haeresis, until: Callable[[], bool]) -> Moves:
    """Yield moves that do as little as possible until `until` returns True or the match is over."""
    while not match.over and not until():
        seat, decision = next(iter(match.decisions().items()))
        yield seat, next((action for action in LITTLE if action in decision.actions), decision.actions[-1])


def to(match: Haeresis, key: str) -> Moves:
    """Yield moves that do as little as possible until the question with this key is asked."""
    return idle(match, lambda: question(match) == key)


def join(match: Haeresis, seat: int, *team: str) -> Moves:
    """Yield the moves that make a seat choose exactly this team."""
    for name in team:
        yield seat, Join(name)
    if question(match) == "team" and seat in match.decisions():
        yield seat, Done()


def manoeuvre(match: Haeresis, kind: str, team: tuple[str, ...], block: tuple[str, ...] = ()) -> Moves:
    """Yield the moves that announce a manoeuvre, waive its windows and choose both teams.

    If `block` is empty, no one blocks the manoeuvre.
    """
    seat = match.state.actor
    yield seat, Announce(kind)
    yield from waive(match)
    yield from join(match, seat, *team)
    yield from join(match, 1 - seat, *block)


def lay(match: Haeresis, seat: int, *cards: str) -> Moves:
    """Yield the moves that lay this row for a seat. The row ends automatically with the last card of the hand."""
    for name in cards:
        yield seat, Lay(name)
    if question(match) == "row" and seat in match.decisions():
        yield seat, Done()


def pay(match: Haeresis, seat: int, *named: str) -> Moves:
    """Yield the moves that pay for the card that a seat is asked about.

    `named` are the answers to the questions of the payment.
    """
    (offer,) = (action for action in match.decisions()[seat].actions if isinstance(action, PayFor))
    yield seat, offer
    for option in named:
        yield seat, Choose(option)
