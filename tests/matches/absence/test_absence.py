"""While a player is away, their clocks are stopped and they aren't pinged. A move or the set time ends the absence."""

from __future__ import annotations

from contextlib import AsyncExitStack

import pytest

from bot.matches.absence.service import MAX_ABSENCE, MAX_AHEAD
from bot.matches.clocks.deadline_scheduler import DeadlineScheduler
from bot.matches.play.match_verification import verify
from bot.matches.service_results import MatchInfo
from bot.notifications.preferences import PingMode
from bot.store.engine_interface import Address
from bot.store.store import Store
from rules.kernel.errors import Refusal
from tests.matches.room import ANNA, DORA, Room
from tests.matches.tiny_game import TINY, Done, Take
from tests.notifications.test_reminders import ReminderRoom

HOUR, DAY = 3_600, 86_400


@pytest.fixture
def days(room: Room) -> ReminderRoom:
    return ReminderRoom(room, DeadlineScheduler(room.service, room.clock))


async def start_absence(days: ReminderRoom, info: MatchInfo, seat: int, seconds: int) -> MatchInfo:
    """Let a seat's player be away for this many seconds; return the match."""
    room = days.room
    await room.service.absence.start(info.seats[seat].user_id, room.clock.time + seconds)
    return await room.service.matches.get(info.id)


async def test_it_covers_all_matches_of_a_person_and_each_channel_is_told_once(days: ReminderRoom) -> None:
    one, other = await days.room.match(channel_id=7), await days.room.match(channel_id=8)
    await days.room.posts()
    away = await days.room.service.absence.start(ANNA, days.room.clock.time + DAY)
    assert {entry.info.id for entry in away} == {one.id, other.id}
    rows = await days.room.posts()
    told = [row.match_id for row in rows if row.kind == "notice"]
    assert sorted(told) == sorted({one.id, other.id})
    assert not [row for row in rows if row.kind in ("turn", "ring", "reminder")]


async def test_no_one_is_called_or_reminded_who_is_away(days: ReminderRoom) -> None:
    info = await days.room.match()
    await days.room.posts()
    await start_absence(days, info, 1, 10 * DAY)
    await days.room.by(info, 0, Done())
    rows = await days.room.posts()
    assert not [row for row in rows if row.kind in ("turn", "ring")]
    assert await days.reminded_at(9 * DAY) == []


async def test_a_call_that_waits_is_not_made(days: ReminderRoom) -> None:
    info = await days.room.match()
    await start_absence(days, info, 0, DAY)
    assert not [row for row in await days.room.posts() if row.kind in ("turn", "ring")]


async def test_it_ends_on_time_and_the_player_to_move_is_pinged_once(days: ReminderRoom) -> None:
    info = await days.room.match()
    await days.room.posts()
    await start_absence(days, info, 1, 2 * DAY)
    await days.room.by(info, 0, Done())
    await days.room.posts()
    assert not [row for row in await days.pass_time(2 * DAY - 1) if row.kind == "turn"]
    rows = await days.pass_time(1)
    assert [row.payload["users"] for row in rows if row.kind == "turn"] == [[info.seats[1].user_id]]
    seat = (await days.room.service.matches.get(info.id)).seats[1]
    assert (seat.away_since, seat.away_until, seat.away_used) == (None, None, 2 * DAY)
    assert not [row for row in await days.pass_time(HOUR) if row.kind in ("turn", "ring", "reminder")]


async def test_only_players_to_move_are_pinged_when_it_ends(days: ReminderRoom) -> None:
    info = await days.room.match()
    await days.room.posts()
    await start_absence(days, info, 1, DAY)
    await days.room.posts()
    assert not [row for row in await days.pass_time(DAY) if row.kind in ("turn", "ring")]
    assert (await days.room.service.matches.get(info.id)).seats[1].away_until is None


async def test_a_private_ring_comes_once_too(days: ReminderRoom) -> None:
    info = await days.room.match()
    await days.room.service.people.set_ping_mode(info.seats[1].user_id, PingMode.PRIVATE, None)
    await start_absence(days, info, 1, DAY)
    await days.room.by(info, 0, Done())
    await days.room.posts()
    rows = await days.pass_time(DAY)
    assert [row.payload["loud"] for row in rows if row.kind == "ring"] == [True]


async def test_the_first_move_ends_it_in_that_match_alone(days: ReminderRoom) -> None:
    one, other = await days.room.match(channel_id=7), await days.room.match(channel_id=8)
    who = one.seats[0].user_id
    await days.room.service.absence.start(who, days.room.clock.time + 5 * DAY)
    await days.pass_time(DAY)
    await days.room.by(one, 0, Take(1))
    seats = [(await days.room.service.matches.get(info.id)) for info in (one, other)]
    there, away = (info.seats[info.seat_of(who) or 0] for info in seats)
    assert (there.away_until, there.away_used) == (None, DAY)
    assert away.away_until is not None


async def test_fourteen_days_in_a_match_are_the_most(days: ReminderRoom) -> None:
    info = await days.room.match()
    info = await start_absence(days, info, 1, 10 * DAY)
    await days.pass_time(10 * DAY)
    info = await start_absence(days, info, 1, 10 * DAY)
    assert info.seats[1].away_until == days.room.clock.time + MAX_ABSENCE - 10 * DAY
    await days.pass_time(5 * DAY)
    assert (await days.room.service.matches.get(info.id)).seats[1].away_until is None
    with pytest.raises(Refusal, match="any longer"):
        await start_absence(days, info, 1, DAY)


async def test_saying_another_time_gives_no_more_days(days: ReminderRoom) -> None:
    info = await days.room.match()
    await start_absence(days, info, 1, 2 * DAY)
    start = days.room.clock.time
    await days.pass_time(DAY)
    info = await start_absence(days, info, 1, 30 * DAY)
    assert info.seats[1].away_until == start + MAX_ABSENCE


@pytest.mark.parametrize("seconds", [0, -HOUR, MAX_AHEAD + 1])
async def test_the_time_lies_ahead_and_not_too_far(days: ReminderRoom, seconds: int) -> None:
    info = await days.room.match()
    with pytest.raises(Refusal, match="within the next 60 days"):
        await start_absence(days, info, 0, seconds)


async def test_someone_without_a_match_is_away_from_those_that_begin_meanwhile(days: ReminderRoom) -> None:
    absence, until = days.room.service.absence, days.room.clock.time + DAY
    assert await absence.start(DORA, until) == []
    assert await absence.away_until(DORA) == until
    days.room.clock.time = until
    assert await absence.away_until(DORA) is None


async def test_a_player_who_reports_back_is_called(days: ReminderRoom) -> None:
    info = await days.room.match()
    await start_absence(days, info, 1, 5 * DAY)
    await days.room.by(info, 0, Done())
    await days.room.posts()
    assert await days.room.service.absence.end(info.seats[1].user_id) == 1
    assert [row.kind for row in await days.room.posts() if row.kind == "turn"] == ["turn"]
    assert await days.room.service.absence.matches_of(info.seats[1].user_id) == []


async def test_the_journal_tells_of_it_and_the_match_is_whole(days: ReminderRoom) -> None:
    info = await days.room.match()
    await start_absence(days, info, 1, DAY)
    await days.pass_time(DAY)
    entries = (await days.room.service.history.page(info, None, 20, viewer=None)).entries
    assert [entry.kind for entry in entries] == ["start", "away", "here"]
    assert entries[1].about["until"] == entries[2].at
    assert await verify(days.room.store.read, {"tiny": TINY}, info.id) == []


async def test_what_was_missed_while_no_one_looked_ends_with_one_ring(days: ReminderRoom) -> None:
    info = await days.room.match()
    await start_absence(days, info, 1, DAY)
    await days.room.by(info, 0, Done())
    await days.room.posts()
    rows = await days.pass_time(4 * DAY)
    assert len([row for row in rows if row.kind in ("turn", "ring", "reminder")]) == 1


async def test_after_a_restart_it_ends_at_its_time(address: Address) -> None:
    async with await Store.open(address) as store:
        room = Room(store)
        info = await room.match()
        await room.service.absence.start(info.seats[1].user_id, room.clock.time + DAY)
    async with await Store.open(address) as store:
        again = Room(store)
        again.clock.time = room.clock.time + DAY
        await DeadlineScheduler(again.service, again.clock).drain()
        assert (await again.service.matches.get(info.id)).seats[1].away_until is None


async def test_two_processes_end_it_once(database: str) -> None:
    async with AsyncExitStack() as stack:
        one, other = [Room(await stack.enter_async_context(await Store.open(database))) for _ in range(2)]
        info = await one.match()
        await one.service.absence.start(info.seats[0].user_id, one.clock.time + DAY)
        await one.posts()
        for room in (one, other):
            room.clock.time += DAY
        for room in (one, other):
            await DeadlineScheduler(room.service, room.clock).drain()
        await other.service.absence.end_due(info.id)
        rows = [*await one.posts(), *await other.posts()]
        assert [row.kind for row in rows if row.kind == "turn"] == ["turn"]
