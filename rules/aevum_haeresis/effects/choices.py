"""Choices that texts ask for while they are carried out (AH-DCS.17, AH-GEN.10)."""

from __future__ import annotations

from typing import Any

from rules.aevum_haeresis.board.cards import controlled, kind, record
from rules.aevum_haeresis.board.deck import change_gold, change_souls, discard, kinds
from rules.aevum_haeresis.board.targets import legal, target_of
from rules.aevum_haeresis.board.verge import leave
from rules.aevum_haeresis.content import ops
from rules.aevum_haeresis.content.ops import Op
from rules.aevum_haeresis.effects.resolve import apply, enter_heretic, seats_of
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.steps import ChoiceStep, EffectStep
from rules.kernel.data.events import EVERYONE

#: Who can be turned for a cost: any own character that is Ready (AH-COST.15).
_TURNED = ops.Target(whose="own", scope="anywhere", state="ready")


def options(match: Haeresis, step: ChoiceStep) -> list[str]:
    """Return what can be chosen now."""
    op = step.op
    target = target_of(op)
    if target is not None:
        return legal(match, step.seat, target, step.card)
    player = match.state.players[step.seat]
    match op:
        case ops.Discard():
            return kinds(player.hand)
        case ops.Sacrifice():
            return [name for name in controlled(match, step.seat) if record(match, name).type == "heretic"]
        case ops.Raise():
            return kinds([name for name in player.pyre if _raisable(match, op, name)])
        case ops.Choice():
            return [str(number) for number, way in enumerate(op.ways) if possible(match, step.owner, step.card, way)]
        case ops.MayPay():
            return ["pay"] if _can_pay(match, step.owner, op.cost) else []
        case _:
            return []


def _raisable(match: Haeresis, op: ops.Raise, card: str) -> bool:
    kind = record(match, card).type
    if kind in ("damned", "camp", "location") or record(match, card).background:
        return False
    if op.to == "verge" and kind != "heretic":
        return False
    return op.what == "any" or (op.what == "heretic") == (kind == "heretic")


def _can_pay(match: Haeresis, seat: int, cost: ops.Cost) -> bool:
    player = match.state.players[seat]
    own = controlled(match, seat)
    return (
        player.gold >= cost.gold
        and player.souls >= cost.souls
        and len(player.hand) >= cost.cards
        and (not cost.sacrifice or any(record(match, name).type == "heretic" for name in own))
        and (not cost.turn_own or any(match.state.cards[name].ready for name in own))
    )


def possible(match: Haeresis, seat: int, card: str, way: list[Any]) -> bool:
    """Tell whether a way can be fulfilled at all (AH-GEN.10)."""
    return all(_possible(match, seat, card, op) for op in way)


def _possible(match: Haeresis, seat: int, card: str, op: Any) -> bool:
    target = target_of(op)
    if target is not None:
        return bool(legal(match, seat, target, card))
    players = match.state.players
    match op:
        case ops.HandOver():
            return players[1 - seat].gold > 0
        case ops.Heal():
            damned = match.state.cards.get(players[seat].damned)
            return damned is not None and damned.damage > 0
        case ops.Raise():
            return any(_raisable(match, op, name) for name in players[seat].pyre)
        case ops.Call():
            return any(kind(name) == op.card for name in players[seat].background)
        case _:
            return any(_can(match, one, op) for one in seats_of(seat, getattr(op, "who", "me"), match.state.active))


def _can(match: Haeresis, seat: int, op: Any) -> bool:
    """Tell whether something can come of an operation for a player it means."""
    player = match.state.players[seat]
    match op:
        case ops.Gold() if op.amount < 0:
            return player.gold > 0
        case ops.Souls() if op.amount < 0:
            return player.souls > 0
        case ops.Draw():
            return bool(player.plot if op.deck == "plot" else player.heretics)
        case ops.Discard():
            return bool(player.hand)
        case ops.Sacrifice():
            return any(record(match, name).type == "heretic" for name in controlled(match, seat))
        case ops.Execution():
            return not player.rose if op.amount > 0 else player.execution > 0
        case _:
            return True


def may_stop(op: Any) -> bool:
    """Tell whether nothing need be chosen."""
    target = target_of(op)
    return isinstance(op, ops.MayPay) or (isinstance(op, ops.Raise) and op.may) or (target is not None and target.may)


def choose(match: Haeresis, step: ChoiceStep, option: str) -> None:
    """Carry out what was chosen."""
    op = step.op
    if target_of(op) is not None:
        apply(match, step.seat, op, option)
        return
    match op:
        case ops.Discard():
            discard(match, step.seat, [option])
        case ops.Sacrifice():
            match.emit(EVERYONE, events.Sacrificed(step.seat, option))
            leave(match, option)
        case ops.Raise():
            _raise(match, step.seat, op, option)
        case ops.Choice():
            match.push(EffectStep(step.owner, step.card, list(op.ways[int(option)]), step.caster, part=True))
        case ops.MayPay():
            change_gold(match, step.seat, -op.cost.gold)
            change_souls(match, step.seat, -op.cost.souls)
            match.push(EffectStep(step.owner, step.card, [*_named(op.cost), *op.do], step.caster, part=True))
        case _:
            pass


def _named(cost: ops.Cost) -> list[Op]:
    """Return the parts of a cost paid on the way for which somebody or something is chosen first (AH-COST.14)."""
    parts: list[Op] = []
    if cost.turn_own:
        parts.append(ops.Spend(op="spend", target=_TURNED))
    if cost.sacrifice:
        parts.append(ops.Sacrifice(op="sacrifice", who="me"))
    if cost.cards:
        parts.append(ops.Discard(op="discard", who="me", count=cost.cards))
    return parts


def _raise(match: Haeresis, seat: int, op: ops.Raise, card: str) -> None:
    """Bring a card back from the Pyre."""
    player = match.state.players[seat]
    player.pyre.remove(card)
    match.emit(EVERYONE, events.Raised(seat, card, op.to))
    if op.to == "hand":
        player.hand.append(card)
    elif op.to == "verge":
        enter_heretic(match, seat, card)
    elif record(match, card).type == "heretic":
        player.heretics.append(card)
    else:
        player.plot.append(card)
