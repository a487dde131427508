"""When users step through replays, the steps of each match are computed only once, and few matches stay in memory."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import update

from bot.features.replays.service.replay_cache import Replays, ReplayView
from bot.features.replays.service.replay_steps import OPEN_VIEWER, Viewer
from bot.store import tables
from bot.store.statements import journal
from bot.store.store import Store
from rules.kernel.errors import Refusal
from tests.matches.room import ANNA, CILI, Room
from tests.matches.tiny_game import Bid, Done, Roll, Take

END = ((0, Take(2)), (0, Roll()), (0, Done()), (1, Bid(1)), (0, Bid(3)))


@pytest.fixture
async def room(path: Path) -> AsyncIterator[Room]:
    """A match service on SQLite, for behaviour that doesn't depend on the database engine."""
    async with await Store.open(path) as store:
        yield Room(store)


async def played(room: Room, *moves: tuple[int, object], channel: int = 7) -> int:
    info = await room.match(turns=1, channel_id=channel)
    for seat, action in moves:
        room.clock.step(60)
        await room.by(info, seat, action)
    return info.id


async def seen(room: Room, replays: Replays, match_id: int, viewer: Viewer = None, user: int = CILI) -> ReplayView:
    return await replays.view_for(await room.service.matches.get(match_id), viewer, user)


async def test_the_steps_of_a_match_are_found_once_until_it_moves_on(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    replays, read = Replays(room.service.matches), list[int]()
    since = journal.since

    async def counted(db: object, match_id: int, after: int) -> object:
        read.append(match_id)
        return await since(db, match_id, after)  # type: ignore[arg-type]

    match_id = await played(room, *END[:2])
    monkeypatch.setattr(journal, "since", counted)
    assert [len((await seen(room, replays, match_id)).steps) for _ in range(3)] == [2, 2, 2]
    assert read == [match_id]
    await room.by(await room.service.matches.get(match_id), 0, Take(1))
    read.clear()
    assert len((await seen(room, replays, match_id)).steps) == 3
    assert read == [match_id]


async def test_few_matches_stay_in_memory(room: Room) -> None:
    replays = Replays(room.service.matches, keep=2)
    numbers = [await played(room, channel=channel) for channel in (7, 8, 9)]
    for match_id in (*numbers, numbers[0]):
        await seen(room, replays, match_id)
        assert replays.cached_count <= 2


async def test_a_moment_is_found_through_other_eyes_and_by_entries(room: Room) -> None:
    replays = Replays(room.service.matches)
    match_id = await played(room, (0, Take(2)), (0, Roll()))
    first = (await room.service.matches.get(match_id)).seats[0].user_id
    await room.service.play.act(match_id, first, Take(1))
    await room.service.undo.take_back(match_id, first)
    await room.by(await room.service.matches.get(match_id), 0, Done())
    await room.by(await room.service.matches.get(match_id), 1, Bid(1))
    await room.by(await room.service.matches.get(match_id), 0, Bid(3))
    everybody, own, every = [await seen(room, replays, match_id, viewer) for viewer in (None, 0, OPEN_VIEWER)]
    assert [step.seq for step in everybody.steps] == [1, 2, 6, 7, 8]
    assert [step.seq for step in own.steps] == [1, 2, 3, 6, 7, 8]
    assert everybody.at_the_time(own.steps[2]) == everybody.steps[1]
    assert own.at_the_time(everybody.steps[2]) == own.steps[3]
    assert [everybody.of_entry(seq).number for seq in (1, 2, 6, 8, 99)] == [0, 1, 2, 4, 4]
    assert own.of_entry(4) == own.steps[2], "what was taken back leads to the board before it"
    assert [every.nearest(number).number for number in (-3, 2, 99)] == [0, 2, len(every.steps) - 1]
    course, points = await replays.course(everybody)
    assert len(points) == len(course.turning_points()) > 0
    assert (await replays.course(own))[0] is course


async def test_who_may_not_look_and_what_cannot_be_shown_is_refused(room: Room) -> None:
    replays = Replays(room.service.matches)
    match_id = await played(room, (0, Take(2)))
    for viewer in (0, 1, OPEN_VIEWER, 7):
        with pytest.raises(Refusal, match="those eyes"):
            await seen(room, replays, match_id, viewer)
    everybody = await seen(room, replays, match_id, None, ANNA)
    async with room.store.write() as tx:
        await tx.run(update(tables.snapshots).values(state=b"damaged"))
        await tx.run(update(tables.journal).values(events="{", action="{"))
    with pytest.raises(Refusal, match="This board's saved data is damaged"):
        await everybody.render_step(everybody.steps[-1])
    with pytest.raises(Refusal, match="can't show this match"):
        await seen(room, Replays(room.service.matches), match_id)
