"""What every verb of the effect language does, joined from its families."""

from __future__ import annotations

from typing import Any

from rules.dark_providence.effects import nested
from rules.dark_providence.effects.plain import PLAIN
from rules.dark_providence.effects.verb import Choice, Verb

VERBS: dict[type[Any], Verb] = {
    **PLAIN,
    **nested.VERBS,
}

#: The choices of the verbs that ask for one.
CHOICES: dict[type[Any], Choice] = {kind: verb.choice for kind, verb in VERBS.items() if verb.choice}
