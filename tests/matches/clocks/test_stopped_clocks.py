"""Clocks are stopped while a channel is unreachable, even if an absence or a change of the system clock overlaps."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.app.clock import DAY, HOUR
from bot.matches.clocks import seat_clock
from bot.matches.clocks.time_control import TimeControl, TimeControlKind
from bot.matches.service_results import MatchInfo
from bot.store.store import Store
from tests.matches.clocks.test_clocks import TimedMatch
from tests.matches.room import ANNA, BELA
from tests.matches.tiny_game import Done

TURN = TimeControl(TimeControlKind.STEADY, 12 * HOUR)
ZONE = "Europe/Budapest"


def june_hour(hour: int) -> int:
    """Return the Unix time of this local hour on June 1. Hours of 24 and above are on June 2."""
    return int(datetime(2027, 6, 1 + hour // 24, hour % 24, tzinfo=ZoneInfo(ZONE)).timestamp())


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[TimedMatch]:
    async with await Store.open(tmp_path / "tenebrae.sqlite") as store:
        yield TimedMatch(store)


async def start_match_at(
    table: TimedMatch, hour: int, *, rests: bool = True, time_control: TimeControl = TURN
) -> MatchInfo:
    """Start a match at this local hour. If `rests`, the players have a time zone, so their clocks stop at night."""
    table.room.clock.time = june_hour(hour)
    if rests:
        for user in (ANNA, BELA):
            await table.room.service.people.choose_zone(user, ZONE)
    info = await table.begin(time_control)
    await table.keeper.drain()
    return info


async def hours_left(table: TimedMatch, info: MatchInfo, seat: int = 0) -> float:
    left = seat_clock.time_left(await table.seat(info, seat), table.room.clock.now())
    assert left is not None
    return left / HOUR


@pytest.mark.parametrize("step", [4 * HOUR, -4 * HOUR])
@pytest.mark.parametrize("rests", [True, False])
async def test_a_clock_that_is_set_over_an_evening_takes_and_gives_no_one_time(
    table: TimedMatch, step: int, rests: bool
) -> None:
    info = await start_match_at(table, 19, rests=rests)
    await table.pass_time(HOUR)
    table.room.clock.step(step)
    await table.keeper.drain()
    assert await hours_left(table, info) == 11


async def test_a_turn_that_begins_before_a_set_clock_is_noticed_has_all_its_time(table: TimedMatch) -> None:
    info = await start_match_at(table, 10, rests=False)
    table.keeper.start()
    try:
        await table.room.by(info, 0, Done())
        table.room.clock.step(-2 * HOUR)
        await table.room.posts()
    finally:
        await table.keeper.stop()
    await table.keeper.drain()
    assert await hours_left(table, info, 1) == 12


async def test_a_night_in_which_the_channel_was_out_of_reach_is_left_out_once(table: TimedMatch) -> None:
    info = await start_match_at(table, 9)
    table.room.clock.time = june_hour(10)
    await table.room.service.unreachable_channels.suspend_channel(info.channel_id)
    table.room.clock.time = june_hour(23)
    await table.room.service.unreachable_channels.resume_match(info.id)
    assert await hours_left(table, info) == 11
    table.room.clock.time = june_hour(24 + 9)
    assert await hours_left(table, info) == 10


@pytest.mark.parametrize("rests", [True, False])
@pytest.mark.parametrize("first", ["away", "parked"])
async def test_what_stands_still_for_an_absence_and_a_lost_channel_is_left_out_once(
    table: TimedMatch, rests: bool, first: str
) -> None:
    info = await start_match_at(table, 9, rests=rests)
    absence, parking = table.room.service.absence, table.room.service.unreachable_channels
    table.room.clock.time = june_hour(10)
    user = info.seats[0].user_id
    until = table.room.clock.time + 5 * DAY
    for what in (first, *{"away", "parked"} - {first}):
        await (absence.start(user, until) if what == "away" else parking.suspend_channel(info.channel_id))
        table.room.clock.time += HOUR
    await parking.resume_match(info.id)
    table.room.clock.time += HOUR
    await absence.end(user)
    assert await hours_left(table, info) == 11


async def test_a_clock_whose_call_was_lost_with_its_channel_runs_from_the_call_in_the_next(table: TimedMatch) -> None:
    info = await start_match_at(table, 9, rests=False)
    await table.room.service.unreachable_channels.suspend_channel(info.channel_id)
    await table.room.by(info, 0, Done())
    await table.room.posts()
    assert (await table.seat(info, 1)).clock_since is None
    table.room.clock.time += HOUR
    await table.room.service.channel_moves.move(info.id, ANNA, 1, 8)
    await table.room.posts()
    assert (await table.seat(info, 1)).clock_since == table.room.clock.time


@pytest.mark.parametrize("paused", [True, False])
async def test_a_move_while_the_match_stands_still_costs_nothing_of_a_bank(table: TimedMatch, paused: bool) -> None:
    info = await start_match_at(table, 9, rests=False, time_control=TimeControl(TimeControlKind.BANK, 2 * DAY))
    await table.pass_time(HOUR)
    if paused:
        async with table.room.service.matches.lock_match(info.id) as tx:
            await table.room.service.pausing.pause(tx, info, 5 * DAY)
    else:
        await table.room.service.unreachable_channels.suspend_channel(info.channel_id)
    await table.pass_time(10 * HOUR)
    await table.room.by(info, 0, Done())
    assert await hours_left(table, info) == 47


async def test_more_time_for_a_late_seat_while_the_channel_is_out_of_reach_counts_from_when_it_is_back(
    table: TimedMatch,
) -> None:
    info = await start_match_at(table, 9, rests=False)
    await table.pass_time(25 * HOUR)
    assert (await table.seat(info)).late_since is not None
    service = table.room.service
    await service.unreachable_channels.suspend_channel(info.channel_id)
    table.room.clock.time += 30 * HOUR
    await service.lateness.wait(info.id, info.seats[1].user_id, 0)
    await service.unreachable_channels.resume_match(info.id)
    table.room.clock.time += 10 * HOUR
    assert await hours_left(table, info) == 14
