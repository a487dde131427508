"""Effects coming about: operation after operation, each completely (AH-GEN.18)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.aevum_haeresis.board.cards import record, stat
from rules.aevum_haeresis.board.deck import change_gold, change_souls, draw, mill, raise_execution
from rules.aevum_haeresis.board.targets import skull, still
from rules.aevum_haeresis.board.verge import check_health, deal, enter, leave, set_controller, set_ready
from rules.aevum_haeresis.content import ops
from rules.aevum_haeresis.content.ops import Op
from rules.aevum_haeresis.content.records import Card
from rules.aevum_haeresis.effects.paying import ability_of
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.state import Haeresis, Later, Mod, Paid
from rules.aevum_haeresis.state.steps import ChoiceStep, EffectStep
from rules.kernel.data.events import EVERYONE


def seats_of(seat: int, who: str, active: int) -> list[int]:
    """Return whom an operation means, the Active player first (AH-GEN.7)."""
    if who == "both":
        return [active, 1 - active]
    return [seat if who == "me" else 1 - seat]


def come_about(match: Haeresis, paid: Paid) -> None:
    """Begin the effect of what was paid for: a card from a row, a card played as DEM, or an ability (AH-COST.17)."""
    if paid.ability >= 0:
        effect = list(ability_of(match, paid.card, paid.ability).do)
        match.push(EffectStep(paid.seat, paid.card, effect, targets=list(paid.targets), named=True))
        return
    card = record(match, paid.card)
    if card.type == "heretic":
        match.state.table.remove(paid.card)
        enter_heretic(match, paid.seat, paid.card)
        return
    step = EffectStep(
        paid.seat, paid.card, list(card.do), paid.caster, paid.host, list(paid.targets), True, paid.might,
        then="hunter" if card.type == "hunter" else "card",
    )  # fmt: skip
    if skull(match, card):
        _strike(match, step, card)
    match.push(step)


def enter_heretic(match: Haeresis, seat: int, card: str) -> None:
    """A Heretic enters Ready, and what it does In Medias Res comes about (AH-ENLIST.13, IMR.1, IMR.5)."""
    enter(match, card, seat)
    check_health(match)
    for ability in reversed(record(match, card).abilities):
        if ability.kind == "imr":
            match.push(EffectStep(seat, card, list(ability.do)))


def _strike(match: Haeresis, step: EffectStep, card: Card) -> None:
    """The caster deals its Damage with the card's modifier; a lost target is left out (AH-DMG.1, COST.18, DMG.11)."""
    target = step.targets.pop(0) if step.targets else ""
    man = match.state.man
    assert man is not None
    might = stat(match, step.caster, "damage") if step.caster in match.state.cards else step.might
    if still(match, card, card.skull_target, target):
        deal(match, target, might + card.modifier + man.rage[step.seat])


def apply(match: Haeresis, seat: int, op: Any, name: str) -> None:
    """Do a targeted operation to one card in play."""
    state = match.state
    match op:
        case ops.Damage():
            deal(match, name, op.amount)
        case ops.Ready() | ops.Spend():
            set_ready(match, name, isinstance(op, ops.Ready))
        case ops.Modify():
            state.mods.append(Mod(op.stat, op.amount, op.until, state.cards[name].controller, card=name))
            match.emit(EVERYONE, events.Changed(name, op.stat, op.amount, op.until))
            check_health(match)
        case ops.Control():
            lies = state.cards[name]
            if op.until == "game":
                lies.returns_to = -1
            elif lies.controller != seat and lies.returns_to < 0:
                lies.returns_to = lies.controller
            set_controller(match, name, seat)
            check_health(match)
        case _:
            leave(match, name)


# -- operations without a target --------------------------------------------------------------------------------


def _gold(match: Haeresis, step: EffectStep, op: ops.Gold) -> None:
    for seat in seats_of(step.seat, op.who, match.state.active):
        change_gold(match, seat, op.amount)


def _souls(match: Haeresis, step: EffectStep, op: ops.Souls) -> None:
    for seat in seats_of(step.seat, op.who, match.state.active):
        change_souls(match, seat, op.amount)


def _draw(match: Haeresis, step: EffectStep, op: ops.Draw) -> None:
    for seat in seats_of(step.seat, op.who, match.state.active):
        draw(match, seat, op.deck, op.count)


def _mill(match: Haeresis, step: EffectStep, op: ops.Mill) -> None:
    for seat in seats_of(step.seat, op.who, match.state.active):
        mill(match, seat, op.count)


def _discard(match: Haeresis, step: EffectStep, op: ops.Discard) -> None:
    from rules.aevum_haeresis.board.deck import discard

    for seat in reversed(seats_of(step.seat, op.who, match.state.active)):
        hand = match.state.players[seat].hand
        if op.random:
            taken = match.chance.take(f"hand/{seat}", list(hand), op.count)
            discard(match, seat, taken)
        elif hand:
            match.push(ChoiceStep(seat, step.seat, step.card, op, left=min(op.count, len(hand))))


def _hand_over(match: Haeresis, step: EffectStep, op: ops.HandOver) -> None:
    gold = min(op.gold, match.state.players[1 - step.seat].gold)
    change_gold(match, 1 - step.seat, -gold)
    change_gold(match, step.seat, gold)


def _ask(match: Haeresis, step: EffectStep, op: Any) -> None:
    """Raise, choices and payments on the way ask their player (choices.py)."""
    seat = 1 - step.seat if getattr(op, "who", "me") == "opponent" else step.seat
    match.push(ChoiceStep(seat, step.seat, step.card, op, left=getattr(op, "count", 1), caster=step.caster))


def _sacrifice(match: Haeresis, step: EffectStep, op: ops.Sacrifice) -> None:
    for seat in reversed(seats_of(step.seat, op.who, match.state.active)):
        match.push(ChoiceStep(seat, step.seat, step.card, op))


def _call(match: Haeresis, step: EffectStep, op: ops.Call) -> None:
    background = match.state.players[step.seat].background
    card = next((name for name in background if name.partition(".")[0] == op.card), "")
    if card:
        background.remove(card)
        enter_heretic(match, step.seat, card)


def _execution(match: Haeresis, step: EffectStep, op: ops.Execution) -> None:
    for seat in seats_of(step.seat, op.who, match.state.active):
        raise_execution(match, seat, op.amount)


def _peek(match: Haeresis, step: EffectStep, op: ops.Peek) -> None:
    hand = sorted(name.partition(".")[0] for name in match.state.players[1 - step.seat].hand)
    match.state.players[step.seat].peeked = hand
    match.reveal()
    match.emit(EVERYONE, events.Peeked(step.seat))
    match.emit((step.seat,), events.SawHand(step.seat, tuple(hand)))


def _heal(match: Haeresis, step: EffectStep, op: ops.Heal) -> None:
    damned = match.state.players[step.seat].damned
    lies = match.state.cards.get(damned)
    if lies is not None and lies.damage:
        healed = min(op.amount, lies.damage)
        lies.damage -= healed
        match.emit(EVERYONE, events.Healed(damned, healed))


def _modify(match: Haeresis, step: EffectStep, op: ops.Modify) -> None:
    """Without a target: of the caster, or of a group of the own characters."""
    if op.of == "caster":
        if step.caster in match.state.cards:
            apply(match, step.seat, op, step.caster)
        return
    if not _in_time(match, op.until):
        return
    group = "heretics" if op.of == "heretics" else "participants"
    match.state.mods.append(Mod(op.stat, op.amount, op.until, step.seat, group=group))
    match.emit(EVERYONE, events.Changed(f"{group}/{step.seat}", op.stat, op.amount, op.until))
    check_health(match)


def _in_time(match: Haeresis, until: ops.Until) -> bool:
    """Nothing lasts to the end of a Conflict where no manoeuvre is under way (AH-CONFLICT.26)."""
    return until != "conflict" or match.state.man is not None


def _team(match: Haeresis, step: EffectStep, op: ops.Team) -> None:
    if not _in_time(match, "conflict"):
        return
    seat = step.seat if op.who == "me" else 1 - step.seat
    match.state.mods.append(Mod("team", op.amount, "conflict", seat))
    match.emit(EVERYONE, events.Changed(f"team/{seat}", "icons", op.amount, "conflict"))


def _shield(match: Haeresis, step: EffectStep, op: ops.Shield) -> None:
    if not _in_time(match, op.until):
        return
    match.state.mods.append(Mod("shield", op.amount, op.until, step.seat))
    match.emit(EVERYONE, events.Changed(f"all/{step.seat}", "shield", op.amount, op.until))


def _burn(match: Haeresis, step: EffectStep, op: ops.Burn) -> None:
    leave(match, match.state.location)


def _fail(match: Haeresis, step: EffectStep, op: ops.Fail) -> None:
    if match.state.man is not None:
        match.state.man.failed = True


def _free(match: Haeresis, step: EffectStep, op: ops.Free) -> None:
    player = match.state.players[step.seat]
    player.free = max(player.free, op.gold)


def _next_chapter(match: Haeresis, step: EffectStep, op: ops.NextChapter) -> None:
    if match.state.man is not None:
        match.state.man.next_rage[step.seat] += op.damage


def _extra(match: Haeresis, step: EffectStep, op: ops.Extra) -> None:
    if match.state.man is not None:
        match.state.man.extra[step.seat] += op.amount


def _roll(match: Haeresis, step: EffectStep, op: ops.Roll) -> None:
    result = 1 + match.chance.below("die", 6)
    match.emit(EVERYONE, events.Rolled(step.seat, result))
    chosen: list[Op] = []
    for most, do in reversed(op.rows):
        if result <= most:
            chosen = list(do)
    match.push(EffectStep(step.seat, step.card, chosen, step.caster, part=True))


def _in_chapter(match: Haeresis, step: EffectStep, op: ops.InChapter) -> None:
    if match.state.chapter >= op.least:
        match.push(EffectStep(step.seat, step.card, list(op.do), step.caster, part=True))


def _if_successful(match: Haeresis, step: EffectStep, op: ops.IfSuccessful) -> None:
    if match.state.man is not None:
        match.state.man.later.append(Later(step.seat, step.card, list(op.do)))


def do(match: Haeresis, step: EffectStep, op: Op) -> None:
    """Carry out an operation that names no target."""
    _DO[type(op)](match, step, op)


_DO: dict[type[Any], Callable[[Haeresis, EffectStep, Any], None]] = {
    ops.Gold: _gold,
    ops.Souls: _souls,
    ops.Draw: _draw,
    ops.Mill: _mill,
    ops.Discard: _discard,
    ops.HandOver: _hand_over,
    ops.Raise: _ask,
    ops.Call: _call,
    ops.Execution: _execution,
    ops.Peek: _peek,
    ops.Heal: _heal,
    ops.Modify: _modify,
    ops.Team: _team,
    ops.Sacrifice: _sacrifice,
    ops.Burn: _burn,
    ops.Fail: _fail,
    ops.Free: _free,
    ops.NextChapter: _next_chapter,
    ops.Shield: _shield,
    ops.Extra: _extra,
    ops.Choice: _ask,
    ops.Roll: _roll,
    ops.InChapter: _in_chapter,
    ops.IfSuccessful: _if_successful,
    ops.MayPay: _ask,
}
