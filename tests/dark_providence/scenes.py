"""Helpers for tests of the end of the game, and of hidden information before the end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from rules.dark_providence.board.agents import owner_of
from rules.dark_providence.state.state import Providence
from rules.kernel.data.actions import Action
from rules.kernel.data.result import Result
from tests.dark_providence.table import begin_turn
from tests.game_helpers import assert_sound, of_kinds

#: A reason for the end of the game, for tests where the reason doesn't matter.
ANY_END = "ritual"


def vp(match: Providence, *values: int) -> None:
    """Set the players' VP on the track, in the order of seats."""
    for player, value in zip(match.state.players, values, strict=False):
        player.vp = value


def finish(match: Providence, seat: int = 0) -> list[Any]:
    """End the game in this seat's turn, and score it. Return the events."""
    begin_turn(match, seat)
    match.state.ending.append(ANY_END)
    events = [event.body for event in match.start()]
    assert_sound(match)
    return events


def outcome(match: Providence) -> Result:
    """Return the result of a match that is over."""
    result = match.result
    assert result is not None
    return result


def scored(match: Providence, seat: int) -> dict[str, float]:
    """Return a seat's points by category, without zeros. If the match isn't over, end it first."""
    if not match.over:
        finish(match)
    return {name: value for name, value in outcome(match).rows[seat].scores.items() if value}


def triggers(events: list[Any]) -> list[str]:
    """Return the reasons for the end of the game, in order."""
    return [body.trigger for body in of_kinds(events, "end_called")]


def causes(events: list[Any]) -> list[tuple[int, str, str]]:
    """Return the seat, the allegiance and the cause of each reveal of an allegiance."""
    return [(body.seat, body.allegiance, body.cause) for body in of_kinds(events, "revealed")]


def empty_handed(match: Providence) -> None:
    """Remove all agents except lead agents from the map, so agents score nothing."""
    for name in [name for name in match.state.agents if name not in match.content.leads]:
        assert owner_of(match.state, name) >= -1
        del match.state.agents[name]


def walk(match: Providence, number: int, cap: int = 6000) -> Iterator[tuple[int, Action, list[Any]]]:
    """Play at random to the end. Yield the seat, the action and the events of each move."""
    rng = Random(number)
    for _ in range(cap):
        if match.over:
            return
        offers = match.decisions()
        seat = rng.choice(sorted(offers))
        action = rng.choice(offers[seat].actions)
        yield seat, action, match.apply(seat, action)
    raise AssertionError(f"the match did not end within {cap} decisions")
