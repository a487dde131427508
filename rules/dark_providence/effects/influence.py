"""Placing, recovering and buying influence (sections 12, 17 and 18 of RULES.md)."""

from __future__ import annotations

from rules.dark_providence.board.board import LIMBO, sealed, targets
from rules.dark_providence.state.state import Providence

#: WEALTH for one marker (DP-BUY.1).
PRICE = 2


def open_targets(match: Providence) -> list[str]:
    """Return everything influence may be placed on now; locks do not matter (DP-PLACE.8 to 11)."""
    return [target for target in targets(match.state) if not sealed(match.state, target)]


def recoverable(match: Providence, seat: int) -> dict[str, int]:
    """Return the markers a seat can take back by place: targets and Limbo, never pool or VP track (DP-RECOVER.2, 3)."""
    found = {target: marks[seat] for target, marks in match.state.marks.items() if marks[seat]}
    if match.state.players[seat].limbo:
        found[LIMBO] = match.state.players[seat].limbo
    return found


def take_from_pool(match: Providence, seat: int, count: int) -> int:
    """Move markers from the common pool to the supply, as far as it goes; return how many (DP-LIMIT.2)."""
    player = match.state.players[seat]
    count = min(count, player.pool)
    player.pool -= count
    player.supply += count
    return count
