"""`tenebrae doctor --record`, and whether the simulated Discord server answers like the recordings in `recorded`."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from discord.http import Route
from typer.testing import CliRunner

from bot.app.settings import ConfigError
from bot.cli import doctor_record_command as tool
from bot.cli.main import app
from bot.discord.doctor import recording
from bot.discord.doctor.recording_requests import STEPS
from tests.sockets.discord_data import ANA, MANAGE_THREADS
from tests.sockets.limits import Answer
from tests.sockets.local_discord import TOKEN, LocalDiscord
from tests.sockets.recordings import differences
from tests.sockets.test_doctor import settings_for

RECORDED = Path(__file__).with_name("recorded")
OWN = RECORDED / "simulated.json"
ROOT = Path(__file__).parents[2]
#: File name of a recording that the test interrupts, so that the file is never written.
INTERRUPTED = "interrupted.json"


@pytest.fixture
async def discord(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LocalDiscord]:
    server = LocalDiscord()
    await server.start()
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    yield server
    await server.stop()


async def recorded(discord: LocalDiscord, told: list[str]) -> dict[str, Any]:
    return await recording.record(settings_for(discord), discord.table.id, told.append, pause=0.0)


def rewrite(made: dict[str, Any]) -> None:
    OWN.write_text(json.dumps({**made, "source": "simulated"}, indent=1) + "\n", "utf-8")


def answers_in(file: Path) -> dict[str, dict[str, Any]]:
    """Return the recorded answers in a file, by the name of the step."""
    return {one["name"]: one for one in json.loads(file.read_text("utf-8"))["answers"]}


def nothing_left(discord: LocalDiscord) -> bool:
    threads = [one for one in discord.world.channels.values() if one.parent_id is not None]
    return not discord.table.posts() and not threads and not discord.world.emojis


async def test_a_recording_holds_all_answers_tells_of_no_one_and_leaves_nothing_behind(discord: LocalDiscord) -> None:
    told: list[str] = []
    found = await recorded(discord, told)
    assert [one["name"] for one in found["answers"]] == [step.name for step in STEPS]
    assert told == []
    assert nothing_left(discord)
    assert discord.rest.answered_wrong == []
    codes = {one["name"]: (one["status"], one["code"]) for one in found["answers"]}
    assert codes["an edit in the archived thread"] == (400, 50083)
    assert codes["a button with the deleted emoji"] == (400, 50035)
    assert codes["a post in the deleted thread"] == (404, 10003)
    text = json.dumps(found).lower()
    ids = map(str, (discord.table.id, ANA.id, *discord.world.servers))
    assert not [one for one in (TOKEN, '"ana', "tenebrae", "://", *(f'"{one}"' for one in ids)) if one in text]


@pytest.mark.parametrize("after", [8, 36])
async def test_a_recording_that_is_stopped_removes_what_it_made(discord: LocalDiscord, after: int) -> None:
    task = asyncio.create_task(recorded(discord, []))
    await discord.until(lambda: len(discord.rest.calls) > after)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert nothing_left(discord)


async def test_what_can_not_be_removed_is_told(discord: LocalDiscord) -> None:
    discord.rest.script("DELETE", r"/channels/\d+", Answer(403, {"code": 50013, "message": "no"}, {}), always=True)
    told: list[str] = []
    await recorded(discord, told)
    assert told
    assert all(line.startswith("Could not remove /channels/") for line in told)


async def test_a_channel_that_the_bot_can_not_see_is_refused(discord: LocalDiscord) -> None:
    with pytest.raises(ConfigError, match="can't see this channel"):
        await recording.record(settings_for(discord), 1, print, pause=0.0)


async def test_it_says_first_what_it_does_and_does_nothing_without_a_yes(discord: LocalDiscord, tmp_path: Path) -> None:
    told: list[str] = []
    tool.record(settings_for(discord), 1, tmp_path / "a.json", told.append, lambda question: False)
    assert "posts and edits messages" in told[0]
    assert told[-1] == "Nothing was done."
    assert not discord.rest.calls
    (tmp_path / "a.json").touch()
    with pytest.raises(ConfigError, match="already"):
        tool.record(settings_for(discord), 1, tmp_path / "a.json", told.append, None)


@pytest.mark.parametrize("file", sorted(RECORDED.glob("*.json")), ids=lambda file: file.stem)
async def test_the_local_discord_answers_as_was_recorded(discord: LocalDiscord, file: Path) -> None:
    if os.environ.get("REWRITE_GOLDENS") and file == OWN:
        rewrite(await recorded(discord, []))
    by_name = answers_in(file)
    assert by_name.keys() <= {step.name for step in STEPS}
    if by_name["a post in the locked thread"]["status"] != 200:
        discord.table.denied = MANAGE_THREADS
    found = {one["name"]: one for one in (await recorded(discord, []))["answers"]}
    assert [one for step in STEPS if step.name in by_name
            for one in differences(step, by_name[step.name], found[step.name])] == []  # fmt: skip


def test_optional_keys_may_be_missing_from_a_recording_or_stand_in_it() -> None:
    step = next(one for one in STEPS if one.name == "a post")
    known = answers_in(OWN)[step.name]
    own = known["answer"]

    def unlike(answer: dict[str, Any], **more: Any) -> list[str]:
        return differences(step, {**known, "answer": answer, **more}, known)

    assert unlike(own | {"position": 3, "author": own["author"] | {"avatar_decoration_data": None}}) == []
    assert unlike({name: value for name, value in own.items() if name != "nonce"}) == []
    assert "$.made_up: no such key" in unlike(own | {"made_up": 1})[0]
    assert "$.author.made_up: no such key" in unlike(own | {"author": own["author"] | {"made_up": 1}})[0]
    assert "'pinned' is a required" in unlike({name: value for name, value in own.items() if name != "pinned"})[0]
    assert "$.tts: 'no' was recorded, not False" in unlike(own | {"tts": "no"})[-1]
    assert unlike(own, status=201)


async def command(
    discord: LocalDiscord, tmp_path: Path, *words: str, said: bytes = b"", by: signal.Signals = signal.SIGINT
) -> tuple[int, str]:
    """Run `doctor --record` without its pauses; return its exit code and output.

    `said` is the answer to the command's question. If the recording's file is INTERRUPTED, the signal `by` ends
    the command after its first post.
    """
    quick = (
        "import functools, bot.cli.main; from bot.discord.doctor import recording;"
        " recording.record = functools.partial(recording.record, pause=0.0); bot.cli.main.main()"
    )
    told = os.environ | {"TENEBRAE_TOKEN": TOKEN, "TENEBRAE_DISCORD_API": discord.api, "PYTHONPATH": str(ROOT)}
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", quick, "doctor", "--record", *words, cwd=tmp_path, env=told, stdin=pipe, stdout=pipe,
        stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    if INTERRUPTED in words:
        await discord.until(lambda: bool(discord.table.posts()))
        process.send_signal(by)
    out, _ = await process.communicate(said)
    return process.returncode or 0, out.decode()


async def test_the_command_asks_and_records(discord: LocalDiscord, tmp_path: Path) -> None:
    where = ("--channel", str(discord.table.id), "--to", "made.json")
    code, out = await command(discord, tmp_path, *where, said=b"n\n")
    assert (code, discord.rest.calls) == (0, [])
    assert "47 requests" in out
    assert "Nothing was done." in out
    code, out = await command(discord, tmp_path, *where)
    assert (code, discord.rest.calls) == (1, [])
    assert "\nNothing was done." in out
    code, out = await command(discord, tmp_path, *where, "--yes")
    assert code == 0, out
    assert "47 answers are in made.json" in out
    assert json.loads((tmp_path / "made.json").read_text("utf-8"))["source"] == "recorded"
    assert nothing_left(discord)


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
async def test_the_command_that_is_interrupted_removes_what_it_made(
    discord: LocalDiscord, tmp_path: Path, by: signal.Signals
) -> None:
    where = ("--channel", str(discord.table.id), "--to", INTERRUPTED)
    code, out = await command(discord, tmp_path, *where, "--yes", by=by)
    assert code
    assert "Stopped. Everything created was deleted" in out
    assert "Traceback" not in out
    assert nothing_left(discord)
    assert not (tmp_path / INTERRUPTED).exists()


def test_the_command_wants_a_channel_and_a_folder_to_write_in(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TENEBRAE_TOKEN", TOKEN)
    for words, sentence in (
        (["--record"], "Give a channel and a file"),
        (["--record", "--to", "a.json"], "Give a channel and a file"),
        (["--channel", "5"], "go with --record"),
        (["--record", "--channel", "5", "--to", str(tmp_path / "no" / "a.json")], "No file can be written"),
    ):
        found = CliRunner().invoke(app, ["doctor", *words])
        assert isinstance(found.exception, ConfigError)
        assert sentence in str(found.exception)


async def test_what_is_being_made_when_it_is_stopped_is_removed_too(
    discord: LocalDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = recording.Recorder.send_request

    async def stopped(self: Any, method: str, path: str, body: Any, *, file: bool = False) -> Any:
        answer = await ask(self, method, path, body, file=file)
        if method == "POST" and not task.cancelling():
            task.cancel()  # Discord has created the object, but the recorder hasn't received the answer yet
            await asyncio.sleep(0)
        return answer

    monkeypatch.setattr(recording.Recorder, "send_request", stopped)
    task = asyncio.create_task(recorded(discord, []))
    with pytest.raises(asyncio.CancelledError):
        await task
    assert nothing_left(discord)
