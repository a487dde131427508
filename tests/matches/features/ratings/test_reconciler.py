"""Ratings are updated when results arrive, by one process at a time, and a crash at any moment does no harm."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import pytest

from bot.features.profiles.service.results import ResultRecorder
from bot.features.ratings.jobs import BUSY_INTERVAL, IDLE_INTERVAL, WORK_LEFT_INTERVAL, RatingReconciler
from bot.features.ratings.service.ladders import FAULT_RETRY, Ratings
from bot.features.ratings.service.rating_rules import RatingUpdate
from bot.features.ratings.statements import LadderRow, MatchKey
from bot.matches.service_results import MatchInfo
from bot.store.engine_interface import Address
from bot.store.statements.rows import EVERYWHERE
from bot.store.store import Store
from tests import database_access
from tests.matches.features.ratings.test_rated_matches import GUILD, rated
from tests.matches.features.ratings.test_ratings import catch_up_ratings, ladder_figures
from tests.matches.finished_matches import store_finished_match
from tests.matches.room import ANNA, BELA, CILI, Room
from tests.matches.tiny_game import Bid, Done, Take

#: All moves of the match that `rated` starts, except its last bid.
MOVES = ((0, Take(2)), (0, Done()), (1, Take(1)), (1, Done()), (0, Bid(1)))


class SimulatedCrash(BaseException):
    """Raised to simulate a crash of the process."""


async def play_rated_match(room: Room, bid: int = 3) -> MatchInfo:
    """Play a rated match between Anna and Béla, and store its result."""
    info = await rated(room)
    for seat, action in (*MOVES, (1, Bid(bid))):
        await room.by(info, seat, action)
    await ResultRecorder(room.service, room.clock).drain()
    return await room.service.matches.get(info.id)


async def store_results(store: Store, count: int = 3) -> None:
    """Store the results of `count` rated matches of three players."""
    people = [ANNA, BELA, CILI]
    for number in range(count):
        order = people[number % 3 :] + people[: number % 3]
        await store_finished_match(store, 50 + number, {user: place for place, user in enumerate(order, 1)}, rated=True)


async def test_a_result_wakes_the_rating_counter(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    of, counted, looked = room.service.part(Ratings), asyncio.Event(), asyncio.Event()
    keeper, look, catch_up = RatingReconciler(of), RatingReconciler.run_once, type(of).catch_up

    async def catches_up(self: Any) -> None:
        await catch_up(self)
        counted.set()

    async def looks(self: RatingReconciler) -> float:
        seconds = await look(self)
        if seconds == IDLE_INTERVAL:
            looked.set()
        return seconds

    monkeypatch.setattr(type(of), "catch_up", catches_up)
    monkeypatch.setattr(RatingReconciler, "run_once", looks)
    keeper.start()
    try:
        # The task has found no work, and without a new result it would now sleep for IDLE_INTERVAL.
        await asyncio.wait_for(looked.wait(), 10)
        looked.clear()
        await play_rated_match(room)
        await asyncio.wait_for(counted.wait(), IDLE_INTERVAL / 3)
        await asyncio.wait_for(looked.wait(), 10)
        assert (await ladder_figures(room)).keys() == {ANNA, BELA}
        counted.clear()
        await of.set_listed(ANNA, GUILD, shown=False)
        await asyncio.wait_for(counted.wait(), IDLE_INTERVAL / 3)
    finally:
        await keeper.stop()
    assert await ladder_figures(room) == {}, "Béla has nobody to be compared with"


async def test_a_ladder_that_cannot_be_counted_holds_up_no_other_and_is_tried_again_in_an_hour(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    of, counted = room.service.part(Ratings), Ratings._count_remaining
    keeper = RatingReconciler(of)

    async def fails(self: Ratings, ladder: LadderRow) -> tuple[RatingUpdate, MatchKey]:
        if ladder.guild_id == EVERYWHERE:
            raise ValueError("a figure that nobody expected")
        return await counted(self, ladder)

    monkeypatch.setattr(Ratings, "_count_remaining", fails)
    for user in (ANNA, BELA):
        await of.set_listed(user, EVERYWHERE, shown=True)
    await store_results(room.store)
    assert [await keeper.run_once(), await keeper.run_once()] == [WORK_LEFT_INTERVAL, IDLE_INTERVAL], (
        "it does not try all the time"
    )
    assert (await ladder_figures(room))[ANNA][1] == 3
    monkeypatch.undo()
    assert await keeper.run_once() == IDLE_INTERVAL
    room.clock.time += FAULT_RETRY
    assert [await keeper.run_once(), await keeper.run_once()] == [WORK_LEFT_INTERVAL, IDLE_INTERVAL]
    assert (await ladder_figures(room, EVERYWHERE))[ANNA][1] == 3
    assert await of.differing_ladders() == []


async def test_a_death_at_any_statement_leaves_nothing_half_counted(room: Room) -> None:
    of = room.service.part(Ratings)
    await store_results(room.store, 2)
    await catch_up_ratings(of)
    before = await ladder_figures(room)
    # A result that is older than a counted result requires a full recount.
    await store_finished_match(room.store, 90, {BELA: 1, ANNA: 2}, rated=True, ended_at=500)
    deaths = 0
    while await of.is_due():
        left = deaths

        async def hear(_: str) -> None:
            nonlocal left
            left -= 1
            if left == -1:
                raise SimulatedCrash

        try:
            with database_access.on_each_statement(hear):
                await of.catch_up()
        except (SimulatedCrash, asyncio.CancelledError):
            assert await ladder_figures(room) == before
        deaths += 1
    assert deaths > 8
    assert (await ladder_figures(room))[ANNA][1] == before[ANNA][1] + 1
    assert await of.differing_ladders() == []


@pytest.fixture
async def two(database: str) -> AsyncIterator[list[Room]]:
    """Yield the match services of two processes on one PostgreSQL database."""
    async with AsyncExitStack() as stack:
        yield [Room(await stack.enter_async_context(await Store.open(database))) for _ in range(2)]


async def test_one_process_counts_at_a_time_and_another_goes_on_when_it_dies(two: list[Room]) -> None:
    one, other = two
    keeper = RatingReconciler(other.service.part(Ratings))
    await store_results(one.store)
    async with one.service.part(Ratings).try_lock() as leads:
        assert leads
        assert await keeper.run_once() == BUSY_INTERVAL
        assert await ladder_figures(other) == {}
        # The first process dies, so the server closes its connections.
        async with other.store.write() as tx:
            await database_access.run(
                tx, "SELECT pg_terminate_backend(pid, 10000) FROM pg_locks WHERE locktype = 'advisory' AND pid <> :own",
                own=(await database_access.rows(other.store.read, "SELECT pg_backend_pid() AS pid"))[0]["pid"],
            )  # fmt: skip
        assert await keeper.run_once() == WORK_LEFT_INTERVAL
    assert await keeper.run_once() == IDLE_INTERVAL
    assert (await ladder_figures(one))[ANNA][1] == 3
    assert await one.service.part(Ratings).differing_ladders() == []


async def test_two_processes_that_look_at_once_count_everything_once(two: list[Room]) -> None:
    keepers = [RatingReconciler(room.service.part(Ratings)) for room in two]
    for number in range(5):
        await store_finished_match(
            two[number % 2].store, 60 + number, {ANNA: 1, BELA: 2}, rated=True, ended_at=90_000 * number
        )
        await asyncio.gather(*(keeper.run_once() for keeper in keepers))
    while await two[0].service.part(Ratings).is_due():
        await asyncio.gather(*(keeper.run_once() for keeper in keepers))
    assert (await ladder_figures(two[0]))[ANNA][1] == 5
    assert await two[1].service.part(Ratings).differing_ladders() == []


async def test_after_all_that_can_happen_to_results_a_recount_is_equal_to_the_last_bit(address: Address) -> None:
    """A recount gives the same ratings after a match is reopened, results come late, and a user hides and returns."""
    async with await Store.open(address) as store:
        room = Room(store)
        of = room.service.part(Ratings)
        info = await play_rated_match(room)
        await store_results(store)
        await catch_up_ratings(of)
        first = await ladder_figures(room)
        await room.service.repair.rewind(info.id, info.seq - 1, "the end is taken back")
        await catch_up_ratings(of)
        assert (await ladder_figures(room))[ANNA][1] == first[ANNA][1] - 1
        await room.by(info, 1, Bid(1))
        await ResultRecorder(room.service, room.clock).drain()
        await catch_up_ratings(of)
        for number, ended_at in ((70, 1), (71, 2_000_000)):
            await store_finished_match(store, number, {CILI: 1, BELA: 2, ANNA: 2}, rated=True, ended_at=ended_at)
            await catch_up_ratings(of)
        for shown in (False, True):
            await of.set_listed(CILI, GUILD, shown=shown)
            await catch_up_ratings(of)
        kept = await rating_rows(room)
        assert kept["ratings"]
        assert kept["rating_points"]
        assert await of.differing_ladders() == []
        await of.recount()
        assert await rating_rows(room) == kept


async def rating_rows(room: Room) -> dict[str, list[Any]]:
    """Return all rows of the rating tables, by table."""
    found: dict[str, list[Any]] = {}
    for table in ("ratings", "rating_points"):
        order = "game, guild_id, user_id" + (", match_id" if table == "rating_points" else "")
        found[table] = [
            dict(row) for row in await database_access.rows(room.store.read, f"SELECT * FROM {table} ORDER BY {order}")
        ]
    return found
