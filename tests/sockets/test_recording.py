"""`tenebrae doctor --record` against the local Discord, which answers as every recording in `recorded` says."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from discord.http import Route

from bot.config import ConfigError
from bot.discord.examination import recording
from bot.discord.examination.record_steps import STEPS
from bot.tools import recording as tool
from tests.discord_rules.schemas import shape
from tests.sockets.limits import Answer
from tests.sockets.local_discord import TOKEN, LocalDiscord
from tests.sockets.test_doctor import settings_for
from tests.sockets.world import ANA, MANAGE_THREADS

RECORDED = Path(__file__).with_name("recorded")
OWN = RECORDED / "simulated.json"


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
    """Return the answers of a recording by the names of their steps."""
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
    for one in (await recorded(discord, []))["answers"]:
        known = by_name.get(one["name"])
        if known is not None:
            assert (one["status"], one["code"]) == (known["status"], known["code"]), one["name"]
            assert shape(one["answer"]) == shape(known["answer"]), one["name"]
