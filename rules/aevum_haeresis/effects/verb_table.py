"""The behaviour of every verb of the card language, combined from the other modules of this package."""

from __future__ import annotations

from typing import Any

from rules.aevum_haeresis.effects import composed
from rules.aevum_haeresis.effects.verb import Choice, Verb

VERBS: dict[type[Any], Verb] = {**composed.PLAIN, **composed.VERBS}

#: The question of each verb that asks a player something.
CHOICES: dict[type[Any], Choice] = {kind: verb.choice for kind, verb in VERBS.items() if verb.choice}
