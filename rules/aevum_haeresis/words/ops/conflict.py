"""The wording of the effects that change the current manoeuvre or Conflict."""

from __future__ import annotations

from typing import Any

from rules.aevum_haeresis.content import ops
from rules.aevum_haeresis.words.amounts import UNTIL, CardWriter, damage, icon_words
from rules.aevum_haeresis.words.ops.verb import VerbWords
from rules.kernel.words.operation_sentences import t
from rules.kernel.words.translation import N_


def _team(by: CardWriter, op: ops.Team) -> str:
    line = N_("The opponent's team has {change} {until}.")
    if op.who == "me":
        line = N_("Your team has {change} {until}.")
    return by.say.t(line, change=icon_words(by.say, ops.each(op.amount)), until=by.say.t(UNTIL["conflict"]))


def _shield(by: CardWriter, op: ops.Shield) -> str:
    until = by.say.t(UNTIL[op.until])
    return by.say.t("Damage dealt to your characters is reduced by {n} {until}.", n=ops.each(op.amount), until=until)


def _next_chapter(by: CardWriter, op: ops.NextChapter) -> str:
    return by.say.t("In the next Chapter your casters deal an extra {damage}.", damage=damage(by, ops.each(op.damage)))


def _extra(by: CardWriter, op: ops.Extra) -> str:
    return by.say.t("If you initiated this manoeuvre, its soul number is {n} higher.", n=ops.each(op.amount))


WORDS: dict[type[Any], VerbWords] = {
    ops.Team: VerbWords(_team),
    ops.Shield: VerbWords(_shield),
    ops.NextChapter: VerbWords(_next_chapter),
    ops.Extra: VerbWords(_extra),
    ops.Fail: VerbWords(t("The announced manoeuvre is unsuccessful unless it is blocked.")),
}
