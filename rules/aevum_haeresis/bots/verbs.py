"""The value of each verb of the card language for the seat that uses it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.aevum_haeresis.board.card_lookup import controlled, record
from rules.aevum_haeresis.bots import heuristics
from rules.aevum_haeresis.bots.heuristics import PRICES
from rules.aevum_haeresis.content import ops
from rules.aevum_haeresis.effects.amounts import conditions_hold, with_counted_amounts
from rules.aevum_haeresis.state.state import Haeresis

#: The value of a verb whose usefulness depends on too many factors to estimate.
SLIGHT = 0.3
#: The value of gaining a character or removing a rival's character, and of turning a character Ready or Spent.
CHARACTER, TURNED = 2.8, 1.2
#: The value of a counter, and the amount assumed for "that" while the actual amount is unknown.
COUNTER, EXPECTED = 0.3, 2
#: The chance to roll higher than the rival when each player rolls one die.
HIGHER = 0.42
Value = Callable[[Haeresis, int, Any], float]


def _for_players(value: Value) -> Value:
    """Return a function that values a verb for one or both players: the acting seat's gain minus the rival's."""

    def of_all(match: Haeresis, seat: int, op: Any) -> float:
        mine, theirs = (seat, 1), (1 - seat, -1)
        sides = {"me": [mine], "opponent": [theirs]}.get(op.who, [mine, theirs])
        return sum(sign * value(match, one, op) for one, sign in sides)

    return of_all


def _constant(value: float) -> Value:
    return lambda match, seat, op: value


def _raise(match: Haeresis, seat: int, op: ops.Raise) -> float:
    pyre = match.state.players[seat].pyre
    if op.to == "deck":
        return heuristics.of_mill(match, seat, min(op.count, len(pyre)))
    if not any(op.what == "any" or (record(match, card).type == "heretic") == (op.what == "heretic") for card in pyre):
        return 0.0
    return (3.0 if op.to == "verge" else PRICES()["card"] * 1.5) * op.count


def _heal(match: Haeresis, seat: int, op: ops.Heal) -> float:
    damned = match.state.cards.get(match.state.players[seat].damned)
    return PRICES()["wound"] * min(ops.each(op.amount), damned.damage) if damned is not None else 0.0


def _modify(match: Haeresis, seat: int, op: ops.Modify) -> float:
    man = match.state.man
    counts = man is not None and op.stat in ("icons", man.type)
    return abs(ops.each(op.amount)) * (_edge(match) if counts else 0.6)


def _edge(match: Haeresis) -> float:
    """Return the value of one more icon in the current manoeuvre; 1 if no outcome is pending."""
    man = match.state.man
    return PRICES()["edge"] * heuristics.at_stake(match, man) if man is not None and man.successful < 0 else 1.0


def _choice(match: Haeresis, seat: int, op: ops.Choice) -> float:
    ways = [of_effect(match, seat, way) for way in op.ways]
    return max(ways) if op.who == "me" else min(ways)


def _in_chapter(match: Haeresis, seat: int, op: ops.InChapter) -> float:
    chapter = match.state.chapter or len(match.state.players[seat].row) + 1
    return of_effect(match, seat, op.do) if chapter >= op.least else 0.0


def _contest(match: Haeresis, seat: int, op: ops.Contest) -> float:
    return HIGHER * of_effect(match, seat, op.do) + (1 - HIGHER) * of_effect(match, seat, op.otherwise)


def _if(match: Haeresis, seat: int, op: ops.If) -> float:
    return of_effect(match, seat, op.do if conditions_hold(match, seat, op.conditions, "") else op.otherwise)


def _counter(match: Haeresis, seat: int, op: ops.Counter) -> float:
    whose = -1 if op.target is not None and op.target.whose == "opposing" else 1
    return whose * COUNTER * ops.each(op.amount)


VALUES: dict[type[Any], Value] = {
    ops.Gold: _for_players(lambda match, seat, op: PRICES()["gold"] * max(op.amount, -match.state.players[seat].gold)),
    ops.Souls: _for_players(lambda match, seat, op: heuristics.of_souls(match, seat, op.amount)),
    ops.HandOver: lambda match, seat, op: 2 * PRICES()["gold"] * min(op.gold, match.state.players[1 - seat].gold),
    ops.Execution: _for_players(lambda match, seat, op: -heuristics.of_execution(match, seat, op.amount)),
    ops.Free: lambda match, seat, op: PRICES()["gold"] * op.gold * 0.6,
    ops.Draw: _for_players(lambda match, seat, op: PRICES()["card"] * op.count),
    ops.Mill: _for_players(lambda match, seat, op: -heuristics.of_mill(match, seat, op.count)),
    ops.Discard: _for_players(
        lambda match, seat, op: -PRICES()["card"] * min(op.count, len(match.state.players[seat].hand))
    ),
    ops.Raise: _raise,
    ops.Call: _constant(CHARACTER),
    ops.Peek: _constant(SLIGHT),
    ops.Burn: _constant(SLIGHT),
    ops.Damage: lambda match, seat, op: heuristics.of_damage(match, seat, op.amount),
    ops.Heal: _heal,
    ops.Ready: _constant(TURNED),
    ops.Spend: _constant(TURNED),
    ops.Modify: _modify,
    ops.Control: _constant(CHARACTER),
    ops.Destroy: _constant(CHARACTER),
    ops.Counter: _counter,
    ops.Sacrifice: _for_players(lambda match, seat, op: -2.0 if len(controlled(match, seat)) > 1 else 0.0),
    ops.Team: lambda match, seat, op: _edge(match) * op.amount * (1 if op.who == "me" else -1),
    ops.Shield: lambda match, seat, op: 0.8 * op.amount,
    ops.NextChapter: lambda match, seat, op: 0.5 * op.damage,
    ops.Extra: lambda match, seat, op: 2.0 * op.amount,
    ops.Fail: _constant(SLIGHT),
    ops.Choice: _choice,
    ops.Roll: lambda match, seat, op: sum(of_effect(match, seat, do, op.die // 2) for _, do in op.rows) / len(op.rows),
    ops.Contest: _contest,
    ops.If: _if,
    ops.InChapter: _in_chapter,
    ops.IfSuccessful: lambda match, seat, op: 0.5 * of_effect(match, seat, op.do),
    ops.MayPay: lambda match, seat, op: max(
        0.0, of_effect(match, seat, op.do) - heuristics.of_cost(match, seat, op.cost)
    ),
}


def of_effect(match: Haeresis, seat: int, effect: Sequence[ops.Op], that: int = EXPECTED) -> float:
    """Return the value of an effect for the seat that uses it, given the current values of counted amounts."""
    due = (with_counted_amounts(match, seat, op, "", that) for op in effect)
    return sum(VALUES[type(op)](match, seat, op) for op in due if op is not None)
