"""Calculates ratings from rated matches according to the rules in docs/ratings.md.

The calculation has no side effects: the input is results, sorted by when the matches ended, and the output is ratings.
The same results give exactly the same figures, whether they are added all together or one by one.
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

from bot.app.clock import DAY
from bot.features.ratings.statements import PointRow, RatedMatchRow, RatingRow

#: The rating model, and the model's default rating for a new player.
_MODEL = PlackettLuce()
UNKNOWN_RATING = (_MODEL.mu, _MODEL.sigma)
#: The points of a new player, and the points for each unit of strength in the rating model.
START_POINTS, POINTS_PER_UNIT = 1000, 40
#: A rating is shown as the lower bound of a band that extends this many standard deviations below and above the mean.
BAND_DEVIATIONS = 3
#: The rating of a player with fewer matches than this is provisional.
PROVISIONAL_MATCHES = 5
#: Maximum number of matches between the same people that count per day.
MAX_REMATCHES_PER_DAY = 3
#: A match counts as abandoned early if it has fewer moves than this fraction of the usual number.
EARLY_END_FRACTION = 1 / 3


@dataclass(frozen=True, slots=True)
class Calibration:
    """The calibration of a game: its computers' strengths (mu and sigma), and the usual number of moves per seat."""

    levels: Mapping[str, tuple[float, float]]
    moves: Mapping[int, int]


#: The default for games without a measured calibration.
_DEFAULT_CALIBRATION = Calibration({"easy": (17.0, 1.0), "normal": (25.0, 1.0), "hard": (29.0, 1.0)}, {})


@cache
def calibration_of(game: str) -> Calibration:
    """Return a game's calibration."""
    file = files("data").joinpath(game, "ratings.json")
    if not file.is_file():
        return _DEFAULT_CALIBRATION
    data: dict[str, Any] = json.loads(file.read_text("utf-8"))
    levels = {level: (float(mu), float(sigma)) for level, (mu, sigma) in data["levels"].items()}
    return Calibration(levels, {int(players): moves for players, moves in data["moves"].items()})


# -- matches that count ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A player whose place in a match counts: a person, or a computer that is identified by its level."""

    user_id: int
    name: str
    level: str | None
    #: The player's place, where 1 is best. Players who draw share a place.
    place: int
    won: bool
    #: If False, the match can only lower the player's rating.
    may_gain: bool


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A match that counts for ratings."""

    match_id: int
    ended_at: int
    entrants: tuple[RatedPlayer, ...]

    @property
    def people(self) -> tuple[int, ...]:
        """The ids of the human players, in ascending order."""
        return tuple(sorted(player.user_id for player in self.entrants if player.level is None))

    @property
    def day(self) -> int:
        """The UTC day when the match ended."""
        return self.ended_at // DAY


def rated_matches(game: str, rows: Iterable[RatedMatchRow], is_on: Callable[[int], bool]) -> list[RatedMatch]:
    """Return the rated matches in these rows, in order; `is_on` returns whether a user is on the ladder."""
    found = (_rated_match(calibration_of(game), list(one), is_on) for _, one in groupby(rows, lambda row: row.match_id))
    return [one for one in found if one is not None]


def _rated_match(
    calibration: Calibration, rows: Sequence[RatedMatchRow], is_on: Callable[[int], bool]
) -> RatedMatch | None:
    """Return the rated match described by these rows.

    Return None if fewer than two players count, or if all of them are computers.
    """
    seats = [list(seat) for _, seat in groupby(rows, lambda row: row.seat)]
    early = _is_early(calibration, rows[0], sum(seat[0].of_moves for seat in seats))
    given_up = _given_up(seats)
    players: list[RatedPlayer] = []
    for seat in seats:
        entrant = _entrant(seat, early, given_up)
        if entrant is not None and (entrant.level is not None or is_on(entrant.user_id)):
            players.append(entrant)
    if len(players) < 2 or all(player.level is not None for player in players):
        return None
    return RatedMatch(rows[0].match_id, rows[0].ended_at, tuple(players))


def _is_early(calibration: Calibration, match: RatedMatchRow, moves: int) -> bool:
    """Return whether a match was abandoned early, that is, before `EARLY_END_FRACTION` of its usual moves."""
    return (
        match.ending != "played"
        and moves < EARLY_END_FRACTION * calibration.moves.get(match.players, 0) * match.players
    )


def _given_up(seats: Sequence[Sequence[RatedMatchRow]]) -> bool:
    """Return whether the only person in a match ended it, which counts as conceding to the computers."""
    return seats[0][0].ending == "ended" and sum(seat[0].user_id > 0 for seat in seats) == 1


def _entrant(seat: Sequence[RatedMatchRow], early: bool, given_up: bool) -> RatedPlayer | None:
    """Return the player whose result counts for a seat; None if the seat doesn't count.

    The first row must be that of the seat's last holder.
    """
    last = seat[0]
    place = (2 if last.user_id > 0 else 1) if given_up else last.place
    if place is None:
        return None
    if last.user_id <= 0:
        return RatedPlayer(last.user_id, last.name, last.computer or "normal", place, last.won, may_gain=False)
    mostly = [row for row in seat if 2 * row.moves > row.of_moves]
    holder = mostly[0] if mostly else last if len(seat) == 1 else None
    if holder is None:
        return None
    played_on = bool(mostly) and not last.hints
    gains = played_on and not (early and place == 1)
    return RatedPlayer(holder.user_id, holder.name, None, place, last.won, gains)


# -- ratings --------------------------------------------------------------------------------------------------


def conservative_points(mu: float, sigma: float) -> float:
    """Return a rating in points. It is a lower bound: the true strength is very probably higher."""
    return START_POINTS + POINTS_PER_UNIT * (mu - BAND_DEVIATIONS * sigma)


def upper_bound_points(mu: float, sigma: float) -> float:
    """Return the upper bound of a rating in points. The true strength is very probably lower."""
    return START_POINTS + POINTS_PER_UNIT * (mu + BAND_DEVIATIONS * sigma)


class RatingUpdate:
    """Adds rated matches one by one to the ratings of their players."""

    def __init__(self, game: str, ratings: Iterable[RatingRow] = (), counted_today: Iterable[RatedMatch] = ()) -> None:
        """Start with these ratings.

        `counted_today` contains the matches already counted on the day of the first match to be added.
        """
        self._levels = calibration_of(game).levels
        #: Each player's current rating, keyed by user id.
        self.ratings = {row.user_id: row for row in ratings}
        #: A rating for each person in each added match, in the order of the matches.
        self.points: list[PointRow] = []
        self._day = 0
        self._today: Counter[tuple[int, ...]] = Counter()
        for contest in counted_today:
            self._exceeds_daily_limit(contest)

    def add(self, contest: RatedMatch) -> None:
        """Count a match unless the same people have already played the maximum number of matches on that day."""
        if self._exceeds_daily_limit(contest):
            return
        teams = [[_MODEL.rating(mu=mu, sigma=sigma)] for mu, sigma in map(self._strength, contest.entrants)]
        rated = _MODEL.rate(teams, ranks=[float(player.place) for player in contest.entrants])
        limit = self._points_limit(contest)
        for player, [new_rating] in zip(contest.entrants, rated, strict=True):
            if player.level is None:
                self._save_rating(contest, player, (new_rating.mu, new_rating.sigma), limit)

    def points_by_person(self) -> dict[int, list[PointRow]]:
        """Return the ratings after each match, keyed by person."""
        points_by_user: dict[int, list[PointRow]] = {}
        for row in self.points:
            points_by_user.setdefault(row.user_id, []).append(row)
        return points_by_user

    def _exceeds_daily_limit(self, contest: RatedMatch) -> bool:
        """Count a match towards the daily limit of matches between its players; return whether it exceeds the limit."""
        if contest.day != self._day:
            self._day, self._today = contest.day, Counter()
        self._today[contest.people] += 1
        return self._today[contest.people] > MAX_REMATCHES_PER_DAY

    def _strength(self, player: RatedPlayer) -> tuple[float, float]:
        if player.level is not None:
            return self._levels[player.level]
        rating = self.ratings.get(player.user_id)
        return UNKNOWN_RATING if rating is None else (rating.mu, rating.sigma)

    def _points_limit(self, contest: RatedMatch) -> float:
        """Return the highest rating in points that a person can reach through this match.

        Beating computers can't lift anyone above the computers' own rating.
        """
        if len(contest.people) > 1:
            return float("inf")
        return max(
            conservative_points(self._strength(player)[0], 0) for player in contest.entrants if player.level is not None
        )

    def _save_rating(
        self, contest: RatedMatch, player: RatedPlayer, new_rating: tuple[float, float], limit: float
    ) -> None:
        """Save a person's new rating after a match."""
        mu, sigma = self._strength(player)
        if new_rating[0] < mu or (player.may_gain and conservative_points(mu, sigma) < limit):
            mu, sigma = new_rating
        new = RatingRow(player.user_id, player.name, mu, sigma, conservative_points(mu, sigma), 0, 0, contest.ended_at)
        old = self.ratings.get(player.user_id, new)
        new = replace(new, matches=old.matches + 1, won=old.won + player.won)
        self.ratings[player.user_id] = new
        self.points.append(PointRow(player.user_id, contest.match_id, contest.ended_at, mu, sigma))
