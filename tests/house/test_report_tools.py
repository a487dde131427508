"""`tenebrae report list|show|answer|file`: how operators work with reports, whether or not the bot is running."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.features.reports.service import Reports
from bot.matches.match_files import open_file
from bot.matches.service import MatchService
from bot.notifications.delivery import DeliveryWorker
from bot.store.store import Store
from tests.house.operator_helpers import GAMES, Run, run_all_in_subprocess, with_service
from tests.matches.room import ANNA, Messenger

WORDS = "My coins are gone\x1b[2J."


@pytest.fixture
def reported(database: Path) -> Path:
    """A database with one report about a match and one about a lobby."""

    async def make(service: MatchService) -> None:
        await service.part(Reports).make(1, ANNA, WORDS)
        await service.part(Reports).make(len(GAMES) + 1, ANNA, "I can't begin.")

    with_service(database, make)
    return database


def test_list_and_show_tell_what_is_open(tenebrae: Run, reported: Path) -> None:
    out = tenebrae("report", "list").out
    assert [line[:1] for line in out.splitlines()] == ["1", "2"]
    assert "My coins are gone" in out
    assert "\x1b" not in out, "somebody's words move the terminal's cursor"
    out = tenebrae("report", "show", 1).out
    assert out.startswith("Report 1: match 1 at entry ")
    assert "It isn't answered yet." in out
    assert "report file 1" in out
    assert "report file" not in tenebrae("report", "show", 2).out


def test_an_answer_is_listed_no_more(tenebrae: Run, reported: Path) -> None:
    assert "Report 1 is answered" in tenebrae("report", "answer", 1, "--text", "They are there.").out
    assert [line[:1] for line in tenebrae("report", "list").out.splitlines()] == ["2"]
    assert "1  " in tenebrae("report", "list", "--all").out
    assert "They are there." in tenebrae("report", "show", 1).out
    tenebrae("report", "answer", 2, "--text", "Now you can.")
    assert tenebrae("report", "list").out == "No reports to answer.\n"


def test_file_writes_the_match_as_it_was_for_its_owner_alone(tenebrae: Run, reported: Path, tmp_path: Path) -> None:
    import rules

    out = tmp_path / "match.json"
    assert "every secret" in tenebrae("report", "file", 1, "--out", out).out
    assert out.stat().st_mode & 0o077 == 0
    assert open_file(rules.GAMES, out.read_bytes()).game.id == GAMES[0]
    assert "--force" in tenebrae("report", "file", 1, "--out", out).sentence
    assert tenebrae("report", "file", 1, "--out", out, "--force").code == 0
    assert "had not begun" in tenebrae("report", "file", 2, "--out", tmp_path / "other").sentence


def test_what_is_not_there(tenebrae: Run, reported: Path, tmp_path: Path) -> None:
    for number in (9, 0, 10**30):
        for rest in (("show", number), ("file", number, "--out", tmp_path / "x"), ("answer", number, "--text", "y")):
            assert f"There's no report {number}" in tenebrae("report", *rest).sentence
    assert "characters" in tenebrae("report", "answer", 1, "--text", " ").sentence


def test_all_of_it_while_the_bot_runs(reported: Path, tmp_path: Path) -> None:
    """The report commands work while the bot runs: the bot sends the answer, and the exported match can be opened."""
    commands = (
        ("report", "list"),
        ("report", "show", "1"),
        ("report", "file", "1", "--out", str(tmp_path / "match.json")),
        ("report", "answer", "1", "--text", "They are there."),
    )
    messenger = Messenger()

    async def run() -> None:
        async with await Store.open(reported) as store:
            service = MatchService(store, store.clock)
            worker = DeliveryWorker(store, messenger, store.clock, service.matches.versions)
            await worker.drain()
            messenger.clear()
            done = await asyncio.to_thread(run_all_in_subprocess, *commands, TENEBRAE_DATABASE=str(reported))
            assert (done.returncode, done.stderr) == (0, "")
            await worker.drain()
            row = await service.part(Reports).get(1)
            assert row is not None
            assert row.answer == "They are there."

    asyncio.run(run())
    assert messenger.of("answer") == [{"report": 1}]
    assert with_service(reported, lambda service: service.part(Reports).waiting()) == 1
