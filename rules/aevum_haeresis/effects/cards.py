"""The behaviour of the verbs that affect decks, hands, the Pyre and the Location."""

from __future__ import annotations

from typing import Any

from rules.aevum_haeresis.board.card_lookup import kind, record
from rules.aevum_haeresis.board.cards_in_play import leave
from rules.aevum_haeresis.board.decks_and_resources import discard, draw, kinds, mill
from rules.aevum_haeresis.board.triggered_abilities import queue_triggered
from rules.aevum_haeresis.content import ops
from rules.aevum_haeresis.effects.card_resolution import enter_heretic
from rules.aevum_haeresis.effects.refusals import not_held
from rules.aevum_haeresis.effects.verb import Choice, Verb, always, for_any, for_each, seats_of
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.steps import ChoiceStep, EffectStep
from rules.kernel.data.events import EVERYONE
from rules.kernel.errors import IllegalAction

# -- decks and hands ------------------------------------------------------------------------------------------


def _can_draw(match: Haeresis, seat: int, op: ops.Draw) -> bool:
    player = match.state.players[seat]
    return bool(player.plot if op.deck == "plot" else player.heretics)


def _discard(match: Haeresis, step: EffectStep, op: ops.Discard) -> None:
    for seat in reversed(seats_of(match, step.seat, op.who)):
        hand = match.state.players[seat].hand
        if op.random:
            taken = match.chance.take(f"hand/{seat}", list(hand), ops.each(op.count))
            discard(match, seat, taken)
        elif hand:
            match.push(ChoiceStep(seat, step.seat, step.card, op, left=min(ops.each(op.count), len(hand))))


def _peek(match: Haeresis, step: EffectStep, op: ops.Peek) -> None:
    hand = sorted(map(kind, match.state.players[1 - step.seat].hand))
    match.state.players[step.seat].peeked = hand
    match.reveal()
    match.emit(EVERYONE, events.Peeked(step.seat))
    match.emit((step.seat,), events.SawHand(step.seat, tuple(hand)))


# -- the Pyre, the Background deck, the Location --------------------------------------------------------------


def _raisable(match: Haeresis, op: ops.Raise, card: str) -> bool:
    found = record(match, card)
    if found.type in ("damned", "camp", "location") or found.background:
        return False
    heretic = found.type == "heretic"
    return (heretic or op.to != "verge") and (op.what == "any" or (op.what == "heretic") == heretic)


def _can_raise(match: Haeresis, seat: int, card: str, op: ops.Raise) -> bool:
    return any(_raisable(match, op, name) for name in match.state.players[seat].pyre)


def _raise(match: Haeresis, step: EffectStep, op: ops.Raise) -> None:
    match.push(ChoiceStep(step.seat, step.seat, step.card, op, left=op.count, caster=step.caster))


def _raising(match: Haeresis, step: ChoiceStep, op: ops.Raise) -> list[str]:
    return kinds([name for name in match.state.players[step.seat].pyre if _raisable(match, op, name)])


def _raised(match: Haeresis, step: ChoiceStep, op: ops.Raise, card: str) -> None:
    player = match.state.players[step.seat]
    player.pyre.remove(card)
    match.emit(EVERYONE, events.Raised(step.seat, card, op.to))
    queue_triggered(match, "raised", step.seat, card)
    if op.to == "hand":
        player.hand.append(card)
    elif op.to == "verge":
        enter_heretic(match, step.seat, card)
    elif record(match, card).type == "heretic":
        player.heretics.append(card)
    else:
        player.plot.append(card)


def _not_raised(match: Haeresis, step: ChoiceStep, op: ops.Raise, card: str) -> IllegalAction:
    if card not in match.state.players[step.seat].pyre:
        return IllegalAction("That card is not in your Pyre.", rule="AH-ZONE.3")
    return IllegalAction("That card can't come back this way, or you're offered another copy of it.", rule="AH-GEN.2")


def _can_call(match: Haeresis, seat: int, card: str, op: ops.Call) -> bool:
    return any(kind(name) == op.card for name in match.state.players[seat].background)


def _call(match: Haeresis, step: EffectStep, op: ops.Call) -> None:
    background = match.state.players[step.seat].background
    card = next((name for name in background if kind(name) == op.card), "")
    if card:
        background.remove(card)
        enter_heretic(match, step.seat, card)


VERBS: dict[type[Any], Verb] = {
    ops.Draw: Verb(for_any(_can_draw), for_each(lambda match, seat, op: draw(match, seat, op.deck, op.count))),
    ops.Mill: Verb(always, for_each(lambda match, seat, op: mill(match, seat, op.count))),
    ops.Discard: Verb(
        for_any(lambda match, seat, op: bool(match.state.players[seat].hand)),
        _discard,
        Choice(
            lambda match, step, op: kinds(match.state.players[step.seat].hand),
            lambda match, step, op, card: discard(match, step.seat, [card]),
            lambda match, step, op, card: not_held(match, step.seat, card),
        ),
    ),
    ops.Raise: Verb(_can_raise, _raise, Choice(_raising, _raised, _not_raised, lambda op: op.may)),
    ops.Call: Verb(_can_call, _call),
    ops.Peek: Verb(always, _peek),
    ops.Burn: Verb(always, lambda match, step, op: leave(match, match.state.location)),
}
