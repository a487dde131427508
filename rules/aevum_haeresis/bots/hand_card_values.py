"""The values of cards in hand, and of cards that were paid for but not resolved yet, for computer players."""

from __future__ import annotations

from rules.aevum_haeresis.board.card_lookup import is_character, record, stat
from rules.aevum_haeresis.board.targets import has_active_skull, target_of
from rules.aevum_haeresis.bots import heuristics
from rules.aevum_haeresis.bots.heuristics import ICONS, PRICES
from rules.aevum_haeresis.bots.verbs import EXPECTED, VALUES, of_effect
from rules.aevum_haeresis.content import ops
from rules.aevum_haeresis.effects.amounts import with_counted_amounts
from rules.aevum_haeresis.state.state import Haeresis, Paid


def of_card(match: Haeresis, seat: int, card: str) -> float:
    """Return the value of playing a card from the hand, without subtracting its cost."""
    card_record = record(match, card)
    if card_record.type == "heretic":
        price = PRICES()
        value = 0.5 + sum(price[name] * getattr(card_record.icons, name) for name in ICONS)
        income = price["gold"] * 2 * card_record.gold_icon
        value += (
            price["health"] * card_record.health
            + price["damage"] * card_record.damage
            + heuristics.of_text(card_record)
            + income
        )
        return value + sum(of_effect(match, seat, list(one.do)) for one in card_record.abilities if one.kind == "imr")
    value = of_effect(match, seat, list(card_record.do)) + heuristics.of_lasting(card_record)
    if card_record.attachment is not None:
        value += heuristics.of_attachment(card_record)
    if has_active_skull(match, card_record):
        man = match.state.man
        own = man.teams[seat] if man is not None else []
        might = max((stat(match, name, "damage") for name in own if name in match.state.cards), default=0)
        value += heuristics.of_damage(match, seat, might + card_record.modifier)
    return value


def of_paid(match: Haeresis, paid: Paid) -> float:
    """Return the value of a card or ability that was paid for but not resolved yet, given its named targets."""
    card_record = record(match, paid.card)
    if paid.ability < 0 and paid.card in match.state.cards:
        return 0.0
    effect = list(card_record.do if paid.ability < 0 else card_record.abilities[paid.ability].do)
    value = heuristics.of_lasting(card_record) if paid.ability < 0 and card_record.type != "heretic" else 0.0
    goals = list(paid.targets)
    if paid.ability < 0 and has_active_skull(match, card_record) and goals:
        man = match.state.man
        might = stat(match, paid.caster, "damage") if paid.caster in match.state.cards else paid.might
        rage = man.rage[paid.seat] if man is not None else 0
        value += _aimed(match, paid.seat, goals.pop(0), might + card_record.modifier + rage)
    for written in effect:
        target = target_of(written)
        op = with_counted_amounts(match, paid.seat, written, paid.card, EXPECTED)
        if op is None:
            goals = goals[target.count if target is not None else 0 :]
            continue
        if isinstance(op, ops.Damage) and goals:
            value += _aimed(match, paid.seat, goals.pop(0), ops.each(op.amount))
            continue
        named_targets = goals[: target.count] if target is not None else []
        goals = goals[len(named_targets) :]
        value += VALUES[type(op)](match, paid.seat, op)
        if not isinstance(op, ops.Modify) or ops.each(op.amount) < 0:
            value += 0.1 * sum(_aimed(match, paid.seat, name, 99) for name in named_targets)
    if paid.host in match.state.cards:
        value += 0.1 * heuristics.of_character(match, paid.host)
    return value


def _aimed(match: Haeresis, seat: int, card: str, amount: int) -> float:
    placed = match.state.cards.get(card)
    if placed is None or not is_character(match, card):
        return 0.0
    return heuristics.of_hit(match, card, amount) * (1 if placed.controller != seat else -1)
