"""Whoever is about sees whose turn it is on the live board; a call comes only if they don't move in time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.store import work
from tests.discord.posts.test_delivery import pass_turn, pings
from tests.discord.room import LOOK, Room, open_room


@pytest_asyncio.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with open_room(tmp_path / "tenebrae.sqlite", call_after=60, luck="calls", painted=False) as made:
        yield made


async def test_until_the_call_the_live_board_tells_of_it(room: Room) -> None:
    await room.start(2)
    first = await room.to_move()
    await pass_turn(room)
    second = await room.to_move()
    assert pings(room) == [str(first.id), str(second.id)]
    board = room.last_call()
    before = len(room.posts())
    await pass_turn(room)
    await room.settle()
    # An edit rings for nobody.
    assert pings(room) == [str(first.id), str(second.id)]
    assert len(room.posts()) == before
    assert room.last_call().id == board.id
    assert room.last_call().content.startswith(f"<@{first.id}> Edge, ")
    assert room.last_call().content != board.content
    shown = room.last_call().content
    room.clock.time += 60
    room.bot.delivery.wake()
    await room.settle()
    assert pings(room) == [str(first.id), str(second.id), str(first.id)]
    # The call takes the place of what told of it.
    assert len(room.posts()) == before
    assert room.last_call().id != board.id
    assert room.last_call().content == shown
    assert (await room.info()).board_message_id == room.last_call().id


async def test_no_call_comes_to_who_moves_on(room: Room) -> None:
    await room.start(2)
    for _ in range(4):
        await pass_turn(room)
        room.clock.time += 30
        room.bot.delivery.wake()
        await room.settle()
    assert len(pings(room)) == 2
    await room.restart()
    room.clock.time += 60
    room.bot.delivery.wake()
    await room.settle()
    assert len(pings(room)) == 3


@pytest.mark.parametrize("restarts", [False, True], ids=["runs on", "restarts"])
async def test_a_clock_that_is_set_back_withholds_no_call(room: Room, restarts: bool) -> None:
    await room.start(2)
    first = await room.to_move()
    await pass_turn(room)
    room.clock.time += 6 * 3600
    await pass_turn(room)
    room.clock.time -= 6 * 3600
    if restarts:
        await room.restart()
    await room.settle()
    before = len(pings(room))
    room.bot.delivery.wake()
    while await work.was_set_back(room.store.read, "posts", room.clock.now()):  # noqa: ASYNC110 - the worker notices
        await asyncio.sleep(LOOK)
    await room.settle()
    assert len(pings(room)) == before
    room.clock.time += 60
    room.bot.delivery.wake()
    await room.settle()
    assert pings(room)[before:] == [str(first.id)]


async def test_a_board_too_old_to_be_edited_waits_for_the_call_that_shows_it(tmp_path: Path) -> None:
    """Two posts with the same words, a minute apart, and the first one gone again, were noise."""
    async with open_room(tmp_path / "tenebrae.sqlite", call_after=60, board_pause=15, painted=False) as room:

        async def look_after(seconds: int) -> list[tuple[int, str]]:
            room.clock.time += seconds
            room.bot.delivery.wake()
            await room.settle()
            return [(post.id, post.content) for post in room.posts()]

        await room.start(2)
        for _ in range(2):
            await pass_turn(room)
            await look_after(60)
        before = await look_after(6 * 3600)
        # Both have moved within a day, so the next call waits a minute.
        await pass_turn(room)
        assert await look_after(20) == before
        after = await look_after(40)
        # What the call before told stays.
        assert after[:-1] == before
        assert room.last_call().id == after[-1][0]
