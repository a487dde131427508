"""What rated matches say of the strength of those who played them: the rules of docs/ratings.md.

Nothing is read or saved here: results go in, in the order of the matches' ends, and ratings come out. The same results
give the same figures to the last bit, whether they come at once or one by one.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Any

from openskill.models import PlackettLuce

from bot.matches.rest import DAY
from bot.store.ratings import PlayedRow, PointRow, RatingRow

#: What nobody is known to be better or worse than.
_MODEL = PlackettLuce()
BEGINNER = (_MODEL.mu, _MODEL.sigma)
#: Points of somebody of whom nothing is known, and those for each unit of strength.
START, SCALE = 1000, 40
#: The bounds of a band lie so many standard deviations from the middle; its lower one is what counts.
SURE = 3
#: Whoever has played fewer matches is on the ladder provisionally.
PROVISIONAL = 5
#: So many matches of the same people count on one day.
A_DAY = 3
#: A match that ends before this part of its usual moves ends early.
EARLY = 1 / 3


@dataclass(frozen=True, slots=True)
class Measures:
    """What is known of a game: the strength of its computers, as mu and sigma, and the usual moves of a seat."""

    levels: Mapping[str, tuple[float, float]]
    moves: Mapping[int, int]


#: What a game has without measures of its own.
_USUAL = Measures({"easy": (17.0, 1.0), "normal": (25.0, 1.0), "hard": (29.0, 1.0)}, {})


@cache
def measures(game: str) -> Measures:
    """Return what is known of a game."""
    file = files("data").joinpath(game, "ratings.json")
    if not file.is_file():
        return _USUAL
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    levels = {level: (float(mu), float(sigma)) for level, (mu, sigma) in found["levels"].items()}
    return Measures(levels, {int(players): moves for players, moves in found["moves"].items()})


# -- which matches count, and for whom ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody whose place in a match counts: a person, or a computer by its level."""

    user_id: int
    name: str
    level: str | None
    #: 1 is best; equal places are a draw.
    place: int
    won: bool
    #: Whether the match may raise their rating; otherwise it can only lower it.
    gains: bool


@dataclass(frozen=True, slots=True)
class Contest:
    """A match that counts."""

    match_id: int
    ended_at: int
    entrants: tuple[Entrant, ...]

    @property
    def people(self) -> tuple[int, ...]:
        """The people among them."""
        return tuple(sorted(one.user_id for one in self.entrants if one.level is None))

    @property
    def day(self) -> int:
        """The day on which it ended, by UTC."""
        return self.ended_at // DAY


def contests(game: str, rows: Iterable[PlayedRow], is_on: Callable[[int], bool]) -> list[Contest]:
    """Return the contests among matches, given in order; `is_on` tells who is on the ladder."""
    found = (_contest(measures(game), list(one), is_on) for _, one in groupby(rows, lambda row: row.match_id))
    return [one for one in found if one is not None]


def _contest(known: Measures, rows: Sequence[PlayedRow], is_on: Callable[[int], bool]) -> Contest | None:
    """Return what a match counts for, or None: at least two must be compared, one of them a person."""
    seats = [list(seat) for _, seat in groupby(rows, lambda row: row.seat)]
    early = _is_early(known, rows[0], sum(seat[0].of_moves for seat in seats))
    given_up = _given_up(seats)
    found: list[Entrant] = []
    for seat in seats:
        entrant = _entrant(seat, early, given_up)
        if entrant is not None and (entrant.level is not None or is_on(entrant.user_id)):
            found.append(entrant)
    if len(found) < 2 or all(one.level is not None for one in found):
        return None
    return Contest(rows[0].match_id, rows[0].ended_at, tuple(found))


def _is_early(known: Measures, match: PlayedRow, moves: int) -> bool:
    """Tell whether a match ended before its end, and early."""
    return match.ending != "played" and moves < EARLY * known.moves.get(match.players, 0) * match.players


def _given_up(seats: Sequence[Sequence[PlayedRow]]) -> bool:
    """Tell whether a match was ended by the only person at the table: they give up to the computers."""
    return seats[0][0].ending == "ended" and sum(seat[0].user_id > 0 for seat in seats) == 1


def _entrant(seat: Sequence[PlayedRow], early: bool, given_up: bool) -> Entrant | None:
    """Return whose place a seat's is, or None; the first row is that of who held it last."""
    last = seat[0]
    place = (2 if last.user_id > 0 else 1) if given_up else last.place
    if place is None:
        return None
    if last.user_id <= 0:
        return Entrant(last.user_id, last.name, last.computer or "normal", place, last.won, gains=False)
    mostly = [row for row in seat if 2 * row.moves > row.of_moves]
    holder = mostly[0] if mostly else last if len(seat) == 1 else None
    if holder is None:
        return None
    played_on = bool(mostly) and not last.hints
    gains = played_on and not (early and place == 1)
    return Entrant(holder.user_id, holder.name, None, place, last.won, gains)


# -- what they say --------------------------------------------------------------------------------------------


def points(mu: float, sigma: float) -> float:
    """Return the points of a strength: what somebody is at least worth, very probably."""
    return START + SCALE * (mu - SURE * sigma)


def at_most(mu: float, sigma: float) -> float:
    """Return the upper bound of the band whose lower one are the points."""
    return START + SCALE * (mu + SURE * sigma)


class Count:
    """Counts contests one after another, from what was known before them."""

    def __init__(self, game: str, known: Iterable[RatingRow] = (), before: Iterable[Contest] = ()) -> None:
        """`before` are the contests of the day of the first one that are counted already."""
        self._levels = measures(game).levels
        #: What is known of everybody by now.
        self.ratings = {row.user_id: row for row in known}
        #: What was known after each contest.
        self.points: list[PointRow] = []
        self._day = 0
        self._today: Counter[tuple[int, ...]] = Counter()
        for contest in before:
            self._is_one_more(contest)

    def add(self, contest: Contest) -> None:
        """Count a contest, unless the same people have had theirs for this day."""
        if self._is_one_more(contest):
            return
        teams = [[_MODEL.rating(mu=mu, sigma=sigma)] for mu, sigma in map(self._strength, contest.entrants)]
        rated = _MODEL.rate(teams, ranks=[float(one.place) for one in contest.entrants])
        limit = self._limit(contest)
        for one, [then] in zip(contest.entrants, rated, strict=True):
            if one.level is None:
                self._settle(contest, one, (then.mu, then.sigma), limit)

    def points_by_person(self) -> dict[int, list[PointRow]]:
        """Return what was known after each contest, by person."""
        found: dict[int, list[PointRow]] = {}
        for row in self.points:
            found.setdefault(row.user_id, []).append(row)
        return found

    def _is_one_more(self, contest: Contest) -> bool:
        """Note a contest of a day, and tell whether it is one too many."""
        if contest.day != self._day:
            self._day, self._today = contest.day, Counter()
        self._today[contest.people] += 1
        return self._today[contest.people] > A_DAY

    def _strength(self, one: Entrant) -> tuple[float, float]:
        if one.level is not None:
            return self._levels[one.level]
        known = self.ratings.get(one.user_id)
        return BEGINNER if known is None else (known.mu, known.sigma)

    def _limit(self, contest: Contest) -> float:
        """Return from how many points on nobody gains by this contest: computers lift nobody above themselves."""
        if len(contest.people) > 1:
            return float("inf")
        return max(points(self._strength(one)[0], 0) for one in contest.entrants if one.level is not None)

    def _settle(self, contest: Contest, one: Entrant, then: tuple[float, float], limit: float) -> None:
        """Enter what is known of a person after a contest."""
        mu, sigma = self._strength(one)
        if then[0] < mu or (one.gains and points(mu, sigma) < limit):
            mu, sigma = then
        new = RatingRow(one.user_id, one.name, mu, sigma, points(mu, sigma), 0, 0, contest.ended_at)
        old = self.ratings.get(one.user_id, new)
        new = replace(new, matches=old.matches + 1, won=old.won + one.won)
        self.ratings[one.user_id] = new
        self.points.append(PointRow(one.user_id, contest.match_id, contest.ended_at, mu, sigma))
