"""The table of all verbs with their choices."""

from __future__ import annotations

from typing import Any

from rules.dark_providence.effects.nested import VERBS
from rules.dark_providence.effects.verb import Choice

__all__ = ["CHOICES", "VERBS"]

#: The choice of each verb that asks for one.
CHOICES: dict[type[Any], Choice] = {kind: verb.choice for kind, verb in VERBS.items() if verb.choice}
