"""A player can be nudged when they have kept others waiting for twelve hours, and every twelve hours after that."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.matches.clocks.deadline_scheduler import DeadlineScheduler
from bot.matches.service_results import MatchInfo
from bot.notifications.nudges import MAX_EXTRA_TIME
from bot.notifications.preferences import PingMode
from bot.store.engine_interface import Address
from bot.store.statements import users_and_servers
from bot.store.statements.rows import OutboxRow
from bot.store.store import Store
from rules.kernel.errors import Refusal
from tests.matches.room import CILI, Room
from tests.matches.timed_game import TICKING
from tests.matches.tiny_game import Bid, Done, Take

MINUTE, HOUR, DAY = 60, 3_600, 86_400


@dataclass
class NudgeRoom:
    """A match that is waiting for the first of its three players."""

    room: Room
    info: MatchInfo

    def user(self, seat: int) -> int:
        return self.info.seats[seat].user_id

    async def ask(self, seat: int = 1) -> list[int]:
        """Let this seat's player nudge others; return the nudged seats."""
        return [one.seat for one in await self.room.service.nudges.ask(self.info.id, self.user(seat))]

    async def refused(self, seat: int = 1) -> str:
        with pytest.raises(Refusal) as caught:
            await self.ask(seat)
        return str(caught.value)

    async def posts(self, *kinds: str) -> list[OutboxRow]:
        return [row for row in await self.room.posts() if row.kind in kinds]


@pytest.fixture
async def wait(room: Room) -> NudgeRoom:
    made = NudgeRoom(room, await room.match(3))
    await room.posts()
    return made


async def test_no_one_is_asked_before_twelve_hours_and_again_before_twelve_more(wait: NudgeRoom) -> None:
    wait.room.clock.time += 12 * HOUR - MINUTE
    assert f"from <t:{wait.room.clock.time + MINUTE}:f> on" in await wait.refused()
    wait.room.clock.time += MINUTE
    assert await wait.ask() == [0]
    (row,) = await wait.posts("nudge")
    assert (row.payload["user_id"], row.payload["asker"]) == (wait.user(0), 1)
    # After seat 1's nudge, the twelve hours must pass for all other players as well, so seat 2 can't nudge yet.
    wait.room.clock.time += 12 * HOUR - MINUTE
    assert "less than twelve hours ago" in await wait.refused(2)
    wait.room.clock.time += MINUTE
    assert await wait.ask(2) == [0]


async def test_a_reminder_and_another_player_do_not_ask_within_twelve_hours_of_each_other(wait: NudgeRoom) -> None:
    keeper, start = DeadlineScheduler(wait.room.service, wait.room.clock), wait.room.clock.time

    async def reminded(hours: int) -> bool:
        wait.room.clock.time = start + hours * HOUR
        await keeper.drain()
        return bool(await wait.posts("reminder"))

    assert await reminded(24)
    wait.room.clock.time += 11 * HOUR
    assert f"from <t:{start + 36 * HOUR}:f> on" in await wait.refused()
    wait.room.clock.time = start + 70 * HOUR
    assert await wait.ask() == [0]
    assert [await reminded(hours) for hours in (72, 81, 82)] == [False, False, True]


async def test_a_reminder_keeps_its_distance_from_a_question_that_waited_for_the_morning(wait: NudgeRoom) -> None:
    keeper, clock = DeadlineScheduler(wait.room.service, wait.room.clock), wait.room.clock
    await wait.room.service.people.choose_zone(wait.user(0), "UTC")
    clock.time += (23 * HOUR - clock.time) % DAY + DAY * ((23 * HOUR - clock.time) % DAY < 12 * HOUR)
    await wait.ask()
    await wait.posts()
    rung: list[tuple[str, int]] = []
    for _ in range(24):
        clock.time += HOUR
        await keeper.drain()
        rung += [(row.kind, clock.time // HOUR % 24) for row in await wait.posts("nudge", "reminder")]
    assert rung == [("nudge", 8), ("reminder", 20)]


async def test_a_player_who_moves_is_no_longer_nudged_and_the_hours_restart(wait: NudgeRoom) -> None:
    wait.room.clock.time += DAY
    await wait.ask()
    await wait.room.by(wait.info, 0, Take(1))
    await wait.room.by(wait.info, 0, Done())
    assert await wait.posts("ring") == []
    assert "less than twelve hours ago" in await wait.refused(2)
    wait.room.clock.time += 12 * HOUR
    assert await wait.ask(2) == [1]


async def test_one_asks_all_who_are_awaited_but_not_oneself(wait: NudgeRoom) -> None:
    info = await wait.room.match(3, channel_id=8, turns=1)
    await wait.room.by(info, 0, Done())
    wait.room.clock.time += DAY
    await wait.room.by(info, 2, Bid(1))
    asked = await wait.room.service.nudges.ask(info.id, info.seats[2].user_id)
    assert [seat.seat for seat in asked] == [0, 1]
    assert "no one" in await wait.refused(0)


async def test_spectators_ask_no_one(wait: NudgeRoom) -> None:
    wait.room.clock.time += DAY
    with pytest.raises(Refusal, match="You're not playing"):
        await wait.room.service.nudges.ask(wait.info.id, CILI + 1000)


@pytest.mark.parametrize(
    ("ring", "expected"),
    [
        (PingMode.CHANNEL, ["nudge"]), (PingMode.PRIVATE, ["ring"]), (PingMode.BOTH, ["nudge", "ring"]),
        (PingMode.DAILY, []), (PingMode.NEVER, []),
    ],
)  # fmt: skip
async def test_it_comes_where_its_person_is_rung(wait: NudgeRoom, ring: PingMode, expected: list[str]) -> None:
    await wait.room.service.people.set_ping_mode(wait.user(0), ring, None)
    wait.room.clock.time += DAY
    await wait.ask()
    assert [row.kind for row in await wait.posts("nudge", "ring")] == expected
    # The nudge also appears in the player's list of pending turns, where players who turned pings off can see it.
    (one,) = await wait.room.service.matches.waiting_for(wait.user(0))
    assert one.nudged_at == wait.room.clock.time


async def test_an_unreachable_player_is_asked_only_in_the_channel(wait: NudgeRoom) -> None:
    await wait.room.service.people.set_ping_mode(wait.user(0), PingMode.PRIVATE, None)
    async with wait.room.store.write() as tx:
        await users_and_servers.set_dm_closed(tx, wait.user(0), True)
    wait.room.clock.time += DAY
    await wait.ask()
    assert [row.kind for row in await wait.posts("nudge", "ring")] == ["nudge"]


@pytest.mark.parametrize("ring", [PingMode.CHANNEL, PingMode.PRIVATE])
@pytest.mark.parametrize("day", [date(2024, 3, 30), date(2024, 10, 26), date(2024, 6, 1)])
async def test_at_night_it_waits_for_the_morning_also_when_the_clocks_change(
    room: Room, ring: PingMode, day: date
) -> None:
    budapest = ZoneInfo("Europe/Budapest")
    room.clock.time = int(datetime.combine(day, time(2), budapest).timestamp())
    wait = NudgeRoom(room, await room.match(3))
    await room.posts()
    await room.service.people.choose_zone(wait.user(0), "Europe/Budapest")
    await room.service.people.set_ping_mode(wait.user(0), ring, None)
    room.clock.time = int(datetime.combine(day, time(22, 30), budapest).timestamp())
    await wait.ask()
    morning = int(datetime.combine(day + timedelta(days=1), time(8), budapest).timestamp())
    room.clock.time = morning - MINUTE
    assert await wait.posts("nudge", "ring") == []
    room.clock.time = morning
    assert [row.payload["asker"] for row in await wait.posts("nudge", "ring")] == [1]


async def test_who_moves_in_the_night_is_not_asked_in_the_morning(room: Room) -> None:
    room.clock.time = int(datetime(2024, 6, 1, 2, tzinfo=UTC).timestamp())
    wait = NudgeRoom(room, await room.match(3))
    await room.posts()
    await room.service.people.choose_zone(wait.user(0), "Europe/London")
    await room.service.people.set_ping_mode(wait.user(0), PingMode.PRIVATE, None)
    room.clock.time += 21 * HOUR
    await wait.ask()
    await room.by(wait.info, 0, Done())
    room.clock.time += 12 * HOUR
    assert await wait.posts("ring") == []


async def test_who_needs_longer_says_until_when_and_is_neither_asked_nor_reminded_before(wait: NudgeRoom) -> None:
    keeper = DeadlineScheduler(wait.room.service, wait.room.clock)
    wait.room.clock.time += 13 * HOUR
    await wait.ask()
    await wait.room.posts()
    until = await wait.room.service.nudges.needs(wait.info.id, wait.user(0), 3 * DAY)
    assert until == wait.room.clock.time + 3 * DAY
    (row,) = await wait.posts("notice")
    assert (row.payload["seats"], row.payload["args"], row.payload["users"]) == (
        {"who": 0},
        {"time": f"<t:{until}:f>"},
        [],
    )
    while wait.room.clock.time < until - HOUR:
        wait.room.clock.time += HOUR
        await keeper.drain()
        assert await wait.posts("reminder", "ring") == []
        assert f"from <t:{until}:f> on" in await wait.refused(2)
    wait.room.clock.time += HOUR
    await keeper.drain()
    assert [row.kind for row in await wait.posts("reminder")] == ["reminder"]
    wait.room.clock.time += 12 * HOUR
    assert await wait.ask(2) == [0]


async def test_no_one_may_ask_for_ever_more_time(wait: NudgeRoom) -> None:
    until = await wait.room.service.nudges.needs(wait.info.id, wait.user(0), 10 * MAX_EXTRA_TIME)
    assert until == wait.room.clock.time + MAX_EXTRA_TIME
    with pytest.raises(Refusal, match="It's not your turn here"):
        await wait.room.service.nudges.needs(wait.info.id, wait.user(1), HOUR)


async def test_the_message_in_the_channel_goes_when_its_person_has_moved(wait: NudgeRoom) -> None:
    wait.room.clock.time += DAY
    await wait.ask()
    async with wait.room.store.write() as tx:
        await wait.room.service.outbox.reminder_posted(wait.info, 55)(tx)
    assert (await wait.room.service.matches.get(wait.info.id)).reminder_message_id == 55
    await wait.room.by(wait.info, 0, Done())
    assert [row.payload["message_id"] for row in await wait.posts("removal")] == [55]


async def test_a_match_that_stands_still_asks_no_one(wait: NudgeRoom) -> None:
    wait.room.clock.time += DAY
    await wait.room.service.unreachable_channels.suspend_channel(wait.info.channel_id)
    assert "no one" in await wait.refused()


async def test_no_one_is_asked_where_no_one_sees_who_has_answered(address: Address) -> None:
    async with await Store.open(address) as store:
        room = Room(store, replace(TICKING, id="tiny"))
        info = await room.match(2)
        room.clock.time += DAY
        for seat in info.seats:
            with pytest.raises(Refusal, match="no one"):
                await room.service.nudges.ask(info.id, seat.user_id)
            with pytest.raises(Refusal, match="not your turn here"):
                await room.service.nudges.needs(info.id, seat.user_id, HOUR)
