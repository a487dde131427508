"""Checks keywords, amounts and conditions in card text, and whether "this", "it" and "that" refer to something."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, get_args

from rules.aevum_haeresis.content import ops
from rules.aevum_haeresis.content.effects import Ability, Lasting, OfCharacters
from rules.aevum_haeresis.content.nested_operations import every_op, inner
from rules.aevum_haeresis.content.occasions import OnCard, OnTeam
from rules.aevum_haeresis.content.records import Card, Content
from rules.kernel.content.records import Record

_OF_CARDS, _OF_PLAYERS = get_args(ops.CardCount), get_args(ops.PlayerCount)
#: Counts that a passive can't use: "that", and counts that passives change, because a passive could then depend on
#: itself.
_UNSTEADY = ("icons", "soul_number", "that")


def faults(content: Content, card: Card) -> Iterator[str]:
    """Yield the faults in the keywords, amounts and conditions of a card's text."""
    for keyword in dict.fromkeys([*card.keywords, *_keywords(card)]):
        if keyword and keyword not in content.keywords:
            yield f"the keyword {keyword} is not in keywords.json"
    for op in every_op(card):
        yield from _amounts(op)
        if isinstance(op, ops.If):
            yield from _conditions(card, op.conditions)
    for ability in card.abilities:
        yield from _conditions(card, ability.conditions)
        yield from _ability(card, ability)
    for op in chain(card.do, inner(card.do)):
        yield from _needs_card_in_play(op)
    yield from _that(card.do)
    for passive in card.passives:
        yield from _passive(card, passive)


def _keywords(card: Card) -> Iterator[str]:
    """Yield every keyword that a card's text uses."""
    found: list[Any] = [*card.passives, card.skull_target, *(ability.when for ability in card.abilities)]
    found += list(chain.from_iterable(one.conditions for one in (*card.passives, *card.abilities)))
    for op in every_op(card):
        found += [getattr(op, "target", None), *getattr(op, "conditions", ())]
    found += [of for record in (*every_op(card), *card.passives) for _, of in _counted(record)]
    for one in found:
        yield getattr(one, "keyword", "")


# -- amounts and conditions -------------------------------------------------------------------------------------


def _counted(record: Record) -> Iterator[tuple[str, ops.Counted]]:
    """Yield the counted amounts in a record, each with the name of the field that contains it."""
    for name in type(record).model_fields:
        of = getattr(record, name)
        if isinstance(of, ops.Counted):
            yield name, of


def _amounts(record: Record) -> Iterator[str]:
    for name, of in _counted(record):
        number = get_args(type(record).model_fields[name].annotation)[0]
        (bounds,) = get_args(number)[1:]
        positive = any(getattr(one, "ge", -1) >= 0 for one in bounds.metadata if hasattr(one, "ge"))
        if of.each == 0 or (positive and of.each < 0):
            yield f"{name}: each is at least 1" if positive else f"{name}: each is not 0"
        if of.plus * of.each < 0:
            yield f"{name}: plus and each go the same way"
        yield from _count(of)


def _count(of: ops.Counted | ops.IsCount) -> Iterator[str]:
    if of.count in _OF_PLAYERS and of.whose == "any":
        yield f"{of.count} is one player's: whose is own or opposing"
    if (of.keyword or of.faction) and of.count not in (*_OF_CARDS, "pyre"):
        yield f"{of.count} has no keyword and no faction"
    if of.state and of.count not in _OF_CARDS:
        yield f"{of.count} is neither Ready nor Spent"


def _conditions(card: Card, conditions: Sequence[ops.Condition]) -> Iterator[str]:
    for one in conditions:
        match one:
            case ops.IsCount():
                yield from _count(one)
                if one.least > one.most or (one.least == 0 and one.most == _MOST):
                    yield "a condition needs a least or a most, the least below the most"
                if one.count == "that":
                    yield "a condition is not about that amount"
            case ops.IsThis() if card.type not in ("damned", "heretic") and card.attachment is None:
                yield "only a character, or what is attached to one, is Ready, is Spent or takes part"
            case _:
                pass


_MOST = ops.IsCount.model_fields["most"].default

# -- passives ---------------------------------------------------------------------------------------------------


def _passive(card: Card, passive: Lasting) -> Iterator[str]:
    yield from _amounts(passive)
    yield from _conditions(card, passive.conditions)
    counts = [of.count for _, of in _counted(passive)]
    counts += [one.count for one in passive.conditions if isinstance(one, ops.IsCount | ops.HasMore)]
    for count in counts:
        if count in _UNSTEADY:
            yield f"a passive can't depend on {count}"
    if isinstance(passive, OfCharacters) and passive.of in ("host", "self") and (passive.keyword or passive.faction):
        yield "a host is one character"


# -- "this", "it" and "that" ------------------------------------------------------------------------------------


def _needs_card_in_play(op: Record) -> Iterator[str]:
    """Yield a fault if an operation that is executed before its card enters play needs the card in play."""
    target = getattr(op, "target", None)
    if isinstance(target, ops.Target) and target.whose in ("this", "host"):
        yield f"{target.whose} is of abilities of cards in play"
    if isinstance(op, ops.Counter) and op.target is None:
        yield "counters need a card in play: name a target"
    if isinstance(op, ops.MayPay) and op.cost.counters:
        yield "only abilities of cards in play take counters off their card"
    if isinstance(target, ops.Target) and target.whose == "it":
        yield "it is the card that an ability of the kind when answers to"


def _ability(card: Card, ability: Ability) -> Iterator[str]:
    attached, when = card.attachment is not None, ability.when
    if isinstance(when, OnCard | OnTeam) and when.of == "host" and not attached:
        yield "only an attachment has a host"
    answers = isinstance(when, OnCard | OnTeam)
    for op in chain(ability.do, inner(ability.do)):
        target = getattr(op, "target", None)
        if isinstance(target, ops.Target):
            if target.whose == "host" and not attached:
                yield "only an attachment has a host"
            if target.whose == "it" and not answers:
                yield "it is the card that an ability of the kind when answers to"
    if when is None:
        yield from _that(ability.do)


def _operations_outside_rolls(do: Sequence[ops.Op]) -> Iterator[Record]:
    """Yield an effect's operations except those inside rolls and contests, where "that" can refer to dice."""
    for op in do:
        yield op
        if not isinstance(op, ops.Roll | ops.Contest):
            yield from inner([op])


def _that(do: Sequence[ops.Op]) -> Iterator[str]:
    if any(of.count == "that" for op in _operations_outside_rolls(do) for _, of in _counted(op)):
        yield "that is the result of a roll, or what an ability of the kind when answers to"
