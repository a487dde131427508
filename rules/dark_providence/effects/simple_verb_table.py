"""The table of verbs that contain no other operations, collected from one module per family of verbs."""

from __future__ import annotations

from typing import Any

from rules.dark_providence.effects import agents, cards, cities, influence, players, tracks
from rules.dark_providence.effects.verb import Verb

PLAIN: dict[type[Any], Verb] = {
    **agents.VERBS,
    **cards.VERBS,
    **cities.VERBS,
    **influence.VERBS,
    **players.VERBS,
    **tracks.VERBS,
}
