"""The text of verbs that affect tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.words.amounts import CardWriter, amount_text, some
from rules.edge_of_darkness.words.ops.verb import Asked, VerbWords, whom
from rules.kernel.words.translation import N_


def _gain(by: CardWriter, *ops: ops.Gain) -> str:
    return by.say.t("Gain {things}", things=_things(by, ops))


def _lose(by: CardWriter, *ops: ops.Lose) -> str:
    return by.say.t("Lose {things}", things=_things(by, ops))


def _things(by: CardWriter, ops: Sequence[ops.Gain | ops.Lose]) -> str:
    return by.say.join([amount_text(by, op.what, op.amount) for op in ops])


def _rivals(by: CardWriter, op: ops.Rivals) -> str:
    return by.say.t("Each other player loses {things}", things=some(by, op.what, op.amount))


def _rivals_gain(by: CardWriter, op: ops.RivalsGain) -> str:
    return by.say.t("Each other player gains {things}", things=some(by, op.what, op.amount))


def _take(by: CardWriter, op: ops.Take) -> str:
    return by.say.t("Take {things} from another player", things=some(by, op.what, op.amount))


WORDS: dict[type[Any], VerbWords] = {
    ops.Gain: VerbWords(_gain),
    ops.Lose: VerbWords(_lose),
    ops.Rivals: VerbWords(_rivals),
    ops.RivalsGain: VerbWords(_rivals_gain),
    ops.Take: VerbWords(_take, Asked(N_("{source}: which player do you take from?"), whom(N_("Take from {player}")))),
}
