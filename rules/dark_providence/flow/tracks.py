"""Meddling with the ritual or the investigation (section 20 of RULES.md)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.dark_providence.board.piece_placement import move_track, track_spaces_left
from rules.dark_providence.content.shared_field_types import Icon
from rules.dark_providence.effects.icon_payment import icon_count_in_hand, icons_played
from rules.dark_providence.effects.refusals import Reason
from rules.dark_providence.state.actions import Meddle
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.step_registry import PROVIDENCE
from rules.dark_providence.state.steps import PayStep, TrackStep
from rules.kernel.engine.steps import StepRules
from rules.kernel.errors import IllegalAction

#: The icon that pays for moving a track's marker, by track and by whether the marker moves up (DP-ICON.6).
ICON: dict[tuple[str, bool], Icon] = {
    ("ritual", True): "ritual_up",
    ("ritual", False): "ritual_down",
    ("investigation", True): "investigation_up",
    ("investigation", False): "investigation_down",
}


_MEDDLE = {(track, up): Meddle(track, "up" if up else "down") for track, up in sorted(ICON)}


def meddlings(match: Providence, held: Mapping[Icon, int]) -> list[Meddle]:
    """Return the track moves that a hand with these icons can pay for and that stay on the track (DP-MEDDLE.5)."""
    return [action for way, action in _MEDDLE.items() if ICON[way] in held and track_spaces_left(match, *way)]


def refuse_meddling(match: Providence, seat: int, action: Meddle) -> Reason:
    """Return why a seat can't move this track in this direction."""
    up = action.direction == "up"
    if action.track not in ("ritual", "investigation") or action.direction not in ("up", "down"):
        return IllegalAction("Only the ritual and the investigation can be moved, up or down.", rule="DP-MEDDLE.2")
    if not track_spaces_left(match, action.track, up):
        if up:
            return IllegalAction("That marker is already on the last space of its track.", rule="DP-TRACK.10")
        return IllegalAction("That marker is on the first space; it can't go further down.", rule="DP-MEDDLE.5")
    if not icon_count_in_hand(match, seat, ICON[action.track, up]):
        return IllegalAction(
            "You have no card with that icon in your hand; other icons don't count.", rule="DP-MEDDLE.1"
        )
    return None


@PROVIDENCE.step(TrackStep)
class TrackRules(StepRules[Providence, TrackStep]):
    """The payment with one of the four kinds of track icons, then the move of the marker (DP-MEDDLE.1 to 4)."""

    def advance(self, match: Providence, step: TrackStep) -> bool:
        icon = ICON[step.track, step.up]
        moved = icons_played(match, icon)
        if not moved:
            match.push(PayStep(step.seat, "track", icon, most=track_spaces_left(match, step.track, step.up)))
            return True
        match.finish(step)
        move_track(match, step.track, moved if step.up else -moved)
        return True
