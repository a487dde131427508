"""Actions that are refused, and the sentence that says why."""

from __future__ import annotations

import pytest

from rules.dark_providence.state.state import Providence
from rules.kernel.data.actions import Action
from rules.kernel.errors import IllegalAction
from tests.dark_providence.table import (
    settle,
)

FIRST = "Something else must be decided first: open /act to see what."


def refusal(match: Providence, action: Action, seat: int = 0) -> str:
    """Try an action that is not offered; return what the player is told."""
    settle(match)
    before = match.dump()
    with pytest.raises(IllegalAction) as caught:
        match.apply(seat, action)
    assert match.dump() == before
    return str(caught.value)
