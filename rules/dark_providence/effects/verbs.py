"""The behaviour of every verb of the effect language, and the choices of those that ask."""

from __future__ import annotations

from typing import Any

from rules.dark_providence.effects.nested import VERBS
from rules.dark_providence.effects.verb import Choice

__all__ = ["CHOICES", "VERBS"]

#: The choices of the verbs that ask for one.
CHOICES: dict[type[Any], Choice] = {kind: verb.choice for kind, verb in VERBS.items() if verb.choice}
