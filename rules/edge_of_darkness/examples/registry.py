"""The worked examples of this game, by the ids of their rules; each enters where it is written."""

from rules.edge_of_darkness.state.state import EdgeMatch
from rules.kernel.engine.example import Examples

EDGE_EXAMPLES = Examples[EdgeMatch]()
