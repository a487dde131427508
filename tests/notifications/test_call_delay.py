"""An active player has some time to notice their turn, and is pinged only if they don't move within that time."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.notifications.delivery import Retry
from bot.notifications.turn_notification_posts import PRESENCE_SECONDS
from bot.store.engine_interface import Address
from bot.store.store import Store
from tests.matches.room import Room
from tests.matches.tiny_game import Bid, Done, Take
from tests.notifications.test_posts import calls

GRACE = 60
HOUR = 3600


@pytest.fixture
async def patient(address: Address) -> AsyncIterator[Room]:
    async with await Store.open(address) as store:
        yield Room(store, grace=GRACE)


async def later(room: Room, seconds: int) -> list[list[int]]:
    room.clock.time += seconds
    return calls(await room.posts())


async def begun(room: Room) -> int:
    """Start a match and let both players move once, so that it is seat 0's turn; return the match id."""
    info = await room.match(turns=9)
    assert calls(await room.posts()) == [[0]]
    await room.by(info, 0, Done())
    # Seat 1 is pinged without delay, because its player hasn't moved yet and may be absent.
    assert calls(await room.posts()) == [[1]]
    await room.by(info, 1, Done())
    return info.id


async def test_who_moves_in_time_is_not_called(patient: Room) -> None:
    info = await patient.service.matches.get(await begun(patient))
    for seat in (0, 1, 0, 1):
        assert await later(patient, GRACE // 2) == []
        await patient.by(info, seat, Take(1))
        assert await later(patient, GRACE // 2) == []
        await patient.by(info, seat, Done())


async def test_who_does_not_is_called_once_and_told_everything_since_the_call_before(patient: Room) -> None:
    info = await patient.service.matches.get(await begun(patient))
    for seat in (0, 1):
        await patient.by(info, seat, Done())
    assert await later(patient, GRACE - 1) == []
    patient.clock.time += 1
    (call,) = [row for row in await patient.posts() if row.kind == "turn"]
    assert (call.payload["seats"], call.payload["seq"]) == ([0], 5)
    # The turn notification recaps the moves since the last delivered one, which went to seat 1 at journal entry 2.
    assert call.payload["after"] == 2
    assert await later(patient, 10 * GRACE) == []
    # PRESENCE_SECONDS after their last move, seat 1's player no longer counts as active, and is notified immediately.
    patient.clock.time += PRESENCE_SECONDS
    await patient.by(info, 0, Done())
    assert await later(patient, 0) == [[1]]


async def test_moving_on_within_ones_turn_withdraws_the_call_for_good(patient: Room) -> None:
    info = await patient.service.matches.get(await begun(patient))
    await patient.by(info, 0, Take(1))
    assert await later(patient, 2 * GRACE) == []
    await patient.by(info, 0, Done())
    patient.clock.time += GRACE
    (call,) = [row for row in await patient.posts() if row.kind == "turn"]
    assert (call.payload["seats"], call.payload["after"]) == ([1], 2)


async def test_of_several_the_one_who_is_away_is_called_for_all_at_once(patient: Room) -> None:
    info = await patient.match(3, turns=3)
    await patient.by(info, 0, Done())
    patient.clock.time += PRESENCE_SECONDS + 1
    for seat in (1, 2):
        await patient.posts()
        await patient.by(info, seat, Done())
    # All three must bid. Seat 2 has just moved, so it isn't pinged. Seat 0 isn't active, and its notification includes
    # seat 1.
    assert calls(await patient.posts()) == [[0, 1]]
    await patient.by(info, 0, Bid(1))
    assert await later(patient, GRACE) == []


async def test_a_rate_limit_holds_up_a_call_that_need_not_wait(patient: Room) -> None:
    info = await patient.match(turns=9)
    patient.messenger.faults["turn"] = [Retry(500)]
    assert await later(patient, 0) == []
    await patient.by(info, 0, Done())
    assert await later(patient, 400) == []
    assert await later(patient, 100) == [[1]]


async def test_without_grace_everyone_is_called_at_once(room: Room) -> None:
    info = await room.match(turns=9)
    for seat in (0, 1, 0):
        assert calls(await room.posts()) == [[seat]]
        await room.by(info, seat, Done())


async def test_a_clock_that_is_set_back_withholds_no_call(tmp_path: Path) -> None:
    """The system clock was hours ahead during one move and is correct again, before or after a restart of the bot."""
    for restarts in (False, True):
        async with await Store.open(tmp_path / f"{restarts}") as store:
            room = Room(store, grace=GRACE)
            info = await room.service.matches.get(await begun(room))
            room.clock.time += 6 * HOUR
            await room.by(info, 0, Done())
            room.clock.time -= 6 * HOUR
            if not restarts:
                assert await later(room, 0) == []
                assert await later(room, GRACE - 1) == []
                assert await later(room, 1) == [[1]]
        if restarts:
            async with await Store.open(tmp_path / f"{restarts}") as store:
                again = Room(store, grace=GRACE)
                again.clock.time = room.clock.time
                assert await later(again, 0) == []
                assert await later(again, GRACE) == [[1]]


async def test_a_clock_that_is_set_back_a_little_withholds_no_call(patient: Room) -> None:
    info = await patient.service.matches.get(await begun(patient))
    await patient.by(info, 0, Done())
    assert await later(patient, GRACE - 10) == []
    assert await later(patient, -GRACE) == []
    assert await later(patient, GRACE) == [[1]]


async def test_what_is_tried_again_later_is_not_put_off_by_a_clock_that_is_set_back(patient: Room) -> None:
    info = await patient.match(turns=9)
    assert await later(patient, 2 * HOUR) == [[0]]
    patient.messenger.faults["turn"] = [Retry(500), Retry(500)]
    await patient.by(info, 0, Done())
    assert await later(patient, HOUR) == []
    # Advance the clock, so that it isn't before the time of queueing when the next step sets it back by an hour.
    patient.clock.time += HOUR
    assert calls(await patient.posts()) == []
    assert await later(patient, -HOUR) == []
    assert await later(patient, 500) == [[1]]


async def test_a_call_that_takes_the_place_of_another_takes_no_wait_of_a_wrong_clock(patient: Room) -> None:
    info = await patient.match(turns=9)
    patient.messenger.faults["turn"] = [Retry(500)]
    patient.clock.time += 6 * HOUR
    assert await later(patient, 0) == []
    patient.clock.time -= 6 * HOUR
    await patient.by(info, 0, Done())
    assert await later(patient, 499) == []
    assert await later(patient, 1) == [[1]]
