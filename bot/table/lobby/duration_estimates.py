"""Estimates for the lobby of how long a match takes by post, from figures made by `tenebrae calendar --lobby`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from rules.kernel.words.translation import N_, Translator


@cache
def _figures(game_id: str) -> Mapping[str, Any]:
    """Return a game's measured figures by number of seats; empty if it hasn't been measured."""
    file = files("data").joinpath(game_id, "calendar.json")
    return json.loads(file.read_text("utf-8"))["seats"] if file.is_file() else {}


def estimate(game_id: str, seats: int) -> tuple[int, int] | None:
    """Return the days that a match takes and the visits of each player, both rounded; None if unknown."""
    found = _figures(game_id).get(str(seats))
    return None if found is None else (max(1, round(found["days"])), round(found["visits"]))


def longest_estimate(game_id: str, people: int, computers: int) -> tuple[int, int] | None:
    """Return an upper bound of the days and visits for a match with computers in some seats; None if unknown.

    No one waits for computers. So the days per visit are those of a match among the people alone, and there are at most
    as many visits as in a match with people in all seats.
    """
    alone, together = _figures(game_id).get(str(people)), _figures(game_id).get(str(people + computers))
    if alone is None or together is None:
        return None
    visits = together["visits"]
    return max(1, round(visits * alone["days"] / alone["visits"])), round(visits)


def duration_line(say: Translator, game_id: str, people: int, computers: int = 0, *, by_clock: bool = False) -> str:
    """Return the sentence on the length of a match; "" if it is unknown or there is a single player.

    With a clock (`by_clock`) the figures are the same, because players who visit as often as the measured ones never
    run out of time.
    """
    if people == 1:
        return say.t("With computers only, you play at your own pace.") if computers and not by_clock else ""
    found = longest_estimate(game_id, people, computers) if computers else estimate(game_id, people)
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
