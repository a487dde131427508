"""An installed wheel installs, plays and hosts from an empty folder.

Only `make soak` runs this test, because it downloads packages.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from bot.discord.interactions_endpoint import INTERACTIONS
from tests.soak.people import PlayingGroup
from tests.soak.served_processes import Process
from tests.sockets.discord_data import PEOPLE
from tests.sockets.local_discord import LocalDiscord
from tests.sockets.players import Player

ROOT = Path(__file__).parents[2]


class Installed:
    """A virtual environment with the wheel installed, and an empty folder where its commands are run."""

    def __init__(self, place: Path) -> None:
        self.programs, self.folder = place / "venv" / "bin", place / "empty"
        self.folder.mkdir()
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("TENEBRAE_", "PYTHON"))}
        self.environment = kept | {"PYTHONUNBUFFERED": "1"}

    def pip(self, *arguments: str) -> None:
        quiet = ("--quiet", "--disable-pip-version-check", "--no-input")
        subprocess.run([self.programs / "python", "-m", "pip", "install", *quiet, *arguments], cwd=ROOT, check=True)

    def run(self, *arguments: str, typed: str = "") -> tuple[int, str]:
        """Run the installed `tenebrae` command. Return its exit code and its output, which includes errors."""
        done = subprocess.run(
            [self.programs / "tenebrae", *arguments],
            cwd=self.folder, env=self.environment, input=typed, text=True, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        return done.returncode, done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    place = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", place / "venv"], check=True)
    packed = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", place / "dist"]
    subprocess.run(packed, cwd=ROOT, check=True, capture_output=True)
    made = Installed(place)
    made.pip("--require-hashes", "--requirement", "requirements/run.txt")
    made.pip("--no-deps", str(next((place / "dist").glob("*.whl"))))
    return made


@pytest.mark.soak
def test_a_match_is_played_in_the_terminal(installed: Installed) -> None:
    code, said = installed.run("match", "play", "edge_of_darkness", typed="list\ndo 1\nview\nquit\n")
    assert code == 0, said
    assert "Threat Zone" in said


@pytest.mark.soak
def test_a_picture_is_drawn_with_the_fonts_that_were_installed(installed: Installed) -> None:
    code, said = installed.run("render", "aevum_haeresis", "--what", "board", "--out", "board.png")
    assert code == 0, said
    assert (installed.folder / "board.png").read_bytes().startswith(b"\x89PNG")
    (installed.folder / "board.png").unlink()


@pytest.mark.soak
def test_the_bot_says_which_setting_lacks(installed: Installed) -> None:
    code, said = installed.run("run")
    assert code == 2
    assert "set TENEBRAE_TOKEN" in said
    assert not list(installed.folder.iterdir())


@pytest.mark.soak
async def test_a_match_is_hosted_from_an_empty_folder(
    installed: Installed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONPATH", raising=False)  # it would lead to the source, not the installed wheel
    discord = LocalDiscord()
    await discord.start()
    program = [installed.programs / "tenebrae"]
    process = Process(0, Path("tenebrae.sqlite"), discord, tmp_path, program=program, cwd=installed.folder)
    try:
        process.start()
        await process.up()
        discord.endpoint.urls = [process.url + INTERACTIONS]
        discord.rest.application.endpoint_url = discord.endpoint.urls[0]
        people = [Player(discord, person, _nothing) for person in PEOPLE[:2]]
        group = PlayingGroup(discord, discord.world.new_channel(), "aevum_haeresis", people, "installed")
        async with asyncio.timeout(120):
            while group.counts["moves"] < 10:
                await group.go_on()
        await process.stop()
    finally:
        process.end()
        await discord.stop()
    code, said = installed.run("match", "check-all")
    assert code == 0, said
    files = sorted(installed.folder.iterdir())
    assert files[0].name == "tenebrae.sqlite"
    assert {file.name.removeprefix("tenebrae.sqlite") for file in files} <= {"", ".lock", ".mark", "-shm", "-wal"}
    for file in files:
        file.unlink()


async def _nothing() -> None:
    """Wait for nothing: the bot runs in another process."""


@pytest.mark.soak
def test_nothing_that_builds_or_tests_was_installed(installed: Installed) -> None:
    names = {file.name for file in installed.programs.iterdir()}
    assert not names & {"hatchling", "pytest", "pyright", "ruff", "pybabel"}
    subprocess.run([installed.programs / "python", "-m", "pip", "check"], check=True, capture_output=True)


@pytest.mark.soak
def test_the_playground_says_what_it_needs_and_starts_with_it(installed: Installed) -> None:
    code, said = installed.run("playground")
    assert code == 2
    assert "requirements/play.txt" in said
    installed.pip("--require-hashes", "--requirement", "requirements/play.txt")
    command = [installed.programs / "tenebrae", "playground", "--port", "0"]
    with subprocess.Popen(
        command, cwd=installed.folder, env=installed.environment, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        address = next(found[0] for line in process.stdout if (found := re.search(r"http://\S+", line)))
        with urllib.request.urlopen(address, timeout=60) as answer:
            assert b"<html" in answer.read()
        process.send_signal(signal.SIGTERM)
        process.stdout.read()
    assert process.returncode == 0
