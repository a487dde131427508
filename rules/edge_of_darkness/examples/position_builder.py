"""Builds positions: real matches with the built-in pack, whose state is then changed."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Sequence as Seq
from typing import Any, TypeAlias

from rules.edge_of_darkness.board.cubes import PER_COLOUR
from rules.edge_of_darkness.state.state import EdgeMatch, State, Turn
from rules.edge_of_darkness.state.steps import FreeStep
from rules.kernel import registry
from rules.kernel.data.actions import Action
from rules.kernel.engine.match import arrange
from rules.kernel.engine.sequence import Sequence

#: The moves of an example, as pairs of a seat and its action.
Moves: TypeAlias = Iterator[tuple[int, Action]]

#: The seed for all positions. It affects only cards and cubes that don't matter in an example.
SEED = "test"
#: The seat of each Guild.
ANOINTED, CARNIVAL, LEAVES, CARTEL = range(4)

#: The cards in the Street and the tower, unless an example specifies others. None of them has an advancement.
STREET = ("old_piet_haverkamp", "lady_corisande_vael", "tova_lindqvart", "hob_the_ferryman", "dame_ottoline_sark")
TOWER = ("bertil_nosk", "jessamy_crake", "nell_the_lamplighter")


# -- complete positions ---------------------------------------------------------------------------------------


def new(seats: int = 2, seed: str = SEED, **options: Any) -> EdgeMatch:
    """Return a new match at its first decision: the first pick of the prologue, or the choice of Guilds."""
    return registry.GAMES["edge_of_darkness"].new(seats, seed, options)


def prologue(seats: int) -> EdgeMatch:
    """Return a match at the first pick of the prologue, made by seat 0."""
    match = new(seats)
    with arrange(match) as state:
        state.first = 0
        state.stack[:] = [Sequence("game", "round"), Sequence("prologue")]
        match.start()
    return match


def acting(seats: int = 2, seat: int = 0, *, then: Seq[int] = (), hand: Seq[str] = (), street: Seq[str] = STREET,
           tower: Seq[str] = TOWER, **options: str) -> EdgeMatch:  # fmt: skip
    """Return a match in the free part of this seat's Action turn in round 1. Only the seats in `then` act afterwards.

    All cubes are in the bag, and all advancements in the supply. Every player has the starting tokens. Only the
    active player has cards, namely `hand`.
    """
    match = new(seats, **options)
    with arrange(match) as state:
        _lay_out(state, street, tower)
        last = (seat, *then)[-1]
        state.first = (last + 1) % seats
        state.phase, state.turn = "action", Turn(seat)
        state.stack[:] = [
            Sequence("game", "end_of_round"),
            *[Sequence("action_turn", seat=other) for other in reversed(then)],
            Sequence("action_turn", "discard_hand", seat),
            FreeStep(seat),
        ]
        for card in hand:
            _move(state, card, state.players[seat].hand)
    return match


def assembling(hand: Seq[str] = ()) -> EdgeMatch:
    """Return a match before seat 0's draft, the first of two in round 1. Everything else is as in `acting`."""
    match = new()
    with arrange(match) as state:
        _lay_out(state, STREET, TOWER)
        state.first, state.phase = 0, "assembly"
        for card in hand:
            _move(state, card, state.players[0].hand)
        state.stack[:] = [
            Sequence("game", "end_of_round"),
            Sequence("round", "action_phase"),
            Sequence("assembly_turn", seat=1),
            Sequence("assembly_turn", seat=0),
        ]
        match.start()
    return match


def _lay_out(state: State, street: Seq[str], tower: Seq[str]) -> None:
    """Lay out round 1: these cards in Street and tower, all other cards in the stack, with Neutral cards on top."""
    colours = state.seats + 1
    state.round = 1
    state.bag, state.trays = [PER_COLOUR] * colours, [[0] * colours for _ in state.trays]
    for player in state.players:
        player.zone, player.starters = [0] * colours, []
    state.street, state.tower, state.discard = list(street), list(tower), []
    rest = [name for name in state.cards if name not in (*street, *tower)]
    state.deck = sorted(rest, key=lambda name: state.cards[name].owner >= 0)


# -- cards ----------------------------------------------------------------------------------------------------


def lift(state: State, card: str) -> None:
    """Remove a card from wherever it is. The caller must put it somewhere else."""
    places: list[list[str]] = [state.deck, state.discard]
    for player in state.players:
        places += [player.hand, player.hall, player.starters]
    for place in places:
        if card in place:
            place.remove(card)
    for spaces in (state.street, state.tower):
        if card in spaces:
            spaces[spaces.index(card)] = ""


def move(match: EdgeMatch, card: str, to: list[str]) -> str:
    """Move a card to a list of cards in the state, such as a hand."""
    with arrange(match) as state:
        _move(state, card, to)
    return card


def _move(state: State, card: str, to: list[str]) -> None:
    lift(state, card)
    to.append(card)


def discard_all_but(match: EdgeMatch, stack: int) -> None:
    """Leave this many cards in the stack, and move the rest of the stack to the Discard pile."""
    with arrange(match) as state:
        state.discard += state.deck[stack:]
        del state.deck[stack:]


def sleeve_slip(match: EdgeMatch, card: str, *slips: str) -> None:
    """Sleeve a copy of each of these slips onto a card. Replaced slips return to the supply."""
    with arrange(match) as state:
        for slip in slips:
            slot = match.content.slips[slip].slot
            _change_supply(state, getattr(state.cards[card], slot), 1)
            _change_supply(state, slip, -1)
            setattr(state.cards[card], slot, slip)


def _change_supply(state: State, slip: str, more: int) -> None:
    # The slip is "" for an empty slot. Slips that a test has made up aren't in the supply.
    if slip in state.supply:
        state.supply[slip] += more


def claimed(match: EdgeMatch, seat: int, card: str) -> str:
    """Give a seat a Neutral card, as if claimed with an Allegiance slip."""
    with arrange(match) as state:
        state.cards[card].owner, state.cards[card].claimed = seat, True
        state.players[seat].slips -= 1
    return card


def favour(match: EdgeMatch, card: str, count: int) -> None:
    """Put this much Influence on a card in the Street."""
    with arrange(match) as state:
        state.favours[card] = count


# -- cubes ----------------------------------------------------------------------------------------------------


def tray(match: EdgeMatch, spot: int, *cubes: int) -> None:
    """Fill the tray of a spot (1 to 3) with cubes from the bag. The counts are by colour, with black last."""
    with arrange(match) as state:
        counts = [*cubes, *[0] * (state.seats + 1 - len(cubes))]
        for colour, count in enumerate(counts):
            state.bag[colour] += state.trays[spot - 1][colour] - count
        state.trays[spot - 1] = counts


# -- players and the turn -------------------------------------------------------------------------------------


def set_player(match: EdgeMatch, seat: int, **fields: Any) -> None:
    """Set fields of a seat's `Player`, such as coins, influence or agents."""
    with arrange(match) as state:
        for name, value in fields.items():
            setattr(state.players[seat], name, value)


def set_turn(match: EdgeMatch, **fields: Any) -> None:
    """Set fields of the current `Turn`, such as battle, may_hunt or sleeved."""
    with arrange(match) as state:
        for name, value in fields.items():
            setattr(state.turn, name, value)


def send(match: EdgeMatch, seat: int, location: str, count: int) -> None:
    """Send a seat's Agents from the pool to a Location. If the pool has too few, train the missing Agents first."""
    with arrange(match) as state:
        player = state.players[seat]
        trained = max(0, count - player.pool)
        player.untrained -= trained
        player.pool += trained - count
        player.agents[location] = player.agents.get(location, 0) + count
