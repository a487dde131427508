"""Checks that a loaded state is consistent, so a damaged save is refused when it is loaded and not during play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.dark_providence.board.agents import cultist_id, frames_used, is_cultist, is_deep_one
from rules.dark_providence.board.allegiance import has_dissenters
from rules.dark_providence.board.piece_placement import last_space, owner_count, owner_state, targets
from rules.dark_providence.content import component_counts
from rules.dark_providence.content.records import MI_GO, Content, starting_cards
from rules.dark_providence.state.state import Piece, Providence, State
from rules.dark_providence.state.steps import ResourceStep
from rules.kernel.engine.sequence import Sequence


def is_sound(match: Providence) -> bool:
    """Return whether all ids exist, each piece is in exactly one place, and all counts and seats are in range.

    Raises KeyError for some unknown ids.
    """
    state, content = match.state, match.content
    return (
        _shape_is_sound(state, content)
        and cards_are_sound(state, content)
        and markers_are_sound(state)
        and _tokens_are_sound(state)
        and _allegiances_are_sound(state)
        and _agents_are_sound(match)
        and 0 <= state.ritual <= last_space(content)
        and 0 <= state.investigation <= last_space(content)
        and all(count >= 0 for count in _counts(state))
    )


def _shape_is_sound(state: State, content: Content) -> bool:
    bottom = state.stack[0] if state.stack else None
    return (
        state.over == (bottom is None)
        and (bottom is None or (isinstance(bottom, Sequence) and _place_is_sound(state, bottom)))
        and len(state.players) == state.seats
        and (state.old_one is not None) == (state.seats == 1)
        and state.first in range(state.seats)
        and state.turn.seat in range(-1 if state.phase == "setup" else 0, state.seats)
        and state.places.keys() == content.cities.keys()
        and all(city in ("", *content.cities) for city in (state.cthulhu, state.martial_law))
        and all(city in content.cities for city in state.whateleys)
        and len(state.whateleys) <= component_counts.WHATELEYS
        and state.whateley_seat in range(0 if state.whateleys else -1, state.seats)
        and _colours_are_sound(state)
        and all(seen in range(state.seats) for player in state.players for seen in player.seen)
        and (state.old_one is None or _old_one_is_sound(state, content))
    )


def _place_is_sound(state: State, bottom: Sequence) -> bool:
    """Return whether the next line of the order of play comes after a turn, as it must once the set-up is over."""
    after_a_turn = bottom.line in ("old_one_turn", "next_turn")
    return bottom.name == "game" and after_a_turn == (state.phase != "setup")


def _colours_are_sound(state: State) -> bool:
    """Return whether all players and, in solo play, the cultists have different colours (DP-SETUP.13)."""
    colours = [player.colour for player in state.players]
    if state.old_one is not None:
        colours += [own.colour for own in state.old_one.cultists]
    return len(set(colours)) == len(colours) and all(colour in range(5) for colour in colours)


def _old_one_is_sound(state: State, content: Content) -> bool:
    side = state.old_one
    assert side is not None
    controls = [*side.deck, *side.discard]
    under_way = side.control and side.control not in controls
    return (
        side.card in content.old_ones
        and (not side.control or side.control in content.controls)
        and [own.card for own in side.cultists] == list(content.cultists)
        and sorted([*controls, *([side.control] if under_way else [])]) == sorted(content.controls)
    )


def cards_are_sound(state: State, content: Content) -> bool:
    """Return whether each card is in exactly one place (DP-INV.4 to INV.6)."""
    held = [card for player in state.players for card in (*player.hand, *player.deck, *player.discard)]
    held += state.table
    if sorted(held) != sorted(state.owners) or any(seat not in range(state.seats) for seat in state.owners.values()):
        return False
    lying = Counter([*held, *state.stock, *state.area_e, *_lying_open(state)])
    mythos = [*state.row, *state.mythos_deck, *[card for player in state.players for card in player.mythos]]
    under_way = [step for step in state.stack if isinstance(step, ResourceStep)]
    if state.old_one is not None:
        mythos += state.old_one.mythos
        lying.update(state.old_one.kept)
        lying.update(step.card for step in under_way if step.what != "mythos")
    lying.update(mythos)
    lying.update(state.destroyed)
    return lying == Counter(_box(state, content))


def _lying_open(state: State) -> list[str]:
    return [card for place in state.places.values() for card in place.stack]


def _box(state: State, content: Content) -> list[str]:
    """Return the ids of all cards in this match."""
    starting = [
        card for player in state.players if player.lead for card, _ in starting_cards(content.leads[player.lead])
    ]
    mythos = [card.id for card in content.mythos.values() if card.solo or state.seats > 1]
    return [*starting, *content.assets, *content.city_cards, *mythos]


def markers_are_sound(state: State) -> bool:
    """Return whether no influence or control marker is missing and no lock is used twice (DP-INV.1, INV.2, INV.7)."""
    count = owner_count(state)
    if any(len(marks) != count or min(marks) < 0 for marks in state.marks.values()):
        return False
    for owner in range(count):
        holder = owner_state(state, owner)
        total = holder.supply + holder.limbo + sum(marks[owner] for marks in state.marks.values())
        # Unlike cultists, players also have markers in the common pool and a marker on the VP track.
        if owner < state.seats:
            total += state.players[owner].pool + 1
        controls = holder.controls
        controls += sum((place.controller == owner) + (place.gate_owner == owner) for place in state.places.values())
        if total != component_counts.MARKERS or controls != component_counts.CONTROLS:
            return False
    lying = {*targets(state)}
    return (
        len(set(state.locks)) == len(state.locks) <= component_counts.LOCKS
        and lying.issuperset(state.locks)
        and lying.issuperset(state.marks)
        and all(any(marks) for marks in state.marks.values())
        and all(bool(place.gate) == (place.gate_owner >= 0) for place in state.places.values())
    )


def _tokens_are_sound(state: State) -> bool:
    """Return whether there are six SANE and twelve MADNESS tokens (DP-INV.3)."""
    if len(state.bag) != 2 or len(state.spent) != 2:
        return False
    sane = state.bag[0] + state.spent[0] + sum(player.sane for player in state.players)
    madness = state.bag[1] + state.spent[1] + sum(player.madness for player in state.players)
    return (sane, madness + (state.old_one.madness if state.old_one else 0)) == (6, 12)


def _allegiances_are_sound(state: State) -> bool:
    """Return whether the allegiances dealt and set aside make up the deck, and the unused dissenter is last."""
    if state.old_one is not None:
        return not state.aside
    every = sorted([*(player.allegiance for player in state.players), *state.aside])
    if not has_dissenters(state.options, state.seats):
        return every == sorted(["cultist", "investigator"] * (1 if state.seats == 2 else 2))
    if state.seats < 4:
        return every == sorted(component_counts.SIDES)
    return every == sorted([*component_counts.SIDES, "investigator", "cultist"]) and state.aside[-1] in (
        "ex_investigator",
        "ex_cultist",
    )


def _agents_are_sound(match: Providence) -> bool:
    """Return whether each agent is in a city with a valid owner, and each dead agent in only one crypt (DP-INV.9).

    A recruited agent and its card have the same owner, unless an effect has moved or destroyed the card (DP-HC.31).
    """
    state, content = match.state, match.content
    crypts = [agent for player in state.players for agent in player.crypt]
    crypts += state.old_one.crypt if state.old_one is not None else []
    if len(set(crypts)) != len(crypts) or any(agent not in content.agents for agent in crypts):
        return False
    standing = [*state.agents, *crypts]
    on_map = state.phase != "setup"
    if on_map and any(player.lead not in standing for player in state.players):
        return False
    if on_map and state.old_one is not None and not state.agents.keys() >= {cultist_id(1), cultist_id(2)}:
        return False
    return (
        len(set(standing)) == len(standing)
        and all(_agent_is_sound(state, content, agent, piece) for agent, piece in state.agents.items())
        and all(frames_used(state, seat) <= component_counts.AGENT_LIMIT for seat in range(state.seats))
    )


def _agent_is_sound(state: State, content: Content, agent: str, piece: Piece) -> bool:
    if piece.city not in content.cities:
        return False
    if is_deep_one(agent):
        return agent in {f"deep_one_{n + 1}" for n in range(component_counts.DEEP_ONE_PIECES)} and piece.owner == -1
    if is_cultist(agent):
        return state.old_one is not None and agent in (cultist_id(1), cultist_id(2)) and piece.owner == int(agent[-1])
    if piece.owner not in range(state.seats):
        return False
    if agent in content.leads:
        return state.players[piece.owner].lead == agent
    if agent == MI_GO:
        return agent in state.players[piece.owner].mythos
    return agent in content.agents and (agent in state.owners or agent in state.destroyed)


def _counts(state: State) -> Iterator[int]:
    yield from (*state.bag, *state.spent)
    for player in state.players:
        yield from (player.supply, player.pool, player.limbo, player.controls, player.sane, player.madness)
    if state.old_one is not None:
        yield from (state.old_one.madness, state.old_one.assets)
        for own in state.old_one.cultists:
            yield from (own.supply, own.limbo, own.controls)
