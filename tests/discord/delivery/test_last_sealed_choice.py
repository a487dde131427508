"""When players choose secretly and can see who has chosen, the last player to choose is told so without a ping."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.notifications.preferences import PingMode
from tests.discord.delivery.test_pings import pings_since
from tests.discord.room import Room
from tests.discord.tiny_room import open_tiny_room
from tests.matches.timed_game import TICKING
from tests.matches.tiny_game import TINY, Bid, Done

LAST = "you're the last one: the others are waiting for you."


@pytest_asyncio.fixture
async def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> AsyncIterator[Room]:
    """The bot on a simulated Discord, with a match of three players whose board shows who has bid."""
    async with open_tiny_room(tmp_path, monkeypatch, 3, 1, getattr(request, "param", TINY)) as made:
        await made.click(made.people[0], made.lobby(), label="Start")
        yield made


async def act(room: Room, seat: int, action: Any) -> None:
    info = await room.info()
    await room.bot.service.play.act(info.id, info.seats[seat].user_id, action)
    await room.settle()


async def test_the_call_says_so_once_only_one_is_left_and_rings_no_one(room: Room) -> None:
    await act(room, 0, Done())
    call, since = room.last_call(), len(room.env.http_requests)
    await act(room, 1, Bid(1))
    assert LAST not in room.last_call().content
    await act(room, 0, Bid(1))
    names = (await room.info()).names
    assert room.last_call().content.splitlines()[0].endswith(f"{names[2]}, {LAST}")
    assert room.last_call().id == call.id
    assert pings_since(room, since) == ([], [])
    # After the first player takes back their bid, two players must bid, so neither is the last.
    info = await room.info()
    await room.bot.service.undo.take_back(info.id, info.seats[0].user_id)
    await room.settle()
    assert LAST not in room.last_call().content


async def test_so_does_the_private_message_of_the_last_one(room: Room) -> None:
    await room.rings(PingMode.PRIVATE)
    await act(room, 0, Done())
    since = len(room.env.http_requests)
    for seat in (2, 0):
        await act(room, seat, Bid(1))
    last = await room.seated(1)
    others = [person for person in room.people[:3] if person.id != last.id]
    assert LAST in room.mail(last)[-1].content.lower()
    assert not any(LAST in letter.content.lower() for person in others for letter in room.mail(person))
    assert pings_since(room, since) == ([], [])


@pytest.mark.parametrize("room", [replace(TICKING, id=TINY.id)], indirect=True)
async def test_where_no_one_sees_who_has_answered_no_one_is_told(room: Room) -> None:
    posts = [post.content for post in room.posts()] + [one.content for who in room.people for one in room.mail(who)]
    assert not any(LAST in content.lower() for content in posts)


async def test_who_was_called_alone_is_no_last_one(room: Room) -> None:
    assert LAST not in room.last_call().content
