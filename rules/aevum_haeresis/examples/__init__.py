"""Worked examples of Aevum Haeresis (section 34 of RULES.md) as playable positions."""

from __future__ import annotations

from rules.aevum_haeresis.examples import conflicts, damage, ends, plot, rows, setup_and_prologue, windows
from rules.aevum_haeresis.examples.position_builder import HAERESIS_EXAMPLES

#: The modules are imported so that their examples are registered, in the order of the players' rules.
REGISTERED = (setup_and_prologue, rows, conflicts, damage, plot, windows, ends)

__all__ = ["HAERESIS_EXAMPLES"]
