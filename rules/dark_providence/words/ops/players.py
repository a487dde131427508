"""The text of verbs that affect players: actions, sanity and allegiances."""

from __future__ import annotations

from typing import Any

from rules.dark_providence.content import ops
from rules.dark_providence.words.amounts import CardWriter
from rules.dark_providence.words.names import rival_name
from rules.dark_providence.words.ops.verb import Asked, VerbWords, many, placed, rival_madness, rival_vp
from rules.kernel.words.operation_sentences import n, t
from rules.kernel.words.translation import N_


def _calm(by: CardWriter, op: Any) -> str:
    tokens = by.say.n("{n} Madness token", "{n} Madness tokens", op.count)
    return by.say.t("Put {tokens} of yours back into the bag.", tokens=f"{op.count}{{madness}}" if by.icons else tokens)


WORDS: dict[type[Any], VerbWords] = {
    ops.Actions: VerbWords(n("You have {n} more action this turn.", "You have {n} more actions this turn.")),
    ops.Calm: VerbWords(many(_calm)),
    ops.SanityTest: VerbWords(t("Take a sanity test.")),
    ops.Haunt: VerbWords(
        t("Another player of your choice takes a sanity test."),
        Asked(
            N_("{card}: who takes a sanity test?"),
            placed(N_("{player} takes the test"), player=rival_name),
            rival_madness,
        ),
    ),
    ops.Peek: VerbWords(
        t("Secretly look at another player's allegiance card."),
        Asked(
            N_("{card}: whose allegiance do you look at?"),
            placed(N_("Look at {player}'s allegiance"), player=rival_name),
            rival_vp,
        ),
    ),
    ops.Unmask: VerbWords(
        t("Another player of your choice reveals their allegiance card."),
        Asked(
            N_("{card}: who must reveal their allegiance?"),
            placed(N_("{player} must reveal"), player=rival_name),
            rival_vp,
        ),
    ),
}
