"""The value of a position for a seat, for computer players that look ahead."""

from __future__ import annotations

from rules.dark_providence.bots.features import EXPLANATIONS, features, phase
from rules.dark_providence.flow.scoring import result
from rules.dark_providence.state.state import Providence
from rules.kernel.engine.position_evaluation import Appraising
from rules.kernel.words.translation import N_

#: The value of a win, in points. A loss has the same value with a minus sign.
WIN = 60.0
#: The explanation of a move that ends the match.
END = N_("It decides the match for you.")


def decided(match: Providence, seat: int) -> dict[str, float] | None:
    """Return the value of a finished match for a seat: the value of the win or loss, plus the points."""
    if not match.state.ending:
        return None
    outcome = result(match)
    won = seat in outcome.winners
    return {END: (WIN if won else -WIN) + outcome.rows[seat].total}


APPRAISING = Appraising[Providence](
    game="dark_providence", features=features, says=EXPLANATIONS, phase=phase, decided=decided
)
