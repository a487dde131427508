"""The sealed draw after a Conflict (AH-DCS.14)."""

from __future__ import annotations

from rules.aevum_haeresis.board.deck import draw
from rules.aevum_haeresis.board.ending import check
from rules.aevum_haeresis.state.actions import DrawFrom
from rules.aevum_haeresis.state.order_of_play import HAERESIS
from rules.aevum_haeresis.state.state import Haeresis
from rules.kernel.data.actions import Action
from rules.kernel.engine.sealed import Sealed, SealedTable


@HAERESIS.sealed("conflict_draw", accepts=[DrawFrom])
class ConflictDraw(SealedTable):
    """None, or a card from either deck (AH-CONFLICT.23)."""

    prompt = "conflict_draw"

    def choices(self, match: Haeresis, step: Sealed, seat: int) -> list[Action]:
        player = match.state.players[seat]
        found: list[Action] = [DrawFrom("none")]
        if player.plot:
            found.append(DrawFrom("plot"))
        if player.heretics:
            found.append(DrawFrom("heretic"))
        return found

    def reveal(self, match: Haeresis, step: Sealed, chosen: dict[int, Action]) -> None:
        for seat in (match.state.active, 1 - match.state.active):
            action = chosen[seat]
            if isinstance(action, DrawFrom) and action.deck != "none":
                draw(match, seat, action.deck, 1)
        check(match)
