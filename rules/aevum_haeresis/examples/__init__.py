"""Worked examples of Aevum Haeresis (section 34 of RULES.md) as positions that can be shown and played."""

from __future__ import annotations

from rules.aevum_haeresis.examples import conflicts, damage, ends, plot, rounds, rows, windows
from rules.aevum_haeresis.examples.table import HAERESIS_EXAMPLES

#: Modules that are imported so that their examples register, in the order of the rules for players.
REGISTERED = (rounds, rows, conflicts, damage, plot, windows, ends)

__all__ = ["HAERESIS_EXAMPLES"]
