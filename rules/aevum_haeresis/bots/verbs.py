"""The value of every verb of the effect language for the seat that uses it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.aevum_haeresis.board.cards import controlled, record
from rules.aevum_haeresis.bots import heuristics
from rules.aevum_haeresis.content import ops
from rules.aevum_haeresis.state.state import Haeresis

#: The value of a verb that depends on too many other things.
SLIGHT = 0.3
#: The value of one more character, or one fewer of the rival's; and of turning one.
CHARACTER, TURNED = 2.8, 1.2
Value = Callable[[Haeresis, int, Any], float]


def _sides(seat: int, who: str) -> list[tuple[int, int]]:
    """Return the seats that an effect means, each with 1 if it is the user's own seat, -1 if it is the rival's."""
    mine, theirs = (seat, 1), (1 - seat, -1)
    return {"me": [mine], "opponent": [theirs]}.get(who, [mine, theirs])


def _always(value: float) -> Value:
    return lambda match, seat, op: value


# -- resources --------------------------------------------------------------------------------------------------


def _gold(match: Haeresis, seat: int, op: ops.Gold) -> float:
    players = match.state.players
    return sum(sign * heuristics.GOLD * max(op.amount, -players[one].gold) for one, sign in _sides(seat, op.who))


def _souls(match: Haeresis, seat: int, op: ops.Souls) -> float:
    return sum(sign * heuristics.of_souls(match, one, op.amount) for one, sign in _sides(seat, op.who))


def _hand_over(match: Haeresis, seat: int, op: ops.HandOver) -> float:
    return 2 * heuristics.GOLD * min(op.gold, match.state.players[1 - seat].gold)


def _execution(match: Haeresis, seat: int, op: ops.Execution) -> float:
    return sum(-sign * heuristics.of_execution(match, one, op.amount) for one, sign in _sides(seat, op.who))


def _free(match: Haeresis, seat: int, op: ops.Free) -> float:
    return heuristics.GOLD * op.gold * 0.6


# -- cards ------------------------------------------------------------------------------------------------------


def _draw(match: Haeresis, seat: int, op: ops.Draw) -> float:
    return sum(sign * heuristics.CARD * op.count for _, sign in _sides(seat, op.who))


def _mill(match: Haeresis, seat: int, op: ops.Mill) -> float:
    return sum(-sign * heuristics.of_mill(match, one, op.count) for one, sign in _sides(seat, op.who))


def _discard(match: Haeresis, seat: int, op: ops.Discard) -> float:
    players = match.state.players
    return sum(-sign * heuristics.CARD * min(op.count, len(players[one].hand)) for one, sign in _sides(seat, op.who))


def _raise(match: Haeresis, seat: int, op: ops.Raise) -> float:
    pyre = match.state.players[seat].pyre
    if op.to == "deck":
        return heuristics.of_mill(match, seat, min(op.count, len(pyre)))
    if not any(op.what == "any" or (record(match, card).type == "heretic") == (op.what == "heretic") for card in pyre):
        return 0.0
    return (3.0 if op.to == "verge" else heuristics.CARD * 1.5) * op.count


# -- characters -------------------------------------------------------------------------------------------------


def _damage(match: Haeresis, seat: int, op: ops.Damage) -> float:
    return heuristics.of_damage(match, seat, op.amount)


def _heal(match: Haeresis, seat: int, op: ops.Heal) -> float:
    damned = match.state.cards.get(match.state.players[seat].damned)
    return heuristics.WOUND * min(op.amount, damned.damage) if damned is not None else 0.0


def _modify(match: Haeresis, seat: int, op: ops.Modify) -> float:
    man = match.state.man
    counts = man is not None and op.stat in ("icons", man.type)
    return abs(op.amount) * (_edge(match) if counts else 0.6)


def _sacrifice(match: Haeresis, seat: int, op: ops.Sacrifice) -> float:
    return sum(-sign * 2.0 for one, sign in _sides(seat, op.who) if len(controlled(match, one)) > 1)


# -- conflicts --------------------------------------------------------------------------------------------------


def _edge(match: Haeresis) -> float:
    """Return what one icon more is worth in the manoeuvre under way, while it is undecided."""
    man = match.state.man
    return heuristics.EDGE * heuristics.at_stake(match, man) if man is not None and man.successful < 0 else 1.0


def _team(match: Haeresis, seat: int, op: ops.Team) -> float:
    return _edge(match) * op.amount * (1 if op.who == "me" else -1)


def _shield(match: Haeresis, seat: int, op: ops.Shield) -> float:
    return 0.8 * op.amount


def _next_chapter(match: Haeresis, seat: int, op: ops.NextChapter) -> float:
    return 0.5 * op.damage


def _extra(match: Haeresis, seat: int, op: ops.Extra) -> float:
    return 2.0 * op.amount


# -- made of others ---------------------------------------------------------------------------------------------


def _choice(match: Haeresis, seat: int, op: ops.Choice) -> float:
    ways = [of_effect(match, seat, way) for way in op.ways]
    return max(ways) if op.who == "me" else min(ways)


def _roll(match: Haeresis, seat: int, op: ops.Roll) -> float:
    return sum(of_effect(match, seat, do) for _, do in op.rows) / len(op.rows)


def _in_chapter(match: Haeresis, seat: int, op: ops.InChapter) -> float:
    here = match.state.chapter or len(match.state.players[seat].row) + 1
    return of_effect(match, seat, op.do) if here >= op.least else 0.0


def _if_successful(match: Haeresis, seat: int, op: ops.IfSuccessful) -> float:
    return 0.5 * of_effect(match, seat, op.do)


def _may_pay(match: Haeresis, seat: int, op: ops.MayPay) -> float:
    return max(0.0, of_effect(match, seat, op.do) - heuristics.of_cost(match, seat, op.cost))


VALUES: dict[type[Any], Value] = {
    ops.Gold: _gold,
    ops.Souls: _souls,
    ops.HandOver: _hand_over,
    ops.Execution: _execution,
    ops.Free: _free,
    ops.Draw: _draw,
    ops.Mill: _mill,
    ops.Discard: _discard,
    ops.Raise: _raise,
    ops.Call: _always(CHARACTER),
    ops.Peek: _always(SLIGHT),
    ops.Burn: _always(SLIGHT),
    ops.Damage: _damage,
    ops.Heal: _heal,
    ops.Ready: _always(TURNED),
    ops.Spend: _always(TURNED),
    ops.Modify: _modify,
    ops.Control: _always(CHARACTER),
    ops.Destroy: _always(CHARACTER),
    ops.Sacrifice: _sacrifice,
    ops.Team: _team,
    ops.Shield: _shield,
    ops.NextChapter: _next_chapter,
    ops.Extra: _extra,
    ops.Fail: _always(SLIGHT),
    ops.Choice: _choice,
    ops.Roll: _roll,
    ops.InChapter: _in_chapter,
    ops.IfSuccessful: _if_successful,
    ops.MayPay: _may_pay,
}


def of_effect(match: Haeresis, seat: int, effect: Sequence[ops.Op]) -> float:
    """Return the value of an effect for the seat that uses it."""
    return sum(VALUES[type(op)](match, seat, op) for op in effect)
