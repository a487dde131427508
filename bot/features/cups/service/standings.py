"""The standings of a cup, computed only from its ties."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.features.cups.model import CupEntrant, CupRules, CupStanding, CupStatus, Fixture, State
from bot.features.cups.service import round_draws as draws
from bot.features.cups.service.best_of_three import WIN_POINTS
from rules.kernel.words.translation import N_

#: The titles of the tie breaks by their names in `CupStanding.tie_breaks`, the most important tie break first.
TIE_BREAKS: Mapping[str, str] = {
    "direct": N_("Points against each other"),
    "sonneborn": N_("Sonneborn-Berger"),
    "won": N_("Matches won"),
    "difference": N_("Points of the game, own less the rivals'"),
    "lot": N_("Lot"),
}
#: The only tie breaks used in knock-outs and groups.
_SHORT_TIE_BREAKS = ("difference",)


@dataclass(slots=True)
class _Score:
    """The totals of a user's results so far."""

    points: int = 0
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    matches_won: int = 0
    difference: float = 0
    round: int = 0
    #: Points scored against each opponent.
    against: dict[int, int] = field(default_factory=dict[int, int])


def annulled(entrants: Sequence[CupEntrant], fixtures: Sequence[Fixture]) -> set[int]:
    """Return the players who dropped out of a round robin before half of their ties; all their results are annulled."""
    found: set[int] = set()
    for one in entrants:
        over = [fixture for fixture in fixtures if one.user_id in fixture.people and len(fixture.people) > 1]
        played = sum(tie.is_settled and tie.how != "walkover" for tie in over)
        if not one.plays and 2 * played < len(entrants) - 1:
            found.add(one.user_id)
    return found


def standings(
    rules: CupRules, status: CupStatus, seed: str, entrants: Sequence[CupEntrant], fixtures: Sequence[Fixture]
) -> tuple[CupStanding, ...]:
    """Return the standings of all entrants, first place first."""
    if rules.kind == "round_robin":
        return _round_robin_table(status, seed, entrants, fixtures)
    return _by_last_round(rules, status, seed, entrants, fixtures)


def _scores(entrants: Sequence[CupEntrant], fixtures: Sequence[Fixture], *, without: set[int]) -> dict[int, _Score]:
    found = {one.user_id: _Score() for one in entrants}
    for fixture in fixtures:
        for user in fixture.people:
            found[user].round = max(found[user].round, fixture.round)
        if not fixture.is_settled or len(fixture.people) < 2 or without & set(fixture.people):
            continue
        best = max(fixture.points.values(), default=0)
        for user in fixture.people:
            score, points = found[user], fixture.points.get(user, 0)
            score.points += points
            score.played += 1
            even = sum(value == points for value in fixture.points.values()) == len(fixture.people)
            score.drawn += even
            score.won += points == best and not even
            score.lost += points != best and not even
            score.matches_won += fixture.wins(user)
            for rival in fixture.people:
                if rival != user:
                    score.against[rival] = score.against.get(rival, 0) + points
                    score.difference += sum(
                        game.totals.get(user, 0) - game.totals.get(rival, 0) for game in fixture.games if game.totals
                    )
    return found


# -- round robin ------------------------------------------------------------------------------------------------------


def _round_robin_table(
    status: CupStatus, seed: str, entrants: Sequence[CupEntrant], fixtures: Sequence[Fixture]
) -> tuple[CupStanding, ...]:
    scores = _scores(entrants, fixtures, without=annulled(entrants, fixtures))
    lots = {user: at for at, user in enumerate(draws.random_order(seed, scores))}
    dropped = {one.user_id for one in entrants if not one.plays}
    breaks = {user: _tie_breaks(user, scores, lots) for user in scores}

    def rank(one: CupEntrant) -> tuple[Any, ...]:
        named = breaks[one.user_id]
        return one.user_id in dropped, -scores[one.user_id].points, *(-named[name] for name in TIE_BREAKS)

    ranked = sorted(entrants, key=rank)
    over = status == "over"

    def state(place: int, one: CupEntrant) -> State:
        if not one.plays:
            return "dropped"
        return ("champion" if place == 1 else "out") if over else "in"

    return tuple(
        _standing(place, one, scores[one.user_id], breaks[one.user_id], state(place, one))
        for place, one in _with_places(ranked, rank)
    )


def _tie_breaks(user: int, scores: Mapping[int, _Score], lots: Mapping[int, int]) -> dict[str, float]:
    own = scores[user]
    even = [rival for rival, score in scores.items() if rival != user and score.points == own.points]
    return {
        "direct": sum(own.against.get(rival, 0) for rival in even),
        # The points of beaten opponents, plus half the points of opponents in drawn ties.
        "sonneborn": sum(scores[rival].points * points / WIN_POINTS for rival, points in own.against.items()),
        "won": own.matches_won,
        "difference": own.difference,
        # The random order from the cup's seed, drawn before the first round.
        "lot": -lots[user] if own.played else 0,
    }


# -- knock-out and groups ---------------------------------------------------------------------------------------------


def _by_last_round(
    rules: CupRules, status: CupStatus, seed: str, entrants: Sequence[CupEntrant], fixtures: Sequence[Fixture]
) -> tuple[CupStanding, ...]:
    """Return the standings of a knock-out or a group cup: players who reached a later round rank higher."""
    scores = _scores(entrants, fixtures, without=set())
    last = max((fixture.round for fixture in fixtures), default=0)
    champion = winner(entrants, fixtures) if status == "over" else None
    out = {
        user for tie in fixtures if tie.is_settled for user in tie.people if user not in _advancing(tie, fixtures, last)
    }

    def state(one: CupEntrant) -> State:
        if one.user_id == champion:
            return "champion"
        if not one.plays:
            return "dropped"
        return "out" if one.user_id in out or status == "over" else "in"

    def rank(one: CupEntrant) -> tuple[Any, ...]:
        own = state(one)
        place = _place_in_last(one.user_id, fixtures) if rules.kind == "groups" and own != "in" else 0
        return own != "champion", own != "in", -scores[one.user_id].round, own == "dropped", place

    ranked = sorted(entrants, key=lambda one: (rank(one), -scores[one.user_id].points, one.name))
    return tuple(
        _standing(place, one, scores[one.user_id], {"difference": scores[one.user_id].difference}, state(one))
        for place, one in _with_places(ranked, rank)
    )


def _advancing(fixture: Fixture, fixtures: Sequence[Fixture], last: int) -> set[int]:
    """Return who advances from a settled tie: its players in the next round or, before that is drawn, the winners."""
    if fixture.round < last:
        return {user for other in fixtures if other.round == fixture.round + 1 for user in other.people}
    return set(fixture.onward)


def _place_in_last(user: int, fixtures: Sequence[Fixture]) -> int:
    """Return a user's place at the last table where they played."""
    own = [fixture for fixture in fixtures if user in fixture.people]
    return own[-1].order.index(user) if own and user in own[-1].order else len(fixtures)


def winner(entrants: Sequence[CupEntrant], fixtures: Sequence[Fixture]) -> int | None:
    """Return the winner of a finished knock-out or group cup; None if everyone has dropped out."""
    last = max((fixture.round for fixture in fixtures), default=0)
    final = [tie for tie in fixtures if tie.round == last]
    if len(final) == 1 and final[0].order:
        return final[0].order[0]
    left = [one.user_id for one in entrants if one.plays]
    going = [user for tie in final for user in tie.onward if user in left]
    return (going or left or [None])[0]


# -- shared -----------------------------------------------------------------------------------------------------------


def _with_places(ranked: Sequence[CupEntrant], rank: Callable[[CupEntrant], Any]) -> list[tuple[int, CupEntrant]]:
    """Return the entrants with their places; equal entrants share a place."""
    found: list[tuple[int, CupEntrant]] = []
    for at, one in enumerate(ranked):
        even = at and rank(one) == rank(ranked[at - 1])
        found.append((found[-1][0] if even else at + 1, one))
    return found


def _standing(place: int, one: CupEntrant, score: _Score, breaks: Mapping[str, float], state: State) -> CupStanding:
    return CupStanding(
        place, one.user_id, one.name, score.points, score.played, score.won, score.drawn, score.lost, breaks, state,
        one.computer, score.round,
    )  # fmt: skip
