"""How long a match takes by post, as the lobby says it: figures that `tenebrae calendar --lobby` has measured."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from rules.kernel.words.text import Say


@cache
def _figures(game_id: str) -> Mapping[str, Any]:
    """Return the figures of a game by number of seats; none of a game that was never measured."""
    file = files("data").joinpath(game_id, "calendar.json")
    return json.loads(file.read_text("utf-8"))["seats"] if file.is_file() else {}


def estimate(game_id: str, seats: int) -> tuple[int, int] | None:
    """Return how many days a match of so many takes and how often each looks in, rounded; None if nobody knows."""
    found = _figures(game_id).get(str(seats))
    return None if found is None else (max(1, round(found["days"])), round(found["visits"]))


def line(say: Say, game_id: str, seats: int, *, by_clock: bool = False) -> str:
    """Return the sentence on how long a match takes; "" if nobody knows, and for whoever plays alone.

    It says the same `by_clock`: people who look in as often as those of the calendar leave no clock time to end.
    """
    found = estimate(game_id, seats)
    if found is None or seats == 1:
        return ""
    days = say.n("about {n} day", "about {n} days", found[0])
    if by_clock:
        return say.t("{n} players: {days}, {visits} visits each.", n=seats, days=days, visits=found[1])
    return say.t("{n} players, friendly: {days}, {visits} visits each.", n=seats, days=days, visits=found[1])
