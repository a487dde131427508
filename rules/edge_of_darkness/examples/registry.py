"""The worked examples of this game by rule id; each registers itself."""

from rules.edge_of_darkness.state.state import EdgeMatch
from rules.kernel.engine.example import Examples

EDGE_EXAMPLES = Examples[EdgeMatch]()
