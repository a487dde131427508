"""The room the tests of the Discord layer play in."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.discord.room import Room, open_room


@pytest_asyncio.fixture
async def room(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Room]:
    """A room whose pictures are plain, but for a test that is marked `painted`."""
    painted = request.node.get_closest_marker("painted") is not None
    async with open_room(tmp_path / "tenebrae.sqlite", luck="a room", painted=painted) as made:
        yield made


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Give the test itself, not only its fixtures, the simulated time."""
    made = getattr(item, "funcargs", {}).get("room")
    if isinstance(made, Room):
        with made.env.time_context():
            return (yield)
    return (yield)
