"""The text of verbs that affect the Street."""

from __future__ import annotations

from typing import Any

from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.words.ops.verb import UNCHANGED, Asked, VerbWords, picked
from rules.kernel.words.operation_sentences import n, t
from rules.kernel.words.translation import N_

WORDS: dict[type[Any], VerbWords] = {
    ops.Draw: VerbWords(n("Draw {n} card from the Street", "Draw {n} cards from the Street")),
    ops.TakeStreet: VerbWords(
        t("Take a Street card of your choice into your hand and refill the Street"),
        Asked(
            N_("{source}: which Street card do you take?"),
            picked(N_("Take {card}"), N_("It comes into your hand, and the Street is refilled.")),
        ),
    ),
    ops.SinkStreet: VerbWords(
        t("Put a Street card under the deck and refill the Street; Influence on the card is lost"),
        Asked(
            N_("{source}: which Street card goes under the deck?"),
            picked(N_("Put {card} under the deck"), N_("It goes under the deck, and the Street is refilled.")),
            UNCHANGED,
        ),
    ),
    ops.DelayStreet: VerbWords(
        t("Move a Street card to the end of the Street next to the deck"),
        Asked(
            N_("{source}: which Street card goes to the end of the Street?"),
            picked(N_("Move {card} back"), N_("It goes to the end of the Street, with the Influence on it.")),
            UNCHANGED,
        ),
    ),
}
