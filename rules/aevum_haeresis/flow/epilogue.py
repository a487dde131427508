"""The sealed discard in the Epilogue (AH-DCS.16)."""

from __future__ import annotations

from rules.aevum_haeresis.board.deck import discard, kinds
from rules.aevum_haeresis.state.actions import Done, Throw
from rules.aevum_haeresis.state.order_of_play import HAERESIS
from rules.aevum_haeresis.state.state import Haeresis
from rules.kernel.data.actions import Action
from rules.kernel.engine.sealed import Sealed, SealedTable


@HAERESIS.sealed("epilogue_discard", accepts=[Throw, Done])
class EpilogueDiscard(SealedTable):
    """Nothing, or one card from the hand (AH-EPILOGUE.1)."""

    prompt = "epilogue_discard"

    def choices(self, match: Haeresis, step: Sealed, seat: int) -> list[Action]:
        return [Done(), *map(Throw, kinds(match.state.players[seat].hand))]

    def reveal(self, match: Haeresis, step: Sealed, chosen: dict[int, Action]) -> None:
        for seat in (match.state.active, 1 - match.state.active):
            action = chosen.get(seat)
            if isinstance(action, Throw):
                discard(match, seat, [action.card])
