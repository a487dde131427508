"""The table of all verbs with their choices."""

from __future__ import annotations

from typing import Any

from rules.dark_providence.effects.nested import VERBS
from rules.dark_providence.effects.verb import Choice

__all__ = ["CHOICES", "VERBS"]

#: For each verb that asks the player to choose something, the record of that choice.
CHOICES: dict[type[Any], Choice] = {kind: verb.choice for kind, verb in VERBS.items() if verb.choice}
