"""Moves are made in order and only once, and each is saved before its player receives an answer."""

import asyncio
from pathlib import Path

import pytest

from bot.matches import match_reader
from bot.matches.play import move_batch
from bot.store.engine_interface import Address
from bot.store.errors import StoreError
from bot.store.statements import journal, matches
from bot.store.store import Store
from rules.kernel.data.actions import Action
from rules.kernel.data.events import to_json
from rules.kernel.errors import Refusal
from tests import database_access
from tests.matches.lobby.test_lobby import refused
from tests.matches.room import DORA, Room
from tests.matches.tiny_game import TINY, Bid, Done, Roll, Saw, Take, Took


async def test_move_is_answered_and_kept(room: Room):
    info = await room.match()
    done = await room.by(info, 0, Take(2), 1)
    assert (done.table.seq, done.table.match.over, done.table.position.waiting_seats, done.table.info.seq) == (
        2,
        False,
        (0,),
        2,
    )
    assert [event.body for event in done.events] == [Took(0, 2)]
    row = await journal.entry(room.store.read, info.id, 2)
    assert row is not None
    assert (row.kind, row.seat, row.user_id, row.action) == (
        "act",
        0,
        info.seats[0].user_id,
        {"verb": "take", "count": 2},
    )
    assert row.at == room.clock.time


async def test_twenty_presses_at_once_are_worked_off_in_order(room: Room):
    info = await room.match()
    first, second = (seat.user_id for seat in info.seats)
    presses: list[tuple[int, Action]] = [(first, Take(1 + number % 2)) for number in range(9)]
    presses += [(first, Done())]
    presses += [(second, Take(1 + number % 2)) for number in range(9)]
    presses += [(second, Done())]
    done = await asyncio.gather(*(room.service.play.act(info.id, user, action) for user, action in presses))
    assert [outcome.table.seq for outcome in done] == list(range(2, 22))
    rows = await journal.since(room.store.read, info.id, 1)
    game = TINY
    assert [(row.user_id, game.action_from_json(row.action or {})) for row in rows] == presses
    assert len(room.service.matches.locks) == 0


async def test_a_move_that_takes_too_long_is_refused_and_changes_nothing(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    info = await room.match()
    monkeypatch.setattr(move_batch, "MAX_CPU_SECONDS", -1.0)
    with pytest.raises(Refusal, match="would take too long"):
        await room.by(info, 0, Take(2))
    assert "took too long" in caplog.text
    monkeypatch.undo()
    assert (await room.by(info, 0, Take(2))).table.seq == 2


async def test_one_match_does_not_wait_for_another(room: Room):
    slow, quick = await room.match(), await room.match(channel_id=8)
    async with room.service.matches.locks.hold(slow.id):
        waits = asyncio.create_task(room.by(slow, 0, Take(1)))
        assert (await room.by(quick, 0, Take(1))).table.seq == 2
        assert not waits.done()
    assert (await waits).table.seq == 2


async def test_cancelled_press_leaves_the_queue(room: Room):
    info = await room.match()
    async with room.service.matches.locks.hold(info.id):
        gone = asyncio.create_task(room.by(info, 0, Take(1)))
        stays = asyncio.create_task(room.by(info, 0, Take(2)))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
    assert (await stays).table.seq == 2
    assert await room.coins(info.id) == [2, 0]


async def test_double_click_acts_once(room: Room):
    info = await room.match()
    both = await asyncio.gather(room.by(info, 0, Take(1), 1), room.by(info, 0, Take(1), 1), return_exceptions=True)
    assert [type(outcome).__name__ for outcome in both] == ["MoveResult", "Refusal"]
    assert await room.coins(info.id) == [1, 0]


async def test_stale_and_forged_numbers(room: Room):
    info = await room.match()
    await room.by(info, 0, Done(), 1)
    await room.by(info, 1, Take(1), 2)
    for seq in (2, 1, 0, -5, 4, 10**30):
        async with refused("moved on"):
            await room.by(info, 1, Take(1), seq)
    assert (await room.service.matches.get(info.id)).seq == 3


async def test_choosing_at_the_same_time_is_not_late(room: Room):
    info = await room.match(turns=1)
    await room.by(info, 0, Done(), 1)
    assert (await room.by(info, 1, Bid(3), 2)).table.position.waiting_seats == (0,)
    async with refused("moved on"):
        await room.by(info, 1, Bid(3), 2)
    over = await room.by(info, 0, Bid(1), 2)
    assert over.table.match.over
    assert over.table.info.status == "over"


async def test_refusals_of_the_rules(room: Room):
    info = await room.match()
    async with refused("nothing for you to do right now"):
        await room.by(info, 1, Take(1))
    async with refused("not one of the choices"):
        await room.by(info, 0, Take(50))
    async with refused("not playing"):
        await room.service.play.act(info.id, DORA, Take(1))
    assert (await room.service.matches.get(info.id)).seq == 1


async def test_not_before_and_not_after(room: Room):
    info = await room.lobby()
    async with refused("hasn't begun"):
        await room.service.play.act(info.id, info.host_id, Take(1))
    await room.service.play.end(info.id, info.host_id, is_admin=False)
    async with refused("over"):
        await room.service.play.act(info.id, info.host_id, Take(1))


async def play_to_the_end(room: Room, info) -> None:
    await room.by(info, 0, Take(2))
    await room.by(info, 0, Roll())
    await room.by(info, 0, Done())
    await room.by(info, 1, Done())
    await room.by(info, 1, Bid(1))
    await room.by(info, 0, Bid(2))


async def test_stored_match_equals_the_bare_engine(room: Room):
    info = await room.match(turns=2)
    await play_to_the_end(room, info)
    table = await room.service.matches.table(info.id)
    assert (table.info.status, table.info.ended_at) == ("over", room.clock.time)
    assert table.match.over
    game = TINY
    begin = await journal.snapshot(room.store.read, info.id, 1)
    assert begin is not None
    bare = game.load(begin)
    for row in await journal.since(room.store.read, info.id, 1):
        assert row.seat is not None
        events = bare.apply(row.seat, game.action_from_json(row.action or {}))
        assert tuple(map(to_json, events)) == row.events
        assert await journal.snapshot(room.store.read, info.id, row.seq) == bare.dump()
    assert table.match.dump() == bare.dump()


async def test_survives_a_restart(address: Address):
    async with await Store.open(address) as store:
        room = Room(store)
        info = await room.match()
        await room.by(info, 0, Take(2))
        before = await room.service.matches.table(info.id)
    async with await Store.open(address) as store:
        room = Room(store)
        table = await room.service.matches.table(info.id)
        assert (table.seq, table.info.names, table.events_for(None)) == (
            2,
            before.info.names,
            before.events_for(None),
        )
        assert table.match.dump() == before.match.dump()
        assert (await room.by(info, 0, Done(), 2)).table.position.waiting_seats == (1,)


async def test_idle_matches_leave_memory(address: Address):
    async with await Store.open(address) as store:
        room = Room(store, keep=3)
        infos = [await room.match(channel_id=number) for number in range(8)]
        assert room.service.matches.loaded_count == 3
        for info in infos:
            assert (await room.by(info, 0, Take(1), 1)).table.seq == 2
        assert room.service.matches.loaded_count == 3


async def test_finished_matches_leave_memory_first(address: Address, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(match_reader, "MAX_FINISHED", 2)
    async with await Store.open(address) as store:
        room = Room(store)
        open_match = await room.match(channel_id=1)
        for number in range(2, 7):
            info = await room.match(turns=1, channel_id=number)
            await room.by(info, 0, Done())
            await room.by(info, 1, Bid(1))
            await room.by(info, 0, Bid(1))
        assert room.service.matches.loaded_count == 3
        assert (await room.service.matches.table(info.id)).match.over
        assert (await room.by(open_match, 0, Take(1), 1)).table.seq == 2


async def test_a_table_laid_out_does_not_change(room: Room):
    info = await room.match()
    table = await room.service.matches.table(info.id)
    await room.by(info, 0, Take(2))
    assert table.match.state.coins == [0, 0]


async def test_log_shows_each_reader_what_they_may_know(room: Room):
    info = await room.match()
    await room.by(info, 0, Take(1))
    rolled = await room.by(info, 0, Roll())
    assert isinstance(rolled.events[0].body, Saw)
    own, other, public = [
        [entry.events for entry in await room.service.history.log(info, viewer=viewer)] for viewer in (0, 1, None)
    ]
    assert own == [[], [rolled.events[0].__class__(None, Took(0, 1))], rolled.events]
    assert other == public == [own[0], own[1], []]
    table = await room.service.matches.table(info.id)
    assert table.events_for(None) == []
    assert table.events_for(0) == rolled.events


async def test_log_pages(room: Room):
    info = await room.match()
    for _ in range(6):
        await room.by(info, 0, Take(1))
    assert [entry.seq for entry in await room.service.history.log(info, limit=3)] == [5, 6, 7]
    assert [entry.seq for entry in await room.service.history.log(info, 5, 3)] == [2, 3, 4]


async def test_waiting_tells_where_and_since_when(room: Room):
    info = await room.match()
    first, second = (seat.user_id for seat in info.seats)
    began = room.clock.time
    room.clock.time += 500
    await room.by(info, 0, Take(1))
    assert [(w.match_id, w.channel_id, w.seat, w.since) for w in await room.service.matches.waiting_for(first)] == [
        (info.id, 7, 0, began)
    ]
    assert await room.service.matches.waiting_for(second) == []
    await room.by(info, 0, Done())
    assert await room.service.matches.waiting_for(first) == []
    assert [w.since for w in await room.service.matches.waiting_for(second)] == [room.clock.time]


async def test_full_disk_changes_nothing_and_passes(tmp_path: Path):
    async with await Store.open(tmp_path / "a.sqlite") as store:
        room = Room(store)
        info = await room.match()
        await room.by(info, 0, Take(1))
        pages = await database_access.pragma(room.store, "page_count")
        await database_access.pragma(room.store, f"max_page_count = {pages}")
        moved = 0

        async def move_on() -> None:
            nonlocal moved
            while moved < 500:
                await room.by(info, 0, Take(1))
                moved += 1

        with pytest.raises(StoreError, match="full"):
            await move_on()
        table = await room.service.matches.table(info.id)
        assert (table.seq, table.match.state.coins) == (2 + moved, [1 + moved, 0])
        assert await matches.state(room.store.read, info.id) == (2 + moved, table.match.dump())
        await database_access.pragma(room.store, "max_page_count = 1000000")
        assert (await room.by(info, 0, Take(1))).table.seq == 3 + moved


async def test_cancelled_move_is_all_or_nothing(room: Room):
    info = await room.match()
    for steps in range(1, 40):
        before = (await room.service.matches.get(info.id)).seq
        task = asyncio.create_task(room.by(info, 0, Take(1)))
        for _ in range(steps):
            await asyncio.sleep(0.0002)
        task.cancel()
        await asyncio.wait({task})
        table = await room.service.matches.table(info.id)
        assert table.seq in (before, before + 1)
        assert table.match.state.coins[0] == table.seq - 1
        if not task.cancelled():
            assert table.seq == before + 1
    assert isinstance(await _refusal(room.by(info, 1, Take(1))), Refusal)


async def _refusal(move) -> BaseException | None:
    try:
        await move
    except Refusal as error:
        return error
    return None
