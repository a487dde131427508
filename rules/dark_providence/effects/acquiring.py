"""Acquiring assets, cities and mythos cards (sections 13 to 16 of RULES.md)."""

from __future__ import annotations

from rules.dark_providence.board.agents import (
    add_agent,
    agents_in,
    cultist_side,
    has_frame,
    influence_of,
    is_cultist,
    owner_of,
)
from rules.dark_providence.board.board import (
    asset_city,
    clear_marks,
    has,
    kind_of,
    lift_lock,
    marks_on,
    owners,
    refill_solo_row,
    sealed,
    set_controller,
    take_asset,
)
from rules.dark_providence.board.deck import get_card, take_card
from rules.dark_providence.board.sanity import sanity_test
from rules.dark_providence.content.load import MI_GO
from rules.dark_providence.effects.resolve import start_power
from rules.dark_providence.state import events
from rules.dark_providence.state.order_of_play import PROVIDENCE
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import AcquireStep
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.steps import StepRules


def influence_on(match: Providence, target: str) -> list[int]:
    """Return everybody's influence on a target; agents add to that on their city (DP-ACQ.5, ACQ.6, DP-AGENT.3)."""
    state = match.state
    totals = list(marks_on(state, target))
    if target in state.places:
        for agent in agents_in(state, target):
            owner = owner_of(state, agent)
            if owner >= 0:
                totals[owner] += influence_of(match, agent)
    return totals


def has_most(match: Providence, seat: int, target: str) -> bool:
    """Tell whether a seat has more influence than each other one; a tie is not enough (DP-ACQ.3, ACQ.4, ACQ.21)."""
    totals = influence_on(match, target)
    best = max((totals[owner] for owner in range(owners(match.state)) if owner != seat), default=0)
    return totals[seat] > best or (totals[seat] == best and has(match, seat, "ties"))


def blocked(match: Providence, target: str) -> bool:
    """Solo: tell whether a hidden cultist keeps the player from acquiring this city or its asset (DP-SOLO.43)."""
    state = match.state
    if state.old_one is None:
        return False
    city = target if target in state.places else asset_city(state, target)
    return any(
        is_cultist(agent) and not cultist_side(state, agent).revealed
        for agent in (agents_in(state, city) if city else ())
    )


def may_take(match: Providence, seat: int, target: str, *, locked: bool = False) -> bool:
    """Tell whether a seat could acquire this at all, whoever has the most influence (DP-ACQ.9, ACQ.19, DP-HC.16)."""
    state = match.state
    if (target in state.locks and not locked) or sealed(state, target) or blocked(match, target):
        return False
    kind = kind_of(state, target)
    if kind == "city":  # (DP-CITY.10, DP-LIMIT.5)
        return state.places[target].controller != seat and state.players[seat].controls > 0
    needs_frame = target == MI_GO if kind == "mythos" else match.content.assets[target].agent is not None
    return not needs_frame or has_frame(state, seat)  # (DP-ASSET.4, DP-MYTHOS.6)


def acquirable(match: Providence, seat: int) -> list[str]:
    """Return what the acquire action can take: an own marker there and the most influence (DP-ACQ.3, ACQ.7)."""
    return [
        target
        for target, marks in match.state.marks.items()
        if marks[seat] and may_take(match, seat, target) and has_most(match, seat, target)
    ]


@PROVIDENCE.step(AcquireStep)
class AcquireRules(StepRules[Providence, AcquireStep]):
    """Steps 1 to 4 of an acquisition, in that order (DP-ACQ.16)."""

    def advance(self, match: Providence, step: AcquireStep) -> bool:
        match step.stage:
            case "markers":
                step.city = step.city or asset_city(match.state, step.target)
                match.emit(EVERYONE, events.Acquired(step.seat, step.target, step.city))
                clear_marks(match, step.target, step.seat)
                step.stage = "take"
            case "take":
                step.stage = "effects"
                _take(match, step)
                _second_wind(match, step.seat)
            case "effects":  # (DP-ACQ.14)
                step.stage = "sanity"
                start_power(match, step.seat, step.target, "acquired")
            case "sanity":  # (DP-ACQ.15)
                step.stage = "after"
                if match.content.record(step.target).sanity:
                    sanity_test(match, step.seat)
            case "after":
                match.finish(step)
        return True


def _take(match: Providence, step: AcquireStep) -> None:
    state = match.state
    kind = kind_of(state, step.target)
    if kind == "city":
        _take_city(match, step.seat, step.target)
    elif kind == "mythos":
        _take_mythos(match, step.seat, step.target)
    else:
        _take_asset(match, step)


def _take_asset(match: Providence, step: AcquireStep) -> None:
    """To the discard pile; an agent comes to the city where its card lay (DP-ASSET.1 to 10)."""
    get_card(match, step.seat, step.target)
    if match.content.assets[step.target].agent:
        add_agent(match, step.seat, step.target, step.city)
    if step.target in match.state.stock:
        match.state.stock.remove(step.target)
    else:
        take_asset(match, step.city)


def _take_city(match: Providence, seat: int, city: str) -> None:
    """Control, VP and the city card, from wherever it is; a lock stays (DP-CITY.1 to 13, DP-ACQ.20)."""
    set_controller(match, city, seat)
    take_city_card(match, city)
    get_card(match, seat, city)


def take_city_card(match: Providence, card: str) -> None:
    """Take a city card from area E or from its owner (DP-CITY.6, CITY.11)."""
    if card in match.state.area_e:
        match.state.area_e.remove(card)
    else:
        take_card(match, card)


def _take_mythos(match: Providence, seat: int, card: str) -> None:
    """Beside the player board; the gap stays, but in solo play an empty row gets a card (DP-MYTHOS.1 to 4)."""
    match.state.row.remove(card)
    lift_lock(match.state, card)
    match.state.players[seat].mythos.append(card)
    refill_solo_row(match)


def _second_wind(match: Providence, seat: int) -> None:
    """Count the acquisition; the first in one's own turn may bring an additional action (DP-CARD.20)."""
    turn = match.state.turn
    if turn.seat != seat:
        return
    turn.acquired += 1
    if turn.acquired == 1 and has(match, seat, "second_wind"):
        turn.actions += 1
        match.emit(EVERYONE, events.GainedActions(seat, 1))
