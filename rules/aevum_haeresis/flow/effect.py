"""Executes effects, one operation at a time."""

from __future__ import annotations

from rules.aevum_haeresis.board.card_lookup import is_known, record
from rules.aevum_haeresis.board.cards_in_play import attach, check_health, enter
from rules.aevum_haeresis.board.decks_and_resources import to_pyre
from rules.aevum_haeresis.board.ending import check_after_effect, check_within_effect
from rules.aevum_haeresis.effects.amounts import with_counted_amounts
from rules.aevum_haeresis.effects.card_resolution import skip
from rules.aevum_haeresis.effects.verb_table import VERBS
from rules.aevum_haeresis.flow.step_base import Rules
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.step_registry import HAERESIS
from rules.aevum_haeresis.state.steps import EffectStep
from rules.kernel.data.events import EVERYONE


@HAERESIS.step(EffectStep)
class EffectRules(Rules[EffectStep]):
    """Executes the remaining operations of an effect in order, then moves the effect's card to its destination."""

    of_effect = True

    def go_on(self, match: Haeresis, step: EffectStep) -> bool:
        if not step.ops:
            match.finish(step)
            self._ended(match, step)
            return True
        op = step.ops.pop(0)
        due = with_counted_amounts(match, step.seat, op, step.card, step.that)
        if due is not None:
            VERBS[type(due)].do(match, step, due)
        else:
            skip(step, op)
        if step.ops:
            check_within_effect(match)
        return True

    def cut_short(self, match: Haeresis, step: EffectStep) -> None:
        if not match.state.ended:
            self._ended(match, step)

    def _ended(self, match: Haeresis, step: EffectStep) -> None:
        _put_away(match, step)
        if not step.part:
            check_after_effect(match)

    def is_sound(self, match: Haeresis, step: EffectStep) -> bool:
        return not step.card or is_known(match, step.card)


def _put_away(match: Haeresis, step: EffectStep) -> None:
    """Move a card to the Pyre, the Verge, its host or the Location after its effect (AH-STORY.14, HUNT.4, HUNT.9)."""
    state = match.state
    if step.then == "" or step.card not in state.table:
        return
    state.table.remove(step.card)
    card = record(match, step.card)
    if step.then == "hunter":
        enter(match, step.card, step.seat, host=state.location, until="" if card.stays else "round")
    elif card.attachment is not None and step.host in state.cards:
        attach(match, step.card, step.seat, step.host)
    elif card.duration in ("conflict", "round"):
        enter(match, step.card, step.seat, until="conflict" if card.duration == "conflict" else "round")
    elif card.duration == "track":
        enter(match, step.card, step.seat, time=0)
    else:
        to_pyre(match, [step.card])
        match.emit(EVERYONE, events.Burned(step.card))
    check_health(match)
