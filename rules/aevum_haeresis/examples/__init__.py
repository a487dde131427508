"""Worked examples of Aevum Haeresis (section 34 of RULES.md) as playable positions."""

from __future__ import annotations

from rules.aevum_haeresis.examples import conflicts, damage, ends, plot, rounds, rows, windows
from rules.aevum_haeresis.examples.table import HAERESIS_EXAMPLES

#: The modules are imported so that their examples are registered, in the order of the players' rules.
REGISTERED = (rounds, rows, conflicts, damage, plot, windows, ends)

__all__ = ["HAERESIS_EXAMPLES"]
