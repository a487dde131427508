"""The worked examples of the rulebook as playable positions (section 32 of RULES.md), one module per theme."""

from __future__ import annotations

from rules.dark_providence.examples import (
    acquiring,
    assassination,
    cultists,
    gates,
    influence,
    scoring,
    tracks,
    travelling,
)
from rules.dark_providence.examples.position_builder import PROVIDENCE_EXAMPLES

#: These modules are imported only to register their examples. They are listed in the order of the rulebook.
REGISTERED = (influence, acquiring, travelling, tracks, assassination, gates, scoring, cultists)

__all__ = ["PROVIDENCE_EXAMPLES"]
