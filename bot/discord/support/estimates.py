"""How long a match takes by post, as the lobby says it: figures that `tenebrae calendar --lobby` has measured."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from rules.kernel.words.text import N_, Say


@cache
def _figures(game_id: str) -> Mapping[str, Any]:
    """Return the figures of a game by number of seats; none of a game that was never measured."""
    file = files("data").joinpath(game_id, "calendar.json")
    return json.loads(file.read_text("utf-8"))["seats"] if file.is_file() else {}


def estimate(game_id: str, seats: int) -> tuple[int, int] | None:
    """Return how many days a match of so many takes and how often each looks in, rounded; None if nobody knows."""
    found = _figures(game_id).get(str(seats))
    return None if found is None else (max(1, round(found["days"])), round(found["visits"]))


def most(game_id: str, people: int, computers: int) -> tuple[int, int] | None:
    """Return at most how many days and visits a match takes in which computers hold some seats; None if nobody knows.

    They let nobody wait: a visit of such a match takes as long as one of its people alone, and there are no more of
    them than in a match of so many people.
    """
    alone, together = _figures(game_id).get(str(people)), _figures(game_id).get(str(people + computers))
    if alone is None or together is None:
        return None
    visits = together["visits"]
    return max(1, round(visits * alone["days"] / alone["visits"])), round(visits)


def line(say: Say, game_id: str, people: int, computers: int = 0, *, by_clock: bool = False) -> str:
    """Return the sentence on how long a match takes; "" if nobody knows, and for whoever plays alone.

    It says the same `by_clock`: people who look in as often as those of the calendar leave no clock time to end.
    """
    if people == 1:
        return say.t("With computers only, you play at your own pace.") if computers and not by_clock else ""
    found = most(game_id, people, computers) if computers else estimate(game_id, people)
    if found is None:
        return ""
    if computers:
        days, visits = say.n("{n} day", "{n} days", found[0]), found[1]
    else:
        days, visits = say.n("about {n} day", "about {n} days", found[0]), found[1]
    if computers and by_clock:
        words = N_("{n} people with computers: at most {days}, {visits} visits each.")
        return say.t(words, n=people, days=days, visits=visits)
    if computers:
        words = N_("{n} people with computers, friendly: at most {days}, {visits} visits each.")
        return say.t(words, n=people, days=days, visits=visits)
    if by_clock:
        return say.t("{n} players: {days}, {visits} visits each.", n=people, days=days, visits=visits)
    return say.t("{n} players, friendly: {days}, {visits} visits each.", n=people, days=days, visits=visits)
