"""Players whose turn it is are reminded after one, three and seven days, in the channel or privately as they chose."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from bot.matches.clocks.deadline_scheduler import DeadlineScheduler
from bot.notifications.preferences import PingMode
from bot.store.engine_interface import Address
from bot.store.statements import matches
from bot.store.statements.rows import OutboxRow
from bot.store.store import Store
from tests.matches.room import Room
from tests.matches.timed_game import TICKING
from tests.matches.tiny_game import Bid, Done, Take

MINUTE, HOUR, DAY = 60, 3_600, 86_400


@dataclass
class ReminderRoom:
    """The bot's services, and the scheduler that sends the due reminders."""

    room: Room
    keeper: DeadlineScheduler

    async def pass_time(self, seconds: int) -> list[OutboxRow]:
        """Let `seconds` pass in one step, and return the posts that are due by then."""
        self.room.clock.time += seconds
        await self.keeper.drain()
        return await self.room.posts()

    async def reminded_at(self, seconds: int, step: int = 6 * HOUR) -> list[tuple[int, list[int]]]:
        """Let time pass in steps of `step` seconds; return the channel's reminders as (seconds passed, seats)."""
        start, found = self.room.clock.time, list[tuple[int, list[int]]]()
        while self.room.clock.time - start < seconds:
            rows = await self.pass_time(step)
            found += [(self.room.clock.time - start, row.payload["seats"]) for row in rows if row.kind == "reminder"]
        return found


@pytest.fixture
def days(room: Room) -> ReminderRoom:
    return ReminderRoom(room, DeadlineScheduler(room.service, room.clock))


async def test_after_one_three_and_seven_days_and_then_no_more(days: ReminderRoom) -> None:
    await days.room.match(3)
    await days.room.posts()
    assert await days.reminded_at(40 * DAY) == [(day * DAY, [0]) for day in (1, 3, 7)]


async def test_to_the_minute(days: ReminderRoom) -> None:
    await days.room.match(3)
    await days.room.posts()
    assert await days.pass_time(DAY - MINUTE) == []
    (row,) = await days.pass_time(MINUTE)
    assert (row.kind, row.payload["seats"]) == ("reminder", [0])
    assert await days.pass_time(0) == []


async def test_a_player_who_acts_in_time_gets_no_reminder_and_the_next_one_waits_a_day(days: ReminderRoom) -> None:
    info = await days.room.match(2)
    await days.pass_time(DAY - MINUTE)
    await days.room.by(info, 0, Take(1))
    await days.room.by(info, 0, Done())
    await days.room.posts()
    assert await days.reminded_at(2 * DAY) == [(DAY, [1])]


async def test_a_day_of_a_turn_of_many_acts_begins_with_the_last_of_them(days: ReminderRoom) -> None:
    info = await days.room.match(2, turns=4)
    await days.pass_time(20 * HOUR)
    await days.room.by(info, 0, Take(1))
    await days.room.posts()
    assert await days.reminded_at(2 * DAY) == [(DAY, [0])]


async def test_a_player_who_acts_without_ending_the_turn_is_reminded_again(days: ReminderRoom) -> None:
    info = await days.room.match(2, turns=4)
    await days.pass_time(DAY)
    await days.room.by(info, 0, Take(1))
    await days.room.posts()
    assert await days.reminded_at(7 * DAY) == [(2 * DAY, [0]), (6 * DAY, [0])]


async def test_the_message_that_reminds_goes_when_all_it_named_have_acted(days: ReminderRoom) -> None:
    info = await days.room.match(2)
    await days.pass_time(DAY)
    async with days.room.store.write() as tx:
        await matches.set_reminder_message(tx, info.id, 55)
    await days.room.by(info, 0, Take(1))
    await days.room.by(info, 0, Done())
    removed = [row.payload["message_id"] for row in await days.room.posts() if row.kind == "removal"]
    assert removed == [55]
    assert (await days.room.service.matches.get(info.id)).reminder_message_id is None


async def test_it_goes_with_the_end_of_the_match(days: ReminderRoom) -> None:
    info = await days.room.match(2)
    await days.pass_time(DAY)
    async with days.room.store.write() as tx:
        await matches.set_reminder_message(tx, info.id, 55)
    await days.room.service.play.end(info.id, info.host_id, is_admin=False)
    removed = [row.payload["message_id"] for row in await days.room.posts() if row.kind == "removal"]
    assert removed == [55]
    assert await days.reminded_at(9 * DAY) == []


async def test_one_message_reminds_all_who_are_due(days: ReminderRoom) -> None:
    info = await days.room.match(2, turns=1)
    await days.room.by(info, 0, Take(1))
    await days.room.by(info, 0, Done())
    await days.room.posts()
    rows = await days.pass_time(DAY)
    assert [row.payload["seats"] for row in rows] == [[0, 1]]
    await days.room.by(info, 0, Bid(1))
    await days.room.posts()
    rows = [row for row in await days.pass_time(2 * DAY) if row.kind == "reminder"]
    assert [row.payload["seats"] for row in rows] == [[1]]


@pytest.mark.parametrize(
    ("ring", "expected"),
    [
        (PingMode.CHANNEL, ["reminder"]),
        (PingMode.PRIVATE, ["ring"]),
        (PingMode.BOTH, ["reminder", "ring"]),
        (PingMode.NEVER, []),
    ],
)
async def test_it_rings_where_its_person_is_rung(days: ReminderRoom, ring: PingMode, expected: list[str]) -> None:
    info = await days.room.match(2)
    await days.room.service.people.set_ping_mode(info.seats[0].user_id, ring, None)
    await days.room.posts()
    rows = await days.pass_time(DAY)
    assert [row.kind for row in rows] == expected
    assert all(row.payload["loud"] for row in rows if row.kind == "ring")


async def test_one_message_a_day_is_reminder_enough(days: ReminderRoom) -> None:
    info = await days.room.match(2)
    await days.room.service.people.set_ping_mode(info.seats[0].user_id, PingMode.DAILY, None)
    await days.room.posts()
    assert await days.reminded_at(9 * DAY) == []


async def test_what_was_missed_while_no_one_looked_is_not_made_up_for(days: ReminderRoom) -> None:
    """After four days of downtime, one reminder comes instead of two, and the next comes after seven days as usual."""
    await days.room.match(2)
    await days.pass_time(0)
    rows = await days.pass_time(4 * DAY)
    assert [row.kind for row in rows] == ["reminder"]
    assert await days.reminded_at(9 * DAY) == [(3 * DAY, [0])]


async def test_a_match_that_stands_still_reminds_no_one_and_its_time_does_not_count(days: ReminderRoom) -> None:
    info = await days.room.match(2)
    await days.pass_time(10 * HOUR)
    await days.room.service.unreachable_channels.suspend_channel(info.channel_id)
    assert await days.pass_time(5 * DAY) == []
    await days.room.service.unreachable_channels.resume_match(info.id)
    assert await days.reminded_at(DAY, HOUR) == [(14 * HOUR, [0])]


@pytest.mark.parametrize("step", [5 * DAY, -5 * DAY])
async def test_a_clock_that_is_set_takes_reminders_with_it(days: ReminderRoom, step: int) -> None:
    if days.room.store.path is None:
        pytest.skip("a server's clock is left to those who keep it")
    await days.room.match(2)
    await days.pass_time(HOUR)
    days.room.clock.step(step)
    assert await days.pass_time(22 * HOUR) == []
    assert [row.kind for row in await days.pass_time(HOUR)] == ["reminder"]


async def test_no_reminder_reveals_a_secret_decision(address: Address) -> None:
    """While players answer secretly, there are no reminders, which would reveal who hasn't answered."""
    async with await Store.open(address) as store:
        room = Room(store, replace(TICKING, id="tiny"))
        days = ReminderRoom(room, DeadlineScheduler(room.service, room.clock))
        await room.match(2)
        await room.posts()
        assert await days.reminded_at(9 * DAY) == []
