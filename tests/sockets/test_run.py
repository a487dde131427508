"""`tenebrae run` as a real process on real sockets: it starts, registers, answers, and stops cleanly."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.sockets.local_discord import PLAYER, LocalDiscord

TOKEN = "a-secret-token-nobody-may-read"

#: What `/match new` sends when a player names the game.
NEW = [{"type": 1, "name": "new", "options": [{"type": 3, "name": "game", "value": "edge_of_darkness"}]}]


@pytest.fixture
async def discord() -> AsyncIterator[LocalDiscord]:
    server = LocalDiscord()
    await server.start()
    yield server
    await server.stop()


async def started(folder: Path, discord: LocalDiscord) -> asyncio.subprocess.Process:
    environment = os.environ | {
        "TENEBRAE_TOKEN": TOKEN,
        "TENEBRAE_DATABASE": str(folder / "a.sqlite"),
        "TENEBRAE_DISCORD_API": discord.api,
        "TENEBRAE_LOG_FORMAT": "json",
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "run", cwd=folder, env=environment, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip


async def running(folder: Path, discord: LocalDiscord) -> asyncio.subprocess.Process:
    process = await started(folder, discord)
    up, ended = asyncio.ensure_future(discord.identified.wait()), asyncio.ensure_future(process.wait())
    await asyncio.wait({up, ended}, timeout=30, return_when=asyncio.FIRST_COMPLETED)
    if not up.done():
        if process.returncode is None:
            process.kill()
        output, _ = await process.communicate()
        raise AssertionError(f"the bot did not come up:\n{output.decode()}")
    ended.cancel()
    return process


async def test_the_bot_registers_its_commands_answers_and_stops_cleanly_on_sigterm(discord, tmp_path):
    process = await running(tmp_path, discord)
    _, _, commands = await discord.wait_for("PUT", "/commands")
    assert {"match", "act", "hand"} <= {command["name"] for command in commands}

    await discord.command("match", NEW)
    _, _, answer = await discord.wait_for("POST", "/callback")
    assert answer["type"] == 5
    _, _, lobby = await discord.wait_for("POST", "/messages")
    assert "Ana" in lobby["content"] or "Ana" in str(lobby)
    assert lobby["allowed_mentions"]["parse"] == []

    process.send_signal(signal.SIGTERM)
    output, _ = await asyncio.wait_for(process.communicate(), 20)
    assert process.returncode == 0, output.decode()
    lines = output.decode().splitlines()
    assert lines
    assert all(line.startswith("{") and line.endswith("}") for line in lines), output.decode()
    assert TOKEN not in output.decode()
    with sqlite3.connect(tmp_path / "a.sqlite") as database:
        assert database.execute("SELECT status, host_id FROM matches").fetchall() == [("lobby", PLAYER)]
    database.close()


async def test_what_was_acknowledged_survives_kill_9_and_the_rest_is_delivered_after_it(discord, tmp_path):
    process = await running(tmp_path, discord)
    await discord.command("match", NEW)
    await discord.wait_for("POST", "/callback")
    await discord.wait_for("PATCH", "webhooks/")  # the answer that says the lobby is open
    process.kill()
    await process.wait()
    posted = [call for call in discord.calls if call[0] == "POST" and call[1].endswith("/messages")]
    discord.identified.clear()
    process = await running(tmp_path, discord)
    if not posted:
        await discord.wait_for("POST", "/messages")
    process.send_signal(signal.SIGTERM)
    await asyncio.wait_for(process.communicate(), 20)
    with sqlite3.connect(tmp_path / "a.sqlite") as database:
        assert database.execute("SELECT count(*) FROM matches WHERE status = 'lobby'").fetchone() == (1,)
        assert database.execute("SELECT count(*) FROM outbox WHERE status = 'due'").fetchone() == (0,)
    database.close()
    posts = [call[2] for call in discord.calls if call[0] == "POST" and call[1].endswith("/messages")]
    assert len({post["nonce"] for post in posts}) == 1, "the lobby was posted under two nonces"
    assert all(post["enforce_nonce"] for post in posts)


@pytest.mark.parametrize(("status", "code", "said"), [(401, 2, "token"), (403, 4, "turned the bot away")])
async def test_a_bot_that_discord_does_not_let_in_says_so_in_one_sentence(discord, tmp_path, status, code, said):
    discord.faults["users/@me"] = (status, {"code": 0, "message": "no"})
    process = await started(tmp_path, discord)
    output, _ = await asyncio.wait_for(process.communicate(), 30)
    (sentence,) = [line for line in output.decode().splitlines() if not line.startswith("{")]
    assert process.returncode == code
    assert said in sentence
    assert TOKEN not in output.decode()
