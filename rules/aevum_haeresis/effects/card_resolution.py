"""Resolves paid cards and abilities: their effects, Heretics that enter play, and the damage dealt by a skull."""

from __future__ import annotations

from rules.aevum_haeresis.board.card_lookup import manoeuvre, record, stat
from rules.aevum_haeresis.board.cards_in_play import check_health, deal, enter
from rules.aevum_haeresis.board.targets import has_active_skull, is_still_there, target_of
from rules.aevum_haeresis.content.ops import Op
from rules.aevum_haeresis.content.records import Card
from rules.aevum_haeresis.effects.amounts import conditions_hold
from rules.aevum_haeresis.effects.cost_rules import ability_of
from rules.aevum_haeresis.state.state import Haeresis, Paid
from rules.aevum_haeresis.state.steps import EffectStep


def begin_resolving(match: Haeresis, paid: Paid) -> None:
    """Start to resolve a paid card or ability (AH-COST.17)."""
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
    if has_active_skull(match, card):
        _strike(match, step, card)
    match.push(step)


def enter_heretic(match: Haeresis, seat: int, card: str) -> None:
    """Bring a Heretic into play Ready, and start its In Medias Res effects (AH-ENLIST.13, IMR.1, IMR.5)."""
    enter(match, card, seat)
    check_health(match)
    for ability in reversed(record(match, card).abilities):
        if ability.kind == "imr" and conditions_hold(match, seat, ability.conditions, card):
            match.push(EffectStep(seat, card, list(ability.do)))


def skip(step: EffectStep, op: Op) -> None:
    """Skip the targets that were named for an operation that has no effect."""
    target = target_of(op)
    if step.named and target is not None:
        del step.targets[: target.count]


def _strike(match: Haeresis, step: EffectStep, card: Card) -> None:
    """Deal the caster's Damage plus the Story's modifier, if the target is still there (AH-DMG.1, COST.18, DMG.11)."""
    target = step.targets.pop(0) if step.targets else ""
    man = manoeuvre(match)
    might = stat(match, step.caster, "damage") if step.caster in match.state.cards else step.might
    if is_still_there(match, card, card.skull_target, target):
        deal(match, target, might + card.modifier + man.rage[step.seat])
