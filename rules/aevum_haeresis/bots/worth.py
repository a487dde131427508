"""What cards and effects are worth in points, for players who look one step ahead; a soul is about three.

Rough on purpose: the numbers were found by letting greedy players play against each other.
"""

from __future__ import annotations

from rules.aevum_haeresis.board.cards import altering, controlled, is_character, passives, record, soul_number, stat
from rules.aevum_haeresis.board.targets import skull, target_of
from rules.aevum_haeresis.content import effects, ops
from rules.aevum_haeresis.content.effects import Passive
from rules.aevum_haeresis.content.ops import Op
from rules.aevum_haeresis.content.records import Card
from rules.aevum_haeresis.state.state import EXECUTED, PLUNDER, SOULS_TO_WIN, Haeresis, Man, Paid

GOLD, CARD, SOUL = 0.55, 0.4, 3.0
ICONS = {"plunder": 1.0, "recruit": 1.15, "accuse": 1.35}
HEALTH, DAMAGE, WOUND = 0.25, 0.3, 0.3
#: All the way from nothing to a win: each step on it counts more than the one before.
RACE, HASTE = 32.0, 1.5
#: Cards in a full Plot deck.
FULL = 48
#: What an effect that ends the game for the better is worth while it is not certain.
DECISIVE = 60.0
#: By how much a difference of one icon moves the chance of a Conflict.
EDGE = 0.2


# -- the three ways to win ---------------------------------------------------------------------------------------


def of_souls(match: Haeresis, seat: int, more: int) -> float:
    """Return what so many souls more are worth to their player."""
    souls = match.state.players[seat].souls
    return _race(souls + more, SOULS_TO_WIN) - _race(souls, SOULS_TO_WIN)


def of_mill(match: Haeresis, seat: int, cards: int) -> float:
    """Return what the loss of so many cards of a Plot deck costs its player."""
    gone = FULL - len(match.state.players[seat].plot)
    return _race(gone + cards, FULL) - _race(gone, FULL)


def of_execution(match: Haeresis, seat: int, more: int) -> float:
    """Return what a change of the Execution level costs its player, in this Round."""
    player = match.state.players[seat]
    if more > 0 and player.rose:
        return 0.0
    return _race(player.execution + more, EXECUTED) - _race(player.execution, EXECUTED)


def standing(match: Haeresis, seat: int) -> float:
    """Return how far a seat has come on its way, and how near the two ways of losing are."""
    player = match.state.players[seat]
    lost = _race(FULL - len(player.plot), FULL) + _race(player.execution, EXECUTED)
    return _race(player.souls, SOULS_TO_WIN) - lost


def _race(done: int, goal: int) -> float:
    return RACE * (min(max(done, 0), goal) / goal) ** HASTE


def gain(match: Haeresis, seat: int, man_type: str, number: int, extra: int = 0) -> float:
    """Return what a successful manoeuvre brings, with the game it may end."""
    other = 1 - seat
    rival = match.state.players[other]
    if man_type == "recruit":
        number += extra
        ends = match.state.players[seat].souls + number >= SOULS_TO_WIN
        return of_souls(match, seat, number) + (DECISIVE if ends else 0.0)
    if man_type == "plunder":
        cards = PLUNDER + number + extra
        return of_mill(match, other, cards) + (DECISIVE if len(rival.plot) <= cards else 0.0)
    ends = not rival.rose and rival.execution + 1 >= EXECUTED
    return of_execution(match, other, 1) + (DECISIVE if ends else 0.0)


def at_stake(match: Haeresis, man: Man) -> float:
    """Return what the manoeuvre under way brings its initiator, if successful."""
    number = soul_number(match) if match.state.location else 1
    value = gain(match, man.initiator, man.type, number, man.extra[man.initiator])
    for _, lies, passive in passives(match):
        if not isinstance(passive, effects.Bounty) or passive.manoeuvre != man.type:
            continue
        if passive.whose == "both" or lies.controller == man.initiator:
            value += SOUL * passive.souls + GOLD * passive.gold + CARD * passive.cards
    return value


# -- effects ------------------------------------------------------------------------------------------------------


def of_effect(match: Haeresis, seat: int, effect: list[Op]) -> float:
    """Return what an effect brings the seat that uses it."""
    return sum(_of_op(match, seat, op) for op in effect)


def _sides(seat: int, who: str) -> list[tuple[int, int]]:
    """Return whom an effect means, and whether it is for or against the seat that uses it."""
    mine, theirs = (seat, 1), (1 - seat, -1)
    return {"me": [mine], "opponent": [theirs]}.get(who, [mine, theirs])


def _of_op(match: Haeresis, seat: int, op: Op) -> float:
    players = match.state.players
    match op:
        case ops.Gold():
            return sum(sign * GOLD * max(op.amount, -players[one].gold) for one, sign in _sides(seat, op.who))
        case ops.Souls():
            return sum(sign * of_souls(match, one, op.amount) for one, sign in _sides(seat, op.who))
        case ops.Draw():
            return sum(sign * CARD * op.count for _, sign in _sides(seat, op.who))
        case ops.Mill():
            return sum(-sign * of_mill(match, one, op.count) for one, sign in _sides(seat, op.who))
        case ops.Discard():
            return sum(-sign * CARD * min(op.count, len(players[one].hand)) for one, sign in _sides(seat, op.who))
        case ops.HandOver():
            return 2 * GOLD * min(op.gold, players[1 - seat].gold)
        case ops.Execution():
            return sum(-sign * of_execution(match, one, op.amount) for one, sign in _sides(seat, op.who))
        case ops.Raise():
            return _of_raise(match, seat, op)
        case ops.Free():
            return GOLD * op.gold * 0.6
        case ops.Sacrifice():
            return sum(-sign * 2.0 for one, sign in _sides(seat, op.who) if len(controlled(match, one)) > 1)
        case ops.Extra():
            return 2.0 * op.amount
        case _:
            return _of_fighting_op(match, seat, op)


def _of_raise(match: Haeresis, seat: int, op: ops.Raise) -> float:
    pyre = match.state.players[seat].pyre
    if op.to == "deck":
        return of_mill(match, seat, min(op.count, len(pyre)))
    if not any(op.what == "any" or (record(match, card).type == "heretic") == (op.what == "heretic") for card in pyre):
        return 0.0
    return (3.0 if op.to == "verge" else CARD * 1.5) * op.count


def _of_fighting_op(match: Haeresis, seat: int, op: Op) -> float:
    man = match.state.man
    edge = EDGE * at_stake(match, man) if man is not None and man.successful < 0 else 1.0
    match op:
        case ops.Damage():
            return of_damage(match, seat, op.amount)
        case ops.Heal():
            damned = match.state.cards.get(match.state.players[seat].damned)
            return WOUND * min(op.amount, damned.damage) if damned is not None else 0.0
        case ops.Team():
            return edge * op.amount * (1 if op.who == "me" else -1)
        case ops.Modify():
            counts = man is not None and op.stat in ("icons", man.type)
            return abs(op.amount) * (edge if counts else 0.6)
        case ops.Ready() | ops.Spend():
            return 1.2
        case ops.Shield():
            return 0.8 * op.amount
        case ops.NextChapter():
            return 0.5 * op.damage
        case ops.Control() | ops.Destroy() | ops.Call():
            return 2.8
        case _:
            return _of_compound(match, seat, op)


def _of_compound(match: Haeresis, seat: int, op: Op) -> float:
    match op:
        case ops.Choice():
            ways = [of_effect(match, seat, list(way)) for way in op.ways]
            return max(ways) if op.who == "me" else min(ways)
        case ops.Roll():
            return sum(of_effect(match, seat, list(do)) for _, do in op.rows) / len(op.rows)
        case ops.InChapter():
            here = match.state.chapter or len(match.state.players[seat].row) + 1
            return of_effect(match, seat, list(op.do)) if here >= op.least else 0.0
        case ops.IfSuccessful():
            return 0.5 * of_effect(match, seat, list(op.do))
        case ops.MayPay():
            return max(0.0, of_effect(match, seat, list(op.do)) - of_cost(match, seat, op.cost))
        case _:
            return 0.3


def of_cost(match: Haeresis, seat: int, cost: ops.Cost) -> float:
    """Return what a cost takes."""
    taken = GOLD * cost.gold + CARD * cost.cards + 2.0 * cost.sacrifice + cost.turn + cost.turn_own
    return taken - (of_souls(match, seat, -cost.souls) if cost.souls else 0.0)


def of_damage(match: Haeresis, seat: int, amount: int) -> float:
    """Return what so much damage to the best of the rival's characters that can be reached would bring."""
    man = match.state.man
    rivals = man.teams[1 - seat] if man is not None and man.blocked else controlled(match, 1 - seat)
    return max((of_hit(match, card, amount) for card in rivals if card in match.state.cards), default=0.0)


def of_hit(match: Haeresis, card: str, amount: int) -> float:
    """Return what damage costs a character's controller."""
    if record(match, card).type == "damned":
        left = stat(match, card, "health") - match.state.cards[card].damage
        return WOUND * amount + (4.0 if amount >= left else 0.0)
    if stat(match, card, "health") > amount:
        return 0.0
    man = match.state.man
    value = of_character(match, card)
    if man is not None and man.successful < 0 and (card in man.teams[0] or card in man.teams[1]):
        value += EDGE * at_stake(match, man) * stat(match, card, man.type)
    return value


def of_paid(match: Haeresis, paid: Paid) -> float:
    """Return what was paid for and has not come about yet, with those who were named for it."""
    kept = record(match, paid.card)
    if paid.ability < 0 and paid.card in match.state.cards:
        return 0.0
    effect = list(kept.do if paid.ability < 0 else kept.abilities[paid.ability].do)
    value = of_lasting(kept) if paid.ability < 0 and kept.type != "heretic" else 0.0
    goals = list(paid.targets)
    if paid.ability < 0 and skull(match, kept) and goals:
        man = match.state.man
        might = stat(match, paid.caster, "damage") if paid.caster in match.state.cards else paid.might
        rage = man.rage[paid.seat] if man is not None else 0
        value += _aimed(match, paid.seat, goals.pop(0), might + kept.modifier + rage)
    for op in effect:
        target = target_of(op)
        if isinstance(op, ops.Damage) and goals:
            value += _aimed(match, paid.seat, goals.pop(0), op.amount)
            continue
        named = goals[: target.count] if target is not None else []
        goals = goals[len(named) :]
        value += _of_op(match, paid.seat, op)
        if not isinstance(op, ops.Modify) or op.amount < 0:
            value += 0.1 * sum(_aimed(match, paid.seat, name, 99) for name in named)
    if paid.host in match.state.cards:
        value += 0.1 * of_character(match, paid.host)
    return value


def _aimed(match: Haeresis, seat: int, card: str, amount: int) -> float:
    lies = match.state.cards.get(card)
    if lies is None or not is_character(match, card):
        return 0.0
    return of_hit(match, card, amount) * (1 if lies.controller != seat else -1)


# -- cards --------------------------------------------------------------------------------------------------------


class Numbers:
    """The numbers of characters in one position, each worked out once."""

    def __init__(self, match: Haeresis) -> None:
        self._match = match
        self._alters = altering(match)
        self._known: dict[tuple[str, str], int] = {}

    def __call__(self, card: str, name: str) -> int:
        key = card, name
        if key not in self._known:
            self._known[key] = stat(self._match, card, name, self._alters)
        return self._known[key]

    def icons(self, card: str) -> int:
        """Return all icons of a character."""
        return sum(self(card, name) for name in ICONS)


def of_character(match: Haeresis, card: str, numbers: Numbers | None = None) -> float:
    """Return what a character in play is worth."""
    kept = record(match, card)
    of = numbers or Numbers(match)
    value = 0.5 + sum(worth * of(card, name) for name, worth in ICONS.items())
    value += HEALTH * of(card, "health") + DAMAGE * of(card, "damage")
    return value + _of_text(kept) + GOLD * 2 * kept.gold_icon


def _of_text(card: Card) -> float:
    """What abilities and passives of a character are worth besides its numbers."""
    return 0.5 * sum(ability.kind != "imr" for ability in card.abilities) + 0.5 * len(card.passives)


def of_lasting(card: Card) -> float:
    """Return what a card in play that is no character is worth, besides what it changes in others."""
    value = GOLD * 2 * card.gold_icon
    for passive in card.passives:
        match passive:
            case effects.Bounty() | effects.Bar():
                value += 0.7
            case effects.Tax() | effects.Ward():
                value += 0.5
            case _:
                value += 0.2
    return value + (GOLD * sum(card.track) * 0.5 if card.track is not None and card.type == "event" else 0.0)


def _of_attachment(card: Card) -> float:
    """What an attachment changes in its host."""
    return sum(map(_of_alter, card.passives)) + (1.0 if card.attachment is not None else 0.0)


def _of_alter(passive: Passive) -> float:
    if not isinstance(passive, effects.Alter):
        return 0.0
    each = {**ICONS, "icons": 2.0, "health": HEALTH * 1.5, "damage": DAMAGE * 1.5}
    return 1.2 * abs(passive.amount) * each[passive.stat] * (1 if passive.of == "host" else 0.8)


def of_card(match: Haeresis, seat: int, card: str) -> float:
    """Return what playing a card of the hand would bring, its cost aside."""
    kept = record(match, card)
    if kept.type == "heretic":
        value = 0.5 + sum(worth * getattr(kept.icons, name) for name, worth in ICONS.items())
        value += HEALTH * kept.health + DAMAGE * kept.damage + _of_text(kept) + GOLD * 2 * kept.gold_icon
        return value + sum(of_effect(match, seat, list(one.do)) for one in kept.abilities if one.kind == "imr")
    value = of_effect(match, seat, list(kept.do)) + of_lasting(kept)
    if kept.attachment is not None:
        value += _of_attachment(kept)
    if skull(match, kept):
        man = match.state.man
        own = man.teams[seat] if man is not None else []
        might = max((stat(match, name, "damage") for name in own if name in match.state.cards), default=0)
        value += of_damage(match, seat, might + kept.modifier)
    return value
