"""Targets for placing and recovering markers (sections 12 and 17 of RULES.md), and the verbs for influence."""

from __future__ import annotations

from typing import Any

from rules.dark_providence.board.counts import amount_of
from rules.dark_providence.board.piece_placement import (
    LIMBO,
    is_sealed,
    markers_on,
    move_markers,
    owner_count,
    owner_state,
    place_markers,
    return_markers,
    target_kind,
    targets,
)
from rules.dark_providence.content import ops
from rules.dark_providence.effects.refusals import Reason
from rules.dark_providence.effects.verb import Verb, choice_verb
from rules.dark_providence.state import events
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import ChoiceStep, RecoverStep
from rules.kernel.data.events import EVERYONE
from rules.kernel.errors import IllegalAction

#: The WEALTH that each marker costs (DP-BUY.1).
PRICE = 2


def open_targets(match: Providence) -> list[str]:
    """Return every target where markers can be placed, including locked targets (DP-PLACE.8 to 11)."""
    state = match.state
    found = targets(state)
    return [target for target in found if not is_sealed(state, target)] if state.cthulhu else found


def recoverable(match: Providence, seat: int) -> dict[str, int]:
    """Return how many markers a seat can recover from each target and from Limbo (DP-RECOVER.2, 3).

    Markers in the common pool and the marker on the VP track can't be recovered.
    """
    counts = {target: marks[seat] for target, marks in match.state.marks.items() if marks[seat]}
    if match.state.players[seat].limbo:
        counts[LIMBO] = match.state.players[seat].limbo
    return counts


def take_from_pool(match: Providence, seat: int, count: int) -> int:
    """Move up to `count` of a seat's markers from the pool to its supply; return the number moved (DP-LIMIT.2)."""
    player = match.state.players[seat]
    count = min(count, player.pool)
    player.pool -= count
    player.supply += count
    return count


def spend(match: Providence, owner: int, count: int) -> None:
    """Move markers from an owner's supply to Limbo (DP-LIMBO.1)."""
    holder = owner_state(match.state, owner)
    holder.supply -= count
    holder.limbo += count
    match.emit(EVERYONE, events.SpentMarkers(owner, count))


# -- verbs ----------------------------------------------------------------------------------------------------


def _place_targets(match: Providence, step: ChoiceStep, op: ops.Place | ops.Spread) -> list[str]:
    """Return the targets where the operation can place markers."""
    if not match.state.players[step.seat].supply:
        return []
    return [target for target in open_targets(match) if op.at in ("any", target_kind(match.state, target))]


def _place(match: Providence, step: ChoiceStep, op: ops.Place, option: str) -> None:
    place_markers(match, step.seat, option, step.left)
    # All markers of this operation go to the chosen target.
    step.left = 1


def _spread(match: Providence, step: ChoiceStep, op: ops.Spread, option: str) -> None:
    place_markers(match, step.seat, option, 1)


def _refuse_target(match: Providence, step: ChoiceStep, op: ops.Place | ops.Spread, option: str) -> Reason:
    if target_kind(match.state, option) is None:
        return None
    if is_sealed(match.state, option):
        return IllegalAction(
            "Cthulhu is there; you can't place influence in that city or on its card.", rule="DP-GEN.3"
        )
    return IllegalAction("That card's markers go somewhere else; read it with /card.", rule="DP-GEN.3")


def _refuse_without_supply(match: Providence, seat: int, op: ops.Place | ops.Spread) -> Reason:
    if match.state.players[seat].supply:
        return None
    return IllegalAction("You have no influence marker in your supply; recover or buy some first.", rule="DP-PLACE.1")


def _shift_options(match: Providence, step: ChoiceStep, op: ops.Shift) -> list[str]:
    """Return the targets with the seat's markers or, once the player has chosen one, the possible destinations."""
    if step.mover:
        return [target for target in open_targets(match) if target != step.mover]
    return [target for target, marks in match.state.marks.items() if marks[step.seat]]


def _shift(match: Providence, step: ChoiceStep, op: ops.Shift, option: str) -> None:
    """Remember the chosen origin; after the choice of a target, move the markers there."""
    if not step.mover:
        step.mover = option
        # Undo the count of this choice: choosing the origin and then the target counts as one choice.
        step.left += 1
        return
    count = min(amount_of(match, step.seat, op.count), markers_on(match.state, step.mover)[step.seat])
    move_markers(match, step.seat, step.mover, option, count)
    step.mover, step.left = "", 1


def _refuse_shift(match: Providence, step: ChoiceStep, op: ops.Shift, option: str) -> Reason:
    if step.mover and is_sealed(match.state, option):
        return IllegalAction(
            "Cthulhu is there; you can't place influence in that city or on its card.", rule="DP-GEN.3"
        )
    if step.mover:
        return IllegalAction("Choose another city or card that can hold influence.", rule="DP-PLACE.2")
    return IllegalAction("You have no markers there to recover.", rule="DP-RECOVER.2")


def _nothing_to_shift(match: Providence, seat: int, op: ops.Shift) -> Reason:
    return IllegalAction("You have no markers on cities or cards.", rule="DP-ACT.5")


def _can_recover(match: Providence, seat: int, card: str, op: ops.Recover) -> bool:
    return bool(recoverable(match, seat)) and amount_of(match, seat, op.count) > 0


def _recover(match: Providence, seat: int, card: str, op: ops.Recover) -> None:
    match.push(RecoverStep(seat, amount_of(match, seat, op.count)))


def _has_pool(match: Providence, seat: int, card: str, op: ops.Pool) -> bool:
    return match.state.players[seat].pool > 0 and amount_of(match, seat, op.count) > 0


def _pool(match: Providence, seat: int, card: str, op: ops.Pool) -> None:
    count = take_from_pool(match, seat, amount_of(match, seat, op.count))
    match.emit(EVERYONE, events.TookFromPool(seat, count))


def _refuse_empty_pool(match: Providence, seat: int, op: ops.Pool) -> Reason:
    if match.state.players[seat].pool:
        return None
    return IllegalAction("There is no marker of your colour left in the common pool.", rule="DP-LIMIT.2")


def _others_markers(match: Providence, step: ChoiceStep, op: ops.DriveOff) -> list[str]:
    """Return an option "target/owner" for each target and each other player who has markers on it."""
    return [
        f"{target}/{owner}"
        for target, marks in match.state.marks.items()
        for owner in range(owner_count(match.state))
        if marks[owner] and owner != step.seat
    ]


def _drive_off(match: Providence, step: ChoiceStep, op: ops.DriveOff, option: str) -> None:
    target, owner = option.rsplit("/", 1)
    count = min(step.left, match.state.marks[target][int(owner)])
    return_markers(match, int(owner), target, count)
    match.emit(EVERYONE, events.DroveOff(step.seat, int(owner), target, count))
    if op.to == "limbo":
        spend(match, int(owner), count)
    # Only one player's markers on one target are driven off.
    step.left = 1


def _refuse_drive_off(match: Providence, step: ChoiceStep, op: ops.DriveOff, option: str) -> Reason:
    target, _, owner = option.rpartition("/")
    if owner == str(step.seat):
        return IllegalAction("These are your own markers; recover them instead.", rule="DP-RECOVER.1")
    if not any(markers_on(match.state, target)):
        return IllegalAction("There are no markers.", rule="DP-ACT.5")
    return None


def _no_others_markers(match: Providence, seat: int, op: ops.DriveOff) -> Reason:
    return IllegalAction("No other player has influence anywhere.", rule="DP-ACT.5")


VERBS: dict[type[Any], Verb] = {
    ops.Place: choice_verb(_place_targets, _place, why_not=_refuse_target, why_idle=_refuse_without_supply),
    ops.Spread: choice_verb(_place_targets, _spread, why_not=_refuse_target, why_idle=_refuse_without_supply),
    ops.Shift: choice_verb(_shift_options, _shift, optional=True, why_not=_refuse_shift, why_idle=_nothing_to_shift),
    ops.Recover: Verb(_can_recover, _recover),
    ops.Pool: Verb(_has_pool, _pool, why_idle=_refuse_empty_pool),
    ops.DriveOff: choice_verb(
        _others_markers, _drive_off, optional=True, why_not=_refuse_drive_off, why_idle=_no_others_markers
    ),
}
