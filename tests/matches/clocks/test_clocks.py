"""Seat clocks: how much time is left on a clock, when the clock runs out, and when it is stopped."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.clock import DAY, HOUR
from bot.matches.clocks import seat_clock
from bot.matches.clocks.deadline_scheduler import DeadlineScheduler
from bot.matches.clocks.time_control import DEFAULT_BANK, DEFAULT_INCREMENT, OnTimeout, TimeControl, TimeControlKind
from bot.matches.service_results import MatchInfo, SeatInfo
from bot.notifications.quiet_hours import MAX_QUIET_SECONDS, QuietHours
from bot.store.engine_interface import Address
from bot.store.store import Store
from rules.kernel.errors import Refusal
from tests.matches.room import ANNA, BELA, Room, reached_hourly
from tests.matches.timed_game import PLAIN
from tests.matches.tiny_game import Done, Take

ZONES = st.sampled_from(["Europe/Budapest", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"])
HOURS = st.integers(0, 23)
TIMES = st.integers(1_700_000_000, 1_900_000_000)
STEADY = TimeControl(TimeControlKind.STEADY, 12 * HOUR)


@st.composite
def rests(draw: st.DrawFn) -> QuietHours:
    begin, length = draw(HOURS), draw(st.integers(1, 10))
    return QuietHours(draw(ZONES), begin, (begin + length) % 24)


@given(rests(), TIMES, st.integers(0, 20 * DAY))
def test_a_clock_ends_when_as_much_time_has_passed_as_it_had(rest: QuietHours, since: int, seconds: int):
    end = rest.add_awake_seconds(since, seconds)
    assert rest.awake_seconds(since, end) == seconds
    assert end - since >= seconds


@given(rests(), TIMES, st.integers(0, 9 * DAY), st.integers(0, 9 * DAY))
def test_time_before_and_after_a_moment_add_up(rest: QuietHours, since: int, first: int, second: int):
    whole = rest.awake_seconds(since, since + first + second)
    assert rest.awake_seconds(since, since + first) + rest.awake_seconds(since + first, since + first + second) == whole


@given(rests(), TIMES)
def test_no_night_stops_a_clock_for_more_than_ten_hours(rest: QuietHours, at: int):
    night = rest.night_at(at)
    assert night is None or 0 < night[1] - night[0] <= MAX_QUIET_SECONDS + HOUR
    assert night is None or night[1] - night[0] - rest.awake_seconds(*night) == min(
        MAX_QUIET_SECONDS, night[1] - night[0]
    )


@pytest.mark.parametrize(("day", "hours"), [("2027-03-27", 9), ("2027-10-30", 11), ("2027-06-01", 10)])
def test_the_nights_in_which_clocks_are_set(day: str, hours: int):
    rest, zone = QuietHours("Europe/Budapest"), ZoneInfo("Europe/Budapest")
    evening = int(datetime.fromisoformat(f"{day}T22:00").replace(tzinfo=zone).timestamp())
    assert rest.night_at(evening - 1) is None
    night = rest.night_at(evening)
    assert night is not None
    assert night[1] - evening == hours * HOUR
    assert rest.awake_seconds(*night) == max(0, hours - 10) * HOUR


def test_a_turn_of_twelve_hours_begun_in_the_evening_ends_the_next_day_when_its_person_was_awake_for_twelve_hours():
    zone = ZoneInfo("Europe/Budapest")
    evening = int(datetime(2027, 6, 1, 20, tzinfo=zone).timestamp())
    seat = seat_clock.restarted_clock(
        seat_clock.started_clock(SeatInfo(0, 1, "a", waiting_since=evening), STEADY, QuietHours(zone.key)), evening
    )
    assert seat_clock.ends_at(seat) == int(datetime(2027, 6, 2, 18, tzinfo=zone).timestamp())


def test_only_turns_under_a_day_rest():
    seat = SeatInfo(0, 1, "a", waiting_since=0)
    assert (
        seat_clock.started_clock(seat, TimeControl(TimeControlKind.STEADY, 24 * HOUR), QuietHours("UTC")).clock_rest
        is None
    )


@given(st.integers(0, DEFAULT_BANK), st.integers(0, 6 * DAY))
def test_a_bank_gets_twelve_hours_back_for_a_move_and_never_more_than_it_had_at_first(left: int, used: int):
    time_control = TimeControl(TimeControlKind.BANK, DEFAULT_BANK, DEFAULT_INCREMENT)
    seat = seat_clock.restarted_clock(replace(SeatInfo(0, 1, "a", waiting_since=1), clock_left=left), 1)
    after = seat_clock.stopped_clock(seat, time_control, 1 + used, has_moved=True)
    assert after.clock_left == min(DEFAULT_BANK, max(0, left - used) + DEFAULT_INCREMENT)
    assert seat_clock.stopped_clock(seat, time_control, 1 + used, has_moved=False).clock_left == max(0, left - used)


@given(st.integers(6, 336))
def test_a_reminder_comes_at_a_quarter_two_to_twenty_four_hours_before_the_end(hours: int):
    time_control = TimeControl(TimeControlKind.STEADY, hours * HOUR)
    seat = seat_clock.restarted_clock(seat_clock.started_clock(SeatInfo(0, 1, "a", waiting_since=5), time_control), 5)
    end, at = seat_clock.ends_at(seat), seat_clock.reminder_time(seat, time_control, None)
    assert end is not None
    assert at is not None
    assert end - at == min(max(hours * HOUR // 4, 2 * HOUR), 24 * HOUR)


# -- matches with a clock -----------------------------------------------------------------------------


class TimedMatch:
    """A two-player match with clocks, and the scheduler that acts on its deadlines."""

    def __init__(self, store: Store) -> None:
        self.room = Room(store, replace(PLAIN, id="tiny"))
        self.keeper = DeadlineScheduler(self.room.service, self.room.clock)

    async def begin(self, time_control: TimeControl) -> MatchInfo:
        info = await self.room.lobby(BELA, turns=4)
        await self.room.service.lobby.set_pace(info.id, ANNA, time_control)
        info = await self.room.service.lobby.start(info.id, ANNA)
        await self.room.posts()
        return info

    async def pass_time(self, seconds: int) -> list[str]:
        """Let `seconds` pass, with the bot working every hour; return the kinds of the posts that ping."""
        ping_kinds: list[str] = []
        with reached_hourly():
            for step in [HOUR] * (seconds // HOUR) + [seconds % HOUR]:
                self.room.clock.time += step
                await self.keeper.drain()
                ping_kinds += [row.kind for row in await self.room.posts() if row.kind in ("reminder", "ring", "turn")]
        return ping_kinds

    async def seat(self, info: MatchInfo, number: int = 0) -> SeatInfo:
        return (await self.room.service.matches.get(info.id)).seats[number]


async def test_a_clock_runs_from_the_delivery_of_the_call(address: Address) -> None:
    async with await Store.open(address) as store:
        table = TimedMatch(store)
        info = await table.room.lobby(BELA, turns=4)
        await table.room.service.lobby.set_pace(info.id, ANNA, STEADY)
        info = await table.room.service.lobby.start(info.id, ANNA)
        table.room.clock.time += 500
        assert (await table.seat(info)).clock_since is None
        await table.room.posts()
        assert (await table.seat(info)).clock_since == table.room.clock.time
        assert (await table.seat(info, 1)).clock_since is None


async def test_one_reminder_at_a_quarter_one_at_the_end_and_then_the_seat_is_late(address: Address) -> None:
    async with await Store.open(address) as store:
        table = TimedMatch(store)
        info = await table.begin(STEADY)
        assert await table.pass_time(9 * HOUR - 1) == []
        assert await table.pass_time(1) == ["reminder"]
        assert await table.pass_time(3 * HOUR - 1) == []
        assert await table.pass_time(1) == ["reminder"]
        assert (await table.seat(info)).late_since == table.room.clock.time
        assert await table.pass_time(2 * DAY) == []
        await table.room.by(info, 0, Take(1))
        assert (await table.seat(info)).late_since is None


async def test_a_downtime_of_two_days_costs_no_one_time(address: Address) -> None:
    async with await Store.open(address) as store:
        table = TimedMatch(store)
        info = await table.begin(STEADY)
        await table.pass_time(2 * HOUR)
        table.room.clock.time += 2 * DAY
        await table.keeper.drain()
        assert seat_clock.time_left(await table.seat(info), table.room.clock.time) == 10 * HOUR
        assert await table.pass_time(7 * HOUR) == ["reminder"]


async def test_a_pause_costs_no_one_time(address: Address) -> None:
    async with await Store.open(address) as store:
        table = TimedMatch(store)
        info = await table.begin(STEADY)
        await table.pass_time(2 * HOUR)
        service = table.room.service
        async with service.matches.lock_match(info.id) as tx:
            await service.pausing.pause(tx, await service.matches.get(info.id), 9 * DAY)
        assert await table.pass_time(DAY) == []
        async with service.matches.lock_match(info.id) as tx:
            await service.pausing.resume(tx, await service.matches.get(info.id))
        assert seat_clock.time_left(await table.seat(info), table.room.clock.time) == 10 * HOUR


@pytest.mark.parametrize("end", [OnTimeout.ANSWER, OnTimeout.CONCEDE])
async def test_the_end_of_a_clock_does_what_the_table_has_chosen(address: Address, end: OnTimeout) -> None:
    async with await Store.open(address) as store:
        table = TimedMatch(store)
        info = await table.begin(replace(STEADY, end=end))
        await table.pass_time(12 * HOUR)
        after = await table.room.service.matches.get(info.id)
        assert after.seq > info.seq
        assert (after.status == "over") == (end is OnTimeout.CONCEDE)


async def test_the_next_seat_has_a_whole_turn_of_its_own(address: Address) -> None:
    async with await Store.open(address) as store:
        table = TimedMatch(store)
        info = await table.begin(STEADY)
        await table.pass_time(11 * HOUR)
        await table.room.by(info, 0, Done())
        await table.room.posts()
        assert (await table.seat(info)).clock_since is None
        assert seat_clock.time_left(await table.seat(info, 1), table.room.clock.time) == 12 * HOUR


async def test_only_the_host_chooses_and_only_what_the_game_knows(room: Room) -> None:
    info = await room.lobby(BELA)
    with pytest.raises(Refusal, match="Only the player who opened"):
        await room.service.lobby.set_pace(info.id, BELA, STEADY)
    with pytest.raises(Refusal, match="can't happen"):
        await room.service.lobby.set_pace(info.id, ANNA, replace(STEADY, end=OnTimeout.ANSWER))
