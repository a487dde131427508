"""The standings of a cup, computed only from its ties."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.features.cups.model import CupEntrant, CupRules, CupStanding, CupStatus, Fixture, State
from bot.features.cups.service import round_draws
from bot.features.cups.service.tie_course import WIN_POINTS
from rules.kernel.words.translation import N_

#: The titles of the tie breaks by their names in `CupStanding.tie_breaks`, with the most important tie break first.
TIE_BREAKS: Mapping[str, str] = {
    "direct": N_("Points against each other"),
    "sonneborn": N_("Sonneborn-Berger"),
    "won": N_("Matches won"),
    "difference": N_("Game points, own minus the rivals'"),
    "lot": N_("Lot"),
}
#: The only tie breaks used in knock-outs and groups.
_SHORT_TIE_BREAKS = ("difference",)


@dataclass(slots=True)
class _Score:
    """A user's total results so far."""

    points: int = 0
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    matches_won: int = 0
    difference: float = 0
    round: int = 0
    #: The points scored in ties against each opponent.
    against: dict[int, int] = field(default_factory=dict[int, int])


def annulled(entrants: Sequence[CupEntrant], fixtures: Sequence[Fixture]) -> set[int]:
    """Return the players who left a round robin before playing half of their ties; all their results are void."""
    annulled_ids: set[int] = set()
    for entrant in entrants:
        fixtures_played = [
            fixture for fixture in fixtures if entrant.user_id in fixture.people and len(fixture.people) > 1
        ]
        played = sum(tie.is_settled and tie.how != "walkover" for tie in fixtures_played)
        if not entrant.plays and 2 * played < len(entrants) - 1:
            annulled_ids.add(entrant.user_id)
    return annulled_ids


def standings(
    rules: CupRules, status: CupStatus, seed: str, entrants: Sequence[CupEntrant], fixtures: Sequence[Fixture]
) -> tuple[CupStanding, ...]:
    """Return the standings of all entrants, from first to last place."""
    if rules.kind == "round_robin":
        return _round_robin_table(status, seed, entrants, fixtures)
    return _by_last_round(rules, status, seed, entrants, fixtures)


def _scores(entrants: Sequence[CupEntrant], fixtures: Sequence[Fixture], *, without: set[int]) -> dict[int, _Score]:
    score_by_user = {entrant.user_id: _Score() for entrant in entrants}
    for fixture in fixtures:
        for user in fixture.people:
            score_by_user[user].round = max(score_by_user[user].round, fixture.round)
        if not fixture.is_settled or len(fixture.people) < 2 or without & set(fixture.people):
            continue
        best = max(fixture.points.values(), default=0)
        for user in fixture.people:
            score, points = score_by_user[user], fixture.points.get(user, 0)
            score.points += points
            score.played += 1
            is_draw = sum(value == points for value in fixture.points.values()) == len(fixture.people)
            score.drawn += is_draw
            score.won += points == best and not is_draw
            score.lost += points != best and not is_draw
            score.matches_won += fixture.wins(user)
            for rival in fixture.people:
                if rival != user:
                    score.against[rival] = score.against.get(rival, 0) + points
                    score.difference += sum(
                        game.totals.get(user, 0) - game.totals.get(rival, 0) for game in fixture.games if game.totals
                    )
    return score_by_user


# -- round robin ------------------------------------------------------------------------------------------------------


def _round_robin_table(
    status: CupStatus, seed: str, entrants: Sequence[CupEntrant], fixtures: Sequence[Fixture]
) -> tuple[CupStanding, ...]:
    scores = _scores(entrants, fixtures, without=annulled(entrants, fixtures))
    lots = {user: at for at, user in enumerate(round_draws.random_order(seed, scores))}
    dropped = {one.user_id for one in entrants if not one.plays}
    breaks = {user: _tie_breaks(user, scores, lots) for user in scores}

    def rank(entrant: CupEntrant) -> tuple[Any, ...]:
        tie_breaks = breaks[entrant.user_id]
        return entrant.user_id in dropped, -scores[entrant.user_id].points, *(-tie_breaks[name] for name in TIE_BREAKS)

    ranked = sorted(entrants, key=rank)
    over = status == "over"

    def state(place: int, entrant: CupEntrant) -> State:
        if not entrant.plays:
            return "dropped"
        return ("champion" if place == 1 else "out") if over else "in"

    return tuple(
        _standing(place, one, scores[one.user_id], breaks[one.user_id], state(place, one))
        for place, one in _with_places(ranked, rank)
    )


def _tie_breaks(user: int, scores: Mapping[int, _Score], lot_by_user: Mapping[int, int]) -> dict[str, float]:
    own_score = scores[user]
    level_rivals = [rival for rival, score in scores.items() if rival != user and score.points == own_score.points]
    return {
        "direct": sum(own_score.against.get(rival, 0) for rival in level_rivals),
        # The points of all beaten opponents, plus half the points of all opponents in drawn ties.
        "sonneborn": sum(scores[rival].points * points / WIN_POINTS for rival, points in own_score.against.items()),
        "won": own_score.matches_won,
        "difference": own_score.difference,
        # The random order that was drawn from the cup's seed before the first round.
        "lot": -lot_by_user[user] if own_score.played else 0,
    }


# -- knock-out and groups ---------------------------------------------------------------------------------------------


def _by_last_round(
    rules: CupRules, status: CupStatus, seed: str, entrants: Sequence[CupEntrant], fixtures: Sequence[Fixture]
) -> tuple[CupStanding, ...]:
    """Return the standings of a knock-out or a group cup. Players who reached a later round rank higher."""
    scores = _scores(entrants, fixtures, without=set())
    last = max((fixture.round for fixture in fixtures), default=0)
    champion = winner(entrants, fixtures) if status == "over" else None
    eliminated_ids = {
        user for tie in fixtures if tie.is_settled for user in tie.people if user not in _advancing(tie, fixtures, last)
    }

    def state(entrant: CupEntrant) -> State:
        if entrant.user_id == champion:
            return "champion"
        if not entrant.plays:
            return "dropped"
        return "out" if entrant.user_id in eliminated_ids or status == "over" else "in"

    def rank(entrant: CupEntrant) -> tuple[Any, ...]:
        own_state = state(entrant)
        place = _place_in_last(entrant.user_id, fixtures) if rules.kind == "groups" and own_state != "in" else 0
        return own_state != "champion", own_state != "in", -scores[entrant.user_id].round, own_state == "dropped", place

    ranked = sorted(entrants, key=lambda one: (rank(one), -scores[one.user_id].points, one.name))
    return tuple(
        _standing(place, one, scores[one.user_id], {"difference": scores[one.user_id].difference}, state(one))
        for place, one in _with_places(ranked, rank)
    )


def _advancing(fixture: Fixture, fixtures: Sequence[Fixture], last: int) -> set[int]:
    """Return who advances from a settled tie: its players in the next round or, before that is drawn, its winners."""
    if fixture.round < last:
        return {user for other in fixtures if other.round == fixture.round + 1 for user in other.people}
    return set(fixture.onward)


def _place_in_last(user: int, fixtures: Sequence[Fixture]) -> int:
    """Return a user's place in the last match that they played."""
    own_fixtures = [fixture for fixture in fixtures if user in fixture.people]
    return own_fixtures[-1].order.index(user) if own_fixtures and user in own_fixtures[-1].order else len(fixtures)


def winner(entrants: Sequence[CupEntrant], fixtures: Sequence[Fixture]) -> int | None:
    """Return the winner of a finished knock-out or group cup; None if everyone has dropped out."""
    last = max((fixture.round for fixture in fixtures), default=0)
    final = [tie for tie in fixtures if tie.round == last]
    if len(final) == 1 and final[0].order:
        return final[0].order[0]
    remaining = [entrant.user_id for entrant in entrants if entrant.plays]
    advancing = [user for tie in final for user in tie.onward if user in remaining]
    return (advancing or remaining or [None])[0]


# -- shared -----------------------------------------------------------------------------------------------------------


def _with_places(ranked: Sequence[CupEntrant], rank: Callable[[CupEntrant], Any]) -> list[tuple[int, CupEntrant]]:
    """Return the entrants with their places; equally ranked entrants share a place."""
    placed: list[tuple[int, CupEntrant]] = []
    for at, entrant in enumerate(ranked):
        is_tied = at and rank(entrant) == rank(ranked[at - 1])
        placed.append((placed[-1][0] if is_tied else at + 1, entrant))
    return placed


def _standing(place: int, entrant: CupEntrant, score: _Score, breaks: Mapping[str, float], state: State) -> CupStanding:
    return CupStanding(
        place, entrant.user_id, entrant.name, score.points, score.played, score.won, score.drawn, score.lost, breaks,
        state, entrant.computer, score.round,
    )  # fmt: skip
