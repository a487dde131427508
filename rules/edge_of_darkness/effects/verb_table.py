"""The table of all verbs and their behaviour, collected from one module per family of verbs."""

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

#: For each verb that asks the player to choose something, the record of that choice.
CHOICES: dict[type[Any], Choice] = {kind: verb.choice for kind, verb in VERBS.items() if verb.choice}
