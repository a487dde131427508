"""The bot updates the panels that players have open when the match changes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.table.play.open_panels import EDITABLE_SECONDS
from tests.discord.room import Room, components, message_text
from tests.discord.table.votes.test_votes import act
from tests.discord.tiny_room import open_tiny_room
from tests.matches.tiny_game import Done, Roll


@pytest_asyncio.fixture
async def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    async with open_tiny_room(tmp_path, monkeypatch, 3, 20) as made:
        await made.click(made.people[0], made.lobby(), label="Start")
        yield made


async def test_an_open_panel_shows_that_it_is_ones_turn_now(room: Room) -> None:
    second = await room.seated(1)
    panel = (await room.slash(second, "act")).response
    assert "Nothing waits for you." in message_text(panel)
    await act(room, 0, Done())
    assert "Nothing waits for you." in message_text(panel)
    await room.look()
    assert "Nothing waits for you." not in message_text(panel)
    assert any(item["custom_id"].split(":")[1] in ("act", "pick") for item in components(panel))
    # The buttons of the updated panel work in the new position.
    await room.choose(second, panel, "done")
    assert sorted((await room.match()).decisions()) == [2]


async def test_another_page_stays_until_its_reader_turns_back(room: Room) -> None:
    second = await room.seated(1)
    panel = (await room.slash(second, "act")).response
    room.press(second, panel, f"t1:told:{(await room.info()).id}:0")
    await room.settle()
    shown = message_text(panel)
    assert "What happened" in shown
    await act(room, 0, Done())
    await room.look()
    assert message_text(panel) == shown


async def test_a_page_beside_the_panel_lets_it_go_on(room: Room) -> None:
    second = await room.seated(1)
    panel = (await room.slash(second, "act")).response
    beside = (await room.tool(second, panel, "Ask the table")).response
    assert beside.id != panel.id
    await act(room, 0, Done())
    await room.look()
    assert "Nothing waits for you." not in message_text(panel)


async def test_a_panel_is_left_alone_once_discord_takes_no_more_edits(room: Room) -> None:
    second = await room.seated(1)
    panel = (await room.slash(second, "act")).response
    shown = message_text(panel)
    room.clock.time += EDITABLE_SECONDS
    await act(room, 0, Done())
    await room.look()
    assert message_text(panel) == shown


async def test_what_no_one_else_may_see_edits_no_open_panel(room: Room) -> None:
    second = await room.seated(1)
    await room.slash(second, "act")  # a user's first panel has an extra line, so use the second
    panel = (await room.slash(second, "act")).response
    shown = message_text(panel)
    await act(room, 0, Roll())
    edits = sum(request.method == "PATCH" for request in room.env.http_requests)
    await room.look()
    assert sum(request.method == "PATCH" for request in room.env.http_requests) == edits
    assert message_text(panel) == shown
    await act(room, 0, Done())
    await room.look()
    assert message_text(panel) != shown


async def test_a_panel_that_is_gone_is_left_alone(room: Room) -> None:
    second = await room.seated(1)
    await room.slash(second, "act")
    await act(room, 0, Done())
    room.env.inject_error("PATCH", "/webhooks/*", status=404, code=10008, message="Unknown Message", times=1)
    await room.bot.live_panels.check()
    assert room.bot.open_panels.editable(room.clock.now()) == []


async def test_with_no_panel_open_nothing_is_read(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room.bot.service.matches, "last_seqs", None)
    await room.look()
