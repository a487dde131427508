"""Acquisitions of assets, cities and mythos cards (sections 13 to 16 of RULES.md)."""

from __future__ import annotations

from rules.dark_providence.board import piece_placement
from rules.dark_providence.board.agents import add_agent
from rules.dark_providence.board.deck import get_card
from rules.dark_providence.board.sanity import sanity_test
from rules.dark_providence.content.effects import Occasion
from rules.dark_providence.content.shared_field_types import Kind
from rules.dark_providence.effects.acquisition_checks import can_acquire, has_most, refuse_acquisition, take_city_card
from rules.dark_providence.effects.power_resolution import start_power
from rules.dark_providence.effects.refusals import Reason, refuse_target
from rules.dark_providence.state import events
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.step_registry import PROVIDENCE
from rules.dark_providence.state.steps import AcquireStep
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.steps import StepRules
from rules.kernel.errors import IllegalAction

#: The trigger for "whenever" powers, by the kind of target acquired.
_OCCASIONS: dict[Kind, Occasion] = {"city": "got_city", "asset": "got_asset", "mythos": "got_mythos"}


def acquirable(match: Providence, seat: int) -> list[str]:
    """Return the targets that a seat can acquire: it has a marker and the most influence on them (DP-ACQ.3, ACQ.7)."""
    places = match.state.places
    return [
        target
        for target, marks in match.state.marks.items()
        if marks[seat]
        # Outside cities only markers count as influence, so this quick comparison rules out most targets.
        and (target in places or marks[seat] == max(marks))
        and has_most(match, seat, target)
        and can_acquire(match, seat, target)
    ]


def refuse_acquiring(match: Providence, seat: int, target: str) -> Reason:
    """Return why a seat can't acquire this target with the acquire action."""
    state = match.state
    if state.turn.taken:
        return IllegalAction(
            "You can acquire only with the first action of a turn; try it at the start of your next turn.",
            rule="DP-ACQ.1",
        )
    found = refuse_target(match, target) or refuse_acquisition(match, seat, target)
    if found:
        return found
    if not piece_placement.markers_on(state, target)[seat]:
        return IllegalAction("You have no influence marker there; place influence first.", rule="DP-ACQ.7")
    if not has_most(match, seat, target):
        return IllegalAction(
            "You don't have the most influence there, and a tie isn't enough; place more first.", rule="DP-ACQ.3"
        )
    return None


@PROVIDENCE.step(AcquireStep)
class AcquireRules(StepRules[Providence, AcquireStep]):
    """Executes an acquisition part by part, in the order of DP-ACQ.16."""

    def advance(self, match: Providence, step: AcquireStep) -> bool:
        match step.stage:
            case "markers":
                step.city = step.city or piece_placement.asset_city(match.state, step.target)
                match.emit(EVERYONE, events.Acquired(step.seat, step.target, step.city))
                piece_placement.clear_markers(match, step.target, step.seat)
                step.stage = "take"
            case "take":
                step.stage = "effects"
                _take(match, step)
                _second_wind(match, step.seat)
            case "effects":  # The effects of the acquired card (DP-ACQ.14).
                step.stage = "sanity"
                start_power(match, step.seat, step.target, "acquired")
            # Some cards require a sanity test (DP-ACQ.15).
            case "sanity":
                step.stage = "after"
                if match.content.record(step.target).sanity:
                    sanity_test(match, step.seat)
            case "after":
                match.finish(step)
                kind = _OCCASIONS[piece_placement.kind_of_card(match.content, step.target)]
                piece_placement.trigger_occasion(match, step.seat, kind, step.target)
        return True

    def is_sound(self, match: Providence, step: AcquireStep) -> bool:
        return match.content.has_target(step.target) and step.city in ("", *match.content.cities)


def _take(match: Providence, step: AcquireStep) -> None:
    state = match.state
    kind = piece_placement.target_kind(state, step.target)
    if kind == "city":
        _take_city(match, step.seat, step.target)
    elif kind == "mythos":
        _take_mythos(match, step.seat, step.target)
    else:
        _take_asset(match, step)


def _take_asset(match: Providence, step: AcquireStep) -> None:
    """Put an asset on the discard pile. An agent also enters the map, in its card's city (DP-ASSET.1 to 10)."""
    get_card(match, step.seat, step.target)
    if match.content.assets[step.target].agent:
        add_agent(match, step.seat, step.target, step.city)
    if step.target in match.state.stock:
        match.state.stock.remove(step.target)
    else:
        piece_placement.take_asset(match, step.city)


def _take_city(match: Providence, seat: int, city: str) -> None:
    """Give a seat control of a city, with its VP and card. A lock on the city stays (DP-CITY.1 to 13, DP-ACQ.20)."""
    piece_placement.set_controller(match, city, seat)
    take_city_card(match, city)
    get_card(match, seat, city)


def _take_mythos(match: Providence, seat: int, card: str) -> None:
    """Put a mythos card beside the player board. The row is refilled only in solo play (DP-MYTHOS.1 to 4)."""
    match.state.row.remove(card)
    piece_placement.return_lock(match.state, card)
    match.state.players[seat].mythos.append(card)
    piece_placement.refill_solo_row(match)


def _second_wind(match: Providence, seat: int) -> None:
    """Count the acquisition. A seat's first acquisition in its own turn may grant it another action (DP-CARD.20)."""
    turn = match.state.turn
    if turn.seat != seat:
        return
    turn.acquired += 1
    if turn.acquired == 1 and piece_placement.has_ongoing(match, seat, "second_wind"):
        turn.actions += 1
        match.emit(EVERYONE, events.GainedActions(seat, 1))
