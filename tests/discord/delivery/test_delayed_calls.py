"""A recently active player whose turn comes sees it on the edited board, and is pinged only if no move follows soon."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.store import work_queue
from tests.discord.delivery.test_answers_to_posts import pass_turn, pinged_users
from tests.discord.room import IDLE_CHECK_SECONDS, Room, open_room
from tests.discord.tiny_room import open_tiny_room
from tests.matches.tiny_game import Done


@pytest_asyncio.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with open_room(tmp_path / "tenebrae.sqlite", call_after=60, luck="calls", painted=False) as made:
        yield made


async def test_until_the_call_the_live_board_tells_of_it(room: Room) -> None:
    await room.start(2)
    first = await room.to_move()
    await pass_turn(room)
    second = await room.to_move()
    assert pinged_users(room) == [str(first.id), str(second.id)]
    board = room.last_call()
    before = len(room.posts())
    await pass_turn(room)
    await room.settle()
    # The edited board shows whose turn it is; an edit pings no one.
    assert pinged_users(room) == [str(first.id), str(second.id)]
    assert len(room.posts()) == before
    assert room.last_call().id == board.id
    assert room.last_call().content.startswith(f"<@{first.id}> Edge, ")
    assert room.last_call().content != board.content
    shown = room.last_call().content
    room.clock.time += 60
    room.bot.delivery.wake()
    await room.settle()
    assert pinged_users(room) == [str(first.id), str(second.id), str(first.id)]
    # The turn notification replaces the silent post, so the channel has as many posts as before.
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
    assert len(pinged_users(room)) == 2
    await room.restart()
    room.clock.time += 60
    room.bot.delivery.wake()
    await room.settle()
    assert len(pinged_users(room)) == 3


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
    before = len(pinged_users(room))
    room.bot.delivery.wake()
    while await work_queue.was_set_back(room.store.read, "posts", room.clock.now()):  # noqa: ASYNC110 - the worker notices
        await asyncio.sleep(IDLE_CHECK_SECONDS)
    await room.settle()
    assert len(pinged_users(room)) == before
    room.clock.time += 60
    room.bot.delivery.wake()
    await room.settle()
    assert pinged_users(room)[before:] == [str(first.id)]


async def test_a_call_in_the_place_of_another_names_those_too_who_are_waited_for_since_that_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_tiny_room(tmp_path, monkeypatch, 2, 3, call_after=60) as room:

        async def passes() -> None:
            info = await room.info()
            await room.bot.service.play.act(info.id, (await room.to_move()).id, Done())
            await room.settle()

        await room.click(room.people[0], room.lobby(), label="Start")
        first = await room.to_move()
        for _ in range(2):
            await passes()
        room.clock.time += 60
        room.bot.delivery.wake()
        await room.settle()
        call, rung = room.last_call(), pinged_users(room)
        # The first player's turn ends, and now both must choose. Neither is pinged, since both moved recently.
        await passes()
        second = next(person for person in room.people[:2] if person != first)
        both = {f"<@{person.id}>" for person in (first, second)}
        assert room.last_call().id == call.id
        assert {*re.findall(r"<@\d+>", room.last_call().content)} == both
        room.clock.time += 60
        room.bot.delivery.wake()
        await room.settle()
        assert room.last_call().id != call.id not in [post.id for post in room.posts()]
        assert {*re.findall(r"<@\d+>", room.last_call().content)} == both
        assert pinged_users(room) == [*rung, str(second.id)]


async def test_a_board_too_old_to_be_edited_waits_for_the_call_that_shows_it(tmp_path: Path) -> None:
    """If the bot posted a new board now, it would post the board again a minute later with the turn notification."""
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
        # Both players have moved within the last day, so the next player is notified only after a minute.
        await pass_turn(room)
        assert await look_after(20) == before
        after = await look_after(40)
        # The earlier posts stay in the channel, and the turn notification comes after them.
        assert after[:-1] == before
        assert room.last_call().id == after[-1][0]
