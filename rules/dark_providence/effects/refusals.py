"""Why something is refused: what the families of verbs share.

Only what lies open, and what the person who tried knows, is looked at: a refusal never tells what others hide.
"""

from __future__ import annotations

from rules.dark_providence.board.board import kind_of
from rules.dark_providence.state.state import Providence
from rules.kernel.errors import IllegalAction

Refusal = IllegalAction | None


def no_target(match: Providence, target: str) -> Refusal:
    """Return what is wrong with a city or card that can hold no influence now."""
    if kind_of(match.state, target) is not None:
        return None
    if target in match.content.mythos:
        return IllegalAction("That mythos card is not in the row.")
    if target in match.content.assets:
        return IllegalAction("That card does not lie face up on a city.")
    return IllegalAction("There is no such city, primary asset or mythos card.")
