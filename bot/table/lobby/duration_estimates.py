"""Estimates of how long a match by post takes, which are shown in the lobby.

The estimates are based on figures measured by `tenebrae calendar --lobby`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from rules.kernel.words.translation import N_, Translator


@cache
def _figures(game_id: str) -> Mapping[str, Any]:
    """Return the measured figures of a game, keyed by player count; empty if the game hasn't been measured."""
    file = files("data").joinpath(game_id, "calendar.json")
    return json.loads(file.read_text("utf-8"))["seats"] if file.is_file() else {}


def estimate(game_id: str, seats: int) -> tuple[int, int] | None:
    """Return how many days a match takes and how many times each player visits it, both rounded; None if unknown."""
    figures = _figures(game_id).get(str(seats))
    return None if figures is None else (max(1, round(figures["days"])), round(figures["visits"]))


def longest_estimate(game_id: str, people: int, computers: int) -> tuple[int, int] | None:
    """Return the maximum number of days and visits for a match with some computer players; None if unknown.

    Computers move immediately, so the days per visit are those of a match of the people alone. The number of visits is
    at most that of a match with people in all seats.
    """
    people_figures, full_figures = _figures(game_id).get(str(people)), _figures(game_id).get(str(people + computers))
    if people_figures is None or full_figures is None:
        return None
    visits = full_figures["visits"]
    return max(1, round(visits * people_figures["days"] / people_figures["visits"])), round(visits)


def duration_line(say: Translator, game_id: str, people: int, computers: int = 0, *, by_clock: bool = False) -> str:
    """Return the length of a match and the assumptions behind it; "" if the length is unknown.

    If only one person plays, the sentence says that they play at their own pace; it is "" with a clock or without
    computers. `by_clock` means that the match has a clock. The figures are the same with and without a clock, because
    players who visit as often as in the measured matches never run out of time.
    """
    length = _length(say, game_id, people, computers, by_clock=by_clock)
    if people == 1 or not length:
        return length
    return f"{length} {say.t('This assumes two visits a day and turns planned ahead.')}"


def _length(say: Translator, game_id: str, people: int, computers: int, *, by_clock: bool) -> str:
    if people == 1:
        return say.t("With computers only, you play at your own pace.") if computers and not by_clock else ""
    figures = longest_estimate(game_id, people, computers) if computers else estimate(game_id, people)
    if figures is None:
        return ""
    if computers:
        days, visits = say.n("{n} day", "{n} days", figures[0]), figures[1]
    else:
        days, visits = say.n("about {n} day", "about {n} days", figures[0]), figures[1]
    if computers and by_clock:
        words = N_("{n} people with computers: at most {days}, {visits} visits each.")
        return say.t(words, n=people, days=days, visits=visits)
    if computers:
        words = N_("{n} people with computers, friendly pace: at most {days}, {visits} visits each.")
        return say.t(words, n=people, days=days, visits=visits)
    if by_clock:
        return say.t("{n} players: {days}, {visits} visits each.", n=people, days=days, visits=visits)
    return say.t("{n} players, friendly pace: {days}, {visits} visits each.", n=people, days=days, visits=visits)
