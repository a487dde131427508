"""How a rated match changes its players' ratings, tested rule by rule of docs/ratings.md."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest

from bot.app.clock import DAY
from bot.features.ratings.service.rating_rules import (
    MAX_REMATCHES_PER_DAY,
    UNKNOWN_RATING,
    RatedMatch,
    RatingUpdate,
    calibration_of,
    conservative_points,
    rated_matches,
)
from bot.features.ratings.statements import RatedMatchRow, RatingRow
from rules import GAMES
from tests.matches.room import ANNA, BELA, CILI, NAMES

GAME = "edge_of_darkness"
#: Number of moves that a seat makes in a typical two-player match of GAME.
USUAL_MOVES = calibration_of(GAME).moves[2]


def seat(number: int, user: int, place: int | None = None, **more: Any) -> RatedMatchRow:
    """Return the row of a player who played a typical two-player match to its end."""
    usual = {
        "match_id": 1, "ended_at": 1000, "players": 2, "ending": "played", "last": True, "computer": None,
        "place": place, "won": place == 1, "moves": USUAL_MOVES, "of_moves": USUAL_MOVES, "hints": 0,
    }  # fmt: skip
    return RatedMatchRow(**(usual | {"seat": number, "user_id": user, "name": NAMES.get(user, "Bot")} | more))


def computer(number: int, place: int | None, level: str = "normal", **more: Any) -> RatedMatchRow:
    return seat(number, -1 - number, place, computer=level, **more)


def match(*rows: RatedMatchRow, **same: Any) -> list[RatedMatchRow]:
    """Return the result rows of one match, each with the fields in `same` replaced."""
    return [replace(row, **({"players": len(rows)} | same)) for row in rows]


def contest(rows: list[RatedMatchRow], *left_ladder: int) -> RatedMatch | None:
    """Return how a match is rated if the users in `left_ladder` have left the ladder; None if it isn't rated."""
    found = rated_matches(GAME, rows, lambda user: user not in left_ladder)
    return found[0] if found else None


def ratings_after(*matches: list[RatedMatchRow], known: tuple[RatingRow, ...] = ()) -> dict[int, RatingRow]:
    """Return the ratings of all players after these matches, by user id."""
    update = RatingUpdate(GAME, known)
    for rows in matches:
        for one in rated_matches(GAME, rows, lambda _: True):
            update.add(one)
    return update.ratings


def known(user: int, mu: float, sigma: float = 2.0) -> RatingRow:
    return RatingRow(user, NAMES[user], mu, sigma, conservative_points(mu, sigma), 9, 5, 1)


def may_gain_by_user(rows: list[RatedMatchRow]) -> dict[int, bool]:
    """Return whether the match may raise the player's rating, by user id."""
    found = contest(rows)
    assert found is not None
    return {one.user_id: one.may_gain for one in found.entrants if one.level is None}


def test_places_decide_and_equal_places_are_a_draw() -> None:
    three = ratings_after(match(seat(0, ANNA, 2), seat(1, BELA, 1), seat(2, CILI, 2)))
    assert three[BELA].mu > UNKNOWN_RATING[0] > three[ANNA].mu
    assert (three[ANNA].mu, three[ANNA].sigma) == pytest.approx((three[CILI].mu, three[CILI].sigma))
    assert [three[user].won for user in (ANNA, BELA, CILI)] == [0, 1, 0]
    even = ratings_after(match(seat(0, ANNA, 1), seat(1, BELA, 1), ending="draw"))
    assert even[ANNA].mu == pytest.approx(UNKNOWN_RATING[0])
    assert even[ANNA].sigma < UNKNOWN_RATING[1]


def test_points_are_what_someone_is_at_least_worth() -> None:
    assert conservative_points(*UNKNOWN_RATING) == pytest.approx(1000)
    assert conservative_points(30, 2) == pytest.approx(1000 + 40 * 24)


def test_someone_known_loses_less_to_a_match_than_someone_new() -> None:
    found = ratings_after(match(seat(0, ANNA, 2), seat(1, BELA, 1)), known=(known(ANNA, 25.0),))
    assert 25.0 - found[ANNA].mu < found[BELA].mu - 25.0


@pytest.mark.parametrize("game", [game for game in GAMES if files("data").joinpath(game, "ratings.json").is_file()])
def test_every_game_has_strengths_of_its_computers_and_usual_lengths(game: str) -> None:
    found = calibration_of(game)
    easy, normal, hard = (found.levels[level][0] for level in ("easy", "normal", "hard"))
    assert easy < normal < hard
    assert normal == UNKNOWN_RATING[0]
    assert set(found.moves) == {seats for seats in GAMES[game].seats if seats > 1}


def test_computers_are_anchors_that_never_change() -> None:
    one = ratings_after(match(seat(0, ANNA, 1), computer(1, 2, "hard")))
    other = ratings_after(match(seat(0, ANNA, 1), computer(1, 2, "easy")))
    assert one.keys() == other.keys() == {ANNA}
    assert one[ANNA].mu > other[ANNA].mu > UNKNOWN_RATING[0]


def test_computers_alone_lift_no_one_above_themselves() -> None:
    level = calibration_of(GAME).levels["normal"][0]
    for ahead, rises in ((-0.5, True), (0.5, False)):
        mu = level + 3 * 2.0 + ahead
        found = ratings_after(match(seat(0, ANNA, 1), computer(1, 2)), known=(known(ANNA, mu),))
        assert (found[ANNA].mu > mu) == rises
        assert found[ANNA].matches == 10
        assert ratings_after(match(seat(0, ANNA, 2), computer(1, 1)), known=(known(ANNA, mu),))[ANNA].mu < mu
        three = match(seat(0, ANNA, 1), computer(1, 2), seat(2, BELA, 3))
        assert ratings_after(three, known=(known(ANNA, mu),))[ANNA].mu > mu, "people are there, too"


def test_no_one_is_rated_alone_or_against_no_one() -> None:
    assert contest(match(seat(0, ANNA, 1))) is None
    assert contest(match(computer(0, 1), computer(1, 2))) is None
    assert contest(match(seat(0, ANNA, 1), seat(1, BELA, 2)), BELA) is None


def test_players_off_the_ladder_are_left_out() -> None:
    three = match(seat(0, ANNA, 1), seat(1, BELA, 2), seat(2, CILI, 3))
    found = contest(three, BELA)
    assert found is not None
    assert [(one.user_id, one.place) for one in found.entrants] == [(ANNA, 1), (CILI, 3)]


@pytest.mark.parametrize("ending", ["agreed", "ended"])
def test_a_match_without_a_result_does_not_count(ending: str) -> None:
    assert contest(match(seat(0, ANNA), seat(1, BELA), ending=ending)) is None


def test_ending_a_match_with_computers_concedes_it() -> None:
    found = contest(match(seat(0, ANNA), computer(1, None), ending="ended"))
    assert found is not None
    assert [one.place for one in found.entrants] == [2, 1]


def test_an_early_concession_costs_its_player_and_benefits_no_one() -> None:
    for moves, early in ((USUAL_MOVES // 4, True), (USUAL_MOVES // 2, False)):
        rows = match(seat(0, ANNA, 2), seat(1, BELA, 1), ending="conceded", moves=moves, of_moves=moves)
        assert may_gain_by_user(rows) == {ANNA: True, BELA: not early}
        found = ratings_after(rows)
        assert found[ANNA].mu < UNKNOWN_RATING[0]
        assert (found[BELA].mu > UNKNOWN_RATING[0]) != early


def test_an_early_draw_brings_no_one_anything() -> None:
    moves = USUAL_MOVES // 4
    rows = match(seat(0, ANNA, 1), seat(1, BELA, 1), ending="draw", moves=moves, of_moves=moves)
    assert may_gain_by_user(rows) == {ANNA: False, BELA: False}


def test_a_player_with_hints_gains_no_rating_and_may_lose_some() -> None:
    assert may_gain_by_user(match(seat(0, ANNA, 1, hints=1), seat(1, BELA, 2))) == {ANNA: False, BELA: True}
    won = ratings_after(match(seat(0, ANNA, 1, hints=1), seat(1, BELA, 2)))
    assert (won[ANNA].mu, won[ANNA].sigma, won[ANNA].matches) == (*UNKNOWN_RATING, 1)
    assert won[BELA].mu < UNKNOWN_RATING[0]
    lost = ratings_after(match(seat(0, ANNA, 2, hints=1), seat(1, BELA, 1)))
    assert lost[ANNA].mu < UNKNOWN_RATING[0]


def test_a_seat_that_changed_hands_counts_for_the_player_with_most_of_its_moves() -> None:
    for of_anna, of_cili, rated in ((60, 40, ANNA), (40, 60, CILI), (50, 50, None), (40, 40, None)):
        then = seat(0, CILI, 1, moves=of_cili, of_moves=100)
        before = seat(0, ANNA, moves=of_anna, of_moves=100, last=False)
        found = contest([then, before, seat(1, BELA, 2), computer(2, 3)])
        assert found is not None
        assert [one.user_id for one in found.entrants if one.place == 1] == ([] if rated is None else [rated])


def test_a_computer_that_plays_most_of_a_seat_wins_nothing_for_its_person() -> None:
    for moves, rises in ((60, True), (50, False)):
        rows = match(seat(0, ANNA, 1, moves=moves, of_moves=100, computer="hard"), seat(1, BELA, 2))
        assert may_gain_by_user(rows) == {ANNA: rises, BELA: True}


def test_the_same_people_have_a_daily_match_limit() -> None:
    def of_day(number: int, *, day: int = 0, third: int | None = None) -> list[RatedMatchRow]:
        rows = [seat(0, ANNA, 1), seat(1, BELA, 2), computer(2, 3) if third is None else seat(2, third, 3)]
        return match(*rows, match_id=number, ended_at=day * DAY + 1000 + number)

    today = [of_day(number) for number in range(MAX_REMATCHES_PER_DAY + 2)]
    assert ratings_after(*today)[ANNA].matches == MAX_REMATCHES_PER_DAY
    assert ratings_after(*today, of_day(8, third=CILI))[ANNA].matches == MAX_REMATCHES_PER_DAY + 1, "others with them"
    assert ratings_after(*today, of_day(9, day=1))[ANNA].matches == MAX_REMATCHES_PER_DAY + 1, "another day"
