"""`tenebrae run` and `serve` as real processes on real sockets: they start, answer, survive crashes, stop cleanly."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from discord import Permissions
from discord.gateway import DiscordWebSocket
from discord.http import Route
from typer.testing import CliRunner
from yarl import URL

from bot.app import logs
from bot.app.settings import Settings, StartError
from bot.cli.main import app
from bot.discord.run import run
from bot.discord.serve import serve
from bot.notifications.request_budget import BudgetBalance, LocalRequestBudget
from bot.store.errors import ServerUnavailable
from bot.store.store import Store
from tests.matches.finished_matches import store_finished_match
from tests.sockets.discord_data import ANA, APPLICATION
from tests.sockets.hosting import hosted
from tests.sockets.limits import Answer
from tests.sockets.local_discord import HANG_SECONDS, TOKEN, LocalDiscord
from tests.sockets.players import Player
from tests.sockets.rest_api import Call

#: The module that runs `tenebrae` without filling its picture caches at the start; the module "bot" fills them.
COLD = "tests.sockets.cold_caches"


@pytest.fixture
async def discord() -> AsyncIterator[LocalDiscord]:
    server = LocalDiscord()
    await server.start()
    yield server
    await server.stop()


@pytest.fixture
def ana(discord: LocalDiscord) -> Player:
    async def nothing() -> None:
        """Do nothing in place of waiting until the bot is idle, because a bot in another process can't report that."""

    return Player(discord, ANA, nothing)


class Program:
    """Starts `tenebrae` as processes in their own folder, connected to the simulated Discord server."""

    def __init__(self, folder: Path, discord: LocalDiscord) -> None:
        self.folder = folder
        self._discord = discord
        self._started: list[asyncio.subprocess.Process] = []

    async def start(self, command: str, module: str = COLD, **more: str) -> asyncio.subprocess.Process:
        settings = {
            "TENEBRAE_TOKEN": TOKEN,
            "TENEBRAE_DATABASE": str(self.folder / "a.sqlite"),
            "TENEBRAE_DISCORD_API": self._discord.api,
            "TENEBRAE_SIGNS": "false",
            "TENEBRAE_LOG_FORMAT": "json",
            "PYTHONPATH": str(Path(__file__).parents[2]),
        }
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", module, command, cwd=self.folder, env=os.environ | settings | more,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
        self._started.append(process)
        return process

    async def run(self, module: str = COLD) -> asyncio.subprocess.Process:
        """Start `tenebrae run` and wait until it has connected to the gateway."""
        seen = self._discord.gateway.identified
        process = await self.start("run", module)
        up = asyncio.ensure_future(self._discord.until(lambda: self._discord.gateway.identified > seen))
        ended = asyncio.ensure_future(process.wait())
        await asyncio.wait({up, ended}, return_when=asyncio.FIRST_COMPLETED)
        if not up.done() or up.exception():
            await self.end()
            raise AssertionError(f"the bot did not come up:\n{(await process.communicate())[0].decode()}")
        ended.cancel()
        return process

    async def end(self) -> None:
        """Kill the processes that are still running."""
        for process in self._started:
            if process.returncode is None:
                process.kill()
                await process.wait()


@pytest.fixture
async def program(discord: LocalDiscord, tmp_path: Path) -> AsyncIterator[Program]:
    program = Program(tmp_path, discord)
    yield program
    await program.end()


async def wait_for_deliveries(database: Path) -> None:
    """Wait until the other process has delivered all posts that are due."""
    async with asyncio.timeout(HANG_SECONDS):
        while due(database):  # noqa: ASYNC110 - another process does the work
            await asyncio.sleep(0.05)


def due(database: Path) -> int:
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute("SELECT count(*) FROM outbox WHERE status = 'due'").fetchone()[0]


def posts(discord: LocalDiscord) -> list[Call]:
    """Return the bot's requests to post in the players' channel."""
    path = f"/channels/{discord.table.id}/messages"
    return [call for call in discord.rest.calls if call.method == "POST" and call.path.endswith(path)]


async def record_result(database: Path) -> None:
    """Record a match's result, as by a process that crashes before it updates the ratings."""
    async with await Store.open(database) as store:
        await store_finished_match(
            store, 5, {1: 1, 2: 2}, game="edge_of_darkness", names={1: "Ana", 2: "Bence"}, rated=True
        )


async def wait_for_ratings(database: Path) -> None:
    """Wait until the database has ratings."""
    async with asyncio.timeout(HANG_SECONDS):
        while True:
            with closing(sqlite3.connect(database)) as connection:
                if connection.execute("SELECT count(*) FROM ratings").fetchone()[0]:
                    return
            await asyncio.sleep(0.05)


async def test_it_answers_survives_kill_9_delivers_the_rest_after_it_and_finishes_a_slow_answer_on_sigterm(
    discord, ana, program
):
    process = await program.run()
    commands = await discord.call("PUT", "/commands")
    assert {"match", "act", "hand"} <= {command["name"] for command in commands.body}
    opening = await ana.slash("match new", game="edge_of_darkness")
    assert opening.answered == 5
    await discord.until(lambda: "lobby is open" in opening.said)  # the deferred answer has arrived
    process.kill()
    await process.communicate()

    await record_result(program.folder / "a.sqlite")
    process = await program.run("bot")
    await wait_for_ratings(program.folder / "a.sqlite")
    # The killed process may have left posts unrecorded, so the test checks only that no post is due, not how many
    # there are.
    await wait_for_deliveries(program.folder / "a.sqlite")
    goes_on = discord.rest.hold("PATCH", "/webhooks/.*/messages/@original")
    asked = ana.typed("match status")
    await discord.tell(asked)
    await discord.asked("PATCH", "@original")
    process.send_signal(signal.SIGTERM)
    heard = b""
    while b"stopping" not in heard:
        line = await asyncio.wait_for(process.stdout.readline(), HANG_SECONDS)
        assert line, heard.decode()
        heard += line
    goes_on.set()
    rest, _ = await asyncio.wait_for(process.communicate(), HANG_SECONDS)
    output = (heard + rest).decode()
    assert process.returncode == 0, output
    assert "Ana" in asked.said
    lines = output.splitlines()
    assert lines
    assert all(line.startswith("{") and line.endswith("}") for line in lines), output
    assert "Traceback" not in output
    assert not [line for line in lines if '"ERROR"' in line]
    assert TOKEN not in output
    with closing(sqlite3.connect(program.folder / "a.sqlite")) as database:
        assert database.execute("SELECT status, host_id FROM matches WHERE id = 1").fetchall() == [("lobby", ANA.id)]
    assert due(program.folder / "a.sqlite") == 0
    assert len({call.body["nonce"] for call in posts(discord)}) == 1, "the lobby was posted under two nonces"
    assert all(call.body["enforce_nonce"] for call in posts(discord))
    assert len(discord.table.posts()) == 1
    assert "Ana" in discord.table.posts()[0].words
    assert posts(discord)[0].body["allowed_mentions"]["parse"] == []
    await discord.until(lambda: discord.gateway.closed[-1] == 1000)
    assert discord.faults() == []


async def port_of(process: asyncio.subprocess.Process) -> int:
    """Return the port that a process listens on, according to its log."""
    assert process.stdout is not None
    while line := await asyncio.wait_for(process.stdout.readline(), HANG_SECONDS):
        told = json.loads(line)
        if told["message"] == "listening":
            return told["port"]
    raise AssertionError("it never listened")


async def test_serve_answers_over_http_and_stops_cleanly_on_sigterm(discord, ana, program):
    await record_result(program.folder / "a.sqlite")
    process = await program.start("serve", TENEBRAE_PORT="0")
    await wait_for_ratings(program.folder / "a.sqlite")
    await discord.register_endpoint(f"http://127.0.0.1:{await port_of(process)}/interactions")
    goes_on = discord.rest.hold("PATCH", "/webhooks/.*/messages/@original")
    opening = ana.typed("match new", game="edge_of_darkness")
    await discord.tell(opening)
    await discord.asked("PATCH", "@original")
    process.send_signal(signal.SIGTERM)
    goes_on.set()
    output, _ = await asyncio.wait_for(process.communicate(), HANG_SECONDS)
    assert process.returncode == 0, output.decode()
    assert "Traceback" not in output.decode()
    assert "lobby is open" in opening.said
    assert discord.gateway.identified == 0
    assert discord.faults() == []


@pytest.fixture
def here(discord: LocalDiscord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """The settings of a bot that runs in this process; at the end, the URLs that the bot changed are restored."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    return Settings(
        _env_file=None,  # pyright: ignore[reportCallIssue]
        token=TOKEN,
        database=tmp_path / "a.sqlite",
        discord_api=discord.api,
        port=discord.port,
        signs=False,
    )


async def test_serve_says_in_one_sentence_that_its_port_is_taken(here):
    with pytest.raises(StartError, match=rf"^TENEBRAE_HOST 127\.0\.0\.1 and TENEBRAE_PORT {here.port} .*") as refused:
        await serve(here)
    assert str(refused.value).endswith("another program listens there; stop it or choose another port.")
    assert refused.value.code == 2


async def test_serve_says_in_one_sentence_that_there_is_no_such_address(here):
    nowhere = here.model_copy(update={"host": "192.0.2.1", "port": 0})
    with pytest.raises(StartError, match=r"^TENEBRAE_HOST 192\.0\.2\.1 .* this machine has no such address"):
        await serve(nowhere)


async def test_invite_prints_the_link_with_the_permissions_that_are_used(here, tmp_path, monkeypatch, caplog):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(logs, "set_up", lambda *_: None)
    asked = {
        "TENEBRAE_TOKEN": TOKEN, "TENEBRAE_DATABASE": str(here.database), "TENEBRAE_DISCORD_API": here.discord_api,
    }  # fmt: skip
    # The command starts its own event loop, so it runs in a thread.
    answer = await asyncio.to_thread(CliRunner().invoke, app, ["invite"], env=asked)
    assert answer.exit_code == 0, answer.output
    link = URL(answer.output.strip().splitlines()[-1])
    assert (link.host, link.query["client_id"]) == ("discord.com", str(APPLICATION))
    assert set(link.query["scope"].split()) == {"bot", "applications.commands"}
    assert Permissions(int(link.query["permissions"])) == Permissions(
        view_channel=True, send_messages=True, send_messages_in_threads=True, create_public_threads=True,
        create_private_threads=True, attach_files=True, read_message_history=True,
    )  # fmt: skip
    assert not (tmp_path / "a.sqlite").exists()
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING], (
        "the link is all that is said"
    )


@pytest.mark.parametrize(
    ("status", "code", "said"),
    [(401, 2, "token"), (403, 4, "turned the bot away"), (404, 4, r"Not Found.*; is TENEBRAE_DISCORD_API right\?$")],
)
async def test_a_bot_that_discord_does_not_let_in_says_so_in_one_sentence(discord, here, status, code, said):
    """The bot raises a StartError with one sentence. Tests of the command line check how `tenebrae run` reports it."""
    discord.rest.script("GET", "/users/@me", Answer(status, {"code": 0, "message": "no"}, {}), always=True)
    with pytest.raises(StartError, match=said) as refused:
        await run(here)
    assert refused.value.code == code
    assert TOKEN not in str(refused.value)


async def test_a_bot_whose_database_server_restarts_during_the_login_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures = 3
    spend = LocalRequestBudget.spend

    async def restarting(self: LocalRequestBudget, **amounts: int) -> BudgetBalance:
        nonlocal failures
        if failures:
            failures -= 1
            raise ServerUnavailable("The database can't be written: its server can't be reached.")
        return await spend(self, **amounts)

    monkeypatch.setattr(LocalRequestBudget, "spend", restarting)
    async with hosted(tmp_path / "tenebrae.sqlite", plain=True) as table:
        assert (failures, len(table.bots)) == (0, 1)
        assert table.discord.faults() == []
        assert table.errors.found == []
