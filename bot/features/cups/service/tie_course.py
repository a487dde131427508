"""The course of a tie: the seating of its next match, and its result once the tie is settled."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from bot.features.cups.model import CupGame, CupRules, Fixture, How
from bot.features.cups.service.round_draws import seeded_random

#: Points for each player who wins a tie, and for each player of a drawn tie.
WIN_POINTS, DRAW_POINTS = 2, 1


def next_seats(fixture: Fixture, dropped: Collection[int] = ()) -> tuple[int, ...]:
    """Return the ids of the players in a tie's next match, in seat order.

    In a series, the loser of the last match takes the first seat in the next one. After a drawn match, the player who
    had the second seat takes the first.
    """
    remaining = tuple(user for user in fixture.people if user not in dropped)
    if not fixture.games or len(remaining) != 2:
        return remaining
    last = fixture.games[-1]
    first = next(iter(last.places)) if last.winner is None else last.winner
    return tuple(sorted(remaining, key=lambda user: user == first))


def settle(
    rules: CupRules, seed: str, fixture: Fixture, dropped: Collection[int], now: int, minimum: int = 2
) -> Fixture:
    """Return the tie with its result if it is decided; otherwise, return the tie unchanged."""
    remaining = [user for user in fixture.people if user not in dropped]
    outcome = _result_by_play(rules, seed, fixture, remaining) or _result_without_play(
        seed, fixture, remaining, minimum
    )
    if outcome is None:
        return fixture
    how, order = outcome
    return settle_as(rules, fixture, how, order, now)


def settle_as(
    rules: CupRules, fixture: Fixture, how: How, order: Sequence[int], now: int, *, drawn: bool = False
) -> Fixture:
    """Return a tie settled with `order` as the ranking of its players.

    If `drawn`, the tie is a draw, which is possible only in a round robin.
    """
    if rules.kind == "round_robin":
        is_draw = drawn or (how == "played" and len({fixture.wins(user) for user in fixture.people}) == 1)
        points = dict.fromkeys(order, DRAW_POINTS) if is_draw else dict.fromkeys(order[:1], WIN_POINTS)
        onward: Sequence[int] = ()
    elif rules.kind == "knockout":
        points = {user: WIN_POINTS for user in order[:1] if len(fixture.people) > 1}
        onward = order[:1]
    else:
        points = _points_by_rank(fixture, order)
        onward = order[: rules.onward]
    points = {user: points.get(user, 0) for user in fixture.people}
    return replace(fixture, points=points, order=tuple(order), onward=tuple(onward), how=how, settled_at=now)


def _result_by_play(
    rules: CupRules, seed: str, fixture: Fixture, remaining: Sequence[int]
) -> tuple[How, list[int]] | None:
    """Return how a tie is settled by its matches, and its players from first to last; None if it isn't settled yet."""
    if not fixture.games:
        return None
    if rules.kind == "groups":
        return _group_result(rules, seed, fixture, fixture.games[0], remaining)
    one, other = fixture.people
    ranking = sorted(fixture.people, key=fixture.wins, reverse=True)
    wins, played = {user: fixture.wins(user) for user in fixture.people}, len(fixture.games)
    if max(wins.values()) > rules.series // 2:
        return "played", ranking
    if played < rules.series:
        return None
    if wins[one] != wins[other] or rules.kind == "round_robin":
        return "played", ranking
    # The series is level: play an extra match. If the extra match is drawn as well, settle the tie by lot.
    if played == rules.series:
        return None
    seeded_random(seed, "tie", fixture.round, fixture.number).shuffle(ranking)
    return "lot", ranking


def _group_result(
    rules: CupRules, seed: str, fixture: Fixture, game: CupGame, remaining: Sequence[int]
) -> tuple[How, list[int]] | None:
    """Return how a group's match settles the tie, and its players from first to last.

    Players rank by place, then by points, then by lot.
    """
    drawing_order = list(remaining)
    seeded_random(seed, "tie", fixture.round, fixture.number).shuffle(drawing_order)

    def rank(user: int) -> tuple[int, float]:
        return game.places.get(user, len(fixture.people)), -game.totals.get(user, 0)

    order = sorted(drawing_order, key=rank)
    cut = rules.onward
    is_tied = 0 < cut < len(order) and rank(order[cut - 1]) == rank(order[cut])
    return ("lot" if is_tied else "played"), order


def _result_without_play(
    seed: str, fixture: Fixture, remaining: list[int], minimum: int
) -> tuple[How, list[int]] | None:
    """Return how a tie with too few players is settled, and its players from first to last; None for other ties."""
    if not remaining:
        return "void", []
    if len(remaining) == 1:
        return ("bye" if len(fixture.people) == 1 else "walkover"), remaining
    if len(remaining) < minimum and len(fixture.match_ids) == 0:
        seeded_random(seed, "tie", fixture.round, fixture.number).shuffle(remaining)
        return "lot", remaining
    return None


def _points_by_rank(fixture: Fixture, order: Sequence[int]) -> dict[int, int]:
    """Return each remaining player's points in a group's match.

    Each player gets the points of a win for every player ranked lower, and the points of a draw for every player in
    the same place.
    """
    places: Mapping[int, int] = fixture.games[0].places if fixture.games else {}
    points = dict.fromkeys(order, 0)
    for one, other in combinations(order, 2):
        if fixture.games and places.get(one) == places.get(other):
            points[one] += DRAW_POINTS
            points[other] += DRAW_POINTS
        else:
            points[one] += WIN_POINTS
    return points
