"""The sentences of the verbs that contain other operations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rules.aevum_haeresis.content import ops
from rules.aevum_haeresis.words.amounts import CardWriter, cost_text
from rules.aevum_haeresis.words.counts import conditions_text
from rules.aevum_haeresis.words.ops import cards, characters, conflict, resources
from rules.aevum_haeresis.words.ops.verb import VerbWords
from rules.kernel.words.translation import N_

#: The texts of the verbs that can be nested in other verbs.
PLAIN: dict[type[Any], VerbWords] = {**resources.WORDS, **cards.WORDS, **characters.WORDS, **conflict.WORDS}


def _text(by: CardWriter, effect: Sequence[ops.Plain]) -> str:
    return " ".join(PLAIN[type(op)].sentence(by, op) for op in effect)


def _choice(by: CardWriter, op: ops.Choice) -> str:
    ways = " ".join(f"({number}) {_text(by, way)}" for number, way in enumerate(op.ways, 1))
    return by.say.t("Choose one: {ways}" if op.who == "me" else "The opponent chooses one: {ways}", ways=ways)


def _roll(by: CardWriter, op: ops.Roll) -> str:
    by = replace(by, that="roll")
    line = N_("Roll a d6. {rows}") if op.die == 6 else N_("Roll a d10. {rows}")
    if len(op.rows) == 1:
        return by.say.t(line, rows=_text(by, op.rows[0][1]))
    rows: list[str] = []
    least = 1
    for most, do in op.rows:
        span = str(least) if least == most else f"{least}–{most}"
        rows.append(f"{span}: {_text(by, do) if do else by.say.t('Nothing.')}")
        least = most + 1
    return by.say.t(line, rows=" ".join(rows))


def _contest(by: CardWriter, op: ops.Contest) -> str:
    by = replace(by, that="contest")
    line = N_("Both players roll a d6. If you roll more: {text}")
    if op.die == 10:
        line = N_("Both players roll a d10. If you roll more: {text}")
    return _or_else(by, by.say.t(line, text=_text(by, op.do)), op.otherwise)


def _if(by: CardWriter, op: ops.If) -> str:
    line = by.say.t("If {condition}: {text}", condition=conditions_text(by, op.conditions), text=_text(by, op.do))
    return _or_else(by, line, op.otherwise)


def _or_else(by: CardWriter, line: str, otherwise: Sequence[ops.Plain]) -> str:
    return f"{line} {by.say.t('Otherwise: {text}', text=_text(by, otherwise))}" if otherwise else line


def _in_chapter(by: CardWriter, op: ops.InChapter) -> str:
    line = N_("In Chapter 3: {text}") if op.least == 3 else N_("In Chapter 2 or later: {text}")
    return by.say.t(line, text=_text(by, op.do))


def _if_successful(by: CardWriter, op: ops.IfSuccessful) -> str:
    return by.say.t("If you are successful in this Conflict: {text}", text=_text(by, op.do))


def _may_pay(by: CardWriter, op: ops.MayPay) -> str:
    line = N_("You may pay ({cost}): {text}")
    return by.say.t(line, cost=cost_text(by, op.cost), text=_text(by, op.do))


WORDS: dict[type[Any], VerbWords] = {
    ops.Choice: VerbWords(_choice, N_("{card}: which option?")),
    ops.Roll: VerbWords(_roll),
    ops.Contest: VerbWords(_contest),
    ops.If: VerbWords(_if),
    ops.InChapter: VerbWords(_in_chapter),
    ops.IfSuccessful: VerbWords(_if_successful),
    ops.MayPay: VerbWords(_may_pay, N_("{card}: {text} Do you pay {cost}? You have {gold}.")),
}
