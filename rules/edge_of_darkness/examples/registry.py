"""The worked examples of this game by rule id. Each example registers itself here."""

from rules.edge_of_darkness.state.state import EdgeMatch
from rules.kernel.engine.example import Examples

EDGE_EXAMPLES = Examples[EdgeMatch]()
