"""Posts are edited only when a player pauses, so that several moves in a row cost one request instead of one each."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.matches.service_results import MatchInfo
from bot.store.store import Store
from tests.matches.lobby.test_lobby import refused
from tests.matches.room import ANNA, Room
from tests.matches.tiny_game import Bid, Boom, Done, Roll, Take

PAUSE = 15


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with await Store.open(tmp_path / "a.sqlite") as store:
        yield Room(store, pause=PAUSE)


async def begun(room: Room, players: int = 2, **options: int | bool) -> MatchInfo:
    """Start a match, give every player a private message, and deliver the first turn notification."""
    info = await room.match(players, **options)
    await room.mailed(info)
    await room.posts()
    return info


async def edits(room: Room, seconds: int = 0) -> list[tuple[str, int]]:
    """Let `seconds` pass; return the edits that are then due as (kind of post, journal number)."""
    room.clock.time += seconds
    return [(row.kind, row.payload["seq"]) for row in await room.posts() if row.kind in ("board", "hand")]


async def test_the_moves_of_a_sitting_are_one_edit_of_each_post_after_a_pause(room: Room) -> None:
    info = await begun(room)
    for _ in range(3):
        await room.by(info, 0, Take(1))
        assert await edits(room, PAUSE - 1) == []
    # A secret move must not postpone the edit of the board, because the later time would reveal that a move was made.
    await room.by(info, 0, Roll())
    assert await edits(room, 1) == [("board", 4)]
    # The acting player's panel is already current, so their private message is also edited only after the pause.
    await room.by(info, 0, Done())
    assert await edits(room, PAUSE - 1) == []
    assert await edits(room, 1) == [("board", 6), ("hand", 6)]


async def test_a_private_message_waits_for_the_player_to_move(room: Room) -> None:
    info = await begun(room)
    for _ in range(4):
        await room.by(info, 0, Take(1))
        assert [kind for kind, _ in await edits(room, 20)] == ["board"]
    await room.by(info, 0, Take(1))
    assert await edits(room, 10) == [("hand", 6)]
    await room.by(info, 0, Done())
    assert ("hand", 7) in await edits(room, PAUSE)


async def test_a_sitting_without_a_pause_is_shown_every_ninety_seconds_even_by_a_restarted_bot(
    room: Room,
) -> None:
    info = await begun(room)
    shown = []
    for second in range(0, 200, 10):
        await room.by(info, 0, Take(1))
        if second == 50:
            room = Room(room.store, pause=PAUSE)
            room.clock.time += 50
        if await edits(room):
            shown.append(second)
        room.clock.time += 10
    assert shown == [90, 190]


async def test_a_call_is_not_held_back(room: Room) -> None:
    info = await begun(room)
    await room.by(info, 0, Take(1))
    await room.by(info, 0, Done())
    assert [row.kind for row in await room.posts()] == ["turn", "ring"]
    assert await edits(room, PAUSE) == [("board", 3), ("hand", 3)]


async def test_a_private_call_takes_the_place_of_an_edit_that_was_held_back(room: Room) -> None:
    info = await begun(room)
    await room.by(info, 0, Roll())
    assert await edits(room) == []
    await room.by(info, 0, Done())
    await room.by(info, 1, Done())
    rung = [row.seat for row in await room.posts() if row.kind == "ring"]
    assert rung == [0]
    assert ("hand", 0) not in [(row.kind, row.seat) for row in room.messenger.rows]
    room.clock.time += PAUSE
    assert [row.seat for row in await room.posts() if row.kind == "hand"] == [1]


async def test_at_the_end_of_a_match_nothing_is_held_back(room: Room) -> None:
    info = await begun(room, turns=1)
    await room.by(info, 0, Done())
    await room.posts()
    await room.by(info, 0, Bid(1))
    await room.by(info, 1, Bid(1))
    assert sorted(row.kind for row in await room.posts()) == ["board", "hand", "hand", "score"]
    assert await edits(room, PAUSE) == []


@pytest.mark.parametrize("how", ["it freezes", "its host ends it"])
async def test_a_match_that_stops_shows_at_once_how_it_stands(room: Room, how: str) -> None:
    info = await begun(room, wild=True)
    await room.by(info, 0, Take(1))
    assert await edits(room) == []
    if how == "it freezes":
        async with refused("frozen"):
            await room.by(info, 0, Boom())
    else:
        await room.service.play.end(info.id, ANNA, is_admin=False)
    assert [kind for kind, _ in await edits(room)][:1] == ["board"]
    assert await edits(room, PAUSE) == []


async def test_after_a_clock_is_set_back_an_edit_waits_no_longer_than_before(room: Room) -> None:
    info = await begun(room)
    await room.by(info, 0, Take(1))
    room.clock.time -= 6 * 3600
    await room.by(info, 0, Done())
    assert await edits(room, PAUSE) == [("board", 3), ("hand", 3)]
