"""Checks that a loaded state is consistent, so a damaged save is refused when it is loaded and not during play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.edge_of_darkness.board.cubes import PER_COLOUR
from rules.edge_of_darkness.content.load import Content
from rules.edge_of_darkness.content.ops import SLOTS
from rules.edge_of_darkness.state.state import ORDERS_VERSION, SPOTS, STREET, EdgeMatch, State
from rules.kernel.engine.sequence import Sequence

#: The total numbers of Agents and Allegiance slips of each seat.
AGENTS, SLIPS = 10, 7


def is_sound(match: EdgeMatch) -> bool:
    """Return whether all ids exist, each piece is in exactly one place, and all counts and seats are in range.

    Raises KeyError for some unknown ids.
    """
    state, content = match.state, match.content
    return (
        _shape_is_sound(state)
        and _cards_are_sound(state, content)
        and _pieces_are_sound(state, content)
        and all(count >= 0 for count in _counts(state))
        and state.first in range(state.seats)
        and state.turn.seat in range(-1, state.seats)
        and all(name in content.locations for name in _named_locations(state))
        and state.reading in range(1, ORDERS_VERSION + 1)
        and all(card in state.cards for card in state.turn.defeated)
        and all(player.guild in content.guilds for player in state.players)
        and all(player.moved_down < len(content.board.defence_track) for player in state.players)
    )


def _shape_is_sound(state: State) -> bool:
    colours = state.seats + 1
    cubes = [state.bag, state.aside, *state.trays]
    cubes += [place for player in state.players for place in (player.zone, player.staged)]
    bottom = state.stack[0] if state.stack else None
    return (
        state.over == (bottom is None)
        and (bottom is None or (isinstance(bottom, Sequence) and bottom.name == "game"))
        and len(state.players) == state.seats
        and (len(state.street), len(state.tower), len(state.trays)) == (STREET, SPOTS, SPOTS)
        and all(len(place) == colours for place in cubes)
    )


def _cards_are_sound(state: State, content: Content) -> bool:
    """Return whether each card is in exactly one place, and each slip in a slot of the right kind (EOD-ZONE.15)."""
    lying = Counter([*state.deck, *state.discard, *filter(None, state.street), *filter(None, state.tower)])
    for player in state.players:
        lying.update([*player.hand, *player.hall, *player.starters])
    if lying != Counter(state.cards.keys()) or not state.favours.keys() <= state.cards.keys():
        return False
    if {slip.id for name in state.locations for slip in content.locations[name].slips} != state.supply.keys():
        return False
    for name, card in state.cards.items():
        slips = {slot: getattr(card, slot) for slot in SLOTS}
        if card.starter != name or name not in content.starters or card.owner not in range(-1, state.seats):
            return False
        if any(slip and content.slips[slip].slot != slot for slot, slip in slips.items()):
            return False
    return True


def _pieces_are_sound(state: State, content: Content) -> bool:
    """Return whether the numbers of cubes, Agents and slips are correct (EOD-COMP.5, COMP.6, COMP.8, COMP.12)."""
    for colour in range(state.seats + 1):
        places = [state.bag, state.aside, *state.trays]
        places += [place for player in state.players for place in (player.zone, player.staged)]
        if sum(place[colour] for place in places) != PER_COLOUR:
            return False
    for seat, player in enumerate(state.players):
        claimed = sum(card.claimed and card.owner == seat for card in state.cards.values())
        if player.untrained + player.pool + sum(player.agents.values()) != AGENTS or player.slips + claimed != SLIPS:
            return False
    sleeved = Counter(slip for card in state.cards.values() for slip in (card.top, card.middle, card.bottom) if slip)
    return all(left + sleeved[slip] == content.slips[slip].copies for slip, left in state.supply.items())


def _counts(state: State) -> Iterator[int]:
    yield from (*state.bag, *state.aside, *state.supply.values(), *state.favours.values(), state.turn.battle)
    yield from (count for tray in state.trays for count in tray)
    for player in state.players:
        yield from (player.coins, player.influence, player.goodwill, player.reputation)
        yield from (player.untrained, player.pool, player.slips, player.moved_down)
        yield from (*player.zone, *player.staged, *player.agents.values())


def _named_locations(state: State) -> Iterator[str]:
    yield from (*state.locations, *state.picked)
    for player in state.players:
        yield from player.agents
