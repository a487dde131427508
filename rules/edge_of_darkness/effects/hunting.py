"""Hunting threats in the tower with Battle Strength: section 22 (HUNT) of RULES.md."""

from __future__ import annotations

from itertools import combinations

from rules.edge_of_darkness.board import cubes, deck, sleeved_card
from rules.edge_of_darkness.state import events
from rules.edge_of_darkness.state.actions import HuntThreats
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import ClauseStep, Source
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.sequence import Lines, Sequence


def hunts(match: EdgeMatch) -> list[tuple[int, ...]]:
    """Return the sets of spots (1 to 3) that can be hunted with the Battle Strength (EOD-HUNT.3, HUNT.5, HUNT.14)."""
    state = match.state
    turn = state.turn
    if not turn.may_hunt or (turn.hunted and not state.options.hunt_repeatable):
        return []
    damages = {
        spot: damage
        for spot, card in enumerate(state.tower, 1)
        if card and (damage := sleeved_card.damage(match.content, state.cards[card])) <= turn.battle
    }
    return [
        spots
        for size in range(1, len(damages) + 1)
        for spots in combinations(damages, size)
        if sum(damages[spot] for spot in spots) <= turn.battle
    ]


def hunt(match: EdgeMatch, seat: int, action: HuntThreats) -> None:
    """Pay Battle Strength for all chosen tower cards, then defeat these cards (EOD-HUNT.6, HUNT.14)."""
    state = match.state
    price = sum(sleeved_card.damage(match.content, state.cards[state.tower[spot - 1]]) for spot in action.spots)
    state.turn.battle -= price
    state.turn.hunted = True
    defeat(match, seat, action.spots, price)


def defeat(match: EdgeMatch, seat: int, spots: tuple[int, ...], price: int) -> None:
    """Take all rewards of these threats, then discard their cards and refill the spots (EOD-HUNT.10 to 13)."""
    state = match.state
    defeated = [state.tower[spot - 1] for spot in spots]
    match.emit(EVERYONE, events.Hunted(seat, tuple(defeated), spots, price, sleeved_card.threat_keys(state, *defeated)))
    state.turn.defeated = defeated
    # In matches with the first interpretation of the rules, threats leave the tower before they give their rewards.
    if state.reading == 1:
        _leave(match)
    rewards = [
        ClauseStep(seat, Source(card, "", home), "reward", list(threat.rewards))
        for card in defeated
        for home, threat in sleeved_card.threats(match.content, state.cards[card])
        if threat.rewards
    ]
    match.push(*rewards, Sequence("after_hunt"))


def _leave(match: EdgeMatch) -> None:
    """Discard the defeated cards and set aside the remaining cubes (EOD-HUNT.11, 12)."""
    state = match.state
    for card in state.turn.defeated:
        if card in state.tower:
            spot = state.tower.index(card)
            cubes.empty_tray(state, spot)
            deck.discard(match, card)
            state.tower[spot] = ""
    state.turn.defeated = []


def leave(match: EdgeMatch, _step: Sequence) -> None:
    """Remove the defeated threats from the tower, after they have given their rewards (EOD-HUNT.10 to 12)."""
    _leave(match)


def refill(match: EdgeMatch, _step: Sequence) -> None:
    """Fill the empty tower spots, from left to right, with cards from the bottom of the stack (EOD-HUNT.13)."""
    deck.refill_tower(match)


AFTER_HUNT: Lines = {"leave_tower": leave, "refill_tower": refill}
