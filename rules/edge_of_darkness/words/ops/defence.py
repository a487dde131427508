"""The text of verbs that affect the Defense track and Damage."""

from __future__ import annotations

from typing import Any

from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.words.amounts import amount_text
from rules.edge_of_darkness.words.ops.verb import VerbWords
from rules.kernel.words.operation_sentences import n, t

WORDS: dict[type[Any], VerbWords] = {
    ops.RaiseDefence: VerbWords(n("Move your Defense token up {n} space", "Move your Defense token up {n} spaces")),
    ops.LowerDefence: VerbWords(n("Move your Defense token down {n} space", "Move your Defense token down {n} spaces")),
    ops.Reduce: VerbWords(
        t("Reduce the Damage by {points}", points=lambda by, op: amount_text(by, "reduce", op.amount))
    ),
}
