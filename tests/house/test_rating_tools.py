"""`tenebrae ratings recount|check`: recounting reproduces the ratings, and wrong ratings are found and corrected."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.features.ratings.service.ladders import Ratings
from bot.matches.service import MatchService
from tests.house.operator_helpers import Run, run_all_in_subprocess, sql, with_service
from tests.matches.finished_matches import store_finished_match
from tests.matches.room import ANNA, BELA, CILI


@pytest.fixture
def rated(database: Path) -> Path:
    """A database with three rated matches in one server's ladder; the ladder of all servers is still empty."""

    async def make(service: MatchService) -> None:
        for number, people in ((101, (ANNA, BELA)), (102, (CILI, ANNA, BELA)), (103, (BELA, CILI))):
            await store_finished_match(
                service.store, number, {user: place for place, user in enumerate(people, 1)}, rated=True
            )
        while await service.part(Ratings).is_due():
            await service.part(Ratings).catch_up()

    with_service(database, make)
    return database


def test_figures_that_differ_are_named_and_put_right(tenebrae: Run, rated: Path) -> None:
    answer = tenebrae("ratings", "check")
    assert (answer.code, answer.out) == (0, "2 ladders are equal.\n")
    sql(rated, "UPDATE ratings SET mu = mu + 1e-12 WHERE user_id = ?", ANNA)
    wrong = tenebrae("ratings", "check")
    assert wrong.code == 1
    assert wrong.out.splitlines() == ["The ladder of tiny of server 1: the figures differ", "1 ladder is equal."]
    assert tenebrae("ratings", "recount").out == "2 ladders are counted anew.\n"
    assert tenebrae("ratings", "check").code == 0
    sql(rated, "DELETE FROM rating_points WHERE user_id = ?", BELA)
    assert tenebrae("ratings", "check").code == 1


def test_what_is_left_to_count_is_said_and_no_fault(tenebrae: Run, rated: Path) -> None:
    with_service(rated, lambda service: service.part(Ratings).set_listed(ANNA, 1, shown=False))
    left = tenebrae("ratings", "check")
    assert left.code == 0
    assert left.out.splitlines() == [
        "The ladder of tiny of server 1: not compared, something is left to count",
        "1 ladder is equal.",
    ]


def test_both_while_the_bot_runs(rated: Path, request: pytest.FixtureRequest) -> None:
    request.getfixturevalue("running")
    done = run_all_in_subprocess(("ratings", "recount"), ("ratings", "check"), TENEBRAE_DATABASE=str(rated))
    assert (done.returncode, done.stderr) == (0, "")
