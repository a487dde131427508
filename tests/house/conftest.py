"""Fixtures for tests of operator commands, which run in this process on a separate copy of the database."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import typer
import typer.main

from bot.cli import main as cli
from bot.store.store import Store
from tests.house.operator_helpers import Answer, Run, fill

#: Builds the command-line parser of a typer app. The parser is cached: building it takes longer than most commands.
cached_command_line = cache(typer.main.get_command)


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tools") / "filled.sqlite"
    asyncio.run(fill(path))
    return path


@pytest.fixture
def database(filled: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(filled, tmp_path / "a.sqlite"))


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs a command in an empty folder, with no TENEBRAE_ variables set."""
    for name in [name for name in os.environ if name.startswith("TENEBRAE_")]:
        monkeypatch.delenv(name)
    monkeypatch.setattr("bot.app.logs.set_up", lambda *_: None)
    monkeypatch.setattr("typer.main.get_command", cached_command_line)
    monkeypatch.chdir(tmp_path)

    def run(*args: object, of: typer.Typer = cli.app) -> Answer:
        monkeypatch.setattr("sys.argv", ["tenebrae", *map(str, args)])
        code = 0
        try:
            cli.main(of)
        except SystemExit as end:
            code = int(end.code or 0)
        return Answer(code, *capsys.readouterr())

    return run


@pytest.fixture
def tenebrae(command: Run, database: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs a command on a copy of the filled database."""
    monkeypatch.setenv("TENEBRAE_DATABASE", str(database))
    return command


@pytest.fixture
def running(database: Path) -> Iterator[None]:
    """Keep the database open during the test, as a running bot would."""
    loop = asyncio.new_event_loop()
    store = loop.run_until_complete(Store.open(database))
    yield
    loop.run_until_complete(store.close())
    loop.close()
