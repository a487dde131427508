"""Builds positions: real matches of the real engine and the real pack, with a changed state."""

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

#: The moves of an example: each a seat with its action.
Moves: TypeAlias = Iterator[tuple[int, Action]]

#: The seed of a position; cards and cubes that matter are placed by hand.
SEED = "test"
#: The seats of the Guilds, as they are dealt.
ANOINTED, CARNIVAL, LEAVES, CARTEL = range(4)

#: The default places of cards. None of them carries an advancement.
STREET = ("old_piet_haverkamp", "lady_corisande_vael", "tova_lindqvart", "hob_the_ferryman", "dame_ottoline_sark")
TOWER = ("bertil_nosk", "jessamy_crake", "nell_the_lamplighter")


# -- whole positions ------------------------------------------------------------------------------------------


def new(seats: int = 2, seed: str = SEED, **options: Any) -> EdgeMatch:
    """Return a fresh match, at its first decision: the first pick of the prologue, or the choice of Guilds."""
    return registry.GAMES["edge_of_darkness"].new(seats, seed, options)


def prologue(seats: int) -> EdgeMatch:
    """Return a match at the first pick of the prologue, which is seat 0's."""
    match = new(seats)
    with arrange(match) as state:
        state.first = 0
        state.stack[:] = [Sequence("game", "round"), Sequence("prologue")]
        match.start()
    return match


def acting(seats: int = 2, seat: int = 0, *, then: Seq[int] = (), hand: Seq[str] = (), street: Seq[str] = STREET,
           tower: Seq[str] = TOWER, **options: str) -> EdgeMatch:  # fmt: skip
    """Return the free part of a seat's Action turn in round 1; only the seats in `then` have yet to act.

    All cubes are in the bag and all advancements in the supply; every player has the starting tokens, and no card.
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
    """Return the draft of seat 0, first of two in the Assembly Phase of round 1, on the same table as `acting`."""
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
    """Lay out round 1 with these cards in Street and tower, and all others in the stack, Neutral ones first."""
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
    """Lift a card from its place; the caller puts it somewhere."""
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
    """Move a card from its place into a list of cards of the state."""
    with arrange(match) as state:
        _move(state, card, to)
    return card


def _move(state: State, card: str, to: list[str]) -> None:
    lift(state, card)
    to.append(card)


def discard_all_but(match: EdgeMatch, stack: int) -> None:
    """Leave this many cards in the stack and put the others on the Discard pile."""
    with arrange(match) as state:
        state.discard += state.deck[stack:]
        del state.deck[stack:]


def sleeve_slip(match: EdgeMatch, card: str, *slips: str) -> None:
    """Put a copy of each of these slips onto a card, each into its slot; replaced slips return to the supply."""
    with arrange(match) as state:
        for slip in slips:
            slot = match.content.slips[slip].slot
            _change_supply(state, getattr(state.cards[card], slot), 1)
            _change_supply(state, slip, -1)
            setattr(state.cards[card], slot, slip)


def _change_supply(state: State, slip: str, more: int) -> None:
    if slip in state.supply:  # no slip, or one invented by a test
        state.supply[slip] += more


def claimed(match: EdgeMatch, seat: int, card: str) -> str:
    """Let a seat own a Neutral card by an Allegiance slip."""
    with arrange(match) as state:
        state.cards[card].owner, state.cards[card].claimed = seat, True
        state.players[seat].slips -= 1
    return card


def favour(match: EdgeMatch, card: str, count: int) -> None:
    """Put this much Influence on a Street card."""
    with arrange(match) as state:
        state.favours[card] = count


# -- cubes ----------------------------------------------------------------------------------------------------


def tray(match: EdgeMatch, spot: int, *cubes: int) -> None:
    """Fill the tray of a spot (1 to 3) with cubes by colour, black last; they come from the bag."""
    with arrange(match) as state:
        counts = [*cubes, *[0] * (state.seats + 1 - len(cubes))]
        for colour, count in enumerate(counts):
            state.bag[colour] += state.trays[spot - 1][colour] - count
        state.trays[spot - 1] = counts


# -- players and the turn -------------------------------------------------------------------------------------


def set_player(match: EdgeMatch, seat: int, **fields: Any) -> None:
    """Set a seat's coins, influence, agents and so on; unknown fields are refused."""
    with arrange(match) as state:
        for name, value in fields.items():
            setattr(state.players[seat], name, value)


def set_turn(match: EdgeMatch, **fields: Any) -> None:
    """Set what happened in the current turn: battle, may_hunt, sleeved and so on."""
    with arrange(match) as state:
        for name, value in fields.items():
            setattr(state.turn, name, value)


def send(match: EdgeMatch, seat: int, location: str, count: int) -> None:
    """Send Agents of a seat from the pool to a Location, training some first if the pool has too few."""
    with arrange(match) as state:
        player = state.players[seat]
        trained = max(0, count - player.pool)
        player.untrained -= trained
        player.pool += trained - count
        player.agents[location] = player.agents.get(location, 0) + count
