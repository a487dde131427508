"""Until a paused match resumes, it has no reminders and no computer moves, and its clocks are stopped."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.matches.clocks.deadline_scheduler import DeadlineScheduler
from bot.matches.clocks.pausing import MAX_PAUSE
from bot.matches.seats.computer_moves import ComputerMoveScheduler
from bot.matches.service_results import MatchInfo
from bot.store.engine_interface import Address
from bot.store.store import Store
from rules.kernel.errors import Refusal
from tests.computers.in_process_chooser import InProcessChooser
from tests.matches.room import BELA, Room
from tests.matches.timed_game import MINUTE, TIMED
from tests.matches.tiny_game import TINY, Done

HOUR, DAY = 3_600, 86_400


async def pause_match(room: Room, info: MatchInfo, seconds: int = MAX_PAUSE) -> int:
    async with room.service.matches.lock_match(info.id) as tx:
        return await room.service.pausing.pause(tx, info, seconds)


async def resume_match(room: Room, info: MatchInfo) -> list[int]:
    async with room.service.matches.lock_match(info.id) as tx:
        return await room.service.pausing.resume(tx, await room.service.matches.get(info.id))


async def kinds_after(room: Room, keeper: DeadlineScheduler, seconds: int) -> list[str]:
    room.clock.time += seconds
    await keeper.drain()
    return [row.kind for row in await room.posts()]


async def test_the_time_of_a_pause_does_not_count(room: Room) -> None:
    info, keeper = await room.match(2), DeadlineScheduler(room.service, room.clock)
    await kinds_after(room, keeper, 10 * HOUR)
    assert await pause_match(room, info) == room.clock.time + MAX_PAUSE
    assert await kinds_after(room, keeper, 5 * DAY) == []
    assert await resume_match(room, info) == [info.seats[0].user_id]
    assert await kinds_after(room, keeper, 14 * HOUR - 1) == []
    assert await kinds_after(room, keeper, 1) == ["reminder"]


async def test_no_pause_is_longer_than_a_month_and_a_second_one_sets_a_new_end(room: Room) -> None:
    info = await room.match(2)
    began = room.clock.time
    assert await pause_match(room, info, 2 * MAX_PAUSE) == began + MAX_PAUSE
    room.clock.time += HOUR
    await pause_match(room, info, HOUR)
    info = await room.service.matches.get(info.id)
    assert (info.paused_at, info.paused_until) == (began, began + 2 * HOUR)


async def test_it_ends_by_itself_and_the_player_to_move_is_pinged(room: Room) -> None:
    info, keeper = await room.match(2), DeadlineScheduler(room.service, room.clock)
    await room.posts()
    await pause_match(room, info, DAY)
    assert await kinds_after(room, keeper, DAY - 1) == []
    assert await kinds_after(room, keeper, 1) == ["notice"]
    assert room.messenger.rows[0].payload["users"] == [info.seats[0].user_id]
    assert not (await room.service.matches.get(info.id)).stands_still
    with pytest.raises(Refusal, match="isn't paused"):
        await resume_match(room, info)


@pytest.mark.parametrize("parked_first", [True, False])
@pytest.mark.parametrize("parked_longer", [True, False])
async def test_a_match_that_is_out_of_reach_meanwhile_loses_and_gains_no_time(
    room: Room, parked_first: bool, parked_longer: bool
) -> None:
    """If a pause and an unreachable channel overlap, clocks are stopped until both have ended."""
    info, keeper = await room.match(2), DeadlineScheduler(room.service, room.clock)
    await kinds_after(room, keeper, HOUR)
    for parks in (parked_first, not parked_first):
        await (room.service.unreachable_channels.suspend_channel(info.channel_id) if parks else pause_match(room, info))
        assert await kinds_after(room, keeper, DAY) == []
    for unparks in (not parked_longer, parked_longer):
        await (room.service.unreachable_channels.resume_match(info.id) if unparks else resume_match(room, info))
        if unparks is not parked_longer:
            assert await kinds_after(room, keeper, DAY) == []
    assert await kinds_after(room, keeper, 23 * HOUR - 1) == []
    assert await kinds_after(room, keeper, 1) == ["reminder"]


async def test_a_deadline_comes_later_by_the_time_of_the_pause(address: Address) -> None:
    async with await Store.open(address) as store:
        room = Room(store, replace(TIMED, id="tiny"))
        info, keeper = await room.match(turns=9), DeadlineScheduler(room.service, room.clock)
        await kinds_after(room, keeper, 4 * MINUTE)
        await pause_match(room, info)
        await kinds_after(room, keeper, DAY)
        await resume_match(room, info)
        await kinds_after(room, keeper, 6 * MINUTE - 1)
        assert (await room.service.matches.get(info.id)).seq == info.seq
        await kinds_after(room, keeper, 1)
        assert (await room.service.matches.get(info.id)).seq > info.seq


async def test_no_one_is_rung_whose_answer_is_secret(address: Address) -> None:
    async with await Store.open(address) as store:
        room = Room(store, replace(TIMED, id="tiny"))
        info = await room.match()
        await pause_match(room, info)
        assert await resume_match(room, info) == []


async def test_computers_move_when_it_goes_on(room: Room) -> None:
    info = await room.match(2, turns=9)
    bots = ComputerMoveScheduler(room.service, InProcessChooser({"tiny": TINY}), room.clock, seconds=lambda: 0.0)
    await room.service.computers.hand_over(info.id, BELA, None, "easy", gone=False)
    await pause_match(room, info)
    first = next(seat for seat in info.seats if seat.user_id != BELA)
    computer = 1 - first.seat
    if first.seat == 0:
        await room.by(info, 0, Done())
    before = (await room.service.matches.get(info.id)).seq
    await bots.drain()
    assert (await room.service.matches.get(info.id)).seq == before, f"seat {computer} has moved"
    await resume_match(room, info)
    await bots.drain()
    assert (await room.service.matches.get(info.id)).seq > before
