"""Carrying out what is printed on cards: powers, their branches, and operations without a choice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from rules.dark_providence.board.agents import free_deep_ones
from rules.dark_providence.board.board import call_end, gain_vp, grow_row, move_track, track_room
from rules.dark_providence.board.counts import amount
from rules.dark_providence.board.deck import draw, get_card, offer_reaction, take_card
from rules.dark_providence.board.sanity import MADNESS, sanity_test
from rules.dark_providence.content import ops
from rules.dark_providence.content.effects import Power
from rules.dark_providence.content.ops import Op
from rules.dark_providence.content.records import DEEP_ONES, RLYEH
from rules.dark_providence.effects import choices
from rules.dark_providence.effects.assassination import strikes
from rules.dark_providence.effects.gates import workings
from rules.dark_providence.effects.influence import recoverable, take_from_pool
from rules.dark_providence.state import events
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import (
    ChoiceStep,
    EffectStep,
    GateStep,
    RecoverStep,
    StockStep,
    StrikeStep,
    WayStep,
)
from rules.kernel.data.events import EVERYONE

Timing = Literal["action", "bonus", "acquired", "reaction"]


def power_of(match: Providence, card: str, timing: Timing) -> Power | None:
    """Return what a card can do at this time; it has at most one power of each timing."""
    return next((power for power in match.content.record(card).powers if power.timing == timing), None)


# -- what can be done -----------------------------------------------------------------------------------------


def possible_ways(match: Providence, seat: int, card: str, timing: Timing) -> list[int]:
    """Return the branches that would have an effect; what can't be completed is not started (DP-ACT.4, ACT.5)."""
    power = power_of(match, card, timing)
    if power is None:
        return []
    return [number for number, way in enumerate(power.ways) if way_is_possible(match, seat, card, way)]


def way_is_possible(match: Providence, seat: int, card: str, way: list[Op]) -> bool:
    """Tell whether a branch does anything, and whether its common card action can be completed."""
    for op in way:
        if isinstance(op, ops.Assassinate | ops.Gate | ops.Lock) and not viable(match, seat, card, op):
            return False
    return any(viable(match, seat, card, op) for op in way)


def viable(match: Providence, seat: int, card: str, op: Op) -> bool:
    """Tell whether an operation would change anything now."""
    if isinstance(op, ops.Assassinate):
        return bool(strikes(match, StrikeStep(seat, card, op.any_agent, op.returned)))
    if isinstance(op, ops.Gate):
        return bool(workings(match, GateStep(seat, card, op.any_agent, op.face)))
    if isinstance(op, ops.Recover):
        return bool(recoverable(match, seat))
    if isinstance(op, ops.Stock):
        return bool(match.state.stock)
    check = _WOULD.get(type(op))
    if check is not None:
        return check(match, seat, op)
    return choices.is_possible(match, ChoiceStep(seat, card, op))


def _would_draw(match: Providence, seat: int, _op: Any) -> bool:
    player = match.state.players[seat]
    return bool(player.deck or player.discard)


def _would_rivals_discard(match: Providence, seat: int, _op: Any) -> bool:
    """Look at the rivals' numbers of cards only, which are public."""
    return any(player.hand for other, player in enumerate(match.state.players) if other != seat)


_WOULD: dict[type[Any], Callable[[Providence, int, Any], bool]] = {
    ops.GainVp: lambda match, seat, op: amount(match, seat, op.amount) != 0,
    ops.Draw: _would_draw,
    ops.Actions: lambda match, seat, op: match.state.turn.seat == seat,
    ops.Pool: lambda match, seat, op: match.state.players[seat].pool > 0,
    ops.Meddle: lambda match, seat, op: track_room(match, op.track, op.by > 0) > 0,
    ops.RivalsDiscard: _would_rivals_discard,
    ops.Row: lambda match, seat, op: bool(match.state.mythos_deck),
    ops.Calm: lambda match, seat, op: match.state.players[seat].madness > 0,
    ops.SanityTest: lambda match, seat, op: any(match.state.bag),
    ops.Rlyeh: lambda match, seat, op: match.state.owners.get(RLYEH) != seat,
}


# -- operations without a choice ------------------------------------------------------------------------------


def _vp(match: Providence, seat: int, op: ops.GainVp) -> None:
    gain_vp(match, seat, amount(match, seat, op.amount))


def _draw(match: Providence, seat: int, op: ops.Draw) -> None:
    draw(match, seat, op.count)


def _actions(match: Providence, seat: int, op: ops.Actions) -> None:
    if match.state.turn.seat == seat:
        match.state.turn.actions += op.count
        match.emit(EVERYONE, events.GainedActions(seat, op.count))


def _pool(match: Providence, seat: int, op: ops.Pool) -> None:
    match.emit(EVERYONE, events.TookFromPool(seat, take_from_pool(match, seat, op.count)))


def _track(match: Providence, seat: int, op: ops.Meddle) -> None:
    move_track(match, op.track, op.by)


def _rivals_discard(match: Providence, seat: int, op: ops.RivalsDiscard) -> None:
    """Random cards out of every other hand; their reactions may follow (DP-CARD.17)."""
    for other, player in enumerate(match.state.players):
        if other == seat or not player.hand:
            continue
        cards = match.chance.take(f"hand/{other}", player.hand, op.count)
        player.discard += cards
        match.emit(EVERYONE, events.Discarded(other, tuple(cards)))
        for card in cards:
            offer_reaction(match, other, card, "discarded")


def _row(match: Providence, seat: int, op: ops.Row) -> None:
    grow_row(match, op.count)


def _calm(match: Providence, seat: int, op: ops.Calm) -> None:
    player = match.state.players[seat]
    count = min(op.count, player.madness)
    player.madness -= count
    match.state.bag[MADNESS] += count
    match.emit(EVERYONE, events.TokensCalmed(seat, count))


def _sanity(match: Providence, seat: int, op: ops.SanityTest) -> None:
    sanity_test(match, seat)


def _rlyeh(match: Providence, seat: int, op: ops.Rlyeh) -> None:
    if RLYEH in match.state.area_e:
        match.state.area_e.remove(RLYEH)
    elif RLYEH in match.state.owners:
        take_card(match, RLYEH)
    else:
        return
    get_card(match, seat, RLYEH)
    match.emit(EVERYONE, events.GotCard(seat, RLYEH, "discard"))


_DO: dict[type[Any], Callable[[Providence, int, Any], None]] = {
    ops.GainVp: _vp,
    ops.Draw: _draw,
    ops.Actions: _actions,
    ops.Pool: _pool,
    ops.Meddle: _track,
    ops.RivalsDiscard: _rivals_discard,
    ops.Row: _row,
    ops.Calm: _calm,
    ops.SanityTest: _sanity,
    ops.Rlyeh: _rlyeh,
}


def carry_out(match: Providence, step: EffectStep, op: Op, must: bool) -> None:
    """Do one operation of an effect, or ask what it needs; a choice that must be made can't be declined."""
    do = _DO.get(type(op))
    if do is not None:
        do(match, step.seat, op)
    else:
        _ask(match, step, op, must)


def _ask(match: Providence, step: EffectStep, op: Op, must: bool) -> None:
    seat, card = step.seat, step.card
    if isinstance(op, ops.DeepOnes) and not free_deep_ones(match.state):
        return  # there is nothing to place
    if isinstance(op, ops.Assassinate):
        match.push(StrikeStep(seat, card, op.any_agent, op.returned))
    elif isinstance(op, ops.Gate):
        match.push(GateStep(seat, card, op.any_agent, op.face))
    elif isinstance(op, ops.Recover):
        match.push(RecoverStep(seat, op.count))
    elif isinstance(op, ops.Stock):
        found = match.state.stock[: op.look]
        match.reveal()
        match.emit(EVERYONE, events.SearchedStock(seat, len(found)))
        match.emit((seat,), events.SawStock(seat, tuple(found)))
        match.push(StockStep(seat, found))
    else:
        match.push(ChoiceStep(seat, card, op, left=getattr(op, "count", 1), must=must))


# -- powers ---------------------------------------------------------------------------------------------------


def start_power(match: Providence, seat: int, card: str, timing: Timing) -> None:
    """Begin what a card does at this time, asking for a branch when several are possible (DP-CARDACT.4)."""
    ways = possible_ways(match, seat, card, timing)
    if card == DEEP_ONES and timing == "action" and not free_deep_ones(match.state):  # (DP-END.5, DP-HC.50)
        call_end(match, seat, "deep_ones")
    if len(ways) > 1:
        match.push(WayStep(seat, card, timing))
    elif ways:
        start_way(match, seat, card, timing, ways[0])


def start_way(match: Providence, seat: int, card: str, timing: Timing, number: int) -> None:
    """Begin one branch of what a card does at this time."""
    power = power_of(match, card, timing)
    assert power is not None
    match.push(EffectStep(seat, card, timing, list(power.ways[number])))
