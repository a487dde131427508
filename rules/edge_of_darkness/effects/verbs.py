"""The behaviour of every verb of the effect language, collected from its families."""

from __future__ import annotations

from typing import Any

from rules.edge_of_darkness.effects import agents, cards, defence, street, tokens, tower
from rules.edge_of_darkness.effects.verb import Choice, Verb

VERBS: dict[type[Any], Verb] = {
    **tokens.VERBS,
    **agents.VERBS,
    **cards.VERBS,
    **street.VERBS,
    **tower.VERBS,
    **defence.VERBS,
}

#: The choices of the verbs that ask for one.
CHOICES: dict[type[Any], Choice] = {kind: verb.choice for kind, verb in VERBS.items() if verb.choice}
