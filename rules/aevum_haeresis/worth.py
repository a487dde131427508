"""What cards and effects are worth in points, for players who look one step ahead; a soul is about three.

Rough on purpose: the numbers were found by letting greedy players play against each other.
"""

from __future__ import annotations

from rules.aevum_haeresis import effects, ops
from rules.aevum_haeresis.cards import controlled, record, stat
from rules.aevum_haeresis.content import Card
from rules.aevum_haeresis.ops import Op
from rules.aevum_haeresis.state import Haeresis
from rules.aevum_haeresis.targets import skull

GOLD, SOUL, CARD, PLOT = 0.55, 3.0, 0.6, 0.4
ICONS = {"plunder": 1.0, "recruit": 1.15, "accuse": 1.35}
HEALTH, DAMAGE, WOUND = 0.25, 0.3, 0.35
#: What one Execution level costs its player, by the level reached.
EXECUTION = (0.0, 5.0, 14.0, 60.0)


def of_effect(match: Haeresis, seat: int, effect: list[Op]) -> float:
    """Return what an effect brings the seat that uses it."""
    return sum(_of_op(match, seat, op) for op in effect)


def _whose(who: str) -> int:
    """Tell whether something done to this side is for or against the seat that uses it."""
    return {"me": 1, "opponent": -1}.get(who, 0)


def _of_op(match: Haeresis, seat: int, op: Op) -> float:
    match op:
        case ops.Gold():
            return GOLD * op.amount * _whose(op.who)
        case ops.Souls():
            return SOUL * op.amount * _whose(op.who)
        case ops.Draw():
            return CARD * op.count * _whose(op.who)
        case ops.Mill():
            return -PLOT * op.count * _whose(op.who)
        case ops.Discard():
            return -CARD * op.count * _whose(op.who)
        case ops.HandOver():
            return 2 * GOLD * min(op.gold, match.state.players[1 - seat].gold)
        case ops.Raise():
            return (2.0 if op.to == "verge" else CARD) * op.count
        case ops.Execution():
            return -5.0 * op.amount * _whose(op.who) * _moves(match, seat, op)
        case ops.Free():
            return GOLD * op.gold * 0.6
        case ops.Sacrifice():
            return -2.0 * _whose(op.who)
        case ops.Extra():
            return SOUL * op.amount * 0.7
        case _:
            return _of_character_op(match, seat, op)


def _moves(match: Haeresis, seat: int, op: ops.Execution) -> bool:
    """Tell whether an Execution level can move at all."""
    player = match.state.players[seat if op.who == "me" else 1 - seat]
    return not player.rose if op.amount > 0 else player.execution > 0


def _of_character_op(match: Haeresis, seat: int, op: Op) -> float:
    match op:
        case ops.Damage():
            return of_damage(match, seat, op.amount)
        case ops.Heal():
            damned = match.state.cards.get(match.state.players[seat].damned)
            return WOUND * min(op.amount, damned.damage) if damned is not None else 0.0
        case ops.Ready() | ops.Spend():
            return 1.2
        case ops.Modify() | ops.Team() | ops.Shield() | ops.NextChapter():
            return 0.8 * abs(op.damage if isinstance(op, ops.NextChapter) else op.amount)
        case ops.Control() | ops.Destroy() | ops.Call():
            return 2.5
        case ops.Choice():
            return max(of_effect(match, seat, list(way)) for way in op.ways) * (1 if op.who == "me" else 0.5)
        case ops.Roll():
            return sum(of_effect(match, seat, list(do)) for _, do in op.rows) / len(op.rows)
        case ops.InChapter() | ops.IfSuccessful():
            return 0.5 * of_effect(match, seat, list(op.do))
        case ops.MayPay():
            return max(0.0, of_effect(match, seat, list(op.do)) - of_cost(op.cost))
        case _:
            return 0.4


def of_cost(cost: ops.Cost) -> float:
    """Return what a cost takes."""
    return GOLD * cost.gold + SOUL * cost.souls + CARD * cost.cards + 2.0 * cost.sacrifice + cost.turn + cost.turn_own


def of_damage(match: Haeresis, seat: int, amount: int) -> float:
    """Return what so much damage to the best of the rival's characters that can be reached would bring."""
    man = match.state.man
    rivals = man.teams[1 - seat] if man is not None and man.blocked else controlled(match, 1 - seat)
    best = 0.0
    for card in rivals:
        if record(match, card).type == "damned":
            best = max(best, WOUND * amount)
        elif card in match.state.cards and stat(match, card, "health") <= amount:
            best = max(best, of_character(match, card) * 0.8)
    return best


def of_character(match: Haeresis, card: str) -> float:
    """Return what a character in play is worth."""
    kept = record(match, card)
    value = 0.5 + sum(worth * stat(match, card, name) for name, worth in ICONS.items())
    value += HEALTH * stat(match, card, "health") + DAMAGE * stat(match, card, "damage")
    return value + 0.6 * len(kept.abilities) + 0.5 * len(kept.passives) + GOLD * 2 * kept.gold_icon


def of_lasting(card: Card) -> float:
    """Return what a card in play that is no character is worth, besides what it changes in others."""
    value = 0.3 * len(card.passives) + GOLD * card.gold_icon
    for passive in card.passives:
        match passive:
            case effects.Bounty():
                value += 0.8
            case effects.Bar() | effects.Tax():
                value += 0.5
            case _:
                pass
    return value + (GOLD * sum(card.track) * 0.5 if card.track is not None and card.type == "event" else 0.0)


def of_card(match: Haeresis, seat: int, card: str) -> float:
    """Return what playing a card of the hand would bring, its cost aside."""
    kept = record(match, card)
    if kept.type == "heretic":
        value = 0.5 + sum(worth * getattr(kept.icons, name) for name, worth in ICONS.items())
        return value + HEALTH * kept.health + DAMAGE * kept.damage + 0.8 * len(kept.abilities) + GOLD * kept.gold_icon
    value = of_effect(match, seat, list(kept.do)) + of_lasting(kept)
    if kept.attachment is not None:
        value += 1.5
    if skull(match, kept):
        own = match.state.man.teams[seat] if match.state.man is not None else []
        might = max((stat(match, name, "damage") for name in own if name in match.state.cards), default=0)
        value += of_damage(match, seat, might + kept.modifier)
    return value
