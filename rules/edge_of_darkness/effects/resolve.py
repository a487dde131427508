"""Resolving effects: what each operation of effects.py does (sections 18 to 22 of RULES.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from rules.edge_of_darkness.board import cubes, deck
from rules.edge_of_darkness.board.amounts import amount_of
from rules.edge_of_darkness.board.tokens import change, move_agents, untrain
from rules.edge_of_darkness.content.effects import Clause, Effect
from rules.edge_of_darkness.content.ops import (
    Banish,
    CallHome,
    Claim,
    ClearTray,
    ClearZone,
    Cubes,
    DelayStreet,
    Dispatch,
    Draw,
    EmptyTray,
    FetchHall,
    Gain,
    Gather,
    Hunt,
    Lose,
    LowerDefence,
    MoveCube,
    Op,
    Pay,
    PayAgents,
    PayCard,
    RaiseDefence,
    Reduce,
    Retire,
    Return,
    Rivals,
    Salvage,
    SeedCube,
    SinkStreet,
    Sleeve,
    Station,
    SwapTower,
    TakeStreet,
    Train,
    Untrain,
    Withdraw,
)
from rules.edge_of_darkness.effects.costs import price_of
from rules.edge_of_darkness.state import events
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import (
    ChoiceStep,
    ClauseStep,
    DiscardStep,
    DraftStep,
    EffectStep,
    SleeveStep,
    Source,
)
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.window import Window

Use = Literal["turn", "prologue", "reward", "defence", "threat"]

#: What may be resolved in the prologue: what touches nothing but the player's own tokens and Agents
#: (EOD-PROL.15, PROL.16, PROL.18).
_PROLOGUE_OPS = (Gain, Lose, Dispatch, Station, Gather, Train, Untrain, RaiseDefence, LowerDefence)


def prologue_clauses(effect: Effect) -> list[Clause]:
    """Return what is left of an effect in the prologue (EOD-PROL.14 to PROL.19)."""
    if effect.prologue != "rule":
        return list(effect.clauses) if effect.prologue == "all" else []
    clauses: list[Clause] = []
    for clause in effect.clauses:
        ops: list[Op] = [
            op for op in clause.do if isinstance(op, _PROLOGUE_OPS) and getattr(op, "what", "") != "battle"
        ]
        if ops and all(isinstance(cost, Pay) for cost in clause.cost):
            clauses.append(Clause(when=clause.when, cost=clause.cost, do=ops))
    return clauses


def begin_effect(
    match: EdgeMatch, seat: int, source: Source, clauses: list[Clause], mode: Literal["all", "one"], use: Use
) -> None:
    """Put an effect on the stack; a single clause is not asked about again, the player has just chosen it."""
    if len(clauses) == 1:
        begin_clause(match, seat, source, clauses[0], use)
    else:
        match.push(EffectStep(seat, source, list(clauses), mode, use))


def begin_clause(match: EdgeMatch, seat: int, source: Source, clause: Clause, use: Use) -> None:
    """Pay in full, then carry out the operations in order."""
    player = match.state.players[seat]
    match.push(ClauseStep(seat, source, use, list(clause.do)))
    # What is read off the table is read before the first price changes it, as when the offer was made.
    prices = [(cost.what, price_of(match, seat, source, cost)) for cost in clause.cost if isinstance(cost, Pay)]
    for what, price in prices:
        change(match, seat, what, -price)
    for cost in clause.cost:
        if isinstance(cost, PayAgents):
            move_agents(match, player, seat, source.home, -cost.count)
        elif isinstance(cost, Retire):
            untrain(match, seat, cost.count)
        elif isinstance(cost, PayCard):
            match.push(DiscardStep(seat, cost.count, "cost"))


# -- tokens -------------------------------------------------------------------------------------------------


def _gain(match: EdgeMatch, step: ClauseStep, op: Gain) -> None:
    change(match, step.seat, op.what, amount_of(match, step.seat, step.source, op.amount))


def _lose(match: EdgeMatch, step: ClauseStep, op: Lose) -> None:
    change(match, step.seat, op.what, -amount_of(match, step.seat, step.source, op.amount))


def _rivals(match: EdgeMatch, step: ClauseStep, op: Rivals) -> None:
    for offset in range(1, match.state.seats):
        change(match, (step.seat + offset) % match.state.seats, op.what, -op.amount)


# -- Agents -------------------------------------------------------------------------------------------------


def _dispatch(match: EdgeMatch, step: ClauseStep, op: Dispatch) -> None:
    player = match.state.players[step.seat]
    most = min(op.count, player.pool)
    if op.up_to and most > 1:
        _choose(match, step, op, 1)
    else:
        move_agents(match, player, step.seat, step.source.home, most)


def _return(match: EdgeMatch, step: ClauseStep, op: Return) -> None:
    player = match.state.players[step.seat]
    most = min(op.count, player.agents.get(step.source.home, 0))
    if op.up_to and most > 1:
        _choose(match, step, op, 1)
    else:
        move_agents(match, player, step.seat, step.source.home, -most)


def _train(match: EdgeMatch, step: ClauseStep, op: Train) -> None:
    player = match.state.players[step.seat]
    count = min(op.count, player.untrained)
    player.untrained -= count
    player.pool += count
    match.emit(EVERYONE, events.Trained(step.seat, count))


def _untrain(match: EdgeMatch, step: ClauseStep, op: Untrain) -> None:
    untrain(match, step.seat, op.count)


# -- Street, deck and hall ----------------------------------------------------------------------------------


def _draw(match: EdgeMatch, step: ClauseStep, op: Draw) -> None:
    """Take the rightmost Street cards; slide and refill at once (EOD-DRAFT.20)."""
    if match.state.options.draw_allows_skip:
        match.push(DraftStep(step.seat, op.count, by_effect=True))
        return
    drawn: list[str] = []
    goodwill = 0
    for _ in range(op.count):
        first = deck.street_cards(match.state)[:1]
        goodwill += deck.take_from_street(match, step.seat, first)
        drawn += first
        deck.refill_street(match)
    match.emit(EVERYONE, events.Drew(step.seat, tuple(drawn), goodwill))


def _choose(match: EdgeMatch, step: ClauseStep, op: Op, left: int) -> None:
    match.push(ChoiceStep(step.seat, step.source, op, left, step.use))


def _choose_once(match: EdgeMatch, step: ClauseStep, op: Op) -> None:
    _choose(match, step, op, 1)


def _choose_each(
    match: EdgeMatch,
    step: ClauseStep,
    op: ClearZone | ClearTray | MoveCube | SeedCube | Station | Withdraw | Gather,
) -> None:
    _choose(match, step, op, op.count)


def _sleeve(match: EdgeMatch, step: ClauseStep, _op: Sleeve) -> None:
    match.push(SleeveStep(step.seat, "", extra=True))


# -- cubes, hunting, defence --------------------------------------------------------------------------------


def _cubes(match: EdgeMatch, step: ClauseStep, op: Cubes) -> None:
    cubes.draw(match, step.seat, op.count)


def _hunt(match: EdgeMatch, step: ClauseStep, _op: Hunt) -> None:
    match.state.turn.may_hunt = True
    match.state.turn.hunted = False
    match.emit(EVERYONE, events.MayHunt(step.seat))


def _raise_defence(match: EdgeMatch, step: ClauseStep, op: RaiseDefence) -> None:
    player = match.state.players[step.seat]
    up = min(op.count, player.moved_down)
    player.moved_down -= up
    match.emit(EVERYONE, events.Changed(step.seat, "defence", up))


def _lower_defence(match: EdgeMatch, step: ClauseStep, op: LowerDefence) -> None:
    player = match.state.players[step.seat]
    down = min(op.count, len(match.content.board.defence_track) - 1 - player.moved_down)
    player.moved_down += down
    match.emit(EVERYONE, events.Changed(step.seat, "defence", -down))


def _reduce(match: EdgeMatch, step: ClauseStep, op: Reduce) -> None:
    window = next(window for window in reversed(match.state.stack) if isinstance(window, Window))
    reduce(window, amount_of(match, step.seat, step.source, op.amount))


def reduce(window: Window, by: int) -> None:
    """Take this much off the Damage of the attack that the window is about; never raise it."""
    window.facts["reduced"] = int(window.facts["reduced"]) + max(0, by)


def damage_left(window: Window) -> int:
    """Return what is left of the attack's Damage."""
    return max(0, int(window.facts["damage"]) - int(window.facts["reduced"]))


DO: dict[type[Any], Callable[[EdgeMatch, ClauseStep, Any], None]] = {
    Gain: _gain,
    Lose: _lose,
    Rivals: _rivals,
    Dispatch: _dispatch,
    Return: _return,
    Station: _choose_each,
    Withdraw: _choose_each,
    Gather: _choose_each,
    Train: _train,
    Untrain: _untrain,
    Claim: _choose_once,
    Hunt: _hunt,
    Draw: _draw,
    TakeStreet: _choose_once,
    Salvage: _choose_once,
    CallHome: _choose_once,
    Cubes: _cubes,
    ClearZone: _choose_each,
    ClearTray: _choose_each,
    MoveCube: _choose_each,
    SeedCube: _choose_each,
    EmptyTray: _choose_once,
    Banish: _choose_once,
    SwapTower: _choose_once,
    SinkStreet: _choose_once,
    DelayStreet: _choose_once,
    Sleeve: _sleeve,
    FetchHall: _choose_once,
    RaiseDefence: _raise_defence,
    LowerDefence: _lower_defence,
    Reduce: _reduce,
}
