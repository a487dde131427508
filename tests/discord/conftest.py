"""Fixtures for tests of the Discord layer. A room is the bot on a simulated Discord with five users."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import pytest_asyncio

from bot.discord.client import TenebraeBot
from bot.playground import simulated_discord
from tests.discord import room as rooms
from tests.discord.room import Room, open_room

#: The route that adds a single command to a server. simcord lacks it, and can only replace all of a server's commands.
ROUTE = simulated_discord.put_guild_command


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test once for each transport (gateway or HTTP) that its `door` marker names, if it has the marker."""
    named = metafunc.definition.get_closest_marker("door")
    if named and "room" in metafunc.fixturenames:
        metafunc.parametrize("room", named.args, indirect=True)


@pytest_asyncio.fixture
async def room(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Room]:
    """The bot on a simulated Discord. It draws pictures only for tests marked `painted`."""
    painted = request.node.get_closest_marker("painted") is not None
    door = getattr(request, "param", "gateway")
    async with open_room(tmp_path / "tenebrae.sqlite", luck="a room", painted=painted, door=door) as made:
        yield made


@pytest_asyncio.fixture
async def owned(room: Room, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    """A room whose server belongs to the bot's owners: Emil owns the bot, and a sixth user has the owners' role."""
    role = room.guild.create_role("crew")
    room.people.append(room.guild.add_member(room.env.create_user("crew"), roles=[role]))
    settings = rooms._settings().model_copy(update={"owner_server": room.guild.id, "owner_role": role.id})
    asked, emil = TenebraeBot.application_info, room.people[4]

    async def application_info(bot: TenebraeBot) -> Any:
        found = await asked(bot)
        found.owner, found.team = SimpleNamespace(id=emil.id), None  # type: ignore[assignment]
        return found

    monkeypatch.setattr(rooms, "_settings", lambda: settings)
    monkeypatch.setattr(TenebraeBot, "application_info", application_info)
    await room.restart()
    yield room


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Run a test that uses a room in the room's simulated time, like the test's fixtures."""
    made = getattr(item, "funcargs", {}).get("room")
    if isinstance(made, Room):
        with made.env.time_context():
            return (yield)
    return (yield)
