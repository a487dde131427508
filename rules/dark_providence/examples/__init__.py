"""Worked examples of Dark Providence (section 32 of RULES.md) as playable positions."""

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
from rules.dark_providence.examples.table import PROVIDENCE_EXAMPLES

#: Modules imported to register their examples, in the order of the rulebook.
REGISTERED = (influence, acquiring, travelling, tracks, assassination, gates, scoring, cultists)

__all__ = ["PROVIDENCE_EXAMPLES"]
