"""The behaviour of the verbs that affect the tracks: VP, ritual and investigation."""

from __future__ import annotations

from typing import Any

from rules.dark_providence.board.counts import amount_of
from rules.dark_providence.board.piece_placement import gain_vp, move_track, track_spaces_left
from rules.dark_providence.content import ops
from rules.dark_providence.effects.verb import Verb, choice_verb
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import ChoiceStep

#: The option that stands for the Great Old One when a player must choose an opponent.
OLD_ONE = "old_one"


def _counts(match: Providence, seat: int, card: str, op: ops.GainVp) -> bool:
    return amount_of(match, seat, op.amount) != 0


def _vp(match: Providence, seat: int, card: str, op: ops.GainVp) -> None:
    gain_vp(match, seat, amount_of(match, seat, op.amount), card)


def _rivals(match: Providence, step: ChoiceStep, op: ops.RivalVp) -> list[str]:
    """Return the other players or, in solo play, the Great Old One as options."""
    state = match.state
    if not amount_of(match, step.seat, op.amount):
        return []
    if state.old_one is not None:
        return [OLD_ONE]
    return [str(seat) for seat in range(state.seats) if seat != step.seat]


def _rival_vp(match: Providence, step: ChoiceStep, op: ops.RivalVp, option: str) -> None:
    gain_vp(match, 1 if option == OLD_ONE else int(option), -amount_of(match, step.seat, op.amount), step.card)


def _has_room(match: Providence, seat: int, card: str, op: ops.Meddle) -> bool:
    by = amount_of(match, seat, op.by)
    return by != 0 and track_spaces_left(match, op.track, by > 0) > 0


def _meddle(match: Providence, seat: int, card: str, op: ops.Meddle) -> None:
    move_track(match, op.track, amount_of(match, seat, op.by))


VERBS: dict[type[Any], Verb] = {
    ops.GainVp: Verb(_counts, _vp),
    ops.RivalVp: choice_verb(_rivals, _rival_vp),
    ops.Meddle: Verb(_has_room, _meddle),
}
