"""Ratings don't depend on the order of results and of players' choices; players who leave a ladder disappear."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.app.clock import DAY
from bot.features.profiles.statements import results
from bot.features.profiles.statements.results import FinishedRow, MatchResultRow
from bot.features.ratings import statements as ratings
from bot.features.ratings.service.ladders import Ratings
from bot.features.ratings.service.rating_rules import MAX_REMATCHES_PER_DAY
from bot.store.statements.rows import EVERYWHERE
from bot.store.store import Store
from tests.matches.room import ANNA, BELA, CILI, DORA, NAMES, Room
from tests.store.conftest import new_match

GUILD = 1
PEOPLE = (ANNA, BELA, CILI, DORA)


async def store_result(store: Store, match_id: int, *people: int, game: str = "tiny", **more: Any) -> None:
    """Store the result of a rated match that `people` finished in this order."""
    usual = {"guild_id": GUILD, "ended_at": 1000 + match_id, "ending": "played", "rated": True}
    match = FinishedRow(
        match_id=match_id, game=game, players=len(people), options={}, pace={}, rounds=1, moves=20, started_at=0,
        **(usual | more),
    )  # fmt: skip
    rows = [
        MatchResultRow(match_id, seat, user, NAMES[user], True, None, seat + 1, seat == 0, 1.0, {}, {}, 10, 10, None)
        for seat, user in enumerate(people)
    ]
    async with store.write() as tx:
        await results.save(tx, match, rows)


async def create_matches(store: Store, count: int) -> list[int]:
    """Create `count` matches; return their ids."""
    async with store.write() as tx:
        return [await new_match(tx, channel_id=100 + number) for number in range(count)]


async def catch_up_ratings(of: Ratings) -> None:
    while await of.is_due():
        await of.catch_up()


async def ladder_figures(room: Room, guild_id: int = GUILD, game: str = "tiny") -> dict[int, tuple[float, int]]:
    """Return each user's points and number of matches on a ladder."""
    rows = await ratings.strengths(room.store.read, game, guild_id)
    return {row.user_id: (row.points, row.matches) for row in rows}


async def test_a_rated_match_counts_in_its_server_and_for_all_only_by_choice(room: Room) -> None:
    first, second = await create_matches(room.store, 2)
    of = room.service.part(Ratings)
    await store_result(room.store, first, ANNA, BELA)
    await store_result(room.store, second, ANNA, BELA, rated=False)
    await catch_up_ratings(of)
    assert {user: number for user, (_, number) in (await ladder_figures(room)).items()} == {ANNA: 1, BELA: 1}
    assert await ladder_figures(room, EVERYWHERE) == {}
    await of.set_listed(ANNA, EVERYWHERE, shown=True)
    await catch_up_ratings(of)
    assert await ladder_figures(room, EVERYWHERE) == {}, "nobody else is there"
    await of.set_listed(BELA, EVERYWHERE, shown=True)
    await catch_up_ratings(of)
    assert await ladder_figures(room, EVERYWHERE) == await ladder_figures(room)


async def test_packs_and_other_games_and_servers_do_not_count(room: Room) -> None:
    numbers = await create_matches(room.store, 4)
    of = room.service.part(Ratings)
    await store_result(room.store, numbers[0], ANNA, BELA)
    await store_result(room.store, numbers[1], CILI, BELA, pack="ours")
    await store_result(room.store, numbers[2], CILI, BELA, game="other")
    await store_result(room.store, numbers[3], CILI, BELA, guild_id=2)
    await catch_up_ratings(of)
    assert (await ladder_figures(room)).keys() == {ANNA, BELA}
    assert (await ladder_figures(room, 2)).keys() == {CILI, BELA}


async def test_a_leaving_player_disappears_at_once_including_from_others_figures(room: Room) -> None:
    numbers = await create_matches(room.store, 3)
    of = room.service.part(Ratings)
    for number, people in zip(numbers, ((CILI, BELA, ANNA), (ANNA, CILI), (BELA, ANNA)), strict=True):
        await store_result(room.store, number, *people)
    await catch_up_ratings(of)
    before = await ladder_figures(room)
    await of.set_listed(CILI, GUILD, shown=False)
    assert (await ladder_figures(room)).keys() == {ANNA, BELA}
    assert await of.over_time(CILI, "tiny", GUILD) == []
    await catch_up_ratings(of)
    without = await ladder_figures(room)
    for number, people in zip(numbers, ((BELA, ANNA), (ANNA,), (BELA, ANNA)), strict=True):
        await store_result(room.store, number, *people)
    await catch_up_ratings(of)
    assert without == await ladder_figures(room), "as if they had never sat there"
    assert without[BELA] != before[BELA]


async def test_coming_back_brings_the_past_back(room: Room) -> None:
    [number] = await create_matches(room.store, 1)
    of = room.service.part(Ratings)
    await store_result(room.store, number, ANNA, BELA)
    await catch_up_ratings(of)
    before = await ladder_figures(room)
    for shown in (False, True):
        await of.set_listed(ANNA, GUILD, shown=shown)
        assert await of.is_on(ANNA, GUILD) == shown
        await catch_up_ratings(of)
    assert await ladder_figures(room) == before


async def test_a_result_that_is_taken_back_or_comes_late_is_counted_in_its_place(room: Room) -> None:
    numbers = await create_matches(room.store, 3)
    of = room.service.part(Ratings)
    for number in (numbers[0], numbers[2]):
        await store_result(room.store, number, ANNA, BELA)
        await catch_up_ratings(of)
    one = await ladder_figures(room)
    await store_result(room.store, numbers[1], BELA, ANNA)
    await catch_up_ratings(of)
    assert (await ladder_figures(room))[ANNA] != one[ANNA]
    assert [row.at for row in await of.over_time(ANNA, "tiny", GUILD)] == [1000 + number for number in numbers]
    async with room.store.write() as tx:
        await results.remove(tx, numbers[1])
    await catch_up_ratings(of)
    assert await ladder_figures(room) == one


async def test_the_limit_of_a_day_holds_when_its_matches_are_counted_one_by_one(room: Room) -> None:
    of = room.service.part(Ratings)
    for number in await create_matches(room.store, MAX_REMATCHES_PER_DAY + 1):
        await store_result(room.store, number, ANNA, BELA)
        await catch_up_ratings(of)
    assert (await ladder_figures(room))[ANNA][1] == MAX_REMATCHES_PER_DAY
    assert await of.differing_ladders() == []


async def test_what_changes_while_a_ladder_is_counted_is_not_lost(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = await create_matches(room.store, 2)
    of = room.service.part(Ratings)
    await store_result(room.store, numbers[1], ANNA, BELA)
    read = ratings.played

    async def while_others_play(*args: Any) -> Any:
        found = await read(*args)
        monkeypatch.setattr(ratings, "played", read)
        await store_result(room.store, numbers[0], BELA, ANNA)
        return found

    monkeypatch.setattr(ratings, "played", while_others_play)
    await of.catch_up()
    assert await of.is_due()
    assert (await ladder_figures(room)).get(ANNA, (0, 2))[1] == 2, "half a count is never shown"
    await catch_up_ratings(of)
    assert (await ladder_figures(room))[ANNA][1] == 2
    assert await of.differing_ladders() == []


async def test_figures_that_are_wrong_are_found_and_put_right(room: Room) -> None:
    [number] = await create_matches(room.store, 1)
    of = room.service.part(Ratings)
    await store_result(room.store, number, ANNA, BELA)
    await catch_up_ratings(of)
    right = await ladder_figures(room)
    [row] = await ratings.strengths(room.store.read, "tiny", GUILD, [ANNA])
    [ladder] = [one for one in await ratings.list_all(room.store.read) if one.guild_id == GUILD]
    async with room.store.write() as tx:
        assert await ratings.save(tx, ladder, ladder.counted, [replace(row, mu=99.0)], [])
    assert [(one.game, one.guild_id) for one in await of.differing_ladders()] == [("tiny", GUILD)]
    await of.recount()
    assert await of.differing_ladders() == []
    assert await ladder_figures(room) == right


async def test_a_ladder_tells_places_trends_and_who_is_provisional(room: Room) -> None:
    numbers = await create_matches(room.store, 6)
    of = room.service.part(Ratings)
    await room.service.servers.choose_ladder(GUILD, ladder=True)
    room.clock.time = 200 * DAY
    for day, number in enumerate(numbers):
        between = [CILI] if day == 5 else []
        await store_result(room.store, number, ANNA, *between, BELA, ended_at=(100 + 10 * day) * DAY)
    await catch_up_ratings(of)
    page = await of.ladder("tiny", GUILD, 0, 2, CILI)
    assert (page.page, page.pages, page.people) == (0, 2, 3)
    assert [(row.place, row.user_id, row.is_provisional) for row in page.rows] == [(1, ANNA, False), (2, CILI, True)]
    assert page.rows[1] == page.own
    course = await of.over_time(ANNA, "tiny", GUILD)
    assert page.rows[0].trend == course[-1].points - course[0].points > 0, "the first match is older than 90 days"
    assert page.rows[1].trend == page.rows[1].estimate.points - 1000, "whoever is new began with 1000"
    assert page.rows[0].estimate.points < page.rows[0].estimate.upper_bound
    last = await of.ladder("tiny", GUILD, 9, 2, CILI)
    assert (last.page, [row.user_id for row in last.rows]) == (1, [BELA])
    assert last.own == page.own, "the own place is always there"
    assert (await of.ladder("tiny", GUILD, 0, 2, DORA)).own is None


async def test_a_person_s_standings_are_shown_where_a_server_has_ladders(room: Room) -> None:
    [number] = await create_matches(room.store, 1)
    of = room.service.part(Ratings)
    for user in (ANNA, BELA):
        await of.set_listed(user, EVERYWHERE, shown=True)
    await store_result(room.store, number, ANNA, BELA)
    await catch_up_ratings(of)
    assert [(one.game, one.guild_id) for one in await of.standings_of(BELA, GUILD)] == [("tiny", EVERYWHERE)]
    await room.service.servers.choose_ladder(GUILD, ladder=True)
    found = await of.standings_of(BELA, GUILD)
    assert [(one.guild_id, one.standing.place, one.ladder_size) for one in found] == [(EVERYWHERE, 2, 2), (GUILD, 2, 2)]
    assert [row.points for row in await of.over_time(BELA, "tiny", GUILD)] == [found[1].standing.estimate.points]


async def test_of_two_that_count_at_once_one_saves_and_nothing_is_counted_twice(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the bot and `tenebrae ratings recount` update ratings at the same time, only one saves its update."""
    numbers = await create_matches(room.store, 2)
    of = room.service.part(Ratings)
    for number in numbers:
        await store_result(room.store, number, ANNA, BELA)
    save, others = ratings.save, Ratings(room.store, room.clock)

    async def after_another(tx: Any, *what: Any) -> bool:
        monkeypatch.setattr(ratings, "save", save)
        held = await save(tx, *what)
        return held and await save(tx, *what)

    monkeypatch.setattr(ratings, "save", after_another)
    await of.catch_up()
    await others.recount()
    assert await of.differing_ladders() == []
    assert (await ladder_figures(room))[ANNA][1] == 2


async def test_what_comes_in_while_all_is_compared_makes_no_difference(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = await create_matches(room.store, 2)
    of = room.service.part(Ratings)
    await store_result(room.store, numbers[0], ANNA, BELA)
    await catch_up_ratings(of)
    kept = ratings.strengths

    async def while_others_count(*args: Any) -> Any:
        monkeypatch.setattr(ratings, "strengths", kept)
        await store_result(room.store, numbers[1], BELA, ANNA)
        await catch_up_ratings(of)
        return await kept(*args)

    monkeypatch.setattr(ratings, "strengths", while_others_count)
    assert await of.differing_ladders() == []
    assert (await ladder_figures(room))[ANNA][1] == 2


#: Random steps: store or remove a result, leave or rejoin a ladder, recount everything.
_STEPS = st.one_of(
    st.tuples(st.just("enter"), st.integers(0, 5), st.permutations(PEOPLE), st.integers(2, 4)),
    st.tuples(st.just("remove"), st.integers(0, 5)),
    st.tuples(st.just("choose"), st.sampled_from(PEOPLE), st.booleans(), st.sampled_from((EVERYWHERE, GUILD))),
    st.just(("count",)),
)


@pytest.fixture
async def several(room: Room) -> tuple[Room, list[int]]:
    return room, await create_matches(room.store, 6)


@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(steps=st.lists(_STEPS, min_size=4, max_size=14))
async def test_figures_are_equal_in_any_order(
    several: tuple[Room, list[int]], steps: Sequence[tuple[Any, ...]]
) -> None:
    room, numbers = several
    of = room.service.part(Ratings)
    for what, *how in steps:
        match what, how:
            case "enter", [number, people, seats]:
                # The first four matches are on the same day, so they exceed the daily limit. The others are on
                # different days.
                at = DAY + numbers[number] if number < 4 else number * DAY
                await store_result(room.store, numbers[number], *people[:seats], ended_at=at)
            case "remove", [number]:
                async with room.store.write() as tx:
                    await results.remove(tx, numbers[number])
            case "choose", [user, shown, guild]:
                await of.set_listed(user, guild, shown=shown)
            case _:
                await catch_up_ratings(of)
    await catch_up_ratings(of)
    assert await of.differing_ladders() == []
