"""The worked examples of the rulebook as playable positions (section 31 of RULES.md), one module per theme."""

from rules.edge_of_darkness.examples import attacks, deck, drafting, effects, hunting, prologue, scoring
from rules.edge_of_darkness.examples.registry import EDGE_EXAMPLES

__all__ = ["EDGE_EXAMPLES"]

#: These modules are imported only to register their examples.
REGISTERED = (prologue, drafting, attacks, effects, hunting, deck, scoring)
