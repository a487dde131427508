"""Neither the channel nor another player's messages reveal secret choices or questions that only one player may see."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.features.owner.service.frozen import FrozenMatches
from tests.discord.delivery.test_answers_to_posts import pinged_users
from tests.discord.room import Room, components, message_text
from tests.discord.tiny_room import open_tiny_room


@pytest_asyncio.fixture
async def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    async with open_tiny_room(tmp_path, monkeypatch, 3, 1) as made:
        await made.click(made.people[0], made.lobby(), label="Start")
        yield made


def posted(room: Room) -> list[str]:
    """Return the texts of the channel's posts, without the sentence that reports who is the last to choose."""
    return [
        re.sub(r" \w+, you're the last one: the others are waiting for you\.", "", message_text(post))
        for post in room.posts()
    ]


async def test_a_sealed_choice_is_taken_back_after_another_seat_has_sealed(room: Room) -> None:
    first, second, third = [await room.seated(seat) for seat in range(3)]
    await room.move(first, "tiny done")
    await room.move(first, "tiny bid", count=3)
    panel = (await room.slash(first, "act")).response
    await room.move(second, "tiny bid", count=1)
    said_before, pinged = posted(room), pinged_users(room)
    logs = [message_text((await room.slash(who, "match log")).response) for who in (second, third, room.people[3])]
    status = message_text((await room.slash(third, "match status")).response)
    await room.click(first, panel, label="Take back")
    assert "Taken back." in message_text(panel)
    assert {"pick"} <= {item["custom_id"].split(":")[1] for item in components(panel)}
    assert posted(room) == said_before
    assert pinged_users(room) == pinged
    assert [
        message_text((await room.slash(who, "match log")).response) for who in (second, third, room.people[3])
    ] == logs
    assert moves(status) == moves(message_text((await room.slash(third, "match status")).response))
    # Undo and bids also work by command, for each player.
    assert "Taken back." in message_text(await room.undo(second))
    await room.move(first, "tiny bid", count=2)
    await room.move(second, "tiny bid", count=2)
    await room.move(third, "tiny bid", count=1)
    assert (await room.match()).state.coins == [-2, -2, -1]


def moves(status: str) -> int:
    found = re.search(r"Moves so far: (\d+)", status)
    assert found
    return int(found[1])


async def test_private_moves_leave_no_trace_in_numbers_and_pages(room: Room) -> None:
    first, watcher = await room.seated(0), room.people[4]
    await room.move(first, "tiny take", count=1)
    before = message_text((await room.slash(watcher, "match status")).response)
    page = (await room.slash(watcher, "match log")).response
    for _ in range(15):
        await room.move(first, "tiny roll")
    assert message_text((await room.slash(watcher, "match status")).response) == before
    assert moves(before) == 1
    now = (await room.slash(watcher, "match log")).response
    assert message_text(now) == message_text(page)
    assert components(now) == components(page)
    # The player who made the secret moves can page back to them in their own log.
    own = (await room.slash(first, "match log")).response
    assert not next(item for item in components(own) if item["label"] == "Older")["disabled"]


async def test_a_panel_does_not_tell_how_often_others_acted(room: Room) -> None:
    """A custom_id identifies the position by a hash, so it doesn't reveal how many moves other players have made."""
    first, second = [await room.seated(seat) for seat in (0, 1)]
    await room.move(first, "tiny roll")
    await room.move(first, "tiny done")
    await room.move(first, "tiny bid", count=1)
    panel = (await room.slash(second, "act")).response
    marks = {item["custom_id"].split(":")[4] for item in components(panel) if ":pick:" in item["custom_id"]}
    assert len(marks) == 1
    assert re.fullmatch(r"[0-9a-f]{8}", marks.pop())
    await room.restart()
    menu = components(panel)[0]
    await room.select(second, panel, [menu["options"][0]["value"]], menu["custom_id"])
    assert sorted((await room.match()).decisions()) == [2]


async def test_what_owners_get_of_a_frozen_match_tells_of_no_secret_move(room: Room) -> None:
    first, frozen = await room.seated(0), room.bot.service.part(FrozenMatches)
    await room.move(first, "tiny take", count=1)
    for _ in range(5):
        await room.move(first, "tiny roll")
    info, seed = await room.info(), (await room.match()).state.chance.seed
    await room.bot.service.matches._freeze(info, KeyError("the fourth card"))
    room.errors.found.clear()
    fault, data = await frozen.fault_of(info.id, 999), (await frozen.report_file(info.id, 999)).decode()
    assert [row.kind for row in fault.entries] == ["start", "act"]
    assert [entry["entry"] for entry in json.loads(data)["entries"]] == [1, 2]
    assert info.seq > 2
    for secret in (seed, "fourth", str(first.id), f'"entry": {info.seq}'):
        assert secret not in data
        assert secret not in str(fault.outline)
