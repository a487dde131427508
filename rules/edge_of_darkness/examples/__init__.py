"""Worked examples of the rulebook as positions that the engine plays (section 31 of RULES.md), a module a theme."""

from rules.edge_of_darkness.examples import attacks, deck, drafting, effects, hunting, prologue, scoring
from rules.edge_of_darkness.examples.registry import EDGE_EXAMPLES

__all__ = ["EDGE_EXAMPLES"]

#: Modules that are imported only so that their examples register.
REGISTERED = (prologue, drafting, attacks, effects, hunting, deck, scoring)
