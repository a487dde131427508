"""A review shows the scores after each turn, and which turns were decisive."""

from __future__ import annotations

from typing import Any

import pytest

from bot.matches.archiver import Archiver
from bot.matches.history.score_timeline import ScoreLead, ScorePoint, ScoreTimeline
from tests.matches.room import ANNA, Room
from tests.matches.tiny_game import Bid, Done, Take

pytestmark = pytest.mark.asyncio


async def course_of(room: Room, info: Any) -> ScoreTimeline:
    return await room.service.history.score_timeline(await room.service.matches.table(info.id))


def coins(course: ScoreTimeline) -> list[list[float]]:
    return [moment.scores["Coins"] for moment in course.score_points]


async def test_what_a_seat_does_in_a_row_is_one_turn(room: Room) -> None:
    info = await room.match(turns=2)
    for seat, action in ((0, Take(2)), (0, Take(1)), (0, Done()), (1, Take(1)), (1, Done())):
        await room.by(info, seat, action)
    course = await course_of(room, info)
    assert coins(course) == [[0, 0], [3, 0], [3, 1]]
    assert [moment.seat for moment in course.score_points] == [None, 0, 1]
    assert [(moment.first, moment.last) for moment in course.score_points] == [(0, 0), (2, 4), (5, 6)]


async def test_what_was_taken_back_is_no_part_of_it(room: Room) -> None:
    info = await room.match(turns=2)
    await room.by(info, 0, Take(2))
    await room.service.undo.take_back(info.id, info.seats[0].user_id)
    await room.by(info, 0, Take(1))
    assert coins(await course_of(room, info)) == [[0, 0], [1, 0]]


async def test_the_final_count_is_a_moment_of_its_own_if_it_was_not_to_be_seen(room: Room) -> None:
    info = await room.match(turns=1)
    for seat, action in ((0, Take(2)), (0, Done()), (1, Bid(1)), (0, Bid(3))):
        await room.by(info, seat, action)
    course = await course_of(room, info)
    assert coins(course)[-1] == [-1, -1]
    assert course.score_points[-1].first, "the bids were the last move, and all of the result"
    table = await room.service.matches.table(info.id)
    result = table.match.result
    assert result is not None
    more = result.model_copy(update={"rows": [row.model_copy(update={"total": row.total + 5}) for row in result.rows]})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(table.match), "result", property(lambda _match: more))
        course = await room.service.history.score_timeline(table)
    assert coins(course)[-2:] == [[-1, -1], [4, 4]]
    assert course.score_points[-1].first == 0


async def test_a_packed_match_has_the_same_course(room: Room) -> None:
    info = await room.match(turns=1)
    for seat, action in ((0, Take(2)), (0, Done()), (1, Bid(1)), (0, Bid(3))):
        await room.by(info, seat, action)
    before = await course_of(room, info)
    await Archiver(room.service, room.clock).archive(info.id)
    assert await course_of(room, info) == before


async def test_an_ended_match_has_a_course_to_its_end(room: Room) -> None:
    info = await room.match(turns=2)
    await room.by(info, 0, Take(2))
    await room.service.play.end(info.id, ANNA, is_admin=True)
    assert coins(await course_of(room, info)) == [[0, 0], [2, 0]]


def course(*points: tuple[float, ...]) -> ScoreTimeline:
    return ScoreTimeline([ScorePoint(number, number, 0, 0, {"points": list(one)}) for number, one in enumerate(points)])


async def test_a_change_of_the_lead_counts_twice() -> None:
    went = course((0, 0), (3, 0), (3, 1), (3, 5), (4, 5), (4, 12), (4, 13))
    assert [point.place for point in went.turning_points(2)] == [3, 5]
    first = went.turning_points(2)[0]
    assert (first.before, first.after) == (ScoreLead(0, 2, 3), ScoreLead(1, 2, 5))


async def test_the_last_change_of_the_lead_is_always_told() -> None:
    went = course((0, 0), (9, 0), (9, 18), (27, 18), (27, 36), (37, 36))
    turns = went.turning_points()
    assert [point.place for point in turns] == [2, 3, 5], "the last one weighs least"
    assert turns[-1].after.leader == 0
    assert [point.place for point in course((0, 0), (9, 0), (9, 18), (18, 18)).turning_points(1)] == [3], "a tie"
    assert [point.place for point in course((0, 0), (1, 0), (9, 0)).turning_points(1)] == [2], "it never changed"


async def test_nothing_turns_where_no_one_leads() -> None:
    assert course((0, 0), (0, 0)).turning_points() == []
    assert course((0,), (7,)).turning_points() == [], "who plays alone leads nobody"


async def test_a_shared_lead_is_no_ones() -> None:
    (point,) = course((2, 0), (2, 2)).turning_points()
    assert point.after == ScoreLead(None, 0, 2)
