"""Runs the bot on a simulated Discord with a lobby for the tiny game, whose pictures are quick to draw."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import render.registry
from rules.kernel.game import AnyGame
from tests.discord.room import Room, open_room
from tests.e2e.visibility_checks import Pictures
from tests.matches.tiny_game import TINY


@asynccontextmanager
async def open_tiny_room(
    folder: Path, patch: pytest.MonkeyPatch, players: int, turns: int, game: AnyGame = TINY, **how: Any
) -> AsyncGenerator[Room]:
    """Run the bot on a simulated Discord, and open a lobby with this many players for a match of this many turns."""
    patch.setitem(render.registry.GAMES, game.id, Pictures())
    async with open_room(folder / "tenebrae.sqlite", {game.id: game}, **how) as made:
        await made.open_lobby(players)
        await made.bot.service.lobby.set_options((await made.info()).id, made.people[0].id, {"turns": turns})
        yield made
