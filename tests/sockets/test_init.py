"""`tenebrae init` in a terminal, against a simulated Discord server on real sockets."""

from __future__ import annotations

import asyncio
import os
import pty
import select
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from discord.http import Route

from bot.app.settings import ConfigError
from bot.cli.init import init
from tests.sockets.discord_data import APPLICATION
from tests.sockets.local_discord import HANG_SECONDS, TOKEN, LocalDiscord


@pytest.fixture
async def discord() -> AsyncIterator[LocalDiscord]:
    server = LocalDiscord()
    await server.start()
    yield server
    await server.stop()


def environment(discord: LocalDiscord) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TENEBRAE_")}
    return kept | {"TENEBRAE_DISCORD_API": discord.api, "PYTHONPATH": str(Path(__file__).parents[2])}


async def test_someone_at_a_terminal_is_asked_the_token_is_hidden_and_tried_and_the_link_told(discord, tmp_path):
    ours, theirs = pty.openpty()
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "init", cwd=tmp_path, env=environment(discord),
        stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
    )  # fmt: skip
    os.close(theirs)
    screen = ""

    async def answer(question: str, text: str) -> None:
        nonlocal screen
        seen = ""
        # Answer only after the prompt's final ": ", because the terminal drops what is typed before it stops echoing.
        while question not in seen or not seen.endswith(": "):
            readable = await asyncio.to_thread(select.select, [ours], [], [], HANG_SECONDS)
            assert readable[0], f"nobody asked for {question}, but said: {screen}{seen}"
            seen += os.read(ours, 4096).decode()
        screen += seen
        os.write(ours, f"{text}\n".encode())

    await answer("The bot's token", "no-such-token")
    await answer("The bot's token", TOKEN)
    await answer("Where the matches are kept", "")
    await answer("The default language", "hu")
    await answer("one person", "")
    await answer("of a server", "")
    assert await process.wait() == 0
    screen += os.read(ours, 65536).decode()
    os.close(ours)
    assert "Start it: tenebrae run" in screen
    assert TOKEN not in screen
    assert "Discord does not accept the bot token" in screen
    assert f"client_id={APPLICATION}" in screen
    assert f"TENEBRAE_TOKEN={TOKEN}\n" in (tmp_path / ".env").read_text()
    assert "TENEBRAE_LOCALE=hu\n" in (tmp_path / ".env").read_text()


async def test_a_token_that_discord_does_not_know_writes_nothing(discord, tmp_path, monkeypatch):
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setenv("TENEBRAE_DISCORD_API", discord.api)
    env = tmp_path / ".env"
    with pytest.raises(ConfigError, match="Discord does not accept the bot token"):
        # The command starts its own event loop, so it runs in a thread.
        await asyncio.to_thread(init, {"token": "no-such-token"}, None, print, force=False, untried=False, env=env)
    assert not env.exists()
