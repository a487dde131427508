"""Checks for acquiring assets, cities and mythos cards (sections 13 to 16 of RULES.md)."""

from __future__ import annotations

from rules.dark_providence.board.agents import agents_in, cultist_side, has_frame, influence_of, is_cultist, owner_of
from rules.dark_providence.board.deck import take_card
from rules.dark_providence.board.piece_placement import asset_city, has_ongoing, is_sealed, markers_on
from rules.dark_providence.content.records import MI_GO
from rules.dark_providence.effects.refusals import Reason
from rules.dark_providence.state.state import Providence
from rules.kernel.errors import IllegalAction


def influence_on(match: Providence, target: str) -> list[int]:
    """Return each owner's influence on a target, including that of agents in a city (DP-ACQ.5, ACQ.6, DP-AGENT.3)."""
    state = match.state
    totals = list(markers_on(state, target))
    if target in state.places:
        for agent in agents_in(state, target):
            owner = owner_of(state, agent)
            if owner >= 0:
                totals[owner] += influence_of(match, agent)
    return totals


def has_most(match: Providence, seat: int, target: str) -> bool:
    """Return whether a seat has more influence than each other owner; a tie isn't enough (DP-ACQ.3, ACQ.4, ACQ.21)."""
    totals = influence_on(match, target)
    own = totals.pop(seat)
    best = max(totals, default=0)
    return own > best or (own == best and has_ongoing(match, seat, "ties"))


def is_blocked(match: Providence, target: str) -> bool:
    """Return whether a hidden cultist in solo play prevents acquiring this city or its asset (DP-SOLO.43)."""
    state = match.state
    if state.old_one is None:
        return False
    city = target if target in state.places else asset_city(state, target)
    return any(
        is_cultist(agent) and not cultist_side(state, agent).revealed
        for agent in (agents_in(state, city) if city else ())
    )


def can_acquire(match: Providence, seat: int, target: str, *, locked: bool = False) -> bool:
    """Return whether a seat could acquire a target if it had enough influence (DP-ACQ.9, ACQ.19, DP-HC.16)."""
    state = match.state
    is_locked = target in state.locks and not (locked or has_ongoing(match, seat, "locksmith"))
    if is_locked or is_sealed(state, target) or is_blocked(match, target):
        return False
    place = state.places.get(target)
    if place is not None:  # A new controller needs a control marker (DP-CITY.10, DP-LIMIT.5).
        return place.controller != seat and state.players[seat].controls > 0
    asset = match.content.assets.get(target)
    needs_frame = target == MI_GO if asset is None else asset.agent is not None
    return not needs_frame or has_frame(state, seat)  # Each agent occupies a frame (DP-ASSET.4, DP-MYTHOS.6).


def refuse_acquisition(match: Providence, seat: int, target: str) -> Reason:
    """Return why a seat couldn't acquire a target even if it had enough influence."""
    state = match.state
    if target in state.locks and not has_ongoing(match, seat, "locksmith"):
        return IllegalAction("It's locked; no one can acquire it until the lock is removed.", rule="DP-ACQ.9")
    if is_sealed(state, target):
        return IllegalAction("Cthulhu is there; nothing can be acquired in that city.", rule="DP-GEN.3")
    if is_blocked(match, target):
        return IllegalAction(
            "A hidden cultist is in that city; reveal it, or wait until it moves on.", rule="DP-SOLO.43"
        )
    if target in state.places:
        if state.places[target].controller == seat:
            return IllegalAction("You already control that city.", rule="DP-CITY.10")
        if not state.players[seat].controls:
            return IllegalAction("You have no control marker left for another city.", rule="DP-LIMIT.5")
        return None
    asset = match.content.assets.get(target)
    agent = target == MI_GO or (asset is not None and asset.agent is not None)
    if agent and not has_frame(state, seat):
        return IllegalAction("You already have six agents, the most allowed.", rule="DP-AGENT.15")
    return None


def take_city_card(match: Providence, card: str) -> None:
    """Take a city card from area E, or from the player who owns it (DP-CITY.6, CITY.11)."""
    if card in match.state.area_e:
        match.state.area_e.remove(card)
    else:
        take_card(match, card)
