"""If a player is late, the other players are asked what to do, and can let a computer play the turn."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest

from bot.matches.absence.seat_changes import FOR_THIS_TURN, UNTIL_RETURN
from bot.matches.clocks.deadline_scheduler import DeadlineScheduler
from bot.matches.clocks.lateness import ASK_AGAIN_AFTER, SUBSTITUTE_AFTER
from bot.matches.play.match_verification import verify
from bot.matches.seats.computer_moves import ComputerMoveScheduler
from bot.matches.service_results import MatchInfo
from bot.store.engine_interface import Address
from bot.store.statements import matches
from bot.store.statements.rows import OutboxRow
from bot.store.store import Store
from rules.kernel.data.actions import to_json
from rules.kernel.errors import Refusal
from tests import database_access
from tests.computers.in_process_chooser import InProcessChooser
from tests.matches.room import CILI, Room, reached_hourly
from tests.matches.test_two_processes import at_once, refused
from tests.matches.tiny_game import TINY, Done, Take
from tests.notifications.test_reminders import ReminderRoom

MINUTE, HOUR, DAY = 60, 3_600, 86_400


@pytest.fixture
def days(room: Room) -> ReminderRoom:
    return ReminderRoom(room, DeadlineScheduler(room.service, room.clock))


async def start_with_late_seat(room: Room, players: int = 2) -> MatchInfo:
    """Start a match and let three days pass without a move, which makes the first seat late."""
    info = await room.match(players)
    await room.posts()
    room.clock.time += 3 * DAY
    await room.service.seat_clocks.expire_clocks(info.id)
    return await room.service.matches.get(info.id)


async def play_computer_turn(room: Room) -> None:
    """End the turn as the computer player whose turn it is."""
    chooser = InProcessChooser({"tiny": TINY})
    chooser.answers = [to_json(Done())]
    await ComputerMoveScheduler(room.service, chooser, room.clock, seconds=lambda: 0.0).drain()
    assert not chooser.answers


async def schedule_late_turn(room: Room, info: MatchInfo, by: int = 1) -> int:
    return await room.service.lateness.schedule_substitute(info.id, info.seats[by].user_id, 0)


async def test_the_others_are_asked_in_one_message(days: ReminderRoom) -> None:
    await start_with_late_seat(days.room)
    rows = await days.room.posts()
    assert [(row.kind, row.seat) for row in rows if row.kind != "reminder"] == [("seat", 0)]


async def pass_hours(days: ReminderRoom, hours: int) -> list[OutboxRow]:
    """Let this many days and hours pass while the bot can reach all players; return the posts."""
    posts: list[OutboxRow] = []
    with reached_hourly():
        for _ in range(hours):
            posts += await days.pass_time(HOUR)
    return posts


async def test_a_seat_is_late_after_72_hours_without_a_move_and_not_before(days: ReminderRoom) -> None:
    info = await days.room.match()
    await days.pass_time(0)
    start = days.room.clock.time
    assert "seat" not in [row.kind for row in await pass_hours(days, 71)]
    assert [row.kind for row in await pass_hours(days, 2)].count("seat") == 1
    assert (await days.room.service.matches.get(info.id)).seats[0].late_since == start + 72 * HOUR
    assert "seat" not in [row.kind for row in await pass_hours(days, 50)]


async def test_a_player_who_has_moved_meanwhile_is_not_late(days: ReminderRoom) -> None:
    info = await days.room.match(turns=4)
    await days.pass_time(DAY)
    await days.pass_time(DAY)
    await days.room.by(info, 0, Take(1))
    await days.pass_time(DAY)
    assert (await days.room.service.matches.get(info.id)).seats[0].late_since is None


async def test_a_pause_does_not_count(days: ReminderRoom) -> None:
    info = await days.room.match()
    await pass_hours(days, 24)
    async with days.room.service.matches.lock_match(info.id) as tx:
        now = await days.room.service.matches.get(info.id)
        await days.room.service.pausing.pause(tx, now, 2 * DAY)
    await pass_hours(days, 48 + 47)
    assert (await days.room.service.matches.get(info.id)).seats[0].late_since is None
    await pass_hours(days, 2)
    assert (await days.room.service.matches.get(info.id)).seats[0].late_since is not None


async def test_time_away_does_not_count(days: ReminderRoom) -> None:
    info = await days.room.match()
    await pass_hours(days, 24)
    await days.room.service.absence.start(info.seats[0].user_id, days.room.clock.time + 2 * DAY)
    await pass_hours(days, 48 + 47)
    assert (await days.room.service.matches.get(info.id)).seats[0].late_since is None
    await pass_hours(days, 2)
    assert (await days.room.service.matches.get(info.id)).seats[0].late_since is not None


@pytest.mark.parametrize(("end", "how"), [("turn", FOR_THIS_TURN), ("hold", UNTIL_RETURN)])
async def test_at_the_end_of_a_clock_a_computer_plays_as_the_table_chose(
    days: ReminderRoom, end: str, how: str
) -> None:
    info = await days.room.match()
    pace = json.dumps({"kind": "steady", "seconds": 6 * HOUR, "end": end})
    async with days.room.store.write() as tx:
        await database_access.run(tx, f"UPDATE matches SET pace = '{pace}' WHERE id = {info.id}")
        seat = replace(info.seats[0], clock_left=6 * HOUR, clock_since=days.room.clock.time)
        await matches.change_seat(tx, info.id, info.seats[0], seat)
    days.room.clock.time += 6 * HOUR
    await days.room.service.seat_clocks.expire_clocks(info.id)
    seat = (await days.room.service.matches.get(info.id)).seats[0]
    assert (seat.computer, seat.stand_in) == ("normal", how)
    assert "seat" not in [row.kind for row in await days.room.posts()]


async def test_no_one_is_asked_where_no_one_else_plays(days: ReminderRoom) -> None:
    info = await days.room.match()
    await days.room.service.computers.hand_over(info.id, info.seats[1].user_id, None, "easy", gone=False)
    rows = [*await days.pass_time(DAY), *await days.pass_time(2 * DAY)]
    assert "seat" not in [row.kind for row in rows]


async def test_no_one_is_late_while_no_one_could_be_reminded(days: ReminderRoom) -> None:
    await days.room.match()
    await days.pass_time(0)
    assert "seat" not in [row.kind for row in await days.pass_time(4 * DAY)]


async def test_the_message_goes_when_the_seat_has_moved(days: ReminderRoom) -> None:
    info = await start_with_late_seat(days.room)
    await days.room.posts()
    async with days.room.store.write() as tx:
        await days.room.service.outbox.seat_question_posted(info, info.seats[0], 55)(tx)
    await days.room.posts()
    await days.room.by(info, 0, Done())
    assert [row.seat for row in await days.room.posts() if row.kind == "seat"] == [0]
    assert (await days.room.service.matches.get(info.id)).seats[0].late_since is None


async def test_a_computer_makes_this_turn_twelve_hours_after_a_press_and_then_gives_the_seat_back(
    days: ReminderRoom,
) -> None:
    info = await start_with_late_seat(days.room)
    assert await schedule_late_turn(days.room, info) == days.room.clock.time + SUBSTITUTE_AFTER
    await days.room.posts()
    assert not [row for row in await days.pass_time(SUBSTITUTE_AFTER - 1) if row.kind == "notice"]
    rows = await days.pass_time(1)
    assert [row.payload["msgid"] for row in rows if row.kind == "notice"] == ["A computer plays this turn for {who}."]
    seat = (await days.room.service.matches.get(info.id)).seats[0]
    assert (seat.computer, seat.stand_in) == ("normal", FOR_THIS_TURN)
    await play_computer_turn(days.room)
    now = await days.room.service.matches.get(info.id)
    assert (now.seats[0].computer, now.seats[0].stand_in, now.seats[0].late_since) == (None, None, None)
    assert now.seats[1].waiting_since is not None
    assert await verify(days.room.store.read, {"tiny": TINY}, info.id) == []


async def test_the_late_player_is_told_once(days: ReminderRoom) -> None:
    info = await start_with_late_seat(days.room)
    await days.room.posts()
    await schedule_late_turn(days.room, info)
    rows = await days.room.posts()
    told = [row.payload for row in rows if row.kind in ("notice", "nudge", "reminder", "ring")]
    assert [(one["seats"], one["stands_in"]) for one in told] == [([0], days.room.clock.time + SUBSTITUTE_AFTER)]
    assert [row.kind for row in rows].count("seat") == 1


async def test_a_player_who_moves_in_time_keeps_their_turn(days: ReminderRoom) -> None:
    info = await start_with_late_seat(days.room)
    await schedule_late_turn(days.room, info)
    await days.pass_time(SUBSTITUTE_AFTER - 1)
    await days.room.by(info, 0, Take(1))
    await days.pass_time(HOUR)
    seat = (await days.room.service.matches.get(info.id)).seats[0]
    assert (seat.computer, seat.stand_in_at) == (None, None)


async def test_a_second_press_changes_nothing(days: ReminderRoom) -> None:
    info = await start_with_late_seat(days.room, 3)
    at = await schedule_late_turn(days.room, info)
    days.room.clock.time += HOUR
    for by in (1, 2):
        with pytest.raises(Refusal, match="already asked for that"):
            await schedule_late_turn(days.room, info, by)
    assert (await days.room.service.matches.get(info.id)).seats[0].stand_in_at == at


async def test_waiting_calls_the_computer_off(days: ReminderRoom) -> None:
    info = await start_with_late_seat(days.room)
    await schedule_late_turn(days.room, info)
    assert await days.room.service.lateness.wait(info.id, info.seats[1].user_id, 0) is None
    await pass_hours(days, 24)
    seat = (await days.room.service.matches.get(info.id)).seats[0]
    assert seat.computer is None
    assert seat.late_since is not None


async def test_choosing_to_wait_removes_the_question_for_a_day(days: ReminderRoom) -> None:
    info = await start_with_late_seat(days.room)
    await days.room.posts()
    assert (
        await days.room.service.lateness.wait(info.id, info.seats[1].user_id, 0)
        == days.room.clock.time + ASK_AGAIN_AFTER
    )
    assert (await days.room.service.matches.get(info.id)).seats[0].late_since is None
    assert [row.kind for row in await days.room.posts() if row.kind != "reminder"] == ["seat", "notice"]
    with pytest.raises(Refusal, match="no longer late"):
        await days.room.service.lateness.wait(info.id, info.seats[1].user_id, 0)
    assert "seat" not in [row.kind for row in await pass_hours(days, 23)]
    assert "seat" in [row.kind for row in await pass_hours(days, 2)]
    assert (await days.room.service.matches.get(info.id)).seats[0].late_since is not None


async def test_the_computer_that_makes_the_turn_is_told_of_after_the_late_players_quiet_hours(
    days: ReminderRoom,
) -> None:
    info = await start_with_late_seat(days.room)
    user = info.seats[0].user_id
    await days.room.service.people.choose_zone(user, "UTC")
    days.room.clock.time += (23 * HOUR - days.room.clock.time) % DAY
    await schedule_late_turn(days.room, info)
    assert not [row for row in await pass_hours(days, 8) if "stands_in" in row.payload]
    assert [row.kind for row in await pass_hours(days, 2) if "stands_in" in row.payload] == ["reminder"]


async def test_a_player_just_notified_by_the_computer_is_not_nudged(days: ReminderRoom) -> None:
    info = await start_with_late_seat(days.room)
    await schedule_late_turn(days.room, info)
    with pytest.raises(Refusal, match="less than twelve hours ago"):
        await days.room.service.nudges.ask(info.id, info.seats[1].user_id)


async def test_only_other_players_decide_about_a_late_seat(days: ReminderRoom) -> None:
    info = await start_with_late_seat(days.room)
    with pytest.raises(Refusal, match="The others decide"):
        await schedule_late_turn(days.room, info, 0)
    with pytest.raises(Refusal, match="not playing"):
        await days.room.service.lateness.schedule_substitute(info.id, CILI, 0)
    with pytest.raises(Refusal, match="no longer late"):
        await days.room.service.lateness.schedule_substitute(info.id, info.seats[0].user_id, 1)


async def test_a_computer_that_holds_a_seat_leaves_it_with_its_persons_first_move(days: ReminderRoom) -> None:
    info = await start_with_late_seat(days.room)
    async with days.room.service.matches.lock_match(info.id):
        await days.room.service.lateness.stand_in(info.id, 0, UNTIL_RETURN)
    await play_computer_turn(days.room)
    await days.room.by(info, 1, Done())
    await days.room.posts()
    await days.room.by(info, 0, Take(2))
    seat = (await days.room.service.matches.get(info.id)).seats[0]
    assert (seat.computer, seat.stand_in) == (None, None)
    told = [row.payload["msgid"] for row in await days.room.posts() if row.kind == "notice"]
    assert told == ["{who} takes over from the computer again."]
    assert await verify(days.room.store.read, {"tiny": TINY}, info.id) == []


async def test_a_computer_that_holds_a_seat_stays_for_more_than_a_turn(days: ReminderRoom) -> None:
    info = await start_with_late_seat(days.room)
    async with days.room.service.matches.lock_match(info.id):
        await days.room.service.lateness.stand_in(info.id, 0, UNTIL_RETURN)
    await play_computer_turn(days.room)
    await days.room.by(info, 1, Done())
    await play_computer_turn(days.room)
    now = await days.room.service.matches.get(info.id)
    assert now.seats[0].stand_in == UNTIL_RETURN
    assert now.seats[1].waiting_since is not None


async def test_looking_ends_an_absence_too(days: ReminderRoom) -> None:
    info = await start_with_late_seat(days.room)
    async with days.room.service.matches.lock_match(info.id):
        await days.room.service.lateness.stand_in(info.id, 0, UNTIL_RETURN)
    await days.room.service.computers.relieve(info.id, info.seats[0].user_id)
    assert not (await days.room.service.matches.get(info.id)).computers


async def test_the_seat_of_a_computer_that_was_asked_for_is_given_back_by_asking_alone(days: ReminderRoom) -> None:
    info = await days.room.match()
    user_id = info.seats[0].user_id
    await days.room.service.computers.hand_over(info.id, user_id, None, "easy", gone=False)
    with pytest.raises(Refusal, match="playing in your place"):
        await days.room.by(info, 0, Take(1))


async def test_someone_new_may_take_a_late_seat_that_was_opened(days: ReminderRoom) -> None:
    info = await start_with_late_seat(days.room)
    async with days.room.service.matches.lock_match(info.id):
        await days.room.service.seat_transfer.open_seat(info, info.seats[0], info.seats[1].user_id)
    info = await days.room.service.seat_transfer.take_seat(info.id, CILI, "Cili", 0)
    assert (info.seats[0].user_id, info.seats[0].late_since) == (CILI, None)


async def test_a_match_that_stands_still_lets_no_computer_play(days: ReminderRoom) -> None:
    info = await start_with_late_seat(days.room)
    await schedule_late_turn(days.room, info)
    await days.room.service.unreachable_channels.suspend_channel(info.channel_id)
    await days.pass_time(2 * SUBSTITUTE_AFTER)
    assert not (await days.room.service.matches.get(info.id)).computers


async def test_a_pause_puts_the_computer_off(days: ReminderRoom) -> None:
    info = await start_with_late_seat(days.room)
    await schedule_late_turn(days.room, info)
    await days.pass_time(HOUR)
    async with days.room.service.matches.lock_match(info.id) as tx:
        await days.room.service.pausing.pause(tx, await days.room.service.matches.get(info.id), 2 * DAY)
    await days.pass_time(2 * DAY)
    await days.pass_time(SUBSTITUTE_AFTER - 2 * HOUR)
    assert not (await days.room.service.matches.get(info.id)).computers
    await days.pass_time(HOUR)
    assert (await days.room.service.matches.get(info.id)).computers == {0}


async def test_an_absent_player_is_not_late(days: ReminderRoom) -> None:
    info = await start_with_late_seat(days.room)
    await schedule_late_turn(days.room, info)
    await days.room.service.absence.start(info.seats[0].user_id, days.room.clock.time + 2 * DAY)
    await days.pass_time(2 * SUBSTITUTE_AFTER)
    seat = (await days.room.service.matches.get(info.id)).seats[0]
    assert (seat.late_since, seat.stand_in_at, seat.computer) == (None, None, None)


async def test_after_a_restart_the_computer_comes_at_its_time(address: Address) -> None:
    async with await Store.open(address) as store:
        room = Room(store)
        info = await start_with_late_seat(room)
        await schedule_late_turn(room, info)
    async with await Store.open(address) as store:
        again = Room(store)
        again.clock.time = room.clock.time + SUBSTITUTE_AFTER
        await DeadlineScheduler(again.service, again.clock).drain()
        assert (await again.service.matches.get(info.id)).computers == {0}


async def test_two_processes_let_one_computer_play(database: str) -> None:
    async with AsyncExitStack() as stack:
        one, other = [Room(await stack.enter_async_context(await Store.open(database))) for _ in range(2)]
        info = await start_with_late_seat(one, 3)
        done = await at_once(
            one.service.lateness.schedule_substitute(info.id, info.seats[1].user_id, 0),
            other.service.lateness.schedule_substitute(info.id, info.seats[2].user_id, 0),
        )
        assert refused(done) == 1
        for room in (one, other):
            room.clock.time += SUBSTITUTE_AFTER
        await at_once(one.service.lateness.run_substitutes(info.id), other.service.lateness.run_substitutes(info.id))
        entries = (await one.service.history.page(info, None, 20, viewer=None)).entries
        assert [entry.kind for entry in entries] == ["start", "hand"]
