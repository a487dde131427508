"""The fixture of the fault tests: the real bot on a simulated Discord, with a game that is quick to draw."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

import render.registry
from bot.notifications.preferences import PingMode
from tests.discord.conftest import pytest_runtest_call as pytest_runtest_call
from tests.discord.room import Room, open_room
from tests.e2e.visibility_checks import Pictures
from tests.matches.tiny_game import TINY


@pytest_asyncio.fixture
async def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    """The bot on a simulated Discord, with a two-player match whose players are pinged publicly and privately."""
    monkeypatch.setitem(render.registry.GAMES, TINY.id, Pictures())
    async with open_room(tmp_path / "tenebrae.sqlite", {TINY.id: TINY}) as made:
        made.bot.service.lobby._seed = lambda: "seed"
        await made.rings(PingMode.BOTH)
        await made.open_lobby(2)
        await made.bot.service.lobby.set_options((await made.info()).id, made.people[0].id, {"turns": 40})
        await made.click(made.people[0], made.lobby(), label="Start")
        yield made
